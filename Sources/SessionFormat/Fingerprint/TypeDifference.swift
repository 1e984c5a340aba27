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
  /// Whether that is the name of a dictionary's member.
  package var isName = false
  /// How many types were open around the place.
  var opening = 0
  /// All its places, where its type stands within itself; nil if there is the path alone.
  var places: RepeatedPlaces?
  /// Where it is as well, once further in, as pointers.
  package var further: [String] {
    (places?.further ?? []).map { JSONPointer(tokens: $0).description }
  }

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
    let others = further.count - 1
    let more = others < 1 ? "" : " and \(others) more \(others == 1 ? "place" : "places")"
    let again = further.first.map { ", also at \($0)\(more)" } ?? ""
    return (path.isEmpty ? "\(whole) \(words)" : "\(whole) \(pointer) \(words)") + again
  }

  /// Whether a value has what lies at this place; of an enum of texts, the very value.
  ///
  /// Complexity: O(size of the value).
  package func isUsed(in value: JSONValue) -> Bool {
    let walk = places ?? RepeatedPlaces(path)
    var waiting = [(value, walk.start)]
    while let (next, front) = waiting.popLast() {
      if RepeatedPlaces.isEnd(front) {
        guard let wanted = self.value else { return true }
        let isThere = isName ? next.object?[wanted] != nil : Self.text(next) == wanted
        if isThere { return true }
      }
      if let array = next.array {
        for (place, element) in array.enumerated() {
          let further = walk.next(front, String(place))
          if !further.isEmpty { waiting.append((element, further)) }
        }
      } else if let object = next.object {
        for (name, member) in object {
          let further = walk.next(front, name)
          if !further.isEmpty { waiting.append((member, further)) }
        }
      }
    }
    return false
  }

  private static func text(_ value: JSONValue) -> String? { value.string ?? value.number?.text }

  /// Whether a place in a value is one of this difference's, or below one.
  package func covers(_ place: JSONPointer) -> Bool { reach(place.tokens) == .there }

  /// Whether a place in a value is one of this difference's, or below or above one.
  package func isNear(_ place: [String]) -> Bool { reach(place) != .astray }

  private func reach(_ place: [String]) -> RepeatedPlaces.Reach {
    if let places { return places.reach(place) }
    guard zip(path, place).allSatisfy({ $0 == "*" || $0.hasSameBytes(as: $1) }) else {
      return .astray
    }
    return place.count >= path.count ? .there : .above
  }
}
