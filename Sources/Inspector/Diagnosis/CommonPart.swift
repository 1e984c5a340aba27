import SessionFormat

/// What the texts at one place of several states have in common: their beginning and their end; of numbers the last
/// digits.
struct CommonPart {
  let place: JSONPointer
  private let beginning: String
  private let end: String

  /// - Returns: nil if they have nothing in common, or if a state has no text there.
  init?(of states: [JSONValue], at place: JSONPointer) {
    self.init(states.map { place.value(in: $0)?.string }, at: place)
  }

  /// The same of whole numbers, whose first digits are in common if they are near each other.
  init?(ofNumbersIn states: [JSONValue], at place: JSONPointer) {
    self.init(states.map { Self.digits(place.value(in: $0)) }, at: place, onlyEnd: true)
  }

  private init?(_ all: [String?], at place: JSONPointer, onlyEnd: Bool = false) {
    let texts = all.compactMap(\.self)
    guard let first = texts.first, texts.count == all.count else { return nil }
    let beginning = onlyEnd ? "" : texts.dropFirst().reduce(first, Self.beginning(of:and:))
    let rests = texts.map { String($0.dropFirst(beginning.count).reversed()) }
    let end = String(rests.dropFirst().reduce(rests[0], Self.beginning(of:and:)).reversed())
    guard !(beginning + end).isEmpty else { return nil }
    (self.place, self.beginning, self.end) = (place, beginning, end)
  }

  private static func digits(_ value: JSONValue?) -> String? {
    guard let text = value?.number?.text, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return text
  }

  private static func beginning(of left: String, and right: String) -> String {
    String(zip(left, right).prefix { $0 == $1 }.map(\.0))
  }

  /// The part in words.
  var words: String {
    let parts = [beginning.isEmpty ? nil : "begins with", end.isEmpty ? nil : "ends with"]
    return zip(parts, [beginning, end]).compactMap { verb, part in
      verb.map { "\($0) \(ShortText.beginning(of: .string(part), 40))" }
    }.joined(separator: " and ")
  }

  /// Whether a state has a text with this part there.
  func isIn(_ state: JSONValue?) -> Bool {
    let value = state.flatMap(place.value)
    guard let text = value?.string ?? Self.digits(value) else { return false }
    return text.count >= beginning.count + end.count && text.hasPrefix(beginning)
      && text.hasSuffix(end)
  }
}
