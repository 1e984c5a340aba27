/// A day of the proleptic Gregorian calendar.
struct CalendarDay: Equatable {
  let year: Int
  let month: Int
  let day: Int

  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// A day in the years 1 to 9999; nil if it does not exist.
  init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, 1...Self.length(of: month, in: year) ~= day
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that many days after 0001-01-01; nil after 9999-12-31.
  init?(number: Int) {
    // 146097 days are 400 years; the guess is never more than a year too low.
    var year = number * 400 / 146_097 + 1
    while Self.days(before: year + 1) <= number { year += 1 }
    while Self.days(before: year) > number { year -= 1 }
    var rest = number - Self.days(before: year)
    var month = 1
    while month < 12, rest >= Self.length(of: month, in: year) {
      rest -= Self.length(of: month, in: year)
      month += 1
    }
    self.init(year: year, month: month, day: rest + 1)
  }

  /// How many days after 0001-01-01 it is.
  var number: Int {
    Self.days(before: year) + (1..<month).reduce(0) { $0 + Self.length(of: $1, in: year) } + day - 1
  }

  /// The day as ISO 8601 writes it, `YYYY-MM-DD`.
  var text: String {
    "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func length(of month: Int, in year: Int) -> Int {
    month == 2 && isLeap(year) ? 29 : lengths[month - 1]
  }

  private static func days(before year: Int) -> Int {
    let years = year - 1
    return 365 * years + years / 4 - years / 100 + years / 400
  }

  /// The range of years that a day stays in, so that a birthday still looks like one.
  struct Era: Equatable {
    private let years: ClosedRange<Int>

    init(_ day: CalendarDay) {
      years = day.year < 1900 ? 1...1899 : day.year < 2100 ? 1900...2099 : 2100...9999
    }

    private var first: Int { CalendarDay.days(before: years.lowerBound) }

    /// How many days it has.
    var count: UInt32 { UInt32(CalendarDay.days(before: years.upperBound + 1) - first) }

    /// The index of a day in it, from 0.
    func place(of day: CalendarDay) -> UInt32 { UInt32(day.number - first) }

    func text(_ place: UInt32) -> String { CalendarDay(number: first + Int(place))?.text ?? "" }
  }
}
