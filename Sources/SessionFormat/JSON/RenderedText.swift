/// The text that replaces values nested too deep in a state or action, for writers and readers.
package enum RenderedText {
  /// The most levels for which reflection can be asked.
  ///
  /// A line has room for 512. A value that encodes itself at the deepest reflected level needs some
  /// of the others.
  package static let mostLevels = 400

  private static let start = "nested deeper than "
  private static let end = " levels"

  /// The text for a value below `levels` levels.
  package static func tooDeep(_ levels: Int) -> String { "\(start)\(levels)\(end)" }

  /// Whether a value contains a text that looks like a replacement for left-out values.
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

  /// The levels in such a text; nil if it is another text.
  package static func levels(in text: String) -> Int? {
    guard text.hasPrefix(start), text.hasSuffix(end) else { return nil }
    let digits = text.dropFirst(start.count).dropLast(end.count)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}
