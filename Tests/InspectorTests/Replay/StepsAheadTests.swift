import SessionFormat
import TestSupport
import Testing

@testable import Inspector

@Suite("Actions that are sent ahead of the answers give what one after the other gives")
struct StepsAheadTests {
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

    func client(ahead: Int) -> HostClient {
      let manners = manners
      let client = HostClient { () throws(HostFailure) in CounterHost(manners) }
      client.mostAhead = ahead
      return client
    }
  }

  @Test("the verdict and the replay are the same", arguments: 0..<150 as Range<UInt64>)
  func same(seed: UInt64) throws {
    let sample = try Sample(seed: seed)
    let session = try sample.builder.session()
    func told(_ ahead: Int) throws -> [String] {
      var recording = ReplayRecording(session)
      var told: [String] = []
      do {
        try recording.run(through: sample.client(ahead: ahead), interrupted: { false })
        told.append(String(decoding: recording.bytes, as: UTF8.self))
        told.append(recording.report(file: nil).json.description)
      } catch { told.append("\(error)") }
      let verification = Verification(session, host: sample.client(ahead: ahead))
      do { told.append("\(try verification.verdict())") } catch { told.append("\(error)") }
      return told
    }
    let one = try told(1)
    for ahead in [2, 3, 8, 4096] { #expect(try told(ahead) == one) }
  }
}
