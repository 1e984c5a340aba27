import Foundation
import Inspector
import SessionFormat

/// A quantity as people read it; with `--raw`, as it was recorded.
enum Measure: Sendable, Equatable {
  /// How long something took, in nanoseconds.
  case duration(Int)
  /// How long after something else, in nanoseconds.
  case since(Int)
  /// Nanoseconds since the start of the session.
  case time(Int)
  /// Bytes.
  case size(Int)
  /// A moment, as RFC 3339.
  case date(String)
  /// A moment as `Date` encodes itself: seconds since the beginning of 2001, as they were recorded.
  case moment(Double, recorded: String)
  /// The moment that a number in front of it stands for; nothing with `--raw`.
  case momentNote(Double)

  func text(_ options: RenderOptions) -> String {
    switch self {
    case .duration(let nanoseconds):
      return options.raw
        ? "\(nanoseconds) ns" : Self.duration(nanoseconds, options.ascii ? "us" : "µs")
    case .since(let nanoseconds):
      return (nanoseconds < 0 ? "" : "+") + Measure.duration(nanoseconds).text(options)
    case .time(let nanoseconds):
      return options.raw ? "+\(nanoseconds) ns" : Self.time(nanoseconds)
    case .size(let bytes): return options.raw ? "\(bytes) B" : Self.size(bytes)
    case .moment(let seconds, let recorded):
      return options.raw ? recorded : Self.moment(seconds) ?? recorded
    case .momentNote(let seconds):
      // The number itself has the fraction.
      return options.raw ? "" : Self.moment(seconds, fraction: false).map { " (\($0))" } ?? ""
    case .date(let date):
      let safe = VisibleText.escaped(date)
      return options.raw ? safe : Self.date(safe)
    }
  }

  /// Two digits below ten of a unit, else whole ones; a minute and more as a clock shows it.
  private static func duration(_ nanoseconds: Int, _ microseconds: String) -> String {
    guard nanoseconds.magnitude >= 1_000 else { return "\(nanoseconds) ns" }
    let sign = nanoseconds < 0 ? "-" : ""
    var number = Double(nanoseconds.magnitude)
    for unit in [microseconds, "ms", "s"] {
      number /= 1_000
      // What rounds to a thousand is one of the next unit.
      if number < 999.5 || unit == "s", unit != "s" || number < 59.5 {
        return "\(sign)\(rounded(number)) \(unit)"
      }
    }
    return sign + clock(nanoseconds.magnitude)
  }

  /// `2.6` and `26`: at most one decimal.
  private static func rounded(_ number: Double) -> String {
    guard number < 9.95 else { return String(Int(number.rounded())) }
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// `+1.214 s`; from a minute on `1:37:39.076`.
  private static func time(_ nanoseconds: Int) -> String {
    guard nanoseconds.magnitude >= 60_000_000_000 else {
      let thousandths = nanoseconds.magnitude / 1_000_000
      return
        "\(nanoseconds < 0 ? "-" : "+")\(thousandths / 1000).\(padded(thousandths % 1000, 3)) s"
    }
    return (nanoseconds < 0 ? "-" : "") + clock(nanoseconds.magnitude)
  }

  private static func clock(_ nanoseconds: UInt) -> String {
    let thousandths = nanoseconds / 1_000_000
    let (minutes, rest) = (thousandths / 60_000, thousandths % 60_000)
    let seconds = "\(padded(rest / 1000, 2)).\(padded(rest % 1000, 3))"
    return minutes < 60
      ? "\(minutes):\(seconds)" : "\(minutes / 60):\(padded(minutes % 60, 2)):\(seconds)"
  }

  private static func padded(_ number: UInt, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func size(_ bytes: Int) -> String {
    var number = Double(bytes)
    guard number >= 1_000 else { return "\(bytes) B" }
    for unit in ["kB", "MB", "GB"] {
      number /= 1_000
      if number < 999.5 || unit == "GB" { return "\(rounded(number)) \(unit)" }
    }
    return "\(bytes) B"
  }

  /// `2026-11-21 05:56:49.809Z`; nil of what is no year of four digits.
  private static func moment(_ seconds: Double, fraction: Bool = true) -> String? {
    guard (-63_000_000_000..<252_000_000_000).contains(seconds) else { return nil }
    let style = Date.ISO8601FormatStyle(
      dateTimeSeparator: .space, includingFractionalSeconds: fraction, timeZone: .gmt)
    return Date(timeIntervalSinceReferenceDate: seconds).formatted(style)
  }

  /// `2026-11-21 05:56:49Z` of an RFC 3339 time in UTC; any other text as it stands.
  private static func date(_ text: String) -> String {
    let form = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z/
    guard let match = text.wholeMatch(of: form) else { return text }
    return "\(match.1) \(match.2)Z"
  }
}

extension Span {
  static func duration(_ nanoseconds: Int, _ style: Style = .plain) -> Span {
    .measure(.duration(nanoseconds), style)
  }

  static func time(_ nanoseconds: Int, _ style: Style = .plain) -> Span {
    .measure(.time(nanoseconds), style)
  }

  static func size(_ bytes: Int, _ style: Style = .plain) -> Span {
    .measure(.size(bytes), style)
  }

  /// A value that a reducer drew; that of `Inputs.date()` as a moment.
  static func input(_ input: InputLine) -> Span {
    guard input.name == "date", case let text = input.value.description,
      input.value.kind == .number, let seconds = Double(text)
    else { return ValueText.preview(input.value) }
    return .measure(.moment(seconds, recorded: text))
  }

  /// Behind a number, the moment that it stands for, if it does.
  static func note(moment seconds: Double?) -> [Span] {
    seconds.map { [.measure(.momentNote($0), .dim)] } ?? []
  }

  /// A moment, as RFC 3339.
  static func date(_ date: String, _ style: Style = .plain) -> Span {
    .measure(.date(date), style)
  }
}
