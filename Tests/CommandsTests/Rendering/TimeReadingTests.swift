import TestSupport
import Testing

@testable import Commands

@Suite("Times as they may be typed")
struct TimeReadingTests {
  private static let times: [Int] = {
    var random = SplitMix64(seed: 7)
    let borders = [0, 1, 999_999, 1_000_000, 59_999_999_999, 60_000_000_000, 3_600_000_000_000]
    let spread = (0..<2000).map { _ in
      Int.random(in: 0..<(1 << Int.random(in: 20..<50, using: &random)), using: &random)
    }
    return borders + spread
  }()

  @Test("the time at which a list shows an action means the end of that millisecond")
  func shown() throws {
    for time in Self.times {
      let shown = Measure.time(time).text(RenderOptions()).filter { !"+ ".contains($0) }
      let read = try #require(Measure.nanoseconds(through: shown), "\(shown)")
      let late = time / 1_000_000 * 1_000_000 + 999_999
      #expect(abs(read - Double(late)) < 1, "\(shown)")
    }
  }

  @Test(
    "a time may leave out its fraction, its hours, or both",
    arguments: [
      ("1.5s", 1_500_999_999), ("0s", 999_999), ("90s", 90_000_999_999),
      ("0:01", 1_000_999_999), ("1:37", 97_000_999_999), ("97:39", 5_859_000_999_999),
      ("1:37:39", 5_859_000_999_999), ("1:37:39.0761", 5_859_076_100_000),
      ("100:00:00.5", 360_000_500_999_999), ("0.0029s", 2_900_000),
    ])
  func forms(text: String, nanoseconds: Int) throws {
    let read = try #require(Measure.nanoseconds(through: text))
    #expect(abs(read - Double(nanoseconds)) < 1)
  }

  @Test(
    "what is no time is none",
    arguments: [
      "", "s", "1", "1:", ":1", "1:3", "1:60", "1:60:00", "1:003", "1:3:00", "1:02:03:04", "-1:00",
      "1:-1", "1:00.5.5", "1.5:00", "1:00e1", "1: 0", "infs", "nans", "-1s", "0x1:00", "1:00,5",
    ])
  func none(text: String) {
    #expect(Measure.nanoseconds(through: text) == nil)
  }
}
