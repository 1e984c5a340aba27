import SessionFormat

/// A state of a timeline beside one of another, compared so far as both were encoded.
///
/// A rendering may be the same for values that are not, and another for values that are: what stands
/// there is not compared.
package struct EncodedStates {
  /// How they differ.
  package struct Changes {
    /// What is known to differ.
    package let list: [ValueChange]
    /// Whether nothing is, and they differ where they are not compared, or nothing of them is
    /// compared.
    package let areUnknown: Bool

    /// Whether they are known to be the same, but for what is not compared.
    var areNone: Bool { list.isEmpty && !areUnknown }
  }

  private struct Side {
    let timeline: Timeline
    let n: Int
    let opaque: [JSONPointer]
    /// The state, if it is compared otherwise than as its step left it: as changes from outside did, or
    /// as a host reads it.
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
  /// Whether they are the same as they stand.
  private let areAlike: Bool

  /// Compares state `one` of a timeline with state `two` of another, both known.
  ///
  /// Complexity: O(what the steps before them changed), asked of one step after the other.
  ///
  /// - Parameters:
  ///   - inTheEnd: Whether they are compared as changes from outside after them left them.
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

  /// Whether both were encoded in full, so that they differ if they are not alike.
  private var areWhole: Bool { left.opaque.isEmpty && right.opaque.isEmpty }

  /// Whether they are known to differ without a look at what differs; nil if that has to be looked at.
  var differ: Bool? { areWhole ? !areAlike : nil }

  /// Whether they differ; nil if they do only where they are not compared, or nothing of them is.
  ///
  /// Complexity: O(what differs), where both share the rest.
  func areOther() throws(InspectorError) -> Bool? {
    let changes = try changes()
    return changes.areUnknown ? nil : !changes.list.isEmpty
  }

  /// What differs.
  ///
  /// Complexity: O(what differs), where both share the rest.
  func changes() throws(InspectorError) -> Changes {
    let places = left.opaque + right.opaque
    if areAlike { return Changes(list: [], areUnknown: places.contains(.root)) }
    let tree = DifferenceTree(from: try left.state(), to: try right.state())
    let list = tree.changes(left.timeline.enums).filter { change in
      !places.contains { change.path.isAtOrBelow($0) || change.from?.isAtOrBelow($0) == true }
    }
    return Changes(list: list, areUnknown: list.isEmpty)
  }

  /// A place that one of them could not encode, and of which timeline that is.
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
