import Foundation
import TestSupport
import Testing

@testable import SampleApps

@Suite("The labels of dates")
struct DateLabelsTests {
  private func label(_ text: String, _ zone: String) throws -> String {
    DateLabels(in: try #require(TimeZone(identifier: zone))).label(for: text)
  }

  @Test("the day of a time is the day in the zone")
  func zones() throws {
    let time = "2022-12-01T00:30:00Z"
    #expect(try label(time, "America/Los_Angeles") == "2022.11.30")
    #expect(try label(time, "UTC") == "2022.12.01")
    #expect(try label(time, "Asia/Tokyo") == "2022.12.01")
    let newYear = "2022-12-31T15:30:00Z"
    #expect(try label(newYear, "America/Los_Angeles") == "2022.12.31")
    #expect(try label(newYear, "UTC") == "2022.12.31")
    #expect(try label(newYear, "Asia/Tokyo") == "2023.01.01")
  }

  @Test("a time with an offset is the same time")
  func offset() throws {
    #expect(try label("2022-12-01T09:30:00+09:00", "America/Los_Angeles") == "2022.11.30")
  }

  @Test("a text that is no time stays as it is", arguments: ["", "soon", "2022-13-01T00:00:00Z"])
  func noTime(text: String) throws {
    #expect(try label(text, "UTC") == text)
  }

  @Test("each day is as Foundation's formatter writes it")
  func formatter() throws {
    var generator = SplitMix64(seed: 7)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.dateFormat = "yyyy.MM.dd"
    for name in ["America/Los_Angeles", "UTC", "Asia/Tokyo", "Pacific/Apia", "Asia/Kathmandu"] {
      let zone = try #require(TimeZone(identifier: name))
      formatter.timeZone = zone
      for _ in 0..<50 {
        let seconds = Int.random(in: 0...4_000_000_000, using: &generator)
        let date = Date(timeIntervalSince1970: Double(seconds))
        #expect(
          DateLabels(in: zone).label(for: date.formatted(.iso8601)) == formatter.string(from: date))
      }
    }
  }
}
