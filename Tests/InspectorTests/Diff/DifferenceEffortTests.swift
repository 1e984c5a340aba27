import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What a comparison looks at")
struct DifferenceEffortTests {
  /// The effort that comparing two values takes.
  private static func effort(_ old: JSONValue, _ new: JSONValue) -> Int {
    let all = 1 << 40
    var effort = DifferenceEffort(rest: all)
    _ = DifferenceTree(from: old, to: new, effort: &effort)
    return all - effort.rest
  }

  /// The pointer that many levels down.
  private static func pointer(_ token: String, _ depth: Int) -> JSONPointer {
    JSONPointer(tokens: Array(repeating: token, count: depth))
  }

  /// A state after patches that nest it that deep, and the state before the last of them.
  private static func nested(
    _ token: String, _ level: JSONValue, _ depth: Int
  ) throws -> (JSONValue, JSONValue) {
    var (before, state) = (level, level)
    for depth in 1...depth {
      before = state
      state = try JSONPatch([.add(pointer(token, depth), level)]).applied(to: state)
    }
    return (before, state)
  }

  /// A token and what each level is.
  static let levels: [(String, JSONValue)] = [
    ("a", .object([])), ("0", []), ("a", ["b": 1, "c": [1, 2], "d": ["x": "text"]]), ("1", [7]),
    ("1", [["id": 1], ["id": 2]]),
  ]

  @Test(
    "two states that a patch parts deep down take an effort as long as its path, not the square",
    arguments: levels)
  func deepStates(token: String, level: JSONValue) throws {
    let efforts = try [40, 80, 160, 320].map { depth in
      let (old, new) = try Self.nested(token, level, depth)
      return Self.effort(old, new)
    }
    for (shorter, longer) in zip(efforts, efforts.dropFirst()) {
      #expect(longer <= 2 * shorter + 200, "\(efforts)")
    }
  }

  @Test("two parsed values that part deep down take an effort in proportion to their size")
  func deepTexts() throws {
    func text(_ depth: Int, _ leaf: Int, _ level: (String) -> String) throws -> JSONValue {
      try JSONValue(parsing: (0..<depth).reduce("\(leaf)") { text, _ in level(text) })
    }
    let levels: [(String) -> String] = [
      { "[\($0)]" }, { #"{"a":\#($0)}"# }, { "[1,\($0)]" }, { "[\($0),1,2]" },
      { #"{"a":[{"id":1},\#($0)]}"# },
    ]
    for level in levels {
      let efforts = try [30, 60, 120, 240].map { depth in
        Self.effort(try text(depth, 1, level), try text(depth, 2, level))
      }
      for (shorter, longer) in zip(efforts, efforts.dropFirst()) {
        #expect(longer <= 2 * shorter + 200, "\(efforts)")
      }
    }
  }

  @Test("of a wide state only what a patch touches is looked at")
  func wideStates() throws {
    for count in [1000, 20_000] {
      let array = JSONValue.array((0..<count).map { [.number($0)] })
      let object = JSONValue.object((0..<count).map { ("\($0)", [.number($0)]) })
      let middle = JSONPointer(tokens: [String(count / 2)])
      for state in [array, object] {
        for operation: JSONPatch.Operation in [
          .replace(middle, [0]), .replace(middle.appending(0), 0), .remove(middle),
        ] {
          let next = try JSONPatch([operation]).applied(to: state)
          let effort = Self.effort(state, next)
          #expect((1...3000).contains(effort), "\(operation): \(effort)")
          #expect(DifferenceTree(from: state, to: next).changes.count == 1)
        }
      }
      let added = try JSONPatch([.add(middle, [0])]).applied(to: array)
      #expect((1...3000).contains(Self.effort(array, added)))
    }
  }

  @Test("the tree is the same whether the values share, were parsed, or are looked into at once")
  func sameTree() throws {
    var source = RandomDocuments(seed: 31)
    var generator = SplitMix64(seed: 32)
    for round in 0..<250 {
      let old = source.document(depth: 4)
      var shared = JSONValue.array((0..<(round % 3 * 20)).map { _ in source.document(depth: 1) })
      shared = ["wide": shared, "deep": old]
      var next = shared
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let other = source.edited(next, edits: 1)
        next = try JSONPatch(from: next, to: other).applied(to: next)
      }
      let (a, b) = (
        try JSONValue(parsing: shared.description), try JSONValue(parsing: next.description)
      )
      let tree = DifferenceTree(from: a, to: b)
      var walk = DifferenceWalk(effort: DifferenceEffort(shared, next), glance: 0)
      let others = [
        DifferenceTree(from: shared, to: next), DifferenceTree(from: a, to: next),
        DifferenceTree(from: shared, to: b), walk.tree(a, b),
      ]
      for other in others where other != tree {
        Issue.record("\(shared) to \(next)")
      }
    }
  }

  @Test("what is aligned, and what differs, is counted with the text of all that is looked at")
  func counted() throws {
    func rows(_ name: String, _ shift: Int) -> JSONValue {
      .array((0..<1000).map { [name: .number(2 * $0 + shift)] })
    }
    for name in ["id", "a"] {
      let (old, new) = (rows(name, 0), rows(name, 1))
      for pair in [
        (old, new), (try JSONValue(parsing: "\(old)"), try JSONValue(parsing: "\(new)")),
      ] {
        let effort = Self.effort(pair.0, pair.1)
        let least = old.textSize + new.textSize + 1000 * DifferenceEffort.difference
        #expect((least..<4 * least).contains(effort), "\(effort) for \(least)")
      }
    }
    // Changed at both ends, all between is aligned again.
    let old = rows("a", 0)
    let new = try JSONPatch([
      .replace(JSONPointer(tokens: ["0"]), 1), .replace(JSONPointer(tokens: ["999"]), 1),
    ]).applied(to: old)
    #expect(Self.effort(old, new) > old.textSize + new.textSize)
  }

  @Test("a session of large states that take each other's place is compared as far as it is worth")
  func sessionEffort() {
    let values = (0..<2).map { k in JSONValue.array((0..<2000).map { .number(2 * $0 + k) }) }
    var effort = DifferenceEffort(steps: 100, bytes: 10_000)
    var compared = 0
    for _ in 0..<200 where !effort.isSpent {
      _ = DifferenceTree(from: values[0], to: values[1], effort: &effort)
      compared += 1
    }
    #expect((50..<150).contains(compared), "\(compared)")
  }

  @Test("one effort for many comparisons ends: what comes then is told as a whole")
  func sharedEffort() {
    let old = JSONValue.array((0..<100).map { .number($0) })
    let new = JSONValue.array((0..<100).map { .number(2 * $0) })
    var effort = DifferenceEffort(rest: 20_000)
    let trees = (0..<100).map { _ in DifferenceTree(from: old, to: new, effort: &effort) }
    #expect(effort.isSpent)
    #expect(trees.first?.cuts == [])
    #expect(trees.last?.content == .replaced)
    #expect(trees.last?.cuts == [.root])
    #expect(DifferenceTree(from: old, to: old, effort: &effort).content == .same)
  }
}
