extension Measure {
  /// The last nanosecond of a time as it may be typed, `1.5s` or `1:37:39.076`; nil for another text.
  ///
  /// Lists show whole milliseconds, so a time with no more digits lasts to the end of its millisecond:
  /// what a list shows at that time had begun by then.
  static func nanoseconds(through text: String) -> Double? {
    guard let seconds = text.hasSuffix("s") ? plain(text.dropLast()) : clock(text) else {
      return nil
    }
    let digits = text.drop { $0 != "." }.count { "0"..."9" ~= $0 }
    return digits > 3 ? seconds * 1e9 : (seconds * 1e3).rounded() * 1e6 + 999_999
  }

  private static func plain(_ text: Substring) -> Double? {
    Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
  }

  /// The seconds of `37:39` or `1:37:39.076`.
  private static func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (place, part) in parts.enumerated() {
      // Only the first may have any number of digits, and only the last a fraction.
      let whole = part.prefix { "0"..."9" ~= $0 }
      let fraction = part[whole.endIndex...]
      let isFraction = fraction.first == "." && fraction.dropFirst().allSatisfy { "0"..."9" ~= $0 }
      guard !whole.isEmpty, place == 0 || whole.count == 2,
        fraction.isEmpty || (isFraction && place == parts.count - 1),
        let number = Double(part), place == 0 || number < 60
      else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds
  }
}
