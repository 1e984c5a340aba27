import Foundation
package import SessionFormat

/// Which numbers of a state are moments: `Date` encodes itself as the seconds since 2001.
///
/// A wrong moment misleads more than a missing one, because Unix times, counters and durations are
/// numbers too. So the types of the header decide. Without them a number counts as a moment only if
/// the reducer drew it as one, or if its name says so and it is near the beginning of the session:
/// a Unix time of that size is 31 years older.
extension EnumPlaces {
  /// The most steps whose drawn inputs are compared.
  private static let mostSteps = 2048
  /// How far from the beginning of the session a moment may be that only a name indicates.
  private static let nearby = 400.0 * 86_400

  /// The seconds since the beginning of 2001, if a value is a moment; else nil.
  package func moment(_ value: JSONValue?, at path: JSONPointer) -> Double? {
    guard let session, let value, value.kind == .number,
      case let text = value.description, let seconds = Double(text)
    else { return nil }
    if let types = session.typesMemo.value({ TypeFingerprint(session.header.fingerprint) }),
      let isDate = types.hasDate(at: path.tokens)
    {
      return isDate ? seconds : nil
    }
    let hasFraction = text.utf8.contains(UInt8(ascii: "."))
    if hasFraction, Self.drawn(in: session).contains(text) { return seconds }
    guard let name = path.tokens.last(where: { Int($0) == nil }),
      Self.means(name, whole: !hasFraction),
      let start = try? Date(session.header.started, strategy: Self.start),
      abs(seconds - start.timeIntervalSinceReferenceDate) < Self.nearby
    else { return nil }
    return seconds
  }

  /// The dates that reducers drew, as they are written.
  private static func drawn(in session: Session) -> Set<String> {
    session.datesMemo.value {
      var texts: Set<String> = []
      for n in session.steps.inputs.keys.prefix(mostSteps) {
        for input in (try? session.inputs(n)) ?? [] where input.name == "date" {
          texts.insert(input.value.description)
        }
      }
      return texts
    }
  }

  /// Whether a name means a date.
  ///
  /// `startedAt` may also be a number of nanoseconds, which is whole.
  private static func means(_ name: String, whole: Bool) -> Bool {
    if ["date", "Date"].contains(where: { name.hasSuffix($0) }) { return true }
    return !whole && ["At", "_at"].contains { name.hasSuffix($0) }
  }

  private static let start = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
