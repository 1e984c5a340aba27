/// What a difference between two types means for values that were written as the old one.
package enum TypeGrade: String, Comparable, Sendable {
  /// Each of them is read.
  case fine
  /// Whether one is read depends on the value, or it is read with something lost.
  case risky
  /// One that has this place is not read.
  case impossible

  package static func < (left: TypeGrade, right: TypeGrade) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .fine: 0
    case .risky: 1
    case .impossible: 2
    }
  }
}

/// A place at which the types of a recording and of a host differ.
package struct TypeDifference: Equatable, Sendable {
  /// What is not the same.
  package enum Change: String, Sendable {
    /// A member is new.
    case added
    /// A member is gone.
    case removed
    /// A member that could be missing or null no longer can.
    case required
    /// A member that was always there need not be.
    case optional
    /// The value is of another type.
    case type
    /// A case is new.
    case caseAdded = "case-added"
    /// A case is gone.
    case caseRemoved = "case-removed"
    /// One of both types cannot be looked into.
    case opaque
  }

  /// The values that the place lies in.
  package enum Root: Equatable, Sendable {
    case state
    /// Actions; of that type where a registry has several.
    case action(String?)
  }

  package let root: Root
  /// The place, as tokens of a pointer; `*` is any element, or any name of a dictionary.
  package let path: [String]
  package let change: Change
  package var grade: TypeGrade
  /// What is not the same, in words.
  package var words: String
  /// The value that is gone or new, where an enum is written as one of some texts or numbers.
  package var value: String?

  /// The place as a pointer.
  package var pointer: String { JSONPointer(tokens: path).description }

  /// The place and what differs there: `state /theme is new and required`.
  package var description: String {
    let whole =
      switch root {
      case .state: "state"
      case .action(nil): "action"
      case .action(let name?): "action \(name)"
      }
    return path.isEmpty ? "\(whole) \(words)" : "\(whole) \(pointer) \(words)"
  }

  /// Whether a value has what lies at this place; of an enum of texts, the very value.
  package func isUsed(in value: JSONValue) -> Bool {
    var waiting: [(value: JSONValue, depth: Int)] = [(value, 0)]
    while let (next, depth) = waiting.popLast() {
      guard depth < path.count else {
        guard let wanted = self.value else { return true }
        if next.string == wanted || next.number?.text == wanted { return true }
        continue
      }
      if path[depth] != "*" {
        if let child = JSONPointer(tokens: [path[depth]]).value(in: next) {
          waiting.append((child, depth + 1))
        }
      } else if let array = next.array {
        waiting += array.map { ($0, depth + 1) }
      } else if let object = next.object {
        waiting += object.map { ($0.value, depth + 1) }
      }
    }
    return false
  }

  /// Whether a place in a value is that of this difference, or below it.
  package func covers(_ place: JSONPointer) -> Bool {
    place.tokens.count >= path.count
      && zip(path, place.tokens).allSatisfy { $0 == "*" || $0.hasSameBytes(as: $1) }
  }
}
