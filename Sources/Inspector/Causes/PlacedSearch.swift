import Query
import SessionFormat

/// Tests a condition on each step using only the places that it reads, without making states.
struct PlacedSearch {
  private let timeline: Timeline
  private let condition: Condition
  private let places: [DocumentPlace]
  /// The walk for each place in a state; nil for other members of the step's document.
  private var sources: [Int?] = []
  private var walks: [PlaceWalk] = []
  private var values: [JSONValue?]
  private let counts = NodeCounts()
  private let readsMembers: Bool
  /// Whether the time or the type is read.
  private let readsFront: Bool
  private let readsAction: Bool
  private let asksStates: Bool

  /// A search; nil if the condition needs whole states.
  ///
  /// - Parameter asksStates: Whether to test states whose actions are lost.
  init?(_ condition: Condition, _ timeline: Timeline, asksStates: Bool = false) {
    guard let places = condition.reads.places,
      !places.contains(where: { $0.steps[0] == .name("patch") })
    else { return nil }
    self.timeline = timeline
    self.condition = condition
    self.asksStates = asksStates
    self.places = places
    values = Array(repeating: nil, count: places.count)
    let members = Set(places.map { $0.steps[0] })
    readsAction = members.contains(.name("action"))
    readsFront = members.contains { [.name("t"), .name("type")].contains($0) }
    var paths: [JSONPointer] = []
    for place in places {
      guard [.name("state"), .name("before")].contains(place.steps[0]) else {
        sources.append(nil)
        continue
      }
      let path = JSONPointer(tokens: Array(place.tokens.dropFirst()))
      let walk = paths.firstIndex(of: path) ?? paths.count
      if walk == paths.count { paths.append(path) }
      sources.append(walk)
    }
    readsMembers = sources.contains(nil)
    walks = paths.map { PlaceWalk(timeline, $0) }
  }

  /// Passes on each step for which the condition holds, in order, until `found` returns false.
  ///
  /// Complexity: O(bytes of the lines + lines that touch a place × patch).
  ///
  /// - Parameters:
  ///   - unplaced: Whether it holds for a step of which a state is not known; nil if that depends on it.
  ///   - found: Gets the step, and whether the condition is known to hold.
  mutating func run(
    interrupted: @escaping () -> Bool, unplaced: (Int) throws(InspectorError) -> Bool?,
    _ found: (Int, _ isSure: Bool) -> Bool
  ) throws(InspectorError) {
    // A local copy, so that each access costs no reference counting.
    let timeline = timeline
    if interrupted() { throw .interrupted }
    guard timeline.last > timeline.first else { return }
    var known = timeline.hasState(timeline.first) ? timeline.first : nil
    if !walks.isEmpty, let known { try settle(in: timeline.state(known)) }
    var answer: Bool?
    for (count, n) in timeline.recorded.enumerated() {
      if count % RecordedSteps.betweenChecks == 0, interrupted() { throw .interrupted }
      let (before, after) = (timeline.hasBefore(n), timeline.hasState(n))
      var isTouched = !before || !after
      if before,
        try pass({ (walk) throws(InspectorError) in
          try walk.passOutsides(after: n - 1, { _ in })
        })
      {
        isTouched = true
      }
      if isTouched || answer == nil { place("before", isThere: before) }
      if after {
        if try pass({ (walk) throws(InspectorError) in
          try walk.passState(n, after: known, { _ in })
        }) {
          isTouched = true
        }
        known = n
      }
      guard timeline.hasAction(n) || (asksStates && after) else {
        answer = nil
        continue
      }
      if !isTouched, let answer {
        if answer, !found(n, true) { return }
        continue
      }
      guard before && after else {
        answer = nil
        let truth = try unplaced(n)
        if truth != false, !found(n, truth == true) { return }
        continue
      }
      place("state", isThere: after)
      // An evaluation may take long if a condition counts everything in a large state.
      if interrupted() { throw .interrupted }
      try placeMembers(of: n)
      let isTrue = try evaluate(interrupted)
      // The next action begins with what this step touched.
      answer = isTouched || readsMembers ? nil : isTrue
      if isTrue, !found(n, true) { return }
    }
  }

  private mutating func settle(in first: JSONValue) {
    for walk in walks.indices { walks[walk].settle(in: first) }
  }

  private mutating func pass(
    _ body: (inout PlaceWalk) throws(InspectorError) -> Bool
  ) throws(InspectorError) -> Bool {
    var isTouched = false
    for walk in walks.indices where try body(&walks[walk]) { isTouched = true }
    return isTouched
  }

  /// Takes the values of a state's places from their walks.
  private mutating func place(_ member: String, isThere: Bool) {
    for (index, place) in places.enumerated() where place.steps[0] == .name(member) {
      values[index] =
        isThere ? sources[index].flatMap { walks[$0].value(by: place.steps.dropFirst()) } : nil
    }
  }

  /// Takes the values of the other document members.
  private mutating func placeMembers(of n: Int) throws(InspectorError) {
    guard readsMembers else { return }
    var members: [(name: String, value: JSONValue)] = [("n", .number(n))]
    if readsAction {
      let step = try timeline.step(n)
      members += [
        ("t", .number(step.action.t)), ("type", .string(step.type)), ("action", step.action.action),
      ]
    } else if readsFront {
      let front = try timeline.front(n)
      members += [("t", .number(front.t)), ("type", .string(front.type))]
    }
    let document = JSONValue.object(members)
    for index in places.indices where sources[index] == nil {
      values[index] = places[index].value(in: document)
    }
  }

  private func evaluate(_ interrupted: @escaping () -> Bool) throws(InspectorError) -> Bool {
    do {
      return try condition.holds(placed: values, counts: counts, interrupted: interrupted)
    } catch {
      // An interrupted evaluation ends as if it exceeded its limit.
      if interrupted() { throw .interrupted }
      throw .query(condition.description, error)
    }
  }
}
