import Foundation
import Query
import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The fewest actions where the host, the session or the user makes it harder")
struct MinimizationTroubleTests {
  @Test("of a damaged session it was said that the host does not crash")
  func damaged() throws {
    var lines = SessionBuilder.counter([1, 2]).chunks()
    lines[3] = Array("noise\n".utf8)
    let session = try open(lines.flatMap { $0 })
    let text = errorText { () throws(InspectorError) in
      try MinimizeBaseline.crash(session, .counter()) { false }
    }
    let condition = try Condition("$.state.total > 9")
    #expect(
      text
        == errorText { () throws(InspectorError) in
          try MinimizeBaseline.condition(condition, session, .counter()) { false }
        })
    #expect(text == "s.ndjson:4:2: no JSON value begins here (byte 310)" + damageHint)
  }

  @Test(
    "an action that the host encodes again as a larger one, or as the recorded one, was called smaller",
    arguments: [
      (100, 5, 1, 1), (100, 5, 5, 5), (3, 40, 3, 3), (3, 40, 2, 2), (3, 3, 3, 3), (3, -9, -4, -4),
    ])
  func encodedAgain(byDefault: Int, recorded: Int, needed: Int, smallest: Int) throws {
    let host = HostClient.counter { $0.byDefault = byDefault }
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    builder.action(1, "add", ["by": .number(recorded)])
    builder.patch(1, to: ["total": .number(recorded)])
    builder.end(1)
    let condition = needed < 0 ? "$.state.total <= \(needed)" : "$.state.total >= \(needed)"
    let found = try #require(try Found.by(condition, in: builder.session(), through: host))
    #expect(Found.names(found) == [#"1 add {"by":\#(smallest)}"#])
    #expect(found.actions.map(\.isEdited) == [smallest != recorded])
    let made = try open(found.bytes)
    #expect(
      made.header.derived?.changes == (smallest == recorded ? [] : ["edited 1 add"]))
    #expect(try made.action(1).action == ["by": .number(smallest)])
  }

  @Test(
    "a crash was not found again where its host leaves out the inputs that it draws",
    arguments: [true, false], [true, false])
  func untoldInputsOfCrash(answersActions: Bool, reproduces: Bool) throws {
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.action(3, "gamble")
    builder.input(3, "random", 60)
    let host = HostClient.counter {
      ($0.answersActions, $0.hasChecksums, $0.untoldInputs) = (answersActions, false, [1, 2, 3])
      $0.error = reproduces ? 0 : 1
    }
    let found = try #require(try Found.by(nil, in: builder.session(), through: host))
    #expect(Found.names(found) == ["3 gamble 0"])
    #expect(found.replay == (reproduces ? nil : .diverges))
    let made = try open(found.bytes)
    #expect(try made.inputs(1) == [InputLine(n: 1, name: "random", value: 60)])
    #expect(try Verification(made, host: host).verdict().reproducedCrash?.action == 1)
  }

  @Test("what a search that was done had found was lost where Ctrl-C came while it was proved")
  func interruptedProof() throws {
    let actions = (1...12).map { (type: "add", value: JSONValue.number($0)) }
    let session = try SessionBuilder.ledger(actions).session()
    /// The search, interrupted as it starts a host for that time; how many hosts it started.
    func found(interruptedAt opening: Int?) throws -> (MinimizedSession?, hosts: Int) {
      let (hosts, asked) = (Count(), Count())
      let host = HostClient { () throws(HostFailure) in
        hosts.value += 1
        if hosts.value == opening { asked.value = 1 }
        return LedgerHost()
      }
      let stop = Cancellation { asked.value > 0 }
      let found = try Found.by("$.state.total > 60", in: session, through: host, stop: stop)
      return (found, hosts.value)
    }
    let (whole, hosts) = try found(interruptedAt: nil)
    #expect(Found.names(whole)?.isEmpty == false)
    // It is reduced again in one process, and verified in two more.
    for opening in hosts - 2...hosts {
      let (proved, _) = try found(interruptedAt: opening)
      #expect(Found.names(proved) == Found.names(whole))
      #expect(proved?.isMinimal == true)
      #expect(proved?.stopped == nil)
    }
  }
}

/// Counts, wherever it is seen from.
private final class Count: @unchecked Sendable {
  var value = 0
}
