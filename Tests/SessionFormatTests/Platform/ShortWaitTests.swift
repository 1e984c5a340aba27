import Testing

@testable import SessionFormat

@Suite("Short waits")
struct ShortWaitTests {
  private struct Interrupted: Error {}

  @Test(
    "behind a few lines it looks until something has come, and no more",
    arguments: [0, 1, 100, 4095])
  func looksUntilItComes(_ count: Int) {
    var looks = 0
    let hasCome = ShortWait.behind(count, now: { 0 }) {
      looks += 1
      return looks == 3
    }
    #expect(hasCome)
    #expect(looks == 3)
  }

  @Test("within a stream it does not look", arguments: [4096, 4097, 1 << 20, .max])
  func passesOverStreams(_ count: Int) {
    var looks = 0
    let hasCome = ShortWait.behind(count) {
      looks += 1
      return true
    }
    #expect(!hasCome)
    #expect(looks == 0)
  }

  @Test(
    "where nothing comes it gives up, by the clock and, where that stands, by the number of looks",
    arguments: [
      (100_000, 1), (99_999, 2), (50_000, 2), (30_000, 4), (1000, 100), (1, 200), (0, 200),
    ])
  func givesUp(_ step: UInt64, _ expected: Int) {
    var (looks, time) = (0, UInt64(7))
    let hasCome = ShortWait.behind(0, now: { time }) {
      looks += 1
      time += step
      return false
    }
    #expect(!hasCome)
    #expect(looks == expected)
  }

  @Test("a clock that goes back ends it")
  func endsByClock() {
    var (looks, time) = (0, UInt64(7))
    let hasCome = ShortWait.behind(0, now: { time }) {
      looks += 1
      time -= 1
      return false
    }
    #expect(!hasCome)
    #expect(looks == 1)
  }

  @Test("an error of the look ends it")
  func endsByError() {
    var looks = 0
    #expect(throws: Interrupted.self) {
      try ShortWait.behind(0) { () throws(Interrupted) in
        looks += 1
        throw Interrupted()
      }
    }
    #expect(looks == 1)
  }
}
