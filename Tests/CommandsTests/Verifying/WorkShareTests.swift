import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("How much of long work is done is said with an estimate of the rest")
struct WorkShareTests {
  private final class Clock { var seconds: UInt64 = 5 }

  @Test("in percent, and with the time that the rest takes at the speed so far")
  func words() {
    let clock = Clock()
    let share = WorkShare(from: 100, to: 1100) { clock.seconds * 1_000_000_000 }
    var told: [String] = []
    for (n, seconds) in [(100, 5), (109, 6), (110, 6), (350, 15), (600, 200), (1100, 900)] {
      clock.seconds = UInt64(seconds)
      told.append(share.words(at: n))
    }
    #expect(
      told == [
        "0 %", "0 %", "1 %, about 2 min left", "25 %, about 30 s left", "50 %, about 4 min left",
        "100 %, about 0 s left",
      ])
    #expect(WorkShare(from: 3, to: 3) { 0 }.words(at: 3) == "0 %")
  }
}
