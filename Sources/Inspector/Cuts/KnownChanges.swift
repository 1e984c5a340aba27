package import SessionFormat

/// The changes between two states of which both sides were recorded.
///
/// Where a state is cut, what came into view from behind the cut was not added, and what went behind
/// it is not gone; whether anything changed there is unknown.
package struct KnownChanges {
  /// What is known to have changed.
  package private(set) var changes: [ValueChange]
  /// How many members and elements are left out of the state that lacks most; nil if both are
  /// whole.
  package let leftOut: LeftOut?

  /// The changes of a tree from a state to another, each with its cuts.
  ///
  /// Complexity: O(changes × depth), and O(places × depth × log size) if a change lies in a container
  /// that is cut.
  package init(
    _ tree: DifferenceTree, _ before: CutPlaces, _ after: CutPlaces, _ enums: EnumPlaces = .unknown
  ) {
    changes = tree.changes(enums)
    guard !before.isEmpty || !after.isEmpty else {
      leftOut = nil
      return
    }
    leftOut = LeftOut(
      count: max(before.leftOut, after.leftOut), limits: before.limits.union(after.limits))
    changes.removeAll { change in
      let places = [change.path] + (change.from.map { [$0] } ?? [])
      if places.contains(where: { before.has($0) || after.has($0) }) { return true }
      // Where elements moved, the places of one side are not those of the other.
      if change.standsForCut { return true }
      if change.old == nil { return before.knowledge(of: change.oldPath, in: tree.old) == .unknown }
      if change.new == nil { return after.knowledge(of: change.newPath, in: tree.new) == .unknown }
      return false
    }
    let (old, new) = ((cuts: before, state: tree.old), (cuts: after, state: tree.new))
    dropLast(behind: old, new) { $0.old == nil ? $0.oldPath : nil }
    dropLast(behind: new, old) { $0.new == nil ? $0.newPath : nil }
    dropUnseen(old, new)
  }

  /// A state with its cuts.
  private typealias Side = (cuts: CutPlaces, state: JSONValue)

  /// Leaves out what lies in a container that is cut, if what is known of both sides may be the same.
  private mutating func dropUnseen(_ before: Side, _ after: Side) {
    // Marks cost as much as there are cuts, and few changes ask for them.
    lazy var old = before.cuts.marked(before.state)
    lazy var new = after.cuts.marked(after.state)
    changes.removeAll { change in
      let (from, to) = change.isMove ? (change.path, change.path) : (change.oldPath, change.newPath)
      let isWhole =
        before.cuts.knowledge(of: from.parent, in: before.state) == .known
        && after.cuts.knowledge(of: to.parent, in: after.state) == .known
      return !isWhole && !Self.differ(old, at: from, new, at: to)
    }
  }

  /// Whether two states with marks differ at a place of each, whatever is left out of them.
  private static func differ(
    _ old: JSONValue, at from: JSONPointer, _ new: JSONValue, at to: JSONPointer
  ) -> Bool {
    switch (from.value(in: old), to.value(in: new)) {
    case (let old?, let new?): CutComparison.areSame(old, new) == false
    case (nil, _?): !from.isBehindMark(in: old)
    case (_?, nil): !to.isBehindMark(in: new)
    case (nil, nil): true
    }
  }

  /// Leaves out the last elements that one side alone has of an array which is cut in the other, as far
  /// as they reach to its end: the other side may have them behind its cut.
  ///
  /// - Parameters:
  ///   - other: The side in which arrays are cut.
  ///   - own: The side that has the elements.
  ///   - missing: Where what a change is about would stand in the other side, if it does not.
  private mutating func dropLast(
    behind other: Side, _ own: Side, _ missing: (ValueChange) -> JSONPointer?
  ) {
    var sides: [JSONPointer: Set<JSONPointer>] = [:]
    for change in changes {
      guard let array = missing(change)?.parent, other.cuts.cutTail(array, in: other.state)
      else { continue }
      sides[array, default: []].insert(change.path)
    }
    var dropped: Set<JSONPointer> = []
    for elements in sides.values {
      guard let array = elements.first?.parent,
        let count = array.value(in: own.state)?.array?.count
      else { continue }
      var last = count - (own.cuts.cutTail(array, in: own.state) ? 2 : 1)
      while last >= 0, elements.contains(array.appending(last)) {
        dropped.insert(array.appending(last))
        last -= 1
      }
    }
    changes.removeAll { missing($0) != nil && dropped.contains($0.path) }
  }
}

extension JSONPointer {
  /// The place of the container; the root for the root.
  var parent: JSONPointer { JSONPointer(tokens: Array(tokens.dropLast())) }
}

/// The places at which two states are known to differ, of all at which they seem to.
package struct KnownPlaces {
  /// Nil if both states are whole.
  private let places: Set<JSONPointer>?

  /// The places of the changes that are known.
  package init(_ known: KnownChanges) {
    places = known.leftOut == nil ? nil : Set(known.changes.map(\.path))
  }

  /// Whether both states are whole, so that all is known.
  package var isWhole: Bool { places == nil }

  /// Whether a difference at a place is one.
  package func has(_ place: JSONPointer) -> Bool { places?.contains(place) ?? true }
}

extension ValueChange {
  /// Whether a text that stands for what is left out came or went.
  fileprivate var standsForCut: Bool {
    [old, new].contains { $0.map { CutPlaces.standsForCut($0, at: path) } ?? false }
  }
}

extension CutPlaces {
  /// Whether a value at a place reads as the text for what is left out there.
  fileprivate static func standsForCut(_ value: JSONValue, at path: JSONPointer) -> Bool {
    guard value.string != nil else { return false }
    let isMember = path.tokens.last?.hasSameBytes(as: more) ?? false
    let document: JSONValue = isMember ? [more: value] : [value]
    return !CutPlaces(searching: [.root], in: document).isEmpty
  }

  /// Whether elements are left out behind the last known one of an array.
  fileprivate func cutTail(_ path: JSONPointer, in state: JSONValue) -> Bool {
    guard let array = path.value(in: state)?.array else { return false }
    return has(path.appending(array.count - 1))
  }
}

extension Timeline {
  /// What is known of what action `n`, which is whole, changed.
  package func knownChanges(_ tree: DifferenceTree, of n: Int) throws(InspectorError)
    -> KnownChanges
  {
    guard mayBeCut else { return KnownChanges(tree, CutPlaces(), CutPlaces(), enums) }
    return KnownChanges(tree, try cutsBefore(n), try cuts(n), enums)
  }
}
