import SessionFormat

/// Two states of two timelines, compared as far as both were encoded.
///
/// Different values may have the same rendering, and equal values different ones, so rendered
/// places are not compared.
package struct EncodedStates {
  /// The differences of the two states.
  package struct Changes {
    /// The known differences.
    package let list: [ValueChange]
    /// Whether no difference is known, but they differ at places that are not compared, or nothing
    /// can be compared.
    package let areUnknown: Bool

    /// Whether they are known to be the same, except for places that are not compared.
    var areNone: Bool { list.isEmpty && !areUnknown }
  }

  private struct Side {
    let timeline: Timeline
    let n: Int
    let opaque: [JSONPointer]
    /// The state, if it is not compared as its step left it, but after changes from outside or as a
    /// host reads it.
    let other: JSONValue?

    init(
      _ timeline: Timeline, _ n: Int, inTheEnd: Bool, _ migrated: MigratedStates?
    ) throws(InspectorError) {
      (self.timeline, self.n, opaque) = (timeline, n, try timeline.opaquePlaces(n))
      let ended: JSONValue? = inTheEnd ? try timeline.endedState(n) : .none
      other = try n <= timeline.fork && ended == nil ? migrated?.expected(n) : ended
    }

    func state() throws(InspectorError) -> JSONValue {
      if let other { return other }
      return try timeline.state(n)
    }
  }

  private let left: Side
  private let right: Side
  /// Whether both values are equal, rendered places included.
  private let areAlike: Bool

  /// Compares state `one` of a timeline with state `two` of another, both known.
  ///
  /// Complexity: O(the changes of the steps before them), if requested in ascending order.
  ///
  /// - Parameters:
  ///   - inTheEnd: Whether they are compared after the changes from outside that follow them.
  ///   - migrated: How the host of a branch reads recorded states; nil if as they are written.
  init(
    _ left: Timeline, _ one: Int, _ right: Timeline, _ two: Int, inTheEnd: Bool = false,
    migrated: MigratedStates? = nil
  ) throws(InspectorError) {
    self.left = try Side(left, one, inTheEnd: inTheEnd, migrated)
    self.right = try Side(right, two, inTheEnd: inTheEnd, migrated)
    if self.left.other == nil, self.right.other == nil {
      areAlike = try right.agrees(two, with: left, one)
    } else {
      areAlike = !ValuePairing.differ(try self.left.state(), try self.right.state())
    }
  }

  /// Whether both were encoded in full, so that they differ exactly if they are not alike.
  private var areWhole: Bool { left.opaque.isEmpty && right.opaque.isEmpty }

  /// Whether they are known to differ without finding the differences; nil if these must be found.
  var differ: Bool? { areWhole ? !areAlike : nil }

  /// Whether they differ; nil if they do so only at places that are not compared, or nothing is.
  ///
  /// Complexity: O(differences), if both share the rest.
  func areOther() throws(InspectorError) -> Bool? {
    if let differ { return differ }
    let changes = try changes()
    return changes.areUnknown ? nil : !changes.list.isEmpty
  }

  /// The differences.
  ///
  /// Complexity: O(differences), if both share the rest.
  func changes() throws(InspectorError) -> Changes {
    let places = left.opaque + right.opaque
    if areAlike { return Changes(list: [], areUnknown: places.contains(.root)) }
    let tree = DifferenceTree(from: try left.state(), to: try right.state())
    let list = tree.changes(left.timeline.enums).filter { change in
      !places.contains { change.path.isAtOrBelow($0) || change.from?.isAtOrBelow($0) == true }
    }
    return Changes(list: list, areUnknown: list.isEmpty)
  }

  /// A place that one of them could not encode, with its timeline.
  func opaque() throws(InspectorError) -> (of: Timeline, place: Verdict.Opaque)? {
    guard !areWhole else { return nil }
    let side = left.opaque.isEmpty ? right : left
    guard let path = side.opaque.first else { return nil }
    let recorded = try side.timeline.session.opaquePlaces(min(side.n, side.timeline.fork))
    let place = Verdict.Opaque(
      n: side.n, line: .state, path: path, isInReplay: !recorded.contains(where: path.isAtOrBelow))
    return (side.timeline, place)
  }
}
