import SessionFormat

/// Words in the texts at one place of several states that no others have, such as the names of the days in a
/// language.
struct OwnWords {
  let place: JSONPointer
  /// One that was recorded, in words.
  let words: String
  private let all: Set<String>

  /// - Parameters:
  ///   - states: Those with the words.
  ///   - others: States that have none of them.
  ///   - recorded: The recorded state.
  /// - Returns: nil if no such word was recorded.
  init?(
    of states: [JSONValue], besides others: [JSONValue], _ recorded: JSONValue,
    at place: JSONPointer
  ) {
    guard let own = Self.recorded(place, recorded, besides: others) else { return nil }
    let given = states.reduce(into: Set<String>()) { $0.formUnion(Self.words(in: $1, at: place)) }
    guard let word = own.intersection(given).min() else { return nil }
    let rare = others.reduce(given) { $0.subtracting(Self.words(in: $1, at: place)) }
    // What stands beside a recorded word is of another part of the text.
    all = states.map { Self.words(in: $0, at: place) }.filter { !$0.isDisjoint(with: own) }
      .reduce(rare) { $0.subtracting($1.subtracting(own)) }
    words =
      "the text at \(place) has words that it has only then, among them the recorded "
      + ShortText.beginning(of: .string(word), 40)
    self.place = place
  }

  /// The recorded words that none of these states has; nil if there are none.
  static func recorded(
    _ place: JSONPointer, _ recorded: JSONValue, besides others: [JSONValue]
  ) -> Set<String>? {
    let own = others.reduce(words(in: recorded, at: place)) {
      $0.subtracting(words(in: $1, at: place))
    }
    return own.isEmpty ? nil : own
  }

  /// Whether a state has one of the words there.
  func isIn(_ state: JSONValue?) -> Bool {
    guard let state else { return false }
    return !all.isDisjoint(with: Self.words(in: state, at: place))
  }

  /// Letters that follow each other, two or more.
  private static func words(in state: JSONValue, at place: JSONPointer) -> Set<String> {
    guard let text = place.value(in: state)?.string else { return [] }
    return Set(text.split { !$0.isLetter }.filter { $0.count > 1 }.map(String.init))
  }
}
