import SessionFormat

/// What the texts at one place of several states have in common: their beginning and their end.
struct CommonPart {
  let place: JSONPointer
  private let beginning: String
  private let end: String

  /// - Returns: nil if they have nothing in common, or if a state has no text there.
  init?(of states: [JSONValue], at place: JSONPointer) {
    let texts = states.compactMap { place.value(in: $0)?.string }
    guard let first = texts.first, texts.count == states.count else { return nil }
    let beginning = texts.dropFirst().reduce(first, Self.beginning(of:and:))
    let rests = texts.map { String($0.dropFirst(beginning.count).reversed()) }
    let end = String(rests.dropFirst().reduce(rests[0], Self.beginning(of:and:)).reversed())
    guard !(beginning + end).isEmpty else { return nil }
    (self.place, self.beginning, self.end) = (place, beginning, end)
  }

  private static func beginning(of left: String, and right: String) -> String {
    String(zip(left, right).prefix { $0 == $1 }.map(\.0))
  }

  /// Whether a state has a text with this part there.
  func isIn(_ state: JSONValue?) -> Bool {
    guard let text = state.flatMap(place.value)?.string else { return false }
    return text.count >= beginning.count + end.count && text.hasPrefix(beginning)
      && text.hasSuffix(end)
  }
}
