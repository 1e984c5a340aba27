public import SessionFormat

/// A leaf of a state, and who set it.
public struct BlamedLeaf: Equatable, Sendable {
  /// The place: of a text, number, truth value, null, or empty array or object.
  public let path: JSONPointer
  /// What is there.
  public let value: JSONValue
  /// Who set it last.
  public let origin: Cause.Origin
  /// When that was, in nanoseconds since the start; nil where it is not known.
  public let t: Int?
}

/// Tells for each value of a state which action set it, in one pass back over the steps.
///
/// A value that is set to what it was before keeps who set it, as with ``CauseScan``. Elements of an
/// array keep who set them where others before them come or go, and so does what a `move` carries.
/// Only lines that may touch a place that is still looked for are parsed.
public struct BlameScan {
  private let timeline: Timeline
  private let interrupted: () -> Bool
  private var leaves: [(path: JSONPointer, value: JSONValue)] = []
  /// Where each leaf was at the step that the pass has come to.
  private var places: [JSONPointer] = []
  private var origins: [Cause.Origin?] = []
  private var pending = PendingPlaces()

  private static let stepsBetweenChecks = 256

  /// A scan of a timeline.
  ///
  /// - Parameters:
  ///   - timeline: What is walked.
  ///   - interrupted: Asked again and again; true ends the scan.
  public init(_ timeline: Timeline, interrupted: @escaping () -> Bool = { false }) {
    self.timeline = timeline
    self.interrupted = interrupted
  }

  /// Who set each leaf at and below a path of state `n`, in the order of the state; nil where the
  /// state has nothing there.
  ///
  /// Complexity: O(bytes of the lines back to where the oldest of the leaves was set + steps that
  /// touch one × (size of a state)).
  ///
  /// - Throws: The damage that was met, or ``InspectorError/interrupted``.
  public mutating func leaves(
    of path: JSONPointer, in n: Int
  ) throws(InspectorError) -> [BlamedLeaf]? {
    guard let value = path.value(in: try timeline.state(n)) else { return nil }
    collect(value, at: path)
    places = leaves.map(\.path)
    origins = Array(repeating: nil, count: leaves.count)
    for (seeker, place) in places.enumerated() { pending.insert(place, seeker) }
    var step = n
    while step > timeline.first, pending.count > 0 {
      if step % Self.stepsBetweenChecks == 0 || step == n, interrupted() { throw .interrupted }
      if timeline.hasState(step) { try passState(step) }
      if timeline.hasBefore(step) { try passOutsides(after: step - 1) }
      step -= 1
    }
    return try leaves.enumerated().map { (seeker, leaf) throws(InspectorError) in
      let origin = origins[seeker] ?? .beginning
      return BlamedLeaf(
        path: leaf.path, value: leaf.value, origin: origin, t: try time(of: origin))
    }
  }

  /// Recursive over the value, whose nesting the reader bounds.
  private mutating func collect(_ value: JSONValue, at path: JSONPointer) {
    if let object = value.object, !object.isEmpty {
      for member in object { collect(member.value, at: path.appending(member.name)) }
    } else if let array = value.array, !array.isEmpty {
      for (place, element) in array.enumerated() { collect(element, at: path.appending(place)) }
    } else {
      leaves.append((path, value))
    }
  }

  private func time(of origin: Cause.Origin) throws(InspectorError) -> Int? {
    switch origin {
    case .action(let n, _): try timeline.front(n).t
    case .beginning, .outside, .unrecorded: nil
    }
  }

  // MARK: Going back

  private mutating func passState(_ n: Int) throws(InspectorError) {
    guard n <= timeline.fork else {
      let (before, after) = (try timeline.before(n), try timeline.state(n))
      try pass([.patch(JSONPatch(from: before, to: after))], from: before, origin(of: n))
      return
    }
    guard mayTouch(timeline.session.steps.states[n]) else { return }
    let content = try timeline.session.stateLine(n).content
    // Over a gap the values are compared with those of the last state that is known.
    let known = timeline.session.steps.states.last(atOrBefore: n - 1) ?? timeline.first
    try pass([content], from: try timeline.leaving(known), try origin(of: n))
  }

  private mutating func passOutsides(after n: Int) throws(InspectorError) {
    guard n < timeline.fork, let entries = timeline.session.steps.outsides[n],
      entries.contains(where: mayTouch)
    else { return }
    let contents = try timeline.session.outsides(n).map(\.content)
    try pass(contents, from: try timeline.state(n), .outside(after: n))
  }

  private func origin(of n: Int) throws(InspectorError) -> Cause.Origin {
    guard timeline.isWhole(n) else { return .unrecorded(before: n) }
    return .action(n: n, type: try timeline.front(n).type)
  }

  private func mayTouch(_ entry: Int?) -> Bool {
    guard let entry else { return false }
    let session = timeline.session
    return session.withBytes(ofLine: entry) { line in
      var isTouched = false
      let facts = PatchScan.facts(line) { path in
        if !isTouched, pending.areTouched(by: path) { isTouched = true }
      }
      return isTouched || facts?.isWhole ?? true
    }
  }

  /// Finds who is looked for among what changed a state, and where the others were before.
  private mutating func pass(
    _ contents: [StateContent], from before: JSONValue, _ origin: Cause.Origin
  ) throws(InspectorError) {
    var patch = JSONPatch()
    for content in contents {
      guard case .patch(let part) = content else {
        for seeker in pending.take(touchedBy: .root) { settle(seeker, nil, before, origin) }
        return
      }
      patch.operations += part.operations
    }
    if Self.keepsPlaces(patch, in: before) {
      for operation in patch.operations {
        for seeker in pending.take(touchedBy: operation.path) {
          settle(seeker, nil, before, origin)
        }
      }
      return
    }
    var shadow = ShadowDocument(of: before)
    let applies = shadow.apply(patch)
    for seeker in pending.take(touchedBy: .root) {
      settle(seeker, applies ? shadow.origin(of: places[seeker]) : nil, before, origin)
    }
  }

  /// Goes on looking for a leaf where it was before, or says who set it.
  private mutating func settle(
    _ seeker: Int, _ carried: JSONPointer?, _ before: JSONValue, _ origin: Cause.Origin
  ) {
    if let carried {
      places[seeker] = carried
    } else if places[seeker].value(in: before) != leaves[seeker].value {
      origins[seeker] = origin
      return
    }
    pending.insert(places[seeker], seeker)
  }

  /// Whether a patch leaves each value that it does not set where it is: it moves nothing, and adds
  /// and removes no elements of arrays.
  private static func keepsPlaces(_ patch: JSONPatch, in before: JSONValue) -> Bool {
    patch.operations.allSatisfy { operation in
      switch operation {
      case .replace, .test: return true
      case .move, .copy: return false
      case .add(let path, _), .remove(let path):
        guard let last = path.tokens.last else { return true }
        if last != "-", JSONPointer.index(last) == nil { return true }
        let parent = JSONPointer(tokens: path.tokens.dropLast())
        return parent.value(in: before)?.kind == .object
      }
    }
  }
}
