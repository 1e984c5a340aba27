import Foundation
import Query
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The fewest actions that still show what a session shows")
struct MinimizationTests {
  private func made(_ found: MinimizedSession) throws -> Session {
    try Session(bytes: Data(found.bytes), file: "short.ndjson")
  }

  @Test("what is not needed goes, and what is needed becomes small")
  func example() throws {
    let session = try SessionBuilder.ledger([
      ("add", 3), ("push", "a"), ("add", 40), ("throw", 0), ("push", "pen"), ("times", 2),
      ("add", 500), ("push", "z"),
    ]).session()
    let found = try Found.by(
      "$.state.total > 70 && $.state.log[?length(@) == 3]", in: session, through: .ledger())
    #expect(Found.names(found) == [#"5 push "pen""#, "7 add 70"])
    // Three of the first six show it, but two suffice if one comes behind those.
    #expect(found?.total == 7)
    #expect(found?.isMinimal == true)
    #expect(found?.stopped == nil)
    let made = try made(try #require(found))
    #expect(
      made.header.derived?.changes == [
        "skipped 1 to 4", "edited 7 add, now 2 add", "skipped 6 times", "skipped 8 push",
      ])
    #expect(made.header.derived?.id == SessionBuilder.id)
    #expect(try SessionCheck(made).faults == [])
  }

