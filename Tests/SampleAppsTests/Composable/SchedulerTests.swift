import Testing

@testable import SampleApps

@Suite("The test scheduler")
struct SchedulerTests {
  /// All lists of three delays of 0 to 3.
  static let delays = (0..<64).map { [$0 % 4, $0 / 4 % 4, $0 / 16] }

  private static func schedule(_ delays: [Int], _ notes: Notes) -> Composable.TestScheduler {
    let scheduler = Composable.TestScheduler()
    for (place, delay) in delays.enumerated() {
      _ = scheduler.schedule(after: .milliseconds(delay)) { [unowned scheduler] in
        notes.note("\(place) at \(scheduler.now)")
      }
    }
    return scheduler
  }

  /// What runs: the earliest first, of one time the first scheduled.
  private static func expected(_ delays: [Int], until end: Int = 3) -> [String] {
    (0...end).flatMap { time in
      delays.indices.filter { delays[$0] == time }.map { "\($0) at \(Duration.milliseconds(time))" }
    }
  }

  @Test("work runs in the order of its times, however the time is cut in pieces")
  func order() {
    for delays in Self.delays {
      for cuts in [[3], [1, 2], [2, 1], [1, 1, 1], [0, 3]] {
        let notes = Notes()
        let scheduler = Self.schedule(delays, notes)
        var end = 0
        for cut in cuts {
          scheduler.advance(by: .milliseconds(cut))
          end += cut
          #expect(notes.all == Self.expected(delays, until: end))
          #expect(scheduler.now == .milliseconds(end))
          #expect(scheduler.waiting == delays.filter { $0 > end }.count)
        }
      }
    }
  }

  @Test("a run goes on to the last work, and no further")
  func run() {
    for delays in Self.delays {
      let notes = Notes()
      let scheduler = Self.schedule(delays, notes)
      scheduler.run()
      #expect(notes.all == Self.expected(delays))
      #expect(scheduler.now == .milliseconds(delays.max() ?? 0))
      #expect(scheduler.waiting == 0)
    }
  }

  @Test("what is scheduled by work counts from the work's time, and runs where it is due")
  func nested() {
    let notes = Notes()
    let scheduler = Composable.TestScheduler()
    @Sendable func tick() {
      notes.note("\(scheduler.now)")
      _ = scheduler.schedule(after: .seconds(2), tick)
    }
    tick()
    scheduler.advance(by: .seconds(5))
    #expect(notes.take() == ["0.0 seconds", "2.0 seconds", "4.0 seconds"])
    scheduler.advance(by: .milliseconds(999))
    #expect(notes.take() == [])
    scheduler.advance(by: .milliseconds(1))
    #expect(notes.take() == ["6.0 seconds"])
  }

  @Test("cancelled work does not run, also where work of the same time cancels it")
  func cancelled() {
    let notes = Notes()
    let scheduler = Composable.TestScheduler()
    let relay = Composable.Relay()
    _ = scheduler.schedule(after: .seconds(1)) {
      notes.note("first")
      relay.cancel()
    }
    relay.adopt(scheduler.schedule(after: .seconds(1)) { notes.note("second") })
    let third = scheduler.schedule(after: .seconds(1)) { notes.note("third") }
    third.cancel()
    third.cancel()
    scheduler.run()
    #expect(notes.all == ["first"])
  }

  @Test("a negative time is no time")
  func negative() {
    let notes = Notes()
    let scheduler = Composable.TestScheduler()
    scheduler.advance(by: .seconds(1))
    _ = scheduler.schedule(after: .seconds(-5)) { notes.note("\(scheduler.now)") }
    scheduler.advance(by: .seconds(-1))
    #expect(notes.all == ["1.0 seconds"])
    #expect(scheduler.now == .seconds(1))
  }

  @Test("the immediate scheduler waits for nothing")
  func immediate() {
    let notes = Notes()
    let scheduler: any Composable.Scheduler = Composable.ImmediateScheduler()
    _ = scheduler.schedule(after: .seconds(5)) { notes.note("work") }
    notes.note("scheduled")
    #expect(notes.all == ["work", "scheduled"])
  }
}
