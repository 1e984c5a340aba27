import Foundation
import SessionFormat

/// What the shapes of a recorded and a replayed value say about why they differ.
struct ValueShapes {
  /// Seconds since 1970 at which the step was recorded; nil if that is not known.
  let recordTime: Double?
  /// Seconds since 1970 of the replay.
  let replayTime: Double

  init(_ session: Session, n: Int, replayTime: Double) {
    let started = Self.instant(session.header.started)
    var t: Int?
    if session.steps.actions[n] != nil { t = (try? session.action(n))?.t }
    recordTime = started.map { $0 + Double(t ?? 0) / 1e9 }
    self.replayTime = replayTime
  }

  /// The seconds since 1970 of an RFC 3339 text.
  static func instant(_ text: String) -> Double? {
    for hasFraction in [true, false] {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
      if let date = try? style.parse(text) { return date.timeIntervalSince1970 }
    }
    return nil
  }

  // MARK: Times

  /// Whether a pair of values is the time of the recording and the time of the replay.
  func areTimes(_ recorded: JSONValue?, _ replayed: JSONValue?) -> Bool {
    guard let recorded, let replayed, let recordTime else { return false }
    if let left = recorded.number?.double, let right = replayed.number?.double {
      return left != right
        && Self.units.contains { unit in
          abs(unit(left) - recordTime) < Self.tolerance
            && abs(unit(right) - replayTime) < Self.tolerance
        }
    }
    guard let left = recorded.string, let right = replayed.string, left != right else {
      return false
    }
    if let old = Self.instant(left), let new = Self.instant(right) {
      return abs(old - recordTime) < Self.tolerance && abs(new - replayTime) < Self.tolerance
    }
    return Self.shows(recordTime, left) && Self.shows(replayTime, right)
  }

  /// Seconds: a reducer may run a moment after its action was noted, and round to whole seconds.
  private static let tolerance = 3.0

  /// What a number may count, as seconds since 1970.
  private static let units: [@Sendable (Double) -> Double] = [
    { $0 }, { $0 + 978_307_200 }, { $0 / 1e3 }, { $0 / 1e6 }, { $0 / 1e9 },
    { $0 / 1e3 + 978_307_200 },
  ]

  /// Whether a text shows a time of day in any zone: zones are quarters of an hour apart.
  private static func shows(_ time: Double, _ text: String) -> Bool {
    var numbers: [(value: Int, digits: Int, after: Character?)] = []
    for match in text.prefix(200).matches(of: /[0-9]+/) {
      let end = match.range.upperBound
      guard let value = Int(match.output), match.output.count <= 4 else { continue }
      numbers.append((value, match.output.count, end < text.endIndex ? text[end] : nil))
    }
    for (place, hour) in numbers.enumerated()
    where hour.after == ":" && hour.value < 24 && place + 1 < numbers.count {
      let minute = numbers[place + 1]
      guard minute.digits <= 2, minute.value < 60 else { continue }
      var shown = Double(minute.value % 15 * 60)
      var width = 60.0
      if minute.after == ":", place + 2 < numbers.count, numbers[place + 2].value < 60 {
        shown += Double(numbers[place + 2].value)
        width = 1
      }
      let due = time.truncatingRemainder(dividingBy: 900)
      if due >= shown - tolerance, due < shown + width + tolerance { return true }
    }
    return false
  }

  // MARK: Orders, texts, numbers

  /// Whether two arrays have the same elements in another order, or two texts the same characters.
  static func areReordered(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    if let left = left?.array, let right = right?.array {
      guard left.count == right.count, left.count > 1, left != right else { return false }
      return left.map(\.description).sorted() == right.map(\.description).sorted()
    }
    guard let left = left?.string, let right = right?.string, left.utf8.count > 1 else {
      return false
    }
    // Numbers with the same digits are no sign of that.
    let hasNumbers = left.utf8.contains { (48...57).contains($0) }
    return !hasNumbers && !left.hasSameBytes(as: right)
      && left.utf8.sorted() == right.utf8.sorted()
  }

  /// Whether both are UUIDs, or texts that are equal except for UUIDs in them.
  static func areUUIDs(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    guard let left = left?.string, let right = right?.string, !left.hasSameBytes(as: right),
      let old = withoutUUIDs(left), let new = withoutUUIDs(right)
    else { return false }
    return old.hasSameBytes(as: new)
  }

  /// Whether a value is of another kind than all others, or no UUID although all of them are, in the
  /// same text, or a small number although all of them are as large as addresses.
  static func isUnlike(_ value: JSONValue?, _ others: [JSONValue?]) -> Bool {
    guard let first = others.first, others.allSatisfy({ $0?.kind == first?.kind }) else {
      return false
    }
    if value?.kind != first?.kind { return true }
    if let number = value?.number?.double, abs(number) < 65_536 {
      return others.allSatisfy { abs($0?.number?.double ?? 0) > 4_294_967_296 }
    }
    let rests = others.map { $0?.string.flatMap(withoutUUIDs) }
    guard let rest = rests.first ?? nil, rests.allSatisfy({ $0 == rest }) else { return false }
    return value?.string.flatMap(withoutUUIDs) != rest
  }

  /// The first 10,000 characters of a text without the UUIDs in it; nil if there are none.
  private static func withoutUUIDs(_ text: String) -> String? {
    let uuid = /[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/
    let rest = text.prefix(10_000).replacing(uuid, with: "")
    return rest.utf8.count < text.prefix(10_000).utf8.count ? String(rest) : nil
  }

  /// Whether two numbers, not both whole, are at most four steps of a `Double` or of a `Float`
  /// apart.
  static func areNeighbours(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    guard let left = left?.number?.double, let right = right?.number?.double,
      left != right, left.isFinite, right.isFinite,
      left.rounded() != left || right.rounded() != right
    else { return false }
    let distance = abs(left - right)
    if distance <= 4 * max(left.ulp, right.ulp) { return true }
    // The form in which a `Float` is written: the shortest text that reads back.
    return Float(left).ulp > 0 && distance <= Double(4 * max(Float(left).ulp, Float(right).ulp))
      && Self.isFloat(left) && Self.isFloat(right)
  }

  private static func isFloat(_ value: Double) -> Bool {
    Double(Float(value).description) == value
  }

  /// Whether one number is the other, cut or rounded as by a coding with fewer digits.
  static func isRounded(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    guard let left = left?.number?.double, let right = right?.number?.double, left != right,
      left.isFinite, right.isFinite
    else { return false }
    for (exact, coarse) in [(left, right), (right, left)] {
      if Double(Float(exact)) == coarse || Double(Float(exact).description) == coarse {
        return true
      }
      if exact != exact.rounded(), coarse == coarse.rounded(), abs(exact - coarse) < 1 {
        return true
      }
    }
    return false
  }

  /// Whether two texts are equal except for composed and decomposed letters.
  static func areNormalized(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    guard let left = left?.string, let right = right?.string else { return false }
    return left == right && !left.hasSameBytes(as: right)
  }
}
