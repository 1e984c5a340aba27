package import Query
package import SessionFormat

/// What no step of a timeline has, so that a question for it can only be a mistake.
///
/// What is unknown, because of damage, a gap or a cut, counts as there.
package struct NeverThere {
  let timeline: Timeline
  let n: Int
  let interrupted: () -> Bool

  /// - Parameters:
  ///   - n: The current step, whose state is asked first.
  ///   - interrupted: Stops the search, which then ends with an error.
  package init(_ timeline: Timeline, near n: Int, interrupted: @escaping () -> Bool) {
    (self.timeline, self.n, self.interrupted) = (timeline, n, interrupted)
  }

  /// Whether no state has anything at the path.
  ///
  /// Complexity: O(the state) if the state here, the first or the last has it, else O(bytes).
  package func lacks(_ path: JSONPointer) throws(InspectorError) -> Bool {
    guard timeline.session.fault == nil, !timeline.mayBeCut else { return false }
    do throws(InspectorError) { return try isNowhere(path) } catch .interrupted {
      throw .interrupted
    } catch {
      // Damage is reported by the answer itself, behind what was found before it.
      return false
    }
  }

  private func isNowhere(_ path: JSONPointer) throws(InspectorError) -> Bool {
    var asked: Set<Int> = []
    for place in [n, timeline.first, timeline.last]
    where asked.insert(place).inserted && timeline.hasState(place) {
      if path.value(in: try timeline.state(place)) != nil { return false }
    }
    let found = try CauseScan(timeline, path: path, interrupted: interrupted).foundInAll(limit: 1)
    return found.changes.isEmpty && found.unknown.isEmpty
  }

  /// A state that has as much of a path as any has: what the path may be meant for.
  ///
  /// Complexity: as for ``lacks(_:)``, for each token.
  package func nearest(to path: JSONPointer) throws(InspectorError) -> JSONValue? {
    for count in (0..<path.tokens.count).reversed() {
      let part = JSONPointer(tokens: Array(path.tokens.prefix(count)))
      let isMissing = count > 0 ? try lacks(part) : false
      if isMissing { continue }
      var places = [timeline.state(atOrBefore: n), timeline.first, timeline.last].compactMap(\.self)
      let scan = CauseScan(timeline, path: part, interrupted: interrupted)
      if count > 0 {
        // Of a list the longest has most of what may be meant.
        let found = try scan.foundInAll().changes.max { ($0.length ?? -1) < ($1.length ?? -1) }
        if let found, let length = found.length {
          places.insert(found.n ?? timeline.first, at: length > 0 ? 0 : 1)
        }
      }
      var least: JSONValue?
      for place in places where timeline.hasState(place) {
        let state = try timeline.state(place)
        guard let value = part.value(in: state) else { continue }
        // An empty list hides what its elements are, and null what may be there.
        guard value.array?.isEmpty == true || value.kind == .null else { return state }
        least = least ?? state
      }
      if let least { return least }
    }
    return nil
  }

  /// The shortest beginning of a path that no state has; nil if some state has all of it.
  package func missingBeginning(of path: JSONPointer) throws(InspectorError) -> JSONPointer? {
    guard try lacks(path) else { return nil }
    for count in 1..<max(1, path.tokens.count) {
      let beginning = JSONPointer(tokens: Array(path.tokens.prefix(count)))
      if try lacks(beginning) { return beginning }
    }
    return path
  }

  /// The first place of the state that a condition reads and no state has.
  ///
  /// An index beyond all elements is no mistake: that a list never gets so long may be the question.
  package func missingPlace(of condition: Condition) throws(InspectorError) -> JSONPointer? {
    for path in (condition.reads.places ?? []).compactMap(statePath) {
      guard let missing = try missingBeginning(of: path), try !isBeyondElements(missing)
      else { continue }
      return missing
    }
    return nil
  }

  /// The first place of the state that a condition reads and that no list gets long enough for, with the
  /// number of elements of the longest.
  package func placeBeyond(
    of condition: Condition
  ) throws(InspectorError) -> (path: JSONPointer, count: Int)? {
    for path in (condition.reads.places ?? []).compactMap(statePath) {
      guard let missing = try missingBeginning(of: path), try isBeyondElements(missing),
        let state = try nearest(to: missing)
      else { continue }
      return (missing, missing.parent.value(in: state)?.array?.count ?? 0)
    }
    return nil
  }

  /// The path within a state of a place that lies in one.
  private func statePath(_ place: DocumentPlace) -> JSONPointer? {
    guard case .name(let member)? = place.steps.first, member == "state" || member == "before"
    else { return nil }
    return JSONPointer(tokens: place.steps.dropFirst().map(\.token))
  }

  private func isBeyondElements(_ path: JSONPointer) throws(InspectorError) -> Bool {
    guard path.tokens.last.flatMap({ Int($0) }) != nil, let state = try nearest(to: path) else {
      return false
    }
    return path.parent.value(in: state)?.array != nil
  }

  /// The places of the state that a condition asks only whether they are there, though each is true
  /// or false in every state, so that the answer is always the same.
  package func truthValues(of condition: Condition) throws(InspectorError) -> [DocumentPlace] {
    var places: [DocumentPlace] = []
    for place in condition.lonelyPlaces where !places.contains(place) {
      if let path = statePath(place), try isAlwaysFlag(path) { places.append(place) }
    }
    return places
  }

  /// Whether the value at a path is true or false in all states, of which none is unknown or cut.
  private func isAlwaysFlag(_ path: JSONPointer) throws(InspectorError) -> Bool {
    guard kindsNearby(at: path).allSatisfy({ $0 == .bool }) else { return false }
    return try kinds(at: path) == [.bool]
  }

  /// The first type that a condition compares an action's type with and no action has.
  package func missingType(of condition: Condition) throws(InspectorError) -> String? {
    for type in condition.comparedTypes where try lacksType({ $0 == type }) { return type }
    return nil
  }

  /// Whether no action, reduced or only dispatched, has such a type.
  ///
  /// Complexity: O(actions) at worst.
  ///
  /// - Parameter isReduced: Whether only actions count that were reduced.
  package func lacksType(
    _ matches: (String) -> Bool, isReduced: Bool = false
  ) throws(InspectorError) -> Bool {
    guard timeline.session.fault == nil else { return false }
    var isThere = false
    try eachType(isReduced: isReduced) { type in
      isThere = matches(type)
      return !isThere
    }
    return !isThere
  }

  /// The types of all actions, each once, in byte order.
  package func types() throws(InspectorError) -> [String] {
    var types: Set<String> = []
    try eachType { type in
      types.insert(type)
      return true
    }
    return types.sorted { $0.precedesInBytes($1) }
  }

  /// Calls the body with the type of each action until it returns false.
  private func eachType(
    isReduced: Bool = false, _ body: (String) -> Bool
  ) throws(InspectorError) {
    for n in stride(from: timeline.first + 1, through: timeline.last, by: 1)
    where timeline.hasAction(n) {
      if n % 1024 == 0, interrupted() { throw .interrupted }
      guard body(try timeline.front(n).type) else { return }
    }
    if isReduced { return }
    for dispatch in try timeline.session.allOnlyDispatched() {
      guard body(try timeline.session.dispatched(dispatch).type) else { return }
    }
  }
}

extension Cause {
  /// The number of elements of the new value, 0 of what is no array; nil if there is none.
  fileprivate var length: Int? { new.map { $0.array?.count ?? 0 } }
}
