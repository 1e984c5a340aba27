package import SessionFormat

/// Where a value came from, hop by hop back to its origin, as far as equal values show it.
///
/// Certain is only what the file says: which step set the value at a place, that it was there from
/// the start, or that it changed from outside. That a value came from another place is inferred
/// from both being equal. It may be a coincidence, so it is never called certain.
package struct Provenance: Sendable {
  /// A place that may be the source of a value.
  package enum Source: Sendable, Equatable {
    /// In the payload of action n.
    case payload(n: Int, JSONPointer)
    /// In an input of action n.
    case input(n: Int, name: String, JSONPointer)
    /// In the state with which action n began.
    case state(before: Int, JSONPointer)
  }

  /// A step that set the value at a place.
  package struct Hop: Sendable {
    package let path: JSONPointer
    /// What set it: certain.
    package let cause: Cause
    /// The stretch after it that is not recorded, in which the value may have gone and come back; the
    /// last one, nil if there is none.
    package fileprivate(set) var gap: ClosedRange<Int>?
    /// Whether it is certain that the value has been there since the cause.
    package var isCertain: Bool { gap == nil && !cause.isOldUnknown }
    /// The action; nil if none set it.
    package fileprivate(set) var action: ActionLine?
    /// The places that hold the same value; it may come from one of them.
    package fileprivate(set) var equal: [Source] = []
    /// Places that the action may have read to compute it: if only the state has an equal value,
    /// the inputs; if nothing has, also the payload and the value before.
    package fileprivate(set) var read: [Source] = []
    /// How many values of the payload are not among them.
    package fileprivate(set) var unread = 0
    /// Those of them that hold the same value, if that is too small to say more: equal by chance, as
    /// like as not.
    package fileprivate(set) var alike: [Source] = []
  }

  /// The hops, the last change first.
  package private(set) var hops: [Hop] = []
  private let timeline: Timeline

  private static let (mostHops, mostPlaces, mostCauses) = (20, 3, 20)

  /// The way of the value that is at a place in state `n`.
  ///
  /// It goes on along the first place of the state that holds the same value, and ends at a payload,
  /// at an input, at the start, at a change from outside, and where no equal value is found.
  /// Complexity: for each hop O(size of the state) and that of a ``CauseScan``.
  package init(
    _ timeline: Timeline, _ path: JSONPointer, upTo n: Int,
    interrupted: @escaping () -> Bool = { false }
  ) throws(InspectorError) {
    self.timeline = timeline
    var (path, n) = (path, n)
    while hops.count < Self.mostHops {
      if interrupted() { throw .interrupted }
      let scan = CauseScan(timeline, path: path, interrupted: interrupted)
      guard let cause = try scan.last(upTo: n) else { break }
      var hop = Hop(path: path, cause: cause)
      hop.gap = timeline.gap(after: cause.n ?? timeline.first, upTo: n)
      guard case .action(let step, _) = cause.origin, let value = cause.new else {
        hops.append(hop)
        break
      }
      try look(for: value, at: step, &hop)
      hops.append(hop)
      guard case .state(_, let next)? = hop.equal.first else { break }
      let last = next.value(in: try timeline.state(step - 1))
      guard last == value else {
        // It only came to be there after that state.
        hops.append(
          Hop(path: next, cause: Cause(origin: .outside(after: step - 1), old: last, new: value)))
        break
      }
      (path, n) = (next, step - 1)
    }
  }

  /// Adds the places from which an action may have the value.
  private mutating func look(
    for value: JSONValue, at n: Int, _ hop: inout Hop
  ) throws(InspectorError) {
    let step = try timeline.step(n)
    hop.action = step.action
    if value.isTelling {
      hop.equal = try equal(value, in: step)
    }
    let isFromState = if case .state? = hop.equal.first { true } else { hop.equal.isEmpty }
    guard isFromState else { return }
    let inputs = step.inputs.prefix(Self.mostPlaces).map {
      Source.input(n: n, name: $0.name, .root)
    }
    guard hop.equal.isEmpty else {
      hop.read = inputs
      return
    }
    let alike = places(of: value, in: step.action)
    let others = Self.leaves(step.action.action).filter { !alike.contains($0) }
    let payload = (alike + others).prefix(Self.mostPlaces)
    hop.read = payload.map { .payload(n: n, $0) } + inputs
    hop.unread = max(0, Self.leafCount(step.action.action) - payload.count)
    hop.alike =
      alike.map { .payload(n: n, $0) }
      + zip(inputs, step.inputs).filter { $1.value == value }.map(\.0)
    if hop.cause.old != nil { hop.read.append(.state(before: n, hop.path)) }
  }

  private func equal(_ value: JSONValue, in step: Step) throws(InspectorError) -> [Source] {
    let n = step.n
    var found = places(of: value, in: step.action).map { Source.payload(n: n, $0) }
    for input in step.inputs where found.count < 2 * Self.mostPlaces {
      found += EqualPlaces(of: value, in: input.value, keeping: 1).paths.map {
        .input(n: n, name: input.name, $0)
      }
    }
    if case .payload? = found.first {
      // The actions before it may have carried the value as well.
      for link in try timeline.causes(of: step.action, upTo: Self.mostCauses)
      where link.type != nil {
        let cause = try timeline.step(link.n).action
        found += places(of: value, in: cause).prefix(1).map { .payload(n: link.n, $0) }
      }
    }
    let cuts = try timeline.cutsBefore(n)
    let before = EqualPlaces(
      of: value, in: try timeline.before(n), keeping: Self.mostPlaces
    ) { !cuts.hide($0) }
    return found + before.paths.map { .state(before: n, $0) }
  }

  private func places(of value: JSONValue, in action: ActionLine) -> [JSONPointer] {
    let cuts = timeline.cuts(of: action)
    return EqualPlaces(of: value, in: action.action, keeping: Self.mostPlaces) { !cuts.hide($0) }
      .paths
  }

  private static func leafCount(_ payload: JSONValue) -> Int {
    var (open, count) = ([payload], 0)
    while let value = open.popLast() {
      if let object = value.object {
        open += object.map(\.value)
      } else if let array = value.array {
        open += Array(array)
      } else {
        count += 1
      }
    }
    return count
  }

  /// The first leaves of a payload.
  private static func leaves(_ payload: JSONValue) -> [JSONPointer] {
    var open = [(JSONPointer.root, payload)]
    var found: [JSONPointer] = []
    while let (path, value) = open.popLast(), found.count < mostPlaces {
      if let object = value.object {
        open += object.prefix(mostPlaces).reversed().map { (path.appending($0.name), $0.value) }
      } else if let array = value.array {
        open += array.prefix(mostPlaces).enumerated().reversed().map {
          (path.appending($0.offset), $0.element)
        }
      } else {
        found.append(path)
      }
    }
    return found
  }
}

extension Timeline {
  /// The last stretch without states between two steps, both left out; nil if there is none.
  fileprivate func gap(after n: Int, upTo end: Int) -> ClosedRange<Int>? {
    let last = session.steps.gaps.last { $0.to > n + 1 && $0.from <= min(end, fork) }
    guard let last else { return nil }
    let (from, to) = (max(last.from, n + 1), min(last.to - 1, end))
    return from <= to ? from...to : nil
  }
}
