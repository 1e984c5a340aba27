/// The answers with which a text of the replay may have become the recorded one.
enum FittingAnswer {
  /// - Parameters:
  ///   - own: The answer of the replay; nil if it has none.
  /// - Returns: The likely ones first, each once; none that is empty or as long as a page.
  static func found(recorded: String, replayed: String, own: String?) -> [String] {
    guard recorded != replayed else { return [] }
    var fitting: [String] = []
    if let own, !own.isEmpty {
      guard let place = replayed.firstRange(of: own) else { return [] }
      let (head, tail) = (replayed[..<place.lowerBound], replayed[place.upperBound...])
      guard recorded.hasPrefix(head), recorded.hasSuffix(tail),
        recorded.count > head.count + tail.count
      else { return [] }
      fitting = [String(recorded.dropFirst(head.count).dropLast(tail.count))]
    } else {
      fitting = [recorded, differing(recorded, from: replayed)]
    }
    return fitting.reduce(into: []) { all, one in
      if !one.isEmpty, one.utf8.count < 1000, !one.utf8.contains(0), !all.contains(one) {
        all.append(one)
      }
    }
  }

  /// The words in which a text differs from another one, with all between them.
  private static func differing(_ text: String, from other: String) -> String {
    var head = zip(text, other).prefix { $0 == $1 }.count
    let rest = (text.dropFirst(head), other.dropFirst(head))
    var tail = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
    func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    // The same letter at the start of two words is chance.
    let letters = Array(text)
    func isInWord(_ place: Int) -> Bool {
      place > 0 && place < letters.count && isWord(letters[place - 1]) && isWord(letters[place])
    }
    while isInWord(head) { head -= 1 }
    while isInWord(letters.count - tail) { tail -= 1 }
    return String(letters[head..<max(head, letters.count - tail)])
  }
}
