import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("What a host answers is checked, and what its end means")
struct HostAnswerTests {
  private func verdict(
    _ builder: SessionBuilder, _ alter: (inout CounterHost.Manners) -> Void = { _ in }
  ) throws -> Verdict {
    try Verification(builder.session(), host: .counter(alter)).verdict()
  }

  /// A session that died in its only action.
  private func died(_ alter: (inout SessionHeader) -> Void = { _ in }) -> SessionBuilder {
    var builder = SessionBuilder(alter)
    builder.whole(0, ["total": 0])
    builder.action(1, "trap")
    return builder
  }

  @Test("kinds of a later version are skipped")
  func skips() throws {
    let verdict = try verdict(.counter([1, 2])) { $0.chatters = true }
    #expect(verdict.reproduces)
    #expect(verdict.equal == 2)
  }

  @Test("a header of another store, or a state of another number, is no answer")
  func refuses() throws {
    let wrong: [(String, (inout CounterHost.Manners) -> Void)] = [
      (
        #"{"kind":"session","format":"hindsight-session","version":1,"id":"host","started""#,
        { $0.claims = "cart" }
      ),
      (#"{"kind":"state","n":41,"state":{"total":0}}"#, { $0.resetOffset = 41 }),
    ]
    for (line, alter) in wrong {
      #expect(
        throws: InspectorError.host(
          .nonsense(command: "counter-host", line: line, reason: "another answer was expected"))
      ) { try verdict(.counter([1]), alter) }
    }
  }

  @Test("a host that leaves in good order in the fatal action has not crashed")
  func leaves() throws {
    let left = try verdict(died()) { $0.ending = .status(0) }
    #expect(left.reproducedCrash == nil)
    guard let death = left.divergence?.kind.death else {
      Issue.record("no death")
      return
    }
    #expect(death.ending == .status(0))
    let failed = try verdict(died()) { $0.ending = .status(1) }
    #expect(failed.reproduces)
    #expect(failed.reproducedCrash?.ending == .status(1))
  }

  @Test("a death in a last action whose state is lost was told as a divergence of the recording")
  func outcomeUnknown() throws {
    // After the damage that was left out nobody knows whether the app died in it too.
    var lost = died()
    lost.gap(1, lost: 0, "damage left out by repair")
    let unknown = try verdict(lost)
    #expect(unknown.reproduces && unknown.reproducedCrash == nil)
    #expect(unknown.notComparable.listed == [1])
    #expect(
      unknown.description == """
        ? not comparable  s.ndjson  0 of 1 action equal, 1 not comparable (1)
          note      the host counter-host died in the reducer of action 1: signal 4 (Illegal instruction); what happened to the app there is not recorded
        """)
    #expect(unknown.json["unjudgedDeath"]?["signal"] == 4)
    // What is written behind the action shows that the app outlived it, perhaps with other inputs.
    var ended = lost
    ended.end(1)
    var gap = died()
    gap.gap(3, lost: 2)
    for outlived in [ended, gap] {
      let verdict = try verdict(outlived)
      #expect(verdict.reproduces && verdict.equal == 0)
      #expect(verdict.notComparable.first(1) == [1])
      #expect(verdict.unjudgedDeath == nil)
    }
  }

  @Test("a death that only a middleware saw may have been a subscriber's: not comparable")
  func middlewareDeath() throws {
    let verdict = try verdict(died { $0.hook = .middleware }) { $0.traps = false }
    #expect(verdict.reproduces)
    #expect(verdict.notComparable.listed == [1])
  }
}
