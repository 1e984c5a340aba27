import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Two sessions are compared by value, action by action, up to the first difference")
struct SessionComparisonTests {
  private func compare(
    _ left: SessionBuilder, _ right: SessionBuilder
  ) throws -> SessionComparison {
    try SessionComparison(left.session(), right.session(crc: false))
  }

  /// The report of a comparison, as people and programs see it.
  private func told(_ left: SessionBuilder, _ right: SessionBuilder) throws -> String {
    let report = ComparisonReport(left: "l", right: "r", comparison: try compare(left, right))
    return report.text + report.json.description + "\n"
  }

  private func step(
    _ alter: (inout SessionBuilder) throws -> Void
  ) rethrows -> SessionBuilder {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 0])
    try alter(&builder)
    return builder
  }

  @Test("a session equals itself, whatever lines it has")
  func itself() throws {
    for builder in [SessionBuilder.counter([1, 2]), .continued(), .counter([])] {
      let comparison = try compare(builder, builder)
      #expect(comparison.divergence == nil)
      #expect(comparison.notComparable.listed == [])
    }
    #expect(
      try told(.counter([1, 2]), .counter([1, 2])) == """
        the same  2 actions compared
        {"report":"compare","version":1,"left":"l","right":"r","same":true,"compared":2,"notComparable":[]}

        """)
    let mixed = try compare(.mixed(), .mixed())
    #expect(mixed.divergence == nil)
    #expect(mixed.notComparable.listed == [6, 7, 8])
  }

  @Test("sessions of which no step can be compared were the same")
  func unknown() throws {
    func opaque(_ value: JSONValue) -> SessionBuilder {
      var builder = SessionBuilder()
      builder.whole(0, ["a": value]) { $0.opaque = [""] }
      builder.action(1)
      builder.patch(1, to: ["a": value, "b": 1])
      return builder
    }
    #expect(
      try told(opaque(1), opaque(2)) == """
        not comparable  1 action, and none can be compared
        {"report":"compare","version":1,"left":"l","right":"r","same":null,"compared":0,"notComparable":[1]}

        """)
  }

  @Test("member order, digits of equal value, and the form of states make no difference")
  func byValue() throws {
    let left = step {
      $0.action(1, "t", ["x": 1, "y": 2])
      $0.input(1, "random", 10)
      $0.patch(1, to: ["a": 1, "b": [2]])
      $0.end(1)
    }
    let right = try step {
      $0.action(1, "t", try JSONValue(parsing: #"{"y":2.0,"x":10e-1}"#))
      $0.input(1, "random", try JSONValue(parsing: "1e1"))
      $0.whole(1, try JSONValue(parsing: #"{"b":[2.00],"a":1.0}"#)) {
        $0.took = 7
        $0.extra = [Member(name: "x", value: 1)]
      }
      $0.keyframe(1)
      $0.mark(1, "m")
      $0.add(["kind": "unknown", "n": 1])
    }
    #expect(try compare(left, right).divergence == nil)
    #expect(try compare(right, left).divergence == nil)
  }

  @Test("states that differ from the beginning")
  func beginning() throws {
    var right = SessionBuilder()
    right.whole(0, ["a": 1])
    #expect(
      try told(step { _ in }, right) == """
        different  l and r
        the first states differ:
        ~ a  0 → 1
        {"report":"compare","version":1,"left":"l","right":"r","same":false,"compared":0,"notComparable":[],"divergence":{"kind":"beginning","changes":[{"path":"/a","old":0,"new":1}]}}

        """)
  }

  @Test("an action of another type or value")
  func action() throws {
    let left = step { $0.action(1, "t", 1) }
    #expect(
      try told(left, step { $0.action(1, "u", 1) }) == """
        different  l and r
        action 1 differs:
        - t  1
        + u  1
        {"report":"compare","version":1,"left":"l","right":"r","same":false,"compared":0,"notComparable":[],"divergence":{"kind":"action","n":1,"left":{"type":"t","action":1},"right":{"type":"u","action":1}},"common":0,"onlyLeft":[{"n":1,"type":"t"}],"onlyRight":[{"n":1,"type":"u"}]}

        """)
    let other = step { $0.action(1, "t", 2) }
    guard case .action(1, _, let line) = try compare(left, other).divergence else {
      Issue.record("no action differs")
      return
    }
    #expect(line.action == 2)
  }

  @Test("inputs of another name, value, order or number")
  func inputs() throws {
    func drawing(_ inputs: (String, JSONValue)...) -> SessionBuilder {
      step {
        $0.action(1)
        for (name, value) in inputs { $0.input(1, name, value) }
        $0.patch(1, to: ["a": 1])
      }
    }
    let left = drawing(("date", 1), ("uuid", 2))
    #expect(
      try told(left, drawing(("uuid", 2))) == """
        different  l and r
        action 1 add drew other inputs:
        - date 1
        - uuid 2
        + uuid 2
        the states after 1 action from there on are the same
        {"report":"compare","version":1,"left":"l","right":"r","same":false,"compared":0,"notComparable":[],"divergence":{"kind":"inputs","n":1,"type":"add","left":[{"is":"date","value":1},{"is":"uuid","value":2}],"right":[{"is":"uuid","value":2}]},"states":{"compared":1}}

        """)
    for right in [
      drawing(("uuid", 2), ("date", 1)), drawing(("date", 1), ("uuid", 3)),
      drawing(("date", 1), ("random", 2)), drawing(),
    ] {
      guard case .inputs(1, "add", _, _) = try compare(left, right).divergence else {
        Issue.record("no inputs differ")
        return
      }
    }
    #expect(try compare(left, drawing(("date", 1), ("uuid", 2))).divergence == nil)
  }

  @Test("states that differ after the same action")
  func state() throws {
    let right = step {
      $0.action(1)
      $0.whole(1, ["b": nil])
    }
    let left = step {
      $0.action(1)
      $0.whole(1, ["a": 0])
    }
    #expect(
      try told(left, right) == """
        different  l and r
        after action 1 add the states differ:
        - a  0
        + b  null
        {"report":"compare","version":1,"left":"l","right":"r","same":false,"compared":0,"notComparable":[],"divergence":{"kind":"state","n":1,"type":"add","changes":[{"path":"/a","old":0},{"path":"/b","new":null}]}}

        """)
  }

  @Test("a step that throws in one of the two only; in which words is not compared")
  func threw() throws {
    func throwing(_ text: String?) -> SessionBuilder {
      step {
        $0.action(1)
        $0.patch(1, to: ["a": 1]) { $0.threw = text }
      }
    }
    #expect(
      try told(throwing(nil), throwing("Bad")) == """
        different  l and r
        action 1 add throws in one of the two only:
        - nothing
        + Bad
        the states after 1 action from there on are the same
        {"report":"compare","version":1,"left":"l","right":"r","same":false,"compared":0,"notComparable":[],"divergence":{"kind":"threw","n":1,"type":"add","right":"Bad"},"states":{"compared":1}}

        """)
    #expect(try compare(throwing("Bad"), throwing("Bad")).divergence == nil)
    #expect(try compare(throwing("Bad"), throwing("Worse")).divergence == nil)
  }

  @Test("a state that only one of the two has, and a session that goes on")
  func length() throws {
    let open = step { $0.action(1) }
    let closed = step {
      $0.action(1)
      $0.patch(1, to: ["a": 1])
    }
    #expect(
      try told(open, closed) == """
        different  l and r
        only the second has a state after action 1 add
        {"report":"compare","version":1,"left":"l","right":"r","same":false,"compared":0,"notComparable":[],"divergence":{"kind":"state-on-one-side","n":1,"type":"add","side":"right"}}

        """)
    #expect(
      try told(closed, step { _ in }) == """
        different  l and r
        the first ends with action 1, the second with action 0
        0 actions in both, 1 only in the first, 0 only in the second:
        - 1 add
        {"report":"compare","version":1,"left":"l","right":"r","same":false,"compared":0,"notComparable":[],"divergence":{"kind":"length","left":1,"right":0},"common":0,"onlyLeft":[{"n":1,"type":"add"}]}

        """)
  }

  @Test("opaque places are not comparable, and never called equal")
  func opaque() throws {
    func hiding(_ value: JSONValue, _ other: JSONValue = 1) -> SessionBuilder {
      step {
        $0.action(1)
        $0.whole(1, ["a": value, "b": other]) { $0.opaque = ["/a"] }
        $0.action(2)
        $0.patch(2, to: ["a": value, "b": 5])
      }
    }
    let comparison = try compare(hiding("x"), hiding("y"))
    #expect(comparison.divergence == nil)
    #expect(comparison.notComparable.listed == [1, 2])
    guard
      case .state(1, "add", let differences) = try compare(hiding("x"), hiding("y", 2)).divergence
    else {
      Issue.record("the rest of the state is not compared")
      return
    }
    #expect(differences.map(\.path.description) == ["/b"])
  }

  @Test("sessions that begin at different numbers")
  func start() throws {
    #expect(
      try told(step { _ in }, .continued()) == """
        different  l and r
        the first begins with state 0, the second with state 40
        0 actions in both, 0 only in the first, 1 only in the second:
        + 41 add
        {"report":"compare","version":1,"left":"l","right":"r","same":false,"compared":0,"notComparable":[],"divergence":{"kind":"start","left":0,"right":40},"common":0,"onlyRight":[{"n":41,"type":"add"}]}

        """)
  }

  @Test("what lies behind damage is neither equal nor missing", arguments: [false, true])
  func damage(isRight: Bool) throws {
    let sound = try SessionBuilder.counter([1, 2], closed: false).session()
    let bytes = SessionBuilder.counter([1], closed: false).bytes()
    let damaged = try open(bytes + Array("{\n".utf8))
    #expect(
      errorText { () throws(InspectorError) in
        try SessionComparison(isRight ? sound : damaged, isRight ? damaged : sound)
      }
        == "s.ndjson:5:2: the text ends in the middle of a value (byte \(bytes.count + 1))"
        + damageHint)
  }

  @Test("a comparison can be interrupted")
  func interrupted() throws {
    let session = try SessionBuilder.counter([1]).session()
    #expect(throws: InspectorError.interrupted) {
      try SessionComparison(session, session, interrupted: { true })
    }
  }
}
