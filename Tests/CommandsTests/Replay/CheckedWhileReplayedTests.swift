import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A long session is looked through while it is replayed, and damage comes first all the same")
struct CheckedWhileReplayedTests {
  private static let actions = SoundReading.sectionLines / 2 + 100

  /// More lines than a thread of its own is worth; the host is one that may run beside the look.
  private static let builder = SessionBuilder.counter((1...actions).map { $0 % 7 - 3 })

  private func host(
    _ alter: (inout CounterHost.Manners) -> Void = { _ in }
  ) -> HostClient {
    let host = HostClient.counter(alter)
    host.isOutOfProcess = true
    return host
  }

  private func told(_ session: Session, _ host: HostClient) throws -> String {
    do {
      let verdict = try Verification(session, host: host).verdict()
      return VerifyReport(verdict).text
    } catch { return error.description }
  }

  /// The session with one byte of one line flipped.
  private func damaged(line: Int) throws -> Session {
    var chunks = Self.builder.chunks()
    let middle = chunks[line].count / 2
    chunks[line][middle] ^= 1
    return try Session(bytes: Data(chunks.flatMap { $0 }), file: "s.ndjson")
  }

  @Test("a sound session has the verdict that it has without the look beside it")
  func sound() throws {
    let session = try Self.builder.session()
    #expect(SoundReadingAside(session) != nil)
    for error in [0, 1] {
      let beside = try told(session, host { $0.error = error })
      #expect(try told(session, .counter { $0.error = error }) == beside)
      #expect(
        beside.hasPrefix(error == 0 ? "✓ reproduces  s.ndjson  \(Self.actions) of" : "✗ DIVERGES"))
    }
  }

  @Test(
    "damage is told before what the host did, wherever it is and whatever that was",
    arguments: [2, actions, 2 * actions - 1])
  func damage(line: Int) throws {
    let session = try damaged(line: line)
    let fault = try #require(try SessionCheck(session).faults.first)
    let death = HostFailure.died(
      HostDeath(command: "h", action: nil, ending: .signal(4), standardError: []))
    for alter: (inout CounterHost.Manners) -> Void in [
      { $0.error = 1 }, { $0.claims = "other" }, { $0.failsAt = (5, death) },
    ] {
      #expect(try told(session, host(alter)) == InspectorError.session(fault).description)
    }
  }

  @Test("a failure of the host is told where the session is sound")
  func failure() throws {
    let session = try Self.builder.session()
    let claims: (inout CounterHost.Manners) -> Void = { $0.claims = "other" }
    #expect(try told(session, host(claims)) == told(session, .counter(claims)))
  }

  @Test("whoever ends the replay is told so")
  func interrupted() throws {
    let session = try Self.builder.session()
    var asked = 0
    let verification = Verification(session, host: host()) {
      asked += 1
      return asked > 100
    }
    #expect(throws: InspectorError.interrupted) { try verification.verdict() }
  }

  @Test("the look says what the check says, and doubts only what is damaged")
  func agrees() throws {
    let sound = try #require(SoundReadingAside(try Self.builder.session()))
    #expect(try sound.isSound { false })
    #expect(!sound.isInDoubt)
    let damaged = try #require(SoundReadingAside(try damaged(line: 9)))
    #expect(try !damaged.isSound { false })
    #expect(damaged.isInDoubt)
  }

  @Test("a short session, and one that needs another reading, has no look beside its replay")
  func short() throws {
    #expect(SoundReadingAside(try SessionBuilder.counter([1, 2]).session()) == nil)
    let bytes = Self.builder.bytes().dropLast(3)
    #expect(SoundReadingAside(try Session(bytes: Data(bytes), file: "s.ndjson")) == nil)
  }
}
