public import SessionFormat

// The states of a session, and how they are reached.

extension Session {
  /// State `n` as its action left it.
  ///
  /// - Throws: ``InspectorError/stateUnknown(n:reason:)`` if the file does not give it, or the
  ///   damage found on the way.
  public func state(_ n: Int) throws(InspectorError) -> JSONValue {
    guard hasState(n) else { throw missing(n) }
    guard let base = steps.wholeState(atOrBefore: n) else { throw missing(n) }
    var at: ReachedState
    if let near = cache.nearest(to: n, from: base) {
      at = near
    } else {
      at = try reachWhole(base)
      cache.pass(at)
    }
    var cursor = StateCursor(at.state, patchLimits, gathers: n - at.n > 2)
    while at.n < n {
      // The state before is often requested next.
      if at.n == n - 1 {
        at.state = cursor.reached()
        cache.keep(at)
      } else if cache.wants(at) {
        at.state = cursor.reached()
        cache.pass(at)
      }
      at = ReachedState(at.state, after: at, effort: try step(after: at.n, &cursor))
    }
    at.state = cursor.reached()
    cache.keep(at)
    return at.state
  }

  /// Advances from state `last` to the next, by the outside changes and then by the action's patch.
  ///
  /// - Returns: The effort of that.
  private func step(after last: Int, _ cursor: inout StateCursor) throws(InspectorError) -> Int {
    let next = last + 1
    var effort = 0
    if let outsides = steps.outsides[last] {
      for (entry, line) in zip(outsides, try self.outsides(last)) {
        try cursor.change(by: line.content) { (before) throws(InspectorError) in
          try apply(line.content, n: last, to: before, entry: entry)
        }
        effort += Self.effortOfLine + lines[entry].count
      }
    }
    if let place = steps.states[next] {
      let entry = lines[place]
      effort += Self.effortOfLine + entry.count
      if gather(entry, &cursor) { return effort }
    }
    let content = try stateLine(next).content
    try cursor.change(by: content) { (before) throws(InspectorError) in
      try apply(content, n: next, to: before, entry: steps.states[next])
    }
    return effort
  }

  private func gather(_ entry: LineIndex.Entry, _ cursor: inout StateCursor) -> Bool {
    guard salvage == nil else { return false }
    let hasCRC = parts[entry.part].hasCRC
    return reader.withBytes(of: entry) { cursor.gather($0, hasCRC: hasCRC) }
  }

  private func reachWhole(_ n: Int) throws(InspectorError) -> ReachedState {
    let bytes = (steps.keyframes[n] ?? steps.states[n]).map { lines[$0].count } ?? 0
    return ReachedState(whole: try whole(n), n: n, bytes: bytes)
  }

  /// A short patch takes as long as this number of bytes of a long one.
  private static let effortOfLine = 1024

  /// Whether the state with which action `n` began is known.
  public func hasBefore(_ n: Int) -> Bool { hasState(n - 1) && !steps.isDoubtful(n - 1) }

  /// The state with which action `n` began: state n - 1 after any outside change.
  ///
  /// - Throws: ``InspectorError/stateUnknown(n:reason:)``, also if damage may hide such a change.
  public func before(_ n: Int) throws(InspectorError) -> JSONValue {
    guard !steps.isDoubtful(n - 1) else { throw .stateUnknown(n: n - 1, reason: .damage) }
    return try beforeNext(n - 1, try state(n - 1))
  }

  /// The outside changes after action `n`, each with the whole state that it led to.
  func outsideChanges(
    _ n: Int
  ) throws(InspectorError) -> [(line: OutsideLine, state: JSONValue)] {
    guard steps.outsides[n] != nil else { return [] }
    return try outsideChanges(n, from: try state(n))
  }

  private func outsideChanges(
    _ n: Int, from state: JSONValue
  ) throws(InspectorError) -> [(line: OutsideLine, state: JSONValue)] {
    guard let entries = steps.outsides[n] else { return [] }
    var changes: [(line: OutsideLine, state: JSONValue)] = []
    var state = state
    for (entry, line) in zip(entries, try outsides(n)) {
      state = try apply(line.content, n: n, to: state, entry: entry)
      changes.append((line, state))
    }
    return changes
  }

  /// State `n`, whole, with the outside changes after it.
  private func beforeNext(_ n: Int, _ state: JSONValue) throws(InspectorError) -> JSONValue {
    try outsideChanges(n, from: state).last?.state ?? state
  }

  private func whole(_ n: Int) throws(InspectorError) -> JSONValue {
    if let entry = steps.keyframes[n] {
      switch try line(entry) {
      case .keyframe(let line): return line.state
      // The next segment begins with the last state of this one.
      case .state(let line): if case .whole(let state) = line.content { return state }
      default: break
      }
    }
    guard case .whole(let state) = try stateLine(n).content else { throw missing(n) }
    return state
  }

  func apply(
    _ content: StateContent, n: Int, to before: JSONValue, entry: Int?
  ) throws(InspectorError) -> JSONValue {
    do { return try content.state(after: before, limits: patchLimits) } catch {
      throw .session(reader.fault(.patch(n: n, error), lines[entry ?? 0]))
    }
  }

  /// The places of state n that were only rendered: those that the last state line names.
  ///
  /// A keyframe does not name them, so the search continues before it.
  func opaquePlaces(_ n: Int) throws(InspectorError) -> [JSONPointer] {
    var at = n
    while at >= first {
      if let known = cache.opaque.value(of: at) {
        cache.opaque.keep(known, of: n)
        return known
      }
      if let entry = steps.states[at] {
        let isWhole = lines.withBytes(of: entry) { LineFront.place($0)?.isWhole }
        if isWhole == nil || lines.withBytes(of: entry, LineReader.mayTellOpaque) {
          if let places = try stateLine(at).opaquePlaces {
            cache.opaque.keep(places, of: n)
            return places
          }
        } else if isWhole == true {
          break
        }
      }
      at -= 1
    }
    cache.opaque.keep([], of: n)
    return []
  }
}

extension StateLine {
  /// Whether both steps threw, or neither did; in which words is not compared.
  func throwsSame(as other: StateLine) -> Bool { (threw == nil) == (other.threw == nil) }

  /// The places that could not be encoded; nil if the line keeps those of the state before.
  var opaquePlaces: [JSONPointer]? {
    if let opaque { return opaque.compactMap { try? JSONPointer($0) } }
    if case .whole = content { return [] }
    return nil
  }
}
