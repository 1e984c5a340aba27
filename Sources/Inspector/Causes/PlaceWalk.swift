import Query
import SessionFormat

/// Follows the value at one place from step to step, by the lines that can touch it.
///
/// No other line is parsed, so damage in those goes unnoticed. A state is made only if elements of
/// an array were shifted. The steps of a branch have states, which are read directly.
///
/// It keeps the part of the state at the anchor, a place at or above the requested one. If elements
/// of an array shift, the anchor moves up to that array, because the value then comes from another
/// element.
struct PlaceWalk {
  private let place: WalkedPlace
  private var anchor: Int
  private var part: JSONValue?
  /// The kinds of the values above the anchor, from the root on; nil if there is none.
  private var kinds: [JSONValue.Kind?]
  /// How many bytes of text the values took that splices made; each is a copy of its own.
  private(set) var splicedBytes = 0
  /// Whether the part is that of the current state.
  private var isKnown = false

  init(_ timeline: Timeline, _ path: JSONPointer) {
    place = WalkedPlace(timeline, path)
    anchor = path.tokens.count
    kinds = Array(repeating: nil, count: anchor)
  }

  private var timeline: Timeline { place.timeline }
  private var session: Session { place.timeline.session }
  private var path: JSONPointer { place.path }

  /// The current value.
  ///
  /// Complexity: O(depth).
  var value: JSONValue? {
    guard let part else { return nil }
    return anchor == path.tokens.count ? part : relative(from: anchor).value(in: part)
  }

  /// The current value, if each step down to it finds the kind of container that it needs.
  func value(by steps: some Collection<DocumentPlace.Step>) -> JSONValue? {
    for (depth, step) in steps.enumerated() {
      let kind = kind(above: depth)
      switch step {
      case .name: guard kind == .object else { return nil }
      case .index: guard kind == .array else { return nil }
      case .token: guard kind == .array || kind == .object else { return nil }
      }
    }
    return value
  }

  /// The kind of the value after `depth` tokens of the path; nil if there is none.
  private func kind(above depth: Int) -> JSONValue.Kind? {
    guard depth >= anchor else { return kinds[depth] }
    return part.flatMap {
      JSONPointer(tokens: Array(path.tokens[anchor..<depth])).value(in: $0)?.kind
    }
  }

  /// Forgets the value; the next line that can touch it, or ``settle(in:)``, restores it.
  mutating func forget() {
    isKnown = false
    part = nil
    anchor = path.tokens.count
  }

  /// Narrows the kept part to the place itself.
  mutating func narrow() {
    guard isKnown, anchor < path.tokens.count else { return }
    let (value, kinds) = (value, (0..<path.tokens.count).map(kind(above:)))
    (anchor, part, self.kinds) = (path.tokens.count, value, kinds)
  }

  /// Takes the value from a whole state.
  mutating func settle(in state: JSONValue) {
    isKnown = true
    put(state, at: 0)
  }

  // MARK: Going on

  /// Passes the outside changes after the known state `n`.
  ///
  /// - Parameters:
  ///   - before: Called first if they can have changed the value, with the value before.
  ///   - since: Called after each of them in that case.
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
        if states.isEmpty { states = try session.outsideChanges(n).map(\.state) }
        settle(in: states[index])
      }
      try since(self)
    }
    return true
  }

  /// Passes the line of the known state `n`.
  ///
  /// - Parameter known: The last known state before it.
  /// - Returns: Whether it can have changed the value; ``value`` is still the old one when `before`
  ///   is called.
  mutating func passState(
    _ n: Int, after known: Int?, _ before: (PlaceWalk) -> Void
  ) throws(InspectorError) -> Bool {
    let isOwn = n > place.fork
    if !isOwn, isKnown || known != nil {
      guard place.mayTouch(state: n, upTo: anchor) else { return false }
    }
    if !isKnown, let known { settle(in: try timeline.beforeNext(known)) }
    before(self)
    guard !isOwn else {
      settle(in: try timeline.state(n))
      return true
    }
    guard !session.steps.isRebased(n), try apply(session.stateLine(n).content), isKnown else {
      settle(in: try session.state(n))
      return true
    }
    return true
  }

  /// Changes the value by a line; false if only the whole state settles it, at the current anchor.
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
    let value: JSONValue?
    var (adds, shifts) = (false, true)
    switch operation {
    case .test, .move, .copy: return false
    case .add(_, let added): (value, adds) = (added, true)
    case .replace(_, let new): (value, shifts) = (new, false)
    case .remove: value = .none
    case .splice: (value, shifts) = (.none, false)
    }
    let tokens = operation.path.tokens
    var common = 0
    while common < min(anchor, tokens.count),
      tokens[common].hasSameBytes(as: path.tokens[common])
    {
      common += 1
    }
    if common == anchor, tokens.count > anchor { return change(operation, below: tokens) }
    if common < tokens.count { return !shifts || pass(tokens, common) }
    if case .splice(_, let splice) = operation {
      guard common == anchor else { return true }  // a string above the place has nothing there
      guard let changed = part?.string.flatMap(splice.applied) else { return false }
      part = .string(changed)
      splicedBytes += changed.utf8.count
      return true
    }
    guard common > 0 else {
      put(value ?? .null, at: 0)
      return true
    }
    // The value there is replaced; an element may be inserted before it, or a member be new.
    let isMember = kinds[common - 1] == .object
    guard exists(at: common) || (adds && isMember) else { return false }
    guard value != nil || isMember else {
      anchor = common - 1
      return false
    }
    put(value, at: common)
    return true
  }

  /// Applies a change below the anchor.
  private mutating func change(
    _ operation: JSONPatch.Operation, below tokens: [String]
  ) -> Bool {
    let path = JSONPointer(tokens: Array(tokens[anchor...]))
    let local: JSONPatch.Operation =
      switch operation {
      case .add(_, let value): .add(path, value)
      case .replace(_, let value): .replace(path, value)
      case .splice(_, let splice): .splice(path, splice)
      default: .remove(path)
      }
    guard let part, let changed = try? JSONPatch([local]).applied(to: part) else { return false }
    if case .splice(let path, _) = local { splicedBytes += path.value(in: changed)?.textSize ?? 0 }
    self.part = changed
    return true
  }

  /// Handles an addition or removal next to the path; false if elements shifted.
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

  /// Whether there is a value at a place on the path, at or above the anchor.
  private func exists(at depth: Int) -> Bool {
    depth == anchor ? part != nil : kinds[depth] != nil
  }

  /// Sets a value at a place on the path, at or above the anchor.
  private mutating func put(_ value: JSONValue?, at depth: Int) {
    var value = value
    for depth in depth..<anchor {
      kinds[depth] = value?.kind
      value = value?.child(path.tokens[depth])
    }
    part = value
  }

  private func relative(from depth: Int) -> JSONPointer {
    JSONPointer(tokens: Array(path.tokens[depth...]))
  }
}
