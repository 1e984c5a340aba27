/// One place at which two JSON documents differ.
public struct Difference: Equatable, Sendable {
  /// The place: in the new document, or, for what was removed, in the old one.
  public let path: JSONPointer
  /// What was there; nil where the place is new.
  public let old: JSONValue?
  /// What is there now; nil where the place is gone.
  public let new: JSONValue?

  /// A difference at a place.
  public init(path: JSONPointer, old: JSONValue?, new: JSONValue?) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// All differences from one document to another, in a fixed order.
  ///
  /// Of objects, members are matched by name: first those of the old order that changed or went,
  /// then those that came. Of arrays, what is equal at both ends is left out; what lies between is
  /// compared element by element, and the rest of the longer side went (listed from its end) or
  /// came. So the list, applied in order, turns the one document into the other. Equal values
  /// give an empty list. Complexity: O(size × arrays nested in each other), O(1) where both share
  /// their storage.
  public static func list(from old: JSONValue, to new: JSONValue) -> [Difference] {
    var walk = DifferenceWalk()
    walk.compare(old, new)
    return walk.found
  }
}

private struct DifferenceWalk {
  var found: [Difference] = []
  var path: [String] = []

  mutating func compare(_ old: JSONValue, _ new: JSONValue) {
    switch (old.node, new.node) {
    case (.object(let a), .object(let b)):
      if a !== b { compare(a, b) }
    case (.array(let a), .array(let b)):
      if a !== b { compare(a.elements, b.elements) }
    default:
      if old != new { note(old, new) }
    }
  }

  private mutating func compare(_ old: ObjectNode, _ new: ObjectNode) {
    var known = 0
    for place in 0..<old.members.count {
      let (name, value) = old.members[place]
      guard let found = new.place(of: name, near: place) else {
        step(into: name) { $0.note(value, nil) }
        continue
      }
      known += 1
      let other = new.members[found].value
      // Most members are equal, and most are leaves: those need no path.
      if value.height == 0, other.height == 0, value == other { continue }
      step(into: name) { $0.compare(value, other) }
    }
    guard known < new.members.count else { return }
    for place in 0..<new.members.count {
      let (name, value) = new.members[place]
      if old.place(of: name, near: place) == nil { step(into: name) { $0.note(nil, value) } }
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue]) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var equalAtEnd = 0
    while equalAtEnd < shorter - start,
      old[old.count - 1 - equalAtEnd] == new[new.count - 1 - equalAtEnd]
    {
      equalAtEnd += 1
    }
    let (oldEnd, newEnd) = (old.count - equalAtEnd, new.count - equalAtEnd)
    let pairEnd = min(oldEnd, newEnd)
    for place in start..<max(start, pairEnd) {
      step(into: String(place)) { $0.compare(old[place], new[place]) }
    }
    for place in stride(from: oldEnd - 1, through: pairEnd, by: -1) {
      step(into: String(place)) { $0.note(old[place], nil) }
    }
    for place in pairEnd..<max(pairEnd, newEnd) {
      step(into: String(place)) { $0.note(nil, new[place]) }
    }
  }

  private mutating func step(into token: String, _ body: (inout DifferenceWalk) -> Void) {
    path.append(token)
    body(&self)
    path.removeLast()
  }

  private mutating func note(_ old: JSONValue?, _ new: JSONValue?) {
    found.append(Difference(path: JSONPointer(tokens: path), old: old, new: new))
  }
}

extension JSONPatch {
  /// The patch that makes `new` of `old`, of `add`, `remove` and `replace` only, in a fixed order.
  ///
  /// Applied to `old` it gives a value equal to `new`; the order of members may differ.
  /// Complexity: O(size of both).
  public init(from old: JSONValue, to new: JSONValue) {
    operations = Difference.list(from: old, to: new).map { difference in
      switch (difference.old, difference.new) {
      case (nil, let value?): .add(difference.path, value)
      case (_, nil): .remove(difference.path)
      case (_, let value?): .replace(difference.path, value)
      }
    }
  }
}
