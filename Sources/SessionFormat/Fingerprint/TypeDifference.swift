/// What a difference between two types means for values written as the old type.
package enum TypeGrade: String, Comparable, Sendable {
  /// All of them can be decoded.
  case fine
  /// Decoding depends on the value, or loses part of it.
  case risky
  /// A value with this place cannot be decoded.
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
  /// What changed.
  package enum Change: String, Sendable {
    /// A member is new.
    case added
    /// A member is gone.
    case removed
    /// A member that could be missing or null no longer can.
    case required
    /// A member that was always there need not be.
    case optional
    /// The value has another type.
    case type
    /// A case is new.
    case caseAdded = "case-added"
    /// A case is gone.
    case caseRemoved = "case-removed"
    /// One of the two types is unknown here.
    case opaque
  }

  /// The values that contain the place.
  package enum Root: Equatable, Sendable {
    case state
    /// Actions; if a registry has several types, those of the named type.
    case action(String?)
  }

  package let root: Root
  /// The place, as tokens of a pointer; `*` is any element, or any name of a dictionary.
  package let path: [String]
  package let change: Change
  package var grade: TypeGrade
  /// The difference in words.
  package var words: String
  /// The value that is gone or new, if an enum is written as one of some texts or numbers.
  package var value: String?
  /// Whether `value` is the name of a dictionary's member.
  package var isName = false
  /// How many types were open around the place.
  var opening = 0
  /// All places, if its type contains itself; nil if `path` is the only place.
  var places: RepeatedPlaces?
  /// The same difference one recursion deeper, as pointers.
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

  /// Whether a value has something at this place; for an enum of texts, exactly that value.
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

  /// Whether a path in a value is at or below one of this difference's places.
  package func covers(_ place: JSONPointer) -> Bool { reach(place.tokens) == .there }

  /// Whether a path in a value is at, below or above one of this difference's places.
  package func isNear(_ place: [String]) -> Bool { reach(place) != .astray }

  private func reach(_ place: [String]) -> RepeatedPlaces.Reach {
    if let places { return places.reach(place) }
    guard zip(path, place).allSatisfy({ $0 == "*" || $0.hasSameBytes(as: $1) }) else {
      return .astray
    }
    return place.count >= path.count ? .there : .above
  }
}