  @Test("inputs go with their action, also where that is made smaller")
  func inputs() throws {
    let session = try SessionBuilder.ledger([
      ("add", 3), ("draw", "some text"), ("add", 5), ("draw", "x"),
    ]).session()
    let first = try session.inputs(2)
    let found = try Found.by("$.state.total > 4", in: session, through: .ledger())
    #expect(Found.names(found) == [#"2 draw """#])
    let made = try made(try #require(found))
    #expect(try made.inputs(1).map(\.value) == first.map(\.value))
  }

  @Test("a condition that holds before any action needs none, and one that never holds has nothing")
  func ends() throws {
    let session = try SessionBuilder.ledger([("add", 3), ("add", 4)]).session()
    let start = try Found.by("$.state.total == 1", in: session, through: .ledger())
    #expect(Found.names(start) == [])
    #expect(start?.total == 0)
    #expect(try made(try #require(start)).last == 0)
    #expect(try Found.by("$.state.total == 2", in: session, through: .ledger()) == nil)
  }

  @Test("whatever the session: sound, true after the last action, and not without any one of them")
  func law() throws {
    var shortened = 0
    for seed: UInt64 in 1...40 {
      var random = SplitMix64(seed: seed)
      let actions: [(type: String, value: JSONValue)] = (0..<Int.random(in: 1...15, using: &random))
        .map { _ in
          switch Int.random(in: 0...6, using: &random) {
          case 0...1: ("add", .number(Int.random(in: -4...9, using: &random)))
          case 2: ("times", .number(Int.random(in: 0...4, using: &random)))
          case 3: ("push", .string("p\(Int.random(in: 0...9, using: &random))"))
          case 4: ("draw", "draw")
          case 5: ("throw", "throw")
          default: ("push", ["a": [1, .number(Int.random(in: 0...9, using: &random))]])
          }
        }
      let text = ["$.state.total > 30", "$.state.total < 0", "$.state.log[2]", "$.state.log[0].a"]
      let condition = text[Int(seed % 4)]
      let session = try SessionBuilder.ledger(actions).session()
      let host = HostClient.ledger { $0.answersWholeOnly = seed % 2 == 0 }
      guard let found = try Found.by(condition, in: session, through: host) else { continue }
      let made = try made(found)
      #expect(try SessionCheck(made).faults == [])
      #expect(try Verification(made, host: .ledger()).verdict().reproduces)
      #expect(try holds(condition, in: made, without: nil) == made.last)
      #expect(found.isMinimal)
      for n in stride(from: 1, through: made.last, by: 1) {
        #expect(try holds(condition, in: made, without: n) == nil, "seed \(seed), without \(n)")
      }
      if found.actions.count < session.last { shortened += 1 }
      let again = try Found.by(condition, in: session, through: .ledger())
      #expect(Found.names(again) == Found.names(found))
    }
    #expect(shortened > 5)
  }

  /// The first step at which a condition holds in a plain replay of a session without an action.
  private func holds(
    _ text: String, in session: Session, without left: Int?
  ) throws -> Int? {
    var steps: [(action: ActionLine, inputs: [InputLine])] = []
    for n in stride(from: 1, through: session.last, by: 1) where n != left {
      var action = try session.action(n)
      action.n = steps.count + 1
      let inputs = try session.inputs(n).map { input in
        var input = input
        input.n = action.n
        return input
      }
      steps.append((action, inputs))
    }
    let start = try session.state(0)
    let condition = try Condition(text)
    if try condition.holds(in: ["state": start]) { return 0 }
    let reductions = try HostClient.ledger().plain(session.header, from: (0, start), steps)
    return try reductions.firstIndex { try condition.holds(in: ["state": $0.state]) }.map { $0 + 1 }
  }

  @Test("a crash stays the same crash: in that type of action, with that end")
  func crash() throws {
    let session = try SessionBuilder.ledger(
      [("add", 1), ("push", "a"), ("add", 2)], closed: false
    ).with { builder in
      builder.action(4, "trap", ["why": "some reason"])
    }.session()
    let found = try Found.by(nil, in: session, through: .ledger())
    #expect(Found.names(found) == ["4 trap {}"])
    let made = try made(try #require(found))
    #expect(made.ending == .died(actions: 1...1))
    let verdict = try Verification(made, host: .ledger()).verdict()
    #expect(verdict.reproducedCrash?.ending == .signal(4))
    let sound = try SessionBuilder.ledger([("add", 1)]).session()
    #expect(try Found.by(nil, in: sound, through: .ledger()) == nil)
  }

  @Test("a crash that the recording outlived was not proved where no action could be left out")
  func outlived() throws {
    for closed in [true, false] {
      var builder = SessionBuilder()
      builder.whole(0, ["total": 0])
      builder.action(1, "rich", 0)
      builder.patch(1, to: ["total": 0])
      builder.mark(1, "here")
      builder.outside(1, to: ["total": 5])
      if closed { builder.end(1) }
      let found = try Found.by(nil, in: builder.session(), through: .counter())
      #expect(Found.names(found) == ["1 rich 0"])
      let made = try made(try #require(found))
      #expect(made.ending == .died(actions: 1...1))
      #expect(try SessionCheck(made).faults == [])
      let verdict = try Verification(made, host: .counter()).verdict()
      #expect(verdict.reproducedCrash?.action == 1)
    }
  }

  @Test("where the recording does not reproduce, its replay is made shorter")
  func replayed() throws {
    let session = try SessionBuilder.ledger([("add", 1), ("push", "a"), ("add", 9)]).session()
    let found = try Found.by(
      "$.state.total > 5", in: session, through: .ledger { $0.error = 3 })
    #expect(Found.names(found) == ["3 add 2"])
    #expect(found?.replay == .diverges)
    let made = try made(try #require(found))
    #expect(made.header.derived?.id == SessionBuilder.id)
    #expect(made.header.derived?.changes.first == "replayed, as it does not reproduce")
  }

  @Test(
    "what a host holds beside its state is found out, and all is reduced from the first state on")
  func hidden() throws {
    let types = ["add", "add", "arm", "add", "add", "fire", "add"]
    let session = try SessionBuilder.hidden(types).session()
    let host = HostClient { () throws(HostFailure) in HiddenStateHost() }
    let found = try Found.by("$.state.total == 99", in: session, through: host)
    #expect(Found.names(found) == [#"3 arm """#, #"6 fire """#])
    #expect(found?.isMinimal == true)
  }

  @Test("what does not come again each time is refused")
  func moody() throws {
    let session = try SessionBuilder.hidden(["add", "add", "add"]).session()
    var hosts = 0
    let host = HostClient { () throws(HostFailure) in
      hosts += 1
      return HiddenStateHost(mood: hosts % 2)
    }
    let text = errorText { () throws(InspectorError) in
      let condition = try? Condition("$.state.total == 3")
      if let condition { _ = try MinimizeBaseline.condition(condition, session, host) { false } }
    }
    #expect(
      text
        == "two replays of the same actions differ: inspect verify --twice shows where they "
        + "diverge")
  }

  @Test("a host that leaves with status 0 was said not to crash, and no more")
  func leaves() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2, "trap")
    let session = try builder.session()
    let text = errorText { () throws(InspectorError) in
      try MinimizeBaseline.crash(session, .counter { $0.ending = .status(0) }) { false }
    }
    #expect(
      text
        == "the host exits with status 0 in action 2, which is not a crash; minimize --diverges "
        + "looks for what makes it exit")
  }

