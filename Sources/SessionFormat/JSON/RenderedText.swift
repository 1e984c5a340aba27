/// What stands in a state or action in place of what is nested too deep: for those who write it, and
/// for those who read it.
package enum RenderedText {
  /// The most levels that reflection can be asked for.
  ///
  /// A line has room for 512, and what encodes
  /// itself at the last of them needs some of these.
  package static let mostLevels = 400

  private static let start = "nested deeper than "
  private static let end = " levels"

  /// The text, of a value below so many levels.
  package static func tooDeep(_ levels: Int) -> String { "\(start)\(levels)\(end)" }

  /// Whether a value has a text that may be taken for one which stands for what is left out.
  ///
  /// Complexity: O(size).
  package static func looksCut(_ value: JSONValue) -> Bool {
    var open = [value]
    while let value = open.popLast() {
      if let text = value.string {
        if text.hasSuffix(" more") || levels(in: text) != nil { return true }
      } else if let array = value.array {
        open.append(contentsOf: array)
      } else if let object = value.object {
        open.append(contentsOf: object.map(\.value))
      }
    }
    return false
  }

  /// The levels of which such a text tells; nil if it is another text.
  package static func levels(in text: String) -> Int? {
    guard text.hasPrefix(start), text.hasSuffix(end) else { return nil }
    let digits = text.dropFirst(start.count).dropLast(end.count)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}
