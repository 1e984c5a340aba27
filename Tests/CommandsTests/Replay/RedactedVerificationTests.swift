import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Verification of redacted sessions")
struct RedactedVerificationTests {
  private func state(_ value: Int, _ token: JSONValue? = nil) -> JSONValue {
    var state: JSONValue = ["value": .number(value), "pad": "padding"]
    if let token { state = state.object?.setting("token", to: token) ?? state }
    return state
  }

  private func builder(_ first: JSONValue, _ patterns: [String]) -> SessionBuilder {
    var builder = SessionBuilder { $0.redactions = patterns.isEmpty ? nil : patterns }
    builder.whole(0, first)
    return builder
  }

  private func verdict(
    _ builder: SessionBuilder, _ habits: DriftingHost.Habits = .init(), ignoring: [String] = []
  ) throws -> Verdict {
    try Verification(
      try builder.session(), host: HostClient { DriftingHost(habits) },
      ignoring: try ignoring.map { try IgnoredPlaces($0) }
    ).verdict()
  }

  private func add(_ builder: inout SessionBuilder, _ amount: JSONValue, _ state: JSONValue) {
    builder.step(state, type: "add", action: ["add": amount])
  }

  private let token = JSONPointer(tokens: ["token"])

  @Test("what differs at a redacted place alone is left out, and its step is not comparable")
  func leftOut() throws {
    // The host keeps no token; the recording has stand-ins for it.
    var builder = builder(state(0), ["$..token"])
    add(&builder, 1, state(1))
    add(&builder, 2, state(3, "abc"))
    add(&builder, 3, state(6, "abd"))
    let verdict = try verdict(builder)
    #expect(verdict.reproduces && !verdict.isDoubtful)
    #expect(verdict.equal == 1)
    #expect(verdict.notComparable.listed == [2, 3])
    #expect(verdict.standIn == Verdict.StandIn(n: 2, line: .state, path: token))
    #expect(
      verdict.doubts.map(\.divergence) == [
        Divergence(
          n: 2, type: "add", kind: .state(path: token, expected: "abc", actual: nil, others: .none)),
        Divergence(
          n: 3, type: "add", kind: .state(path: token, expected: "abd", actual: nil, others: .none)),
      ])
    #expect(verdict.doubts.map(\.isRedacted) == [true, true])
  }

  @Test("a step that differs at ignored and at redacted places is not called equal")
  func ignoredToo() throws {
    var builder = builder(state(0), ["$..token"])
    add(&builder, 1, state(2, "abc"))
    let verdict = try verdict(builder, ignoring: ["$.value"])
    #expect(verdict.ignored == [Verdict.Ignored(pattern: "$.value", states: 1, first: 1)])
    #expect(verdict.equal == 0 && verdict.notComparable.listed == [1])
    #expect(verdict.doubts.map(\.isRedacted) == [true])
    #expect(
      verdict.doubts.first?.divergence.kind
        == .state(path: token, expected: "abc", actual: nil, others: .none))
  }

  @Test("a divergence before the first stand-in is one, and one in its line or later is a doubt")
  func order() throws {
    for from in 1...4 {
      var builder = builder(state(0), ["$.secret"])
      add(&builder, 1, state(1))
      builder.step(state(3), type: "add", action: ["add": 2])
      builder.step(state(6), type: "add", action: ["add": 3, "secret": "x"])
      builder.step(state(10), type: "add", action: ["add": 4])
      let verdict = try verdict(builder, .init(driftsFrom: from))
      let value = from * (from + 1) / 2
      let expected = Divergence(
        n: from, type: "add",
        kind: .state(
          path: JSONPointer(tokens: ["value"]), expected: .number(value),
          actual: .number(value + 1), others: .none))
      #expect(verdict.divergence == (from < 3 ? expected : nil))
      #expect(verdict.doubts.first?.divergence == (from < 3 ? nil : expected))
      #expect(verdict.isDoubtful == (from >= 3))
      // The host drifts in every later step too, but each begins with the recorded state.
      #expect(verdict.notComparable.listed == (from < 3 ? [] : Array(from...4)))
      #expect(verdict.equal == from - 1)
    }
  }

  @Test("after a doubt the replay goes on from the recorded state, so the rest is compared")
  func rejoins() throws {
    var builder = builder(state(0), ["$.add"])
    add(&builder, 1, state(100))  // the reducer got another amount
    add(&builder, 2, state(102))
    add(&builder, 3, state(105))
    let verdict = try verdict(builder)
    #expect(verdict.notComparable.listed == [1])
    #expect(verdict.equal == 2)
    #expect(
      verdict.standIn == Verdict.StandIn(n: 1, line: .action, path: JSONPointer(tokens: ["add"])))
    var page = Page()
    verdict.write(to: &page)
    #expect(
      page.rendered(RenderOptions()) == """
        ? not comparable  s.ndjson  2 of 3 actions equal, 1 not comparable (1)
          redacted  values are hidden from action 1 on, at add
                    not comparable: action 1 add, value, which may come from a stand-in

        """)
    #expect(
      verdict.json.description
        == #"{"file":"s.ndjson","store":"counter","result":"not-comparable","actions":3,"#
        + #""equal":2,"notComparable":[1],"ignored":[],"#
        + #""standIn":{"n":1,"line":"action","path":"/add"},"doubts":[{"n":1,"type":"add","#
        + #""kind":"state","path":"/value","expected":100,"actual":1,"others":0,"#
        + #""redacted":false}]}"#)
  }

  @Test("null and the empty string are no stand-ins, so what differs before is a divergence")
  func nothingHidden() throws {
    var builder = builder(
      ["value": 0, "pad": "p", "token": nil, "tokens": []], ["$..token", "$..tokens"])
    builder.step(
      ["value": 2, "pad": "p", "token": "", "tokens": [""]], type: "add", action: ["add": 1])
    let verdict = try verdict(builder)
    #expect(verdict.standIn == nil)
    #expect(verdict.divergence?.n == 1)
    #expect(verdict.doubts.map(\.isRedacted) == [])
  }

  @Test(
    "what does not decode, throws, dies, survives or draws otherwise is a doubt from a stand-in on")
  func kinds() throws {
    func doubts(_ habits: DriftingHost.Habits, inputs: [(String, JSONValue)] = []) throws -> Verdict
    {
      var builder = builder(state(0), ["$.secret"])
      add(&builder, 1, state(1))
      builder.step(
        state(3), type: "add", action: ["add": 2, "secret": true], inputs: inputs)
      add(&builder, 3, state(6))
      return try verdict(builder, habits)
    }
    let refused = try doubts(.init(refuses: 2))
    #expect(refused.notComparable.listed == [2] && refused.equal == 2)
    let threw = try doubts(.init(throwsIn: 2))
    #expect(threw.doubts.map(\.divergence.kind) == [.threw(expected: nil, actual: "overflow")])
    let died = try doubts(.init(diesIn: 2))
    // Another host is started, and goes on.
    #expect(died.notComparable.listed == [2] && died.equal == 2)
    let drew = try doubts(.init(), inputs: [("bonus", 1)])
    #expect(drew.doubts.map(\.divergence.kind) == [.input(name: "bonus", expected: 1, actual: nil)])
    for verdict in [refused, threw, died, drew] { #expect(verdict.isDoubtful) }
    // Before the stand-in all these are what they ever were.
    #expect(try doubts(.init(refuses: 1)).divergence != nil)
    #expect(try doubts(.init(throwsIn: 1)).divergence != nil)
    #expect(try doubts(.init(diesIn: 1)).divergence != nil)

    var crashed = builder(state(0), ["$.add"])
    crashed.add(.action(ActionLine(n: 1, t: 0, type: "add", action: ["add": 1])))
    let survived = try verdict(crashed)
    #expect(survived.doubts.map(\.divergence.kind) == [.survived] && survived.reproduces)
  }

  @Test("a recorded state that the host cannot decode ends the comparison, but is no trouble")
  func undecodable() throws {
    var builder = builder(state(0, "x"), ["$.token"])
    add(&builder, 1, state(1, "x"))
    add(&builder, 2, state(3, "x"))
    let first = try verdict(builder, .init(refusesState: 0))
    #expect(first.isDoubtful)
    #expect(first.notComparable.listed == [1, 2] && first.equal == 0)
    let error = HostError(n: 0, .undecodableState, "state 0: /token: no such token")
    #expect(
      first.doubts.map(\.divergence) == [Divergence(n: 0, type: nil, kind: .refused(error))]
    )
    // The host drops the token, so after step 1 it is to rejoin, which it cannot.
    let later = try verdict(builder, .init(refusesState: 1))
    #expect(later.notComparable.listed == [1, 2] && later.doubts.map(\.divergence.n) == [1, 1])
    var plain = self.builder(state(0), [])
    add(&plain, 1, state(1))
    #expect {
      try verdict(plain, .init(refusesState: 0))
    } throws: { error in
      if case InspectorError.host(.refused) = error { true } else { false }
    }
  }

  @Test("an outside change and an input bring stand-ins too")
  func otherLines() throws {
    var outside = self.builder(state(0), ["$.token"])
    add(&outside, 1, state(1))
    outside.outside(1, to: state(5, "t"))
    add(&outside, 1, state(9))
    #expect(
      try verdict(outside).standIn == Verdict.StandIn(n: 1, line: .outside, path: token))
    #expect(try verdict(outside).isDoubtful)
    var input = self.builder(state(0), ["$.token"])
    input.step(state(5), type: "add", action: ["add": 1], inputs: [("bonus", ["token": 4])])
    let verdict = try verdict(input)
    #expect(verdict.standIn == Verdict.StandIn(n: 1, line: .input, path: token))
    #expect(verdict.isDoubtful)
  }

  @Test("a pattern that cannot be read, or too many, make everything redacted")
  func unreadable() throws {
    for patterns in [["no pattern"], [String](repeating: "$.a.b.c.d.e.f", count: 20_000)] {
      var builder = builder(state(0), patterns)
      add(&builder, 1, state(2))
      let verdict = try verdict(builder)
      #expect(verdict.reproduces)
      #expect(verdict.equal == 0 && verdict.notComparable.listed == [1])
      #expect(verdict.standIn?.n == 0)
    }
  }

  @Test("two sessions with stand-ins of their own are the same, but not comparable there")
  func comparison() throws {
    func session(_ seed: Int, value: Int = 3) throws -> Session {
      var builder = self.builder(["token": .number(seed), "value": 0], ["$..token", "$.secret"])
      builder.step(["token": .number(seed), "value": 1], action: ["secret": .number(seed)])
      builder.step(["token": nil, "value": 2], inputs: [("key", ["token": .number(seed)])])
      builder.step(["token": nil, "value": .number(value)])
      return try builder.session()
    }
    let same = try SessionComparison(try session(1), try session(2))
    #expect(same.divergence == nil)
    #expect(same.notComparable.listed == [1, 2])
    let itself = try SessionComparison(try session(1), try session(1))
    #expect(itself.divergence == nil && itself.notComparable.listed == [])
    let other = try SessionComparison(try session(1), try session(2, value: 4))
    #expect(
      other.divergence
        == .state(
          n: 3, type: "act", [Difference(path: JSONPointer(tokens: ["value"]), old: 3, new: 4)]))
  }
}

extension SessionBuilder {
  /// Adds the next action, its inputs and its state.
  fileprivate mutating func step(
    _ state: JSONValue, type: String = "act", action: JSONValue = [:],
    inputs: [(String, JSONValue)] = []
  ) {
    let n = states.count
    self.action(n, type, action)
    for (name, value) in inputs { input(n, name, value) }
    patch(n, to: state)
  }
}