  @Test("a budget ends the search with the shortest found so far, which is proved as well")
  func budget() throws {
    let actions = (1...16).map { (type: "add", value: JSONValue.number($0)) }
    let session = try SessionBuilder.ledger(actions).session()
    let condition = "$.state.total > 100"
    let whole = try #require(try Found.by(condition, in: session, through: .ledger()))
    var counts: [Int] = []
    for tests in stride(from: whole.tests, to: 0, by: -9).map(\.self).thinned(8) {
      var settings = Minimization.Settings()
      settings.tests = tests
      let found = try #require(try Found.by(condition, in: session, through: .ledger(), settings))
      #expect(found.tests == tests)
      #expect(found.stopped == .tests || tests == whole.tests)
      #expect(try holds(condition, in: made(found), without: nil) == found.actions.count)
      counts.append(found.actions.count)
    }
    #expect(counts == counts.sorted())
    #expect(counts.first ?? .max < counts.last ?? 0)
    var settings = Minimization.Settings()
    var time: UInt64 = 0
    settings.clock = {
      time += 1_000_000_000
      return time
    }
    settings.seconds = 3
    let timed = try Found.by(condition, in: session, through: .ledger(), settings)
    #expect(timed?.stopped == .time)
    #expect(timed?.tests == 2)
  }

  @Test("whenever it is interrupted: nothing, or the shortest so far")
  func interrupted() throws {
    let actions = (1...12).map { (type: "add", value: JSONValue.number($0)) }
    let session = try SessionBuilder.ledger(actions).session()
    let condition = "$.state.total > 60"
    var (nothing, some) = (0, 0)
    for most in stride(from: 0, to: 900, by: 31) {
      let asked = Countdown(most)
      do throws(InspectorError) {
        let stop = Cancellation { asked.isOver }
        guard
          let baseline = try MinimizeBaseline.condition(
            try condition.condition(), session, .ledger(), interrupted: { stop.isAsked })
        else { continue }
        var search = Minimization(
          session, baseline, host: .ledger(), settings: Minimization.Settings(), stop: stop)
        let found = try search.run()
        guard found.stopped == .interrupted else { continue }
        some += 1
        #expect(!found.isMinimal)
        let made = try Session(bytes: Data(found.bytes), file: "short.ndjson")
        #expect(try SessionCheck(made).faults == [])
      } catch {
        #expect(error == .interrupted)
        nothing += 1
      }
    }
    #expect(nothing > 0)
    #expect(some > 3)
  }

  @Test("a host that dies in the replay, or refuses an action, is told as that")
  func hostFails() throws {
    func text(_ session: Session, _ host: HostClient) throws -> String? {
      errorText { () throws(InspectorError) in
        let condition = try "$.state.total > 50".condition()
        _ = try MinimizeBaseline.condition(condition, session, host) { false }
      }
    }
    var dying = SessionBuilder.counter([1, 2], closed: false)
    dying.action(3, "trap", 0)
    dying.patch(3, to: ["total": 60])
    #expect(
      try text(try dying.session(), .counter())
        == "the host counter-host died in the reducer of action 3: signal 4 (Illegal instruction); it "
        + "said: trapped")
    let refusing = try SessionBuilder.ledger([("add", 1)], closed: false).with {
      $0.action(2, "unheard-of", 0)
      $0.whole(2, ["total": 60])
    }.session()
    #expect(
      try text(refusing, .ledger())
        == "the host ledger-host refused 2: unknown-action: no action unheard-of")
  }

  @Test("a crash that says something else each time is refused before it is sought")
  func changingWords() throws {
    let session = try SessionBuilder.ledger([("add", 1)], closed: false)
      .with { $0.action(2, "trap", 0) }.session()
    var hosts = 0
    let host = HostClient { () throws(HostFailure) in
      hosts += 1
      return LedgerHost(LedgerHost.Manners(lastWords: "Fatal error: at \(hosts)"))
    }
    let text = errorText { () throws(InspectorError) in
      _ = try MinimizeBaseline.crash(session, host) { false }
    }
    #expect(
      text
        == "the host dies in action 2 each time, but with different messages, so another crash "
        + "cannot be distinguished from it: Fatal error: at 1, then Fatal error: at 2")
  }
}

extension String {
  fileprivate func condition() throws(InspectorError) -> Condition {
    do { return try Condition(self) } catch {
      throw .badQuery(text: self, reason: error.description)
    }
  }
}

/// Is over after it was asked so many times.
private final class Countdown: @unchecked Sendable {
  private var left: Int

  init(_ count: Int) { left = count }

  var isOver: Bool {
    left -= 1
    return left < 0
  }
}

extension SessionBuilder {
  /// The builder with more lines.
  fileprivate func with(_ more: (inout SessionBuilder) -> Void) -> SessionBuilder {
    var builder = self
    more(&builder)
    return builder
  }
}
