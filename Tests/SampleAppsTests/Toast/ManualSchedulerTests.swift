import Foundation
import Testing

@testable import SampleApps

@Suite("A scheduler whose time is advanced")
struct ManualSchedulerTests {
  private let clock = ManualClock(100)

  @Test("what is due happens at its time, in the order of the times, then of the asking")
  func order() {
    let scheduler = ManualScheduler(clock)
    var log: [String] = []
    for (name, seconds) in [("c", 3.0), ("a", 1), ("b", 1), ("z", 0)] {
      _ = scheduler.after(seconds) { log.append("\(name) \(clock.seconds)") }
    }
    #expect(log == [])
    scheduler.advance(by: 0)
    #expect(log == ["z 100.0"])
    scheduler.advance(by: 2.5)
    #expect(log == ["z 100.0", "a 101.0", "b 101.0"])
    #expect(clock.seconds == 102.5)
    scheduler.advance(by: 0.5)
    #expect(log.last == "c 103.0")
    #expect(scheduler.waiting == 0)
  }

  @Test("what is asked for meanwhile happens too, if it is due")
  func nests() {
    let scheduler = ManualScheduler(clock)
    var log: [TimeInterval] = []
    func tick() {
      log.append(clock.seconds)
      _ = scheduler.after(1, tick)
    }
    tick()
    scheduler.advance(by: 2.9)
    #expect(log == [100, 101, 102])
  }

  @Test("what is called off does not happen, and calling off too late does nothing")
  func callsOff() {
    let scheduler = ManualScheduler(clock)
    var log: [String] = []
    let first = scheduler.after(1) { log.append("first") }
    let second = scheduler.after(1) {
      log.append("second")
      first()
    }
    let third = scheduler.after(1) { log.append("third") }
    third()
    scheduler.advance(by: 5)
    second()
    #expect(log == ["first", "second"])
  }
}
