import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Actions that are sent ahead of the answers give what one after the other gives")
struct StepQueueTests {
  /// A counter's session with whatever a session may hold, and a host that may not agree.
  private struct Sample {
    var builder = SessionBuilder()
    var manners = CounterHost.Manners()
    private var random: SplitMix64

    init(seed: UInt64) throws {
      random = SplitMix64(seed: seed)
      var total = 0
      builder.whole(0, ["total": 0])
      let closed = draw(3) > 0
      var n = 0
      for _ in 0..<30 + draw(40) {
        if draw(15) == 0 {
          total += 100
          builder.outside(n, to: ["total": .number(total)])
        }
        n += 1
        switch draw(14) {
        case 0:
          builder.gap(n + 3, lost: 4)
          n += 3
          total = draw(50)
          builder.whole(n, ["total": .number(total)])
          continue
        case 1:
          builder.action(n, "draw")
          total += 9
          builder.input(n, "random", 9)
        case 2: builder.action(n, "throw")
        case 3:
          // No host knows it.
          builder.action(n, "jump")
          total += 7
        case 4:
          // The second step begins within the first.
          builder.action(n, "outer")
          builder.action(n + 1, "inner")
          builder.whole(n, ["total": 4])
          n += 1
          total = 5
          builder.whole(n, ["total": 5])
          continue
        default:
          builder.action(n, "add", 3)
          total += draw(12) == 0 ? 4 : 3
        }
        let threw = draw(3) > 0
        let isThrow = builder.lines.last?["type"]?.string == "throw"
        builder.patch(n, to: ["total": .number(total)]) { line in
          if isThrow, threw { line.threw = "Refused" }
        }
        if draw(9) == 0 { builder.keyframe(n) }
      }
      if closed { builder.end(n) } else if draw(2) == 0 { builder.action(n + 1, "trap") }
      manners.answersActions = draw(4) > 0
      manners.answersWholeOnly = draw(3) == 0
      manners.error = draw(8) == 0 ? 1 : 0
      manners.throwsErrors = draw(6) > 0
      manners.traps = draw(4) > 0
      manners.chatters = draw(4) == 0
      manners.losesAction = draw(20) == 0
    }

    private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    func client(ahead: Int, wholeOnly: Bool? = nil) -> HostClient {
      var manners = manners
      if let wholeOnly { manners.answersWholeOnly = wholeOnly }
      let final = manners
      let client = HostClient { () throws(HostFailure) in CounterHost(final) }
      client.mostAhead = ahead
      return client
    }
  }

  @Test(
    "the verdict and the replay are the same", arguments: (0..<100 as Range<UInt64>).thinned(10))
  func same(seed: UInt64) throws {
    let sample = try Sample(seed: seed)
    let session = try sample.builder.session()
    func told(_ ahead: Int) throws -> [String] {
      var recording = ReplayRecording(session)
      var told: [String] = []
      do {
        try recording.run(through: sample.client(ahead: ahead), interrupted: { false })
        let bytes = try recording.finished()
        told.append(String(decoding: bytes, as: UTF8.self))
        told.append(ReplayReport(replay: recording.account, file: nil).json.description)
      } catch { told.append("\(error)") }
      let verification = Verification(session, host: sample.client(ahead: ahead))
      do { told.append("\(try verification.verdict())") } catch { told.append("\(error)") }
      return told
    }
    let one = try told(1)
    for ahead in [2, 3, 8, 4096] { #expect(try told(ahead) == one) }
  }

  @Test(
    "the verdict is the same of patches and of whole states", arguments: 0..<100 as Range<UInt64>)
  func wholeStates(seed: UInt64) throws {
    let sample = try Sample(seed: seed)
    let session = try sample.builder.session()
    func told(_ wholeOnly: Bool) -> String {
      let client = sample.client(ahead: 4096, wholeOnly: wholeOnly)
      do { return "\(try Verification(session, host: client).verdict())" } catch {
        return "\(error)"
      }
    }
    #expect(told(true) == told(false))
  }

  @Test("a crash that does not come again is told, also after answers that were not looked at")
  func survivedAfterSame() throws {
    var builder = SessionBuilder.counter(Array(1...40), closed: false)
    builder.action(41, "trap")
    let session = try builder.session()
    var manners = CounterHost.Manners()
    manners.traps = false
    let final = manners
    let client = HostClient { () throws(HostFailure) in CounterHost(final) }
    let verdict = try Verification(session, host: client).verdict()
    #expect(verdict.equal == 40)
    #expect(verdict.divergence == Divergence(n: 41, type: "trap", kind: .survived))
  }

  @Test("a host that dies of what follows a refused action, ahead of it, is not blamed for that")
  func diesAheadOfRefusal() throws {
    var builder = SessionBuilder.counter([1, 2, 3, 4], closed: false)
    builder.action(5, "jump")
    builder.whole(5, ["total": 2000])
    for n in 6...9 {
      builder.action(n, "rich")
      builder.patch(n, to: ["total": 2000])
    }
    builder.end(9)
    let session = try builder.session()
    let verdict = try Verification(session, host: .counter()).verdict()
    #expect(
      verdict.divergence
        == Divergence(
          n: 5, type: "jump",
          kind: .refused(HostError(n: 5, .unknownAction, "no action jump"))))
    var recording = ReplayRecording(session)
    try recording.run(through: .counter(), interrupted: { false })
    let replay = try open(recording.finished())
    #expect(try SessionComparison(session, replay).divergence == nil)
  }
}
