import Query
import SessionFormat

/// The value at one place of a timeline's states, brought from step to step by the lines that can
/// touch it; no other line is parsed, and no state is made but if elements of an array moved.
///
/// The steps of a branch have their states, which are looked at as they are.
///
/// Damage in a line that is passed over is not met. What it holds is the part of the state at the
/// anchor, a place at or above the one that is asked for; the anchor goes up to an array whose
/// elements moved, for then the value comes from another of them.
struct PlaceWalk {
  private let place: WalkedPlace
  private var anchor: Int
  private var part: JSONValue?
  /// What the values above the anchor are, from the root on; nil if there is none.
  private var kinds: [JSONValue.Kind?]
  /// Whether the part is that of where the walk stands.
  private var isKnown = false

  init(_ timeline: Timeline, _ path: JSONPointer) {
    place = WalkedPlace(timeline, path)
    anchor = path.tokens.count
    kinds = Array(repeating: nil, count: anchor)
  }

  private var timeline: Timeline { place.timeline }
  private var session: Session { place.timeline.session }
  private var path: JSONPointer { place.path }

  /// The value where the walk stands.
  ///
  /// Complexity: O(depth).
  var value: JSONValue? {
    guard let part else { return nil }
    return anchor == path.tokens.count ? part : relative(from: anchor).value(in: part)
  }

  /// The value where the walk stands, if each step down to it finds the container that it asks for.
  func value(by steps: some Collection<DocumentPlace.Step>) -> JSONValue? {
    for (depth, step) in steps.enumerated() {
      let isIndex = if case .index = step { true } else { false }
      guard kind(above: depth) == (isIndex ? .array : .object) else { return nil }
    }
    return value
  }

  /// What the value above the place is, after that many tokens of the path; nil if there is none.
  private func kind(above depth: Int) -> JSONValue.Kind? {
    guard depth >= anchor else { return kinds[depth] }
    return part.flatMap {
      JSONPointer(tokens: Array(path.tokens[anchor..<depth])).value(in: $0)?.kind
    }
  }

  /// Forgets the value; the next line that can touch it, or ``settle(at:)``, finds it again.
  mutating func forget() {
    isKnown = false
    part = nil
    anchor = path.tokens.count
  }

  /// Narrows what is held to the place itself.
  mutating func narrow() {
    guard isKnown, anchor < path.tokens.count else { return }
    let (value, kinds) = (value, (0..<path.tokens.count).map(kind(above:)))
    (anchor, part, self.kinds) = (path.tokens.count, value, kinds)
  }

  /// Makes the value that of a whole state.
  mutating func settle(in state: JSONValue) {
    isKnown = true
    var value: JSONValue? = state
    for depth in 0..<anchor {
      kinds[depth] = value?.kind
      value = value.flatMap { JSONPointer(tokens: [path.tokens[depth]]).value(in: $0) }
    }
    part = value
  }

  // MARK: Going on

  /// Passes the changes from outside after state `n`, which is known.
  ///
  /// - Parameters:
  ///   - before: Called first where they can have changed the value, with what was there before.
  ///   - since: Called behind each of them then.
  /// - Returns: Whether they can have changed the value.
  mutating func passOutsides(
    after n: Int, _ before: (PlaceWalk) -> Void,
    since: (PlaceWalk) throws(InspectorError) -> Void = { _ in }
  ) throws(InspectorError) -> Bool {
    guard place.mayTouch(outsidesAfter: n, upTo: anchor) else { return false }
    if !isKnown { settle(in: try session.state(n)) }
    before(self)
    var states: [JSONValue] = []
    for (index, line) in try session.outsides(n).enumerated() {
      if try !apply(line.content) {
        if states.isEmpty { states = try session.leavings(n).map(\.state) }
        settle(in: states[index])
      }
      try since(self)
    }
    return true
  }

