import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A session that is replayed in stretches at once")
struct StretchedVerificationTests {
  private typealias Alteration = @Sendable (inout CounterHost.Manners) -> Void

  private static let count = 5000

  /// Adds and draws, with some changes from outside and marks.
  private static let session = Result { try recording { _, _ in }.session() }

  /// - Parameter alter: Gets the builder and the number of each step behind its lines.
  private static func recording(
    _ alter: (inout SessionBuilder, Int) -> Void
  ) -> SessionBuilder {
    var (builder, total) = (SessionBuilder { $0.store = "counter" }, 0)
    builder.whole(0, ["total": 0])
    for n in 1...count {
      let number = n % 13 - 6
      total += number
      builder.action(n, n % 7 == 0 ? "draw" : "add", .number(number))
      if n % 7 == 0 { builder.add(.input(InputLine(n: n, name: "random", value: .number(number)))) }
      if n % 500 == 0 {
        builder.whole(n, ["total": .number(total)])
      } else {
        builder.patch(n, to: ["total": .number(total)])
      }
      if n % 997 == 0 { builder.mark(n, "mark \(n)") }
      alter(&builder, n)
    }
    builder.end(count)
    return builder
  }

  /// What hosts may do, and whether the stretches alone answer then.
  private static let manners: [(name: String, answers: Bool, alter: Alteration)] = [
    ("sound", true, { _ in }),
    ("whole states", true, { $0.answersWholeOnly = true }),
    ("no checksums", true, { $0.hasChecksums = false }),
    ("no actions, but inputs", true, { ($0.answersActions, $0.answersInputs) = (false, true) }),
    ("no actions, no inputs", true, { $0.answersActions = false }),
    ("each step is wrong", false, { $0.error = 1 }),
    ("one step at the start is wrong", false, { $0.errsIn = [7] }),
    ("one step in the middle is wrong", false, { $0.errsIn = [2506] }),
    ("one step at the end is wrong", false, { $0.errsIn = [4998] }),
    ("two steps are wrong", false, { $0.errsIn = [1253, 3752] }),
    ("draws nothing", false, { $0.draws = false }),
    ("does not say what it drew once", false, { $0.untoldInputs = [3507] }),
    ("answers another action", false, { $0.losesAction = true }),
    ("answers a wrong number", false, { $0.resetOffset = 1 }),
    ("writes lines of a later version", true, { $0.chatters = true }),
    ("says another store", false, { $0.claims = "other" }),
    (
      "dies in the middle", false,
      {
        $0.failsAt = (
          1700,
          .died(
            HostDeath(command: "counter-host", action: nil, ending: .signal(9), standardError: []))
        )
      }
    ),
    ("falls silent", false, { $0.failsAt = (1700, .silent(command: "counter-host", seconds: 1)) }),
  ]

  @Test(
    "is answered as by one host, whatever hosts do", arguments: manners.indices.thinned(8, usual: 4)
  )
  func law(place: Int) throws {
    let (name, answers, alter) = Self.manners[place]
    let session = try Self.session.get()
    let expected = Self.answer {
      () throws(InspectorError) in
      try Verification(session, host: .counter(alter)).verdict()
    }
    for stretches in [2, 5] {
      var isSequential = false
      let actual = Self.answer {
        () throws(InspectorError) in
        let whole = Verification(session, host: .counter(alter))
        return try StretchedVerification(whole, stretches, fewest: 500) { _ in .counter(alter) }
          .verdict {
            () throws(InspectorError) in
            isSequential = true
            return try whole.verdict()
          }
      }
      #expect(actual == expected, "\(name) \(stretches)")
      #expect(isSequential != answers, "\(name) \(stretches)")
    }
  }

  private static func answer(
    _ body: () throws(InspectorError) -> Verdict
  ) -> Result<Verdict, InspectorError> {
    do throws(InspectorError) { return .success(try body()) } catch { return .failure(error) }
  }

  @Test("what only a host in the middle does differently is state outside the store")
  func outsideStore() throws {
    var types = Array(repeating: "add", count: Self.count)
    (types[10], types[4000]) = ("arm", "fire")
    let session = try SessionBuilder.hidden(types).session()
    let whole = Verification(
      session, host: HostClient { () throws(HostFailure) in HiddenStateHost() })
    let stretched = StretchedVerification(whole, 2) { _ in
      HostClient { () throws(HostFailure) in HiddenStateHost() }
    }
    let verdict = try stretched.verdict { () throws(InspectorError) in try whole.verdict() }
    #expect(verdict.reproduces)
    #expect(whole.host.notes == [.differsFrom(start: 2500, n: 4001, again: true)])
    #expect(
      whole.host.notes.map(\.words) == [
        "a host that starts from the recorded state 2500 reduces action 4001 to something else; from "
          + "the first state on it does not: the reducer probably keeps state outside the store"
      ])
  }

  @Test("what differs once is not said to be state outside the store")
  func once() throws {
    let session = try SessionBuilder.hidden(Array(repeating: "add", count: Self.count)).session()
    let whole = Verification(
      session, host: HostClient { () throws(HostFailure) in HiddenStateHost() })
    let made = AtomicCount()
    let stretched = StretchedVerification(whole, 2) { _ in
      let mood = made.next() < 2 ? 1 : 0
      return HostClient { () throws(HostFailure) in HiddenStateHost(mood: mood) }
    }
    let verdict = try stretched.verdict { () throws(InspectorError) in try whole.verdict() }
    #expect(verdict.reproduces)
    // If the first stretch ended the other before it differed, nothing is known of that.
    let said = whole.host.notes
    #expect(said == [] || said == [.differsFrom(start: 2500, n: 2501, again: false)])
  }

  @Test(
    "stretches are about equal, and begin where a host can; a session that needs one host is one")
  func stretches() throws {
    let session = try Self.session.get()
    #expect(try session.stretches(1).count == 1)
    #expect(try session.stretches(9).count == 5)
    #expect(try session.stretches(5, fewest: 1001).count == 4)
    let found = try session.stretches(7, fewest: 10)
    #expect(found.first?.start == 0 && found.last?.end == Self.count)
    for (one, next) in zip(found, found.dropFirst()) { #expect(one.end == next.start) }
    #expect(found.allSatisfy { (700...730).contains($0.count) })
    let outside = try Self.recording { builder, n in
      if (2400...2600).contains(n) { builder.outside(n, to: ["total": .number(n)]) }
    }.session()
    #expect(try outside.stretches(2).map(\.start) == [0, 2601])
    let crashed = SessionBuilder.counter(Array(repeating: 1, count: 3000), closed: false)
    #expect(try crashed.session().stretches(2).count == 2)
    var died = crashed
    died.action(3001, "trap")
    #expect(try died.session().stretches(2).count == 1)
  }
}

/// Numbers that several threads take.
private final class AtomicCount: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count - 1
    }
  }
}
