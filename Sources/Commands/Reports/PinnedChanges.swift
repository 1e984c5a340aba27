import Inspector
import SessionFormat

/// Changes in and above a pinned place, and how many others there are.
struct PinnedChanges {
  let shown: [ValueChange]
  let elsewhere: Int

  init(_ changes: [ValueChange], _ pin: JSONPointer?) {
    shown = changes.filter { $0.path.meets(pin) }
    elsewhere = changes.count - shown.count
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
