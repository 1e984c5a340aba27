import SessionFormat

/// A state of a timeline beside one of another, compared so far as both were encoded.
///
/// A rendering may be the same for values that are not, and another for values that are: what stands
/// there is not compared.
struct EncodedStates {
  /// How they differ.
  struct Changes {
    /// What is known to differ.
    let list: [ValueChange]
    /// Whether nothing is, and they differ where they are not compared, or nothing of them is
    /// compared.
    let areUnknown: Bool

    /// Whether they are known to be the same, but for what is not compared.
    var areNone: Bool { list.isEmpty && !areUnknown }
  }

  private let left: (timeline: Timeline, n: Int, opaque: [JSONPointer])
  private let right: (timeline: Timeline, n: Int, opaque: [JSONPointer])
  /// What they became without an action, where they did.
  private var ends: (left: JSONValue?, right: JSONValue?) = (nil, nil)
  /// Whether they are the same as they stand.
  private var areAlike: Bool

  /// Compares state `one` of a timeline with state `two` of another, both known.
  ///
  /// Complexity: O(what the steps before them changed), asked of one step after the other.
  init(
    _ left: Timeline, _ one: Int, _ right: Timeline, _ two: Int
  ) throws(InspectorError) {
    self.left = (left, one, try left.opaquePlaces(one))
    self.right = (right, two, try right.opaquePlaces(two))
    areAlike = try right.agrees(two, with: left, one)
  }

  /// Compares what changes from outside after state `one` of a timeline and after state `two` of
  /// another, both known, made of them in the end.
  init(
    endOf left: Timeline, _ one: Int, _ right: Timeline, _ two: Int
  ) throws(InspectorError) {
    self.left = (left, one, try left.opaquePlaces(one))
    self.right = (right, two, try right.opaquePlaces(two))
    ends = (try left.endedState(one), try right.endedState(two))
    if ends.left == nil, ends.right == nil {
      areAlike = try right.agrees(two, with: left, one)
    } else {
      areAlike = false
      areAlike = !ValuePairing.differ(
        try state(self.left, ends.left), try state(self.right, ends.right))
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
    let tree = DifferenceTree(
      from: try state(left, ends.left), to: try state(right, ends.right))
    let list = tree.changes(left.timeline.enums).filter { change in
      !places.contains { change.path.isAtOrBelow($0) || change.from?.isAtOrBelow($0) == true }
    }
    return Changes(list: list, areUnknown: list.isEmpty)
  }

  private func state(
    _ side: (timeline: Timeline, n: Int, opaque: [JSONPointer]), _ end: JSONValue?
  ) throws(InspectorError) -> JSONValue {
    if let end { return end }
    return try side.timeline.state(side.n)
  }

  /// A place that one of them could not encode, and of which timeline that is.
  func opaque() throws(InspectorError) -> (of: Timeline, place: Verdict.Opaque)? {
    guard !areWhole else { return nil }
    let (timeline, n, places) = left.opaque.isEmpty ? right : left
    guard let path = places.first else { return nil }
    let recorded = try timeline.session.opaquePlaces(min(n, timeline.fork))
    let place = Verdict.Opaque(
      n: n, line: .state, path: path, isInReplay: !recorded.contains(where: path.isAtOrBelow))
    return (timeline, place)
  }
}
