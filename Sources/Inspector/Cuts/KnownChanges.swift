package import SessionFormat

/// The changes between two states that the recording proves.
///
/// If a state is cut, a value that comes into view was not added, and one that goes behind the cut
/// was not removed. Whether it changed is unknown.
package struct KnownChanges {
  /// The changes that certainly happened.
  package private(set) var changes: [ValueChange]
  /// The number of values left out of the state that lacks more; nil if both are complete.
  package let leftOut: LeftOut?

  /// The changes in a tree between two states, each with its cuts.
  ///
  /// Complexity: O(changes × depth), and O(places × depth × log size) if a change lies in a cut
  /// container.
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
      // If elements moved, a place has different meanings on the two sides.
      if change.standsForCut { return true }
      if change.old == nil { return before.knowledge(of: change.oldPath, in: tree.old) == .unknown }
      if change.new == nil { return after.knowledge(of: change.newPath, in: tree.new) == .unknown }
      return false
    }
    let (old, new) = ((state: tree.old, cuts: before), (state: tree.new, cuts: after))
    dropLast(behind: old, new) { $0.old == nil ? $0.oldPath : nil }
    dropLast(behind: new, old) { $0.new == nil ? $0.newPath : nil }
    dropUnseen(old, new)
  }

  /// Drops changes in a cut container, if the known parts of both sides may be equal.
  private mutating func dropUnseen(_ before: Timeline.Look, _ after: Timeline.Look) {
    // Marks cost as much as there are cuts, and few changes need them.
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

  /// Whether two states with marks certainly differ at these places.
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

  /// Drops the last elements of an array that only one side has, if the array is cut on the other
  /// side: that side may have them behind its cut.
  ///
  /// - Parameters:
  ///   - other: The side whose arrays are cut.
  ///   - own: The side that has the elements.
  ///   - missing: The place that a change's value would have on the other side, if it has none.
  private mutating func dropLast(
    behind other: Timeline.Look, _ own: Timeline.Look, _ missing: (ValueChange) -> JSONPointer?
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

/// The places at which two states certainly differ, among those that seem to differ.
package struct KnownPlaces {
  /// Nil if both states are whole.
  private let places: Set<JSONPointer>?

  /// The places of the known changes.
  package init(_ known: KnownChanges) {
    places = known.leftOut == nil ? nil : Set(known.changes.map(\.path))
  }

  /// Whether both states are complete, so that everything is known.
  package var isWhole: Bool { places == nil }

  /// Whether a difference at a place is certain.
  package func has(_ place: JSONPointer) -> Bool { places?.contains(place) ?? true }
}

extension ValueChange {
  /// Whether a text for something omitted was added or removed.
  fileprivate var standsForCut: Bool {
    [old, new].contains { $0.map { CutPlaces.standsForCut($0, at: path) } ?? false }
  }
}

extension CutPlaces {
  /// Whether a value at a place reads as the text for something omitted there.
  fileprivate static func standsForCut(_ value: JSONValue, at path: JSONPointer) -> Bool {
    guard value.string != nil else { return false }
    let isMember = path.tokens.last?.hasSameBytes(as: more) ?? false
    let document: JSONValue = isMember ? [more: value] : [value]
    return !CutPlaces(searching: [.root], in: document).isEmpty
  }

  /// Whether elements after the last known one of an array are left out.
  fileprivate func cutTail(_ path: JSONPointer, in state: JSONValue) -> Bool {
    guard let array = path.value(in: state)?.array else { return false }
    return has(path.appending(array.count - 1))
  }
}

extension Timeline {
  /// The known changes by action `n`, whose states are both known.
  package func knownChanges(_ tree: DifferenceTree, of n: Int) throws(InspectorError)
    -> KnownChanges
  {
    guard mayBeCut else { return KnownChanges(tree, CutPlaces(), CutPlaces(), enums) }
    return KnownChanges(tree, try cutsBefore(n), try cuts(n), enums)
  }
}
