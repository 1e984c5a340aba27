import Inspector
import SessionFormat

/// Changes in and above a pinned place, and how many others there are.
///
/// The changes of a state follow the elements of its arrays. A pin does not: if it is in an array, what
/// is shown is how the value at that place changed, as `watch` says it.
struct PinnedChanges {
  let shown: [ValueChange]
  let elsewhere: Int

  /// - Parameter sides: The whole states before and after the changes; nil if they are not known.
  init(
    _ changes: [ValueChange], _ pin: JSONPointer?, in sides: ChangedSides? = nil,
    _ enums: EnumPlaces = .unknown
  ) {
    let met = changes.filter { $0.path.meets(pin) }
    elsewhere = changes.count - met.count
    if let pin, let sides, sides.hasArray(above: pin) {
      shown = DifferenceTree.changes(from: sides.old, to: sides.new, at: pin, enums)
    } else {
      shown = met
    }
  }
}

extension ChangedSides {
  /// Whether a place is in an array of one of the two states.
  func hasArray(above place: JSONPointer) -> Bool {
    (0..<place.tokens.count).contains { depth in
      let above = JSONPointer(tokens: Array(place.tokens.prefix(depth)))
      return above.value(in: old)?.array != nil || above.value(in: new)?.array != nil
    }
  }
}

extension JSONPointer {
  /// Whether this place is in the pinned one or contains it; true for any if nothing is pinned.
  func meets(_ pin: JSONPointer?) -> Bool {
    guard let pin else { return true }
    return zip(tokens, pin.tokens).allSatisfy { $0.hasSameBytes(as: $1) }
  }
}

extension StepRow {
  /// Restricts its changes, and those from outside before it, to a subtree.
  mutating func restrict(to pin: JSONPointer) {
    places?.restrict(to: pin)
    for place in outsides.indices { outsides[place].places?.restrict(to: pin) }
  }
}
