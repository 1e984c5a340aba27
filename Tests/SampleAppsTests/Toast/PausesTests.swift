import Foundation
import Testing

@testable import SampleApps

@Suite("Pauses of a script")
struct PausesTests {
  @Test(
    "a wait for the next second ends early in a later second",
    arguments: [0.0, 0.01, 0.25, 0.5, 0.98, 0.999], [[], [0.3], [0.6], [0.97], [1.7], [0.9, 0.9]])
  func nextSecond(start: TimeInterval, oversleeps: [TimeInterval]) async {
    let time = FakeTime(at: 1000 + start, oversleeps: oversleeps)
    await time.pauses.nextSecond()
    let now = time.now.timeIntervalSince1970
    #expect(now >= 1001)
    #expect(now - now.rounded(.down) < 0.5)
  }

  @Test("a clock that never wakes in time ends the wait after three seconds at most")
  func givesUp() async {
    let time = FakeTime(at: 1000, oversleeps: Array(repeating: 0.9, count: 9))
    await time.pauses.nextSecond()
    #expect(Int(time.now.timeIntervalSince1970) == 1003)
  }
}
