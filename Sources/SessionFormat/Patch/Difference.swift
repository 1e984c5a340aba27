/// One place at which two JSON documents differ.
public struct Difference: Equatable, Sendable {
  /// The path in the new document; for a removed value, the path in the old one.
  public let path: JSONPointer
  /// The old value; nil if the place is new.
  public let old: JSONValue?
  /// The new value; nil if the place is gone.
  public let new: JSONValue?

  /// A difference at a place.
  public init(path: JSONPointer, old: JSONValue?, new: JSONValue?) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// The change of a long string of which little is new; nil for any other difference.
  ///
  /// Complexity: O(size).
  var splice: TextSplice? {
    guard let long = old, long.kind == .string, long.textSize > TextSplice.leastText,
      let old = long.string, let new = new?.string
    else { return nil }
    return TextSplice(from: old, to: new)
  }

  /// All differences from one document to another, in a fixed order.
  ///
  /// Members of objects are matched by name: first the changed and removed ones in the old order,
  /// then the added ones. For arrays, equal elements at both ends are skipped, and the rest is
  /// compared pairwise. What remains of the longer side was removed (listed from its end) or added.
  /// The list, applied in order, turns the old document into the new one; it is empty for equal
  /// values. Complexity: O(size × arrays nested in each other), without shared parts.
  public static func list(from old: JSONValue, to new: JSONValue) -> [Difference] {
    var walk = DifferenceWalk()
    walk.compare(old, new)
    return walk.found
  }
}

/// Compares two documents in parallel.
struct DifferenceWalk {
  /// A child that may differ; nil on the side that does not have it.
  typealias Child = (token: String, old: JSONValue?, new: JSONValue?)

  private(set) var found: [Difference] = []
  private var path: [String] = []
  /// The byte count of the path's names, and a lower bound of the text length of all differences.
  private var (depth, size) = (0, 0)
  /// The comparison ends once the differences are longer than this.
  private let mostBytes: Int

  /// Whether a long string of which little is new counts only with that.
  private let splices: Bool
  /// Whether the changes are those of a patch: each place is that in the array as the changes before
  /// left it, so that elements which only moved need not be listed.
  private let isPatch: Bool

  init(mostBytes: Int = .max, splices: Bool = false, isPatch: Bool = false) {
    (self.mostBytes, self.splices, self.isPatch) = (mostBytes, splices, isPatch)
  }

  /// Whether the comparison ended early.
  var isCut: Bool { size > mostBytes }

  // Each level of recursion has one such frame on the stack, so it has few variables.
  mutating func compare(_ old: JSONValue, _ new: JSONValue) {
    guard let children = children(old, new) else { return note(old, new) }
    var place = 0
    while !isCut, let child = children.child(place) {
      place += 1
      enter(child.token)
      if let old = child.old, let new = child.new {
        compare(old, new)
      } else {
        note(child.old, child.new)
      }
      leave()
    }
  }

  private mutating func enter(_ token: String) {
    path.append(token)
    depth += token.utf8.count + 1
  }

  private mutating func leave() { depth -= (path.popLast()?.utf8.count ?? 0) + 1 }

  /// The children of two compared values.
  enum Children {
    case listed([Child])
    /// The elements of two arrays from an index on, made one by one: there may be millions.
    case elements(start: Int, old: ArraySlice<JSONValue>, new: ArraySlice<JSONValue>)

    /// The child at an index; nil after the last.
    ///
    /// The order is: pairs, then removed elements from the end, then added elements.
    func child(_ place: Int) -> Child? {
      switch self {
      case .listed(let children): return place < children.count ? children[place] : nil
      case .elements(let start, let old, let new):
        guard place < max(old.count, new.count) else { return nil }
        let pairs = min(old.count, new.count)
        let index =
          place >= pairs && old.count > new.count ? old.count - 1 - (place - pairs) : place
        return (
          String(start + index), index < old.count ? old[old.startIndex + index] : nil,
          index < new.count ? new[new.startIndex + index] : nil
        )
      }
    }
  }