  /// Passes what makes state `n`, which is known.
  ///
  /// - Parameter known: The last state before it that is known.
  /// - Returns: Whether it can have changed the value; then ``value`` is what was there before when
  ///   `before` is called.
  mutating func passState(
    _ n: Int, after known: Int?, _ before: (PlaceWalk) -> Void
  ) throws(InspectorError) -> Bool {
    let isOwn = n > place.fork
    if !isOwn { guard place.mayTouch(state: n, upTo: anchor) else { return false } }
    if !isKnown, let known { settle(in: try timeline.leaving(known)) }
    before(self)
    guard !isOwn else {
      settle(in: try timeline.state(n))
      return true
    }
    let line = try session.stateLine(n)
    if try !apply(line.content) || !isKnown { settle(in: try session.state(n)) }
    return true
  }

  /// Changes the value as a line says; false if the whole state is needed to tell, from which
  /// it is to be settled, at the anchor as it is now.
  private mutating func apply(_ content: StateContent) throws(InspectorError) -> Bool {
    switch content {
    case .whole(let state):
      settle(in: state)
      return true
    case .patch(let patch):
      for operation in patch.operations {
        guard apply(operation) else { return false }
      }
      return true
    }
  }

  private mutating func apply(_ operation: JSONPatch.Operation) -> Bool {
    let tokens = operation.path.tokens
    var common = 0
    while common < min(anchor, tokens.count),
      tokens[common].hasSameBytes(as: path.tokens[common])
    {
      common += 1
    }
    switch operation {
    case .test, .move, .copy: return false
    case .add(_, let value), .replace(_, let value):
      let adds = if case .add = operation { true } else { false }
      if common == anchor, tokens.count > anchor { return change(operation, below: tokens) }
      if common < tokens.count { return !adds || pass(tokens, common) }
      // What was there is replaced; an element may be put before it, or a member be new.
      guard common == 0 || exists(at: common) || (adds && kinds[common - 1] == .object)
      else { return false }
      put(value, at: common)
      return true
    case .remove:
      if common == anchor, tokens.count > anchor { return change(operation, below: tokens) }
      if common < tokens.count { return pass(tokens, common) }
      guard common > 0 else {
        put(.null, at: 0)
        return true
      }
      guard exists(at: common) else { return false }
      if kinds[common - 1] == .object {
        put(nil, at: common)
        return true
      }
      anchor = common - 1
      return false
    }
  }

  /// Makes a change below the anchor.
  private mutating func change(
    _ operation: JSONPatch.Operation, below tokens: [String]
  ) -> Bool {
    let path = JSONPointer(tokens: Array(tokens[anchor...]))
    let local: JSONPatch.Operation =
      switch operation {
      case .add(_, let value): .add(path, value)
      case .replace(_, let value): .replace(path, value)
      default: .remove(path)
      }
    guard let part, let changed = try? JSONPatch([local]).applied(to: part) else { return false }
    self.part = changed
    return true
  }

  /// Heeds that something beside the path was added or removed; false if elements moved.
  private mutating func pass(_ tokens: [String], _ common: Int) -> Bool {
    guard tokens.count == common + 1, kinds[common] == .array,
      let place = JSONPointer.index(path.tokens[common])
    else { return true }
    if tokens[common] != "-", let index = JSONPointer.index(tokens[common]), index > place {
      return true
    }
    anchor = common
    return false
  }

  /// Whether there is a value at a place on the path, at the anchor or above.
  private func exists(at depth: Int) -> Bool {
    depth == anchor ? part != nil : kinds[depth] != nil
  }

  /// Puts a value at a place on the path, at the anchor or above.
  private mutating func put(_ value: JSONValue?, at depth: Int) {
    var value = value
    for depth in depth..<anchor {
      kinds[depth] = value?.kind
      value = value.flatMap { JSONPointer(tokens: [path.tokens[depth]]).value(in: $0) }
    }
    part = value
  }

  private func relative(from depth: Int) -> JSONPointer {
    JSONPointer(tokens: Array(path.tokens[depth...]))
  }
}
