package import SessionFormat

/// The mark that replaces left-out values of a state for a condition.
package enum CutMark {
  /// A text with noncharacters, so that no app writes it.
  package static let text = "\u{10FFFF}\u{10FFFE}cut"
  package static let value = JSONValue.string(text)

  /// The mark of a member of a step that is not known at all, as the state at a crash: what it holds
  /// is unknown, and it is not there.
  package static let absent = JSONValue.string(text + " absent")

  package static func isMark(_ value: JSONValue) -> Bool {
    value.string.map { $0.hasSameBytes(as: text) } ?? false || isAbsent(value)
  }

  static func isAbsent(_ value: JSONValue) -> Bool {
    value.string.map { $0.hasSameBytes(as: text + " absent") } ?? false
  }

  /// Whether a value is or contains a mark.
  ///
  /// Complexity: O(size).
  package static func stands(in value: JSONValue) -> Bool {
    var open = [value]
    while let value = open.popLast() {
      if isMark(value) { return true }
      if let array = value.array {
        open.append(contentsOf: array)
      } else if let object = value.object {
        open.append(contentsOf: object.map(\.value))
      }
    }
    return false
  }

  /// Whether elements or members are left out after those of a container.
  package static func ends(_ value: JSONValue) -> Bool { Children(of: value)?.endsInCut ?? false }
}