  /// The children to compare next; nil if the values differ as a whole.
  private func children(_ old: JSONValue, _ new: JSONValue) -> Children? {
    if old.sharesStorage(with: new) { return .listed([]) }
    if let text = TextDifference(old, new) {
      if let members = text.members() { return .listed(members) }
      if let elements = text.elements(aligned: isPatch) { return elements }
    }
    if let a = old.object, let b = new.object { return .listed(children(a, b)) }
    if let a = old.array, let b = new.array { return children(Array(a), Array(b)) }
    return old == new ? .listed([]) : nil
  }

  private func children(_ old: JSONObject, _ new: JSONObject) -> [Child] {
    var children: [Child] = []
    var known = 0
    var candidates = new.makeIterator()
    for (name, value) in old {
      // Both sides nearly always have the same order, so the same index is tried first.
      let candidate = candidates.next()
      let isSameName = candidate?.name.hasSameBytes(as: name) ?? false
      let other = isSameName ? candidate?.value : new[name]
      if other != nil { known += 1 }
      // Most members are equal, and most are leaves.
      if value.height == 0, other?.height == 0, value == other { continue }
      children.append((name, value, other))
    }
    guard known < new.count else { return children }
    for (name, value) in new where old[name] == nil { children.append((name, nil, value)) }
    return children
  }

  /// The elements of two arrays without the equal ones at both ends.
  private func children(_ old: [JSONValue], _ new: [JSONValue]) -> Children {
    var middle = ArrayMiddle(old.count, new.count)
    middle.trim { old[$0] == new[$1] }
    if isPatch { middle.align { old[$0] == new[$1] } }
    if middle.isAligned { return .listed(middle.children({ old[$0] }, { new[$0] })) }
    return .elements(
      start: middle.start, old: old[middle.oldRange], new: new[middle.newRange])
  }

  private mutating func note(_ old: JSONValue?, _ new: JSONValue?) {
    let difference = Difference(path: JSONPointer(tokens: path), old: old, new: new)
    if mostBytes < .max {
      let splice = splices ? difference.splice : nil
      size += depth + (splice?.inserted.utf8.count ?? new?.textSize ?? 0)
    }
    found.append(difference)
  }
}

extension ArrayMiddle {
  /// The changes as children, made of the elements at an index.
  func children(
    _ old: (Int) -> JSONValue, _ new: (Int) -> JSONValue
  ) -> [DifferenceWalk.Child] {
    var children: [DifferenceWalk.Child] = []
    forEach { place, before, after in
      children.append((String(place), before.map(old), after.map(new)))
    }
    return children
  }
}

extension JSONPatch {
  /// The patch from `old` to `new`, with only `add`, `remove` and `replace`, in a fixed order.
  ///
  /// Of an array that got longer or shorter, elements that only moved are left as they are, if no more
  /// than 64 others were removed and added.
  ///
  /// Applied to `old` it gives a value equal to `new`, perhaps with another order of members.
  /// Complexity: O(size of both).
  public init(from old: JSONValue, to new: JSONValue) {
    var walk = DifferenceWalk(isPatch: true)
    walk.compare(old, new)
    self.init(walk.found)
  }

  /// The patch that makes these changes, in this order.
  public init(_ differences: [Difference]) {
    operations = differences.map { Self.operation($0, splices: false) }
  }

  /// The patch from `old` to `new`, or nil if its text is longer than `bytes`.
  ///
  /// A patch longer than the value is useless, and a long name above many changes would make it far
  /// longer.
  ///
  /// Complexity: O(size of both), with memory for about `bytes` bytes.
  ///
  /// - Parameters:
  ///   - old: The document before.
  ///   - new: The document after.
  ///   - bytes: The most bytes of the patch's text.
  ///   - splices: Whether it may have splices.
  public init?(from old: JSONValue, to new: JSONValue, within bytes: Int, splices: Bool = false) {
    var walk = DifferenceWalk(mostBytes: bytes, splices: splices, isPatch: true)
    walk.compare(old, new)
    if walk.isCut { return nil }
    operations = walk.found.map { Self.operation($0, splices: splices) }
  }

  private static func operation(_ difference: Difference, splices: Bool) -> Operation {
    if splices, let splice = difference.splice { return .splice(difference.path, splice) }
    return switch (difference.old, difference.new) {
    case (nil, let value?): .add(difference.path, value)
    case (_, nil): .remove(difference.path)
    case (_, let value?): .replace(difference.path, value)
    }
  }
}
