import SessionFormat
import Testing

@testable import Inspector

@Suite("Two sessions compared")
struct SessionComparisonTests {
  private func builder(_ edit: (inout SessionBuilder) -> Void = { _ in }) -> SessionBuilder {
    var builder = SessionBuilder(["a": 1, "b": [1, 2]])
    builder.step(["a": 2, "b": [1, 2]], type: "x", action: ["p": 1], inputs: [("date", 5)])
    edit(&builder)
    return builder
  }

  private func compare(_ left: SessionBuilder, _ right: SessionBuilder) throws -> SessionComparison
  {
    try SessionComparison(left.session(), right.session(crc: false))
  }

  @Test("equal by value: member order, the text of numbers, patch or whole, other kinds, times")
  func equal() throws {
    var other = SessionBuilder(["b": [1, 2], "a": 1])
    other.add(.mark(MarkLine(n: 0, t: 9, text: "x")))
    other.step(
      .object([("b", [1, 2]), ("a", .number(JSONNumber(text: "20e-1") ?? JSONNumber(0)))]),
      type: "x", action: ["p": 1], whole: true, inputs: [("date", 5)])
    other.keyframe()
    other.add(.end(EndLine(n: 1, t: 99)))
    let comparison = try compare(builder(), other)
    #expect(comparison.divergence == nil)
    #expect(comparison.compared == 1)
    #expect(comparison.notComparable == [])
  }

  @Test("each kind of difference is named where it comes first")
  func differences() throws {
    let base = builder()
    let first = try JSONPointer("/a")
    #expect(
      try compare(base, SessionBuilder(["a": 9, "b": [1, 2]])).divergence
        == .beginning([Difference(path: first, old: 1, new: 9)]))
    func other(
      _ state: JSONValue = ["a": 2, "b": [1, 2]], type: String = "x", action: JSONValue = ["p": 1],
      inputs: [(String, JSONValue)] = [("date", 5)]
    ) -> SessionBuilder {
      var builder = SessionBuilder(["a": 1, "b": [1, 2]])
      builder.step(state, type: type, action: action, inputs: inputs)
      return builder
    }
    #expect(
      try compare(base, other(["a": 3, "b": [1, 2]])).divergence
        == .state(n: 1, type: "x", [Difference(path: first, old: 2, new: 3)]))
    for changed in [other(type: "y"), other(action: ["p": 2])] {
      guard case .action(1, _, _)? = try compare(base, changed).divergence else {
        Issue.record("no action")
        continue
      }
    }
    for changed in [other(inputs: []), other(inputs: [("date", 6)]), other(inputs: [("uuid", 5)])] {
      guard case .inputs(1, "x", _, _)? = try compare(base, changed).divergence else {
        Issue.record("no inputs")
        continue
      }
    }
    let longer = builder { $0.step(7, type: "z") }
    #expect(try compare(base, longer).divergence == .length(left: 1, right: 2))
    let died = builder { $0.add(.action(ActionLine(n: 2, t: 0, type: "z", action: [:]))) }
    #expect(
      try compare(longer, died).divergence == .stateOnOneSide(n: 2, type: "z", left: true))
    let both = try compare(died, died)
    #expect(both.divergence == nil)
    #expect(both.notComparable == [2])
  }

  @Test("opaque places are not comparable, which is never equal and never different")
  func opaque() throws {
    func builder(_ value: JSONValue) -> SessionBuilder {
      var builder = SessionBuilder(["a": 1])
      builder.add(.action(ActionLine(n: 1, t: 0, type: "x", action: [:])))
      var line = StateLine(n: 1, content: .whole(["a": 1, "view": value]))
      line.opaque = ["/view"]
      builder.add(.state(line))
      return builder
    }
    let comparison = try compare(builder(["address": 1]), builder(["address": 2]))
    #expect(comparison.divergence == nil)
    #expect(comparison.notComparable == [1])
  }
}
