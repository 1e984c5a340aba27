import Commands
import SessionFormat

/// A completion for a line editor, which replaces the word that it finds by itself.
///
/// The editor's word begins after the last space. A candidate may begin elsewhere in the line, so
/// it is extended or shortened to begin with the editor's word.
enum CompletionMatches {
  /// The replacement, then the words that it replaces; nil if nothing fits.
  ///
  /// `wordStart` and `cursor` are byte offsets in the line. Candidates with unsafe characters are
  /// left out, and those that would change the text before the editor's word.
  static func list(
    _ completion: Completions, line: String, wordStart: Int, cursor: Int
  ) -> [String]? {
    let bytes = Array(line.utf8.prefix(cursor))
    guard (0...bytes.count).contains(completion.start), wordStart <= bytes.count else { return nil }
    let words = completion.candidates.filter(isSafe).compactMap {
      aligned(Array($0.utf8), from: completion.start, to: wordStart, in: bytes)
    }
    guard let first = words.first else { return nil }
    // The dots, or one of many words, would be put into the line.
    if words.count == 1 { return completion.isCut ? nil : [first] }
    let typed = String(decoding: bytes[wordStart...], as: UTF8.self)
    let common = commonStart(of: words)
    // What was typed is never shortened, even if the words have less in common.
    return [common.unicodeScalars.starts(with: typed.unicodeScalars) ? common : typed] + words
  }

  private static func isSafe(_ candidate: String) -> Bool {
    !candidate.isEmpty && !candidate.unicodeScalars.contains(where: UnsafeText.contains)
  }

  private static func aligned(
    _ candidate: [UInt8], from start: Int, to wordStart: Int, in line: [UInt8]
  ) -> String? {
    if start >= wordStart {
      return String(decoding: line[wordStart..<start] + candidate, as: UTF8.self)
    }
    let before = line[start..<wordStart]
    guard candidate.starts(with: before) else { return nil }
    return String(decoding: candidate.dropFirst(before.count), as: UTF8.self)
  }

  private static func commonStart(of words: [String]) -> String {
    guard var common = words.first.map({ Array($0.unicodeScalars) }) else { return "" }
    for word in words.dropFirst() {
      let shared = zip(common, word.unicodeScalars).prefix { $0 == $1 }.count
      common.removeSubrange(shared...)
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: common)
    return String(text)
  }
}
