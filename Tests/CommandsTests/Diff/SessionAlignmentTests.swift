import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("The actions of two sessions are aligned by type and content")
struct SessionAlignmentTests {
  /// A session with an action for each text, and the texts so far as its states.
  private func session(_ actions: [String]) throws -> Session {
    var builder = SessionBuilder()
    builder.whole(0, [])
    for (place, action) in actions.enumerated() {
      builder.action(place + 1, action, .string(action))
      builder.patch(place + 1, to: .array(actions.prefix(place + 1).map(JSONValue.string)))
    }
    return try builder.session()
  }

  private func session(_ actions: String) throws -> Session {
    try session(actions.map(String.init))
  }

  private func told(_ left: String, _ right: String) throws -> String {
    let report = ComparisonReport(
      left: "l", right: "r", comparison: try SessionComparison(session(left), session(right)))
    return report.text
  }

  @Test("actions that were put in or left out are named, and the others found again")
  func insertions() throws {
    #expect(
      try told("abcdef", "axbcef") == """
        different  l and r
        action 2 differs:
        - b  "b"
        + x  "x"
        the states differ first after 2 b, 3 in the second:
        + [1]  "x"
        5 actions in both, 1 only in the first, 1 only in the second:
        + 2 x
        - 4 d

        """)
    #expect(
      try told("ab", "abc") == """
        different  l and r
        the first ends with action 2, the second with action 3
        2 actions in both, 0 only in the first, 1 only in the second:
        + 3 c

        """)
    let comparison = try SessionComparison(session("abcdef"), session("axbcef"))
    let json = ComparisonReport(left: "l", right: "r", comparison: comparison).json
    #expect(json["common"] == 5)
    #expect(json["onlyLeft"] == [["n": 4, "type": "d"]])
    #expect(json["onlyRight"] == [["n": 2, "type": "x"]])
  }

  @Test("of a session and one that was saved from a branch of it no state was compared")
  func savedBranch() throws {
    var workspace = Workspace(
      try SessionBuilder.counter([1, 0, 3]).session(), host: .counter())
    _ = try workspace.change(.skip([1]))
    let saved = try open(BranchSession.bytes(of: workspace.timeline))
    let report = ComparisonReport(
      left: "l", right: "r", comparison: try SessionComparison(workspace.session, saved))
    #expect(
      report.text == """
        different  l and r
        action 1 differs:
        - add  1
        + add  0
        the states differ first after 2 add, 1 in the second:
        ~ total  1 → 0
        2 actions in both, 1 only in the first, 0 only in the second:
        - 1 add

        """)
    #expect(
      report.json["states"]
        == [
          "compared": 0, "left": 2, "right": 1, "type": "add",
          "changes": [["path": "/total", "old": 1, "new": 0]],
        ])
    // If the states after all actions of both are the same, it says so.
    let idle = try SessionComparison(
      SessionBuilder.counter([0, 5, 1]).session(), SessionBuilder.counter([5, 1]).session())
    #expect(
      ComparisonReport(left: "l", right: "r", comparison: idle).text == """
        different  l and r
        action 1 differs:
        - add  0
        + add  5
        the states after 2 actions from there on are the same
        2 actions in both, 1 only in the first, 0 only in the second:
        - 1 add

        """)
  }

  @Test("one action for another is told once, and equal sessions need no alignment")
  func replaced() throws {
    #expect(
      try told("abc", "axc") == """
        different  l and r
        action 2 differs:
        - b  "b"
        + x  "x"
        the states differ first after 2 x:
        ~ [1]  "b" → "x"

        """)
    #expect(try SessionComparison(session("abc"), session("abc")).alignment == nil)
  }

  @Test("of all sessions of up to four actions of two kinds, as many are common as can be")
  func minimal() throws {
    let words: [String] = (0...4).flatMap { (length: Int) -> [String] in
      (0..<1 << length).map { (bits: Int) -> String in
        String((0..<length).map { place -> Character in bits >> place & 1 == 1 ? "b" : "a" })
      }
    }
    let sessions = try words.map { try session($0) }
    for (a, left) in zip(words, sessions) {
      for (b, right) in zip(words, sessions) {
        let alignment = try SessionAlignment(left, right)
        #expect(alignment.common == Self.longest(Array(a), Array(b)), "\(a) \(b)")
        let sides = (alignment.oneSided.filter(\.isLeft), alignment.oneSided.filter { !$0.isLeft })
        #expect(sides.0.count == a.count - alignment.common)
        #expect(sides.1.count == b.count - alignment.common)
        #expect(sides.0.map(\.n) == sides.0.map(\.n).sorted())
      }
    }
  }

  private static func longest(_ a: [Character], _ b: [Character]) -> Int {
    guard let first = a.first, let other = b.first else { return 0 }
    if first == other { return 1 + longest(Array(a.dropFirst()), Array(b.dropFirst())) }
    return max(longest(Array(a.dropFirst()), b), longest(a, Array(b.dropFirst())))
  }

  @Test("opaque actions are told apart by type alone, and only 20 actions are listed")
  func opaque() throws {
    func opaque(_ texts: [String]) throws -> Session {
      var builder = SessionBuilder()
      builder.whole(0, 0)
      for (place, text) in texts.enumerated() {
        var line = ActionLine(n: place + 1, t: place, type: "render", action: .string(text))
        line.opaque = true
        builder.add(.action(line))
        builder.patch(place + 1, to: 0)
      }
      return try builder.session()
    }
    let alignment = try SessionAlignment(opaque(["a", "b"]), opaque(["c", "d", "e"]))
    #expect(alignment.common == 2)
    #expect(alignment.oneSided.count == 1)
    let many = try told("", String(repeating: "x", count: 23)).split(separator: "\n")
    #expect(many.count == 24)
    #expect(many.last == "… and 3 more actions; --format json has all")
  }

  @Test("damage behind the first difference leaves that difference told, and no alignment")
  func damage() throws {
    let sound = try session("ab")
    var builder = SessionBuilder()
    builder.whole(0, 1)
    let damaged = try open(builder.bytes() + Array("{\n".utf8))
    let comparison = try SessionComparison(sound, damaged)
    #expect(comparison.alignment == nil)
    #expect(comparison.divergence != nil)
  }

  @Test("an alignment can be interrupted")
  func interrupted() throws {
    let (a, b) = (try session("ab"), try session("ba"))
    #expect(throws: InspectorError.interrupted) {
      try SessionAlignment(a, b, interrupted: { true })
    }
  }
}
