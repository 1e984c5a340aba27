import Foundation

/// The days that a screen shows for points in time; the day depends on the time zone.
struct DateLabels {
  private let calendar: Calendar

  init(in zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
  }

  /// - Parameter text: A time such as `2022-12-01T00:30:00Z`.
  /// - Returns: A day such as `2022.12.01`; a text that is not a time, unchanged.
  func label(for text: String) -> String {
    guard let date = try? Date(text, strategy: .iso8601) else { return text }
    let day = calendar.dateComponents([.year, .month, .day], from: date)
    guard let year = day.year, let month = day.month, let day = day.day else { return text }
    return "\(padded(year, to: 4)).\(padded(month, to: 2)).\(padded(day, to: 2))"
  }

  private func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
