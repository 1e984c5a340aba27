package import Query
package import SessionFormat

extension NeverThere {
  /// A name in a query that selects nothing in any state.
  package struct MissingName: Sendable {
    package let name: String
    /// The names that are there in its place.
    package let others: [String]
  }

  /// The most names that are kept for a suggestion.
  private static let mostNames = 1000

  /// The first name of a query for which no state has anything; nil if there is none.
  ///
  /// An index, a slice or a filter that selects nothing is no mistake: a query may be asked whether it
  /// selects something.
  ///
  /// Complexity: O(the state) if the state here, the first or the last has it, else O(states).
  package func missingName(in query: JSONPath) throws(InspectorError) -> MissingName? {
    guard timeline.session.fault == nil, !timeline.mayBeCut else { return nil }
    var search = QuerySearch(query)
    let near = [n, timeline.first, timeline.last].filter(timeline.hasState)
    for place in near where try search.isFull(in: timeline.state(place)) { return nil }
    let passing = timeline.passing
    for place in stride(from: timeline.first, through: timeline.last, by: 1)
    where passing.hasState(place) {
      if interrupted() { throw .interrupted }
      if try search.isFull(in: passing.state(place)) { return nil }
      for outside in try passing.cutLeavings(place)
      where try search.isFull(in: outside.state) { return nil }
    }
    guard let name = query.name(ofSegment: search.reached) else { return nil }
    return try missing(name, in: search, at: search.reached)
  }

  /// The first name of these queries that is in no state, in whatever place; nil if there is none.
  ///
  /// For queries in conditions, of which there may be several: it reads no state but those here, at the
  /// start and at the end.
  ///
  /// Complexity: O(bytes), mostly at the speed of `memchr`, unless one of those states has them all.
  package func missingName(inOneOf queries: [JSONPath]) throws(InspectorError) -> MissingName? {
    try firstMissing(queries) { query throws(InspectorError) in try missingNameAnywhere(in: query) }
  }

  /// The first name of these queries of whole steps that is in no state and no action; nil if there is none.
  ///
  /// Complexity: O(bytes), mostly at the speed of `memchr`.
  package func missingName(inStepsByOneOf queries: [JSONPath]) throws(InspectorError)
    -> MissingName?
  {
    try firstMissing(queries) { query throws(InspectorError) in
      for segment in 0..<query.segmentCount {
        guard let name = query.name(ofSegment: segment), !name.isEmpty,
          !Self.membersOfSteps.contains(name), try !mayOccur(name, in: [.state, .action])
        else { continue }
        return try missing(name, in: QuerySearch(query), at: segment)
      }
      return nil
    }
  }

  /// What a step has of itself, beside what its state and its action have.
  private static let membersOfSteps = ["n", "t", "type", "action", "state", "before", "patch"]

  private func firstMissing(
    _ queries: [JSONPath], _ search: (JSONPath) throws(InspectorError) -> MissingName?
  ) throws(InspectorError) -> MissingName? {
    guard timeline.session.fault == nil, !timeline.mayBeCut, timeline.last == timeline.fork else {
      return nil
    }
    do throws(InspectorError) {
      for query in queries {
        if let missing = try search(query) { return missing }
      }
      return nil
    } catch .interrupted {
      throw .interrupted
    } catch {
      // Damage is reported by the answer itself, behind what was found before it.
      return nil
    }
  }

  private func missingNameAnywhere(in query: JSONPath) throws(InspectorError) -> MissingName? {
    var search = QuerySearch(query)
    for place in [n, timeline.first, timeline.last] where timeline.hasState(place) {
      if try search.isFull(in: timeline.state(place)) { return nil }
    }
    for segment in search.reached..<query.segmentCount {
      guard let name = query.name(ofSegment: segment), !name.isEmpty else { continue }
      if try !mayOccur(name, in: [.state]) { return try missing(name, in: search, at: segment) }
    }
    return nil
  }

  /// Whether a member in lines of these kinds may have that name; false is reliable.
  private func mayOccur(_ name: String, in kinds: Set<TextHit.Kind>) throws(InspectorError) -> Bool
  {
    let lines = try MatchingLines(
      timeline.session, TextChanges(TextQuery(name), hasSplices: false), in: kinds,
      interrupted: interrupted, progress: nil)
    let isPlain = name.utf8.allSatisfy { $0 == 95 || $0 &- 48 < 10 || ($0 | 0x20) &- 97 < 26 }
    guard isPlain else { return !lines.isEmpty }
    // As a member, at the end or amid a pointer, with an escaped slash behind it, or itself escaped.
    let forms = ["\"\(name)\"", "/\(name)\"", "/\(name)/", "/\(name)\\", "\\u"]
      .map { ByteSearch(Array($0.utf8)) }
    return lines.contains(of: timeline.session) { line in
      forms.contains { $0.isFound(in: line) != false }
    }
  }

  /// A name that is missing, with the names beside it in some states.
  private func missing(
    _ name: String, in search: QuerySearch, at segment: Int
  ) throws(InspectorError) -> MissingName {
    var others: Set<String> = []
    let any = search.query.anyName(inSegment: segment)
    for state in try someStates() + [search.furthest].compactMap(\.self) {
      for node in (try? any.nodes(in: state)) ?? [] where others.count < Self.mostNames {
        if case .name(let name)? = node.path.last { others.insert(name) }
      }
    }
    return MissingName(name: name, others: others.sorted { $0.precedesInBytes($1) })
  }

  /// Some states over the whole length: lists that are empty in one may have elements in another.
  package func someStates() throws(InspectorError) -> [JSONValue] {
    let step = max(1, (timeline.last - timeline.first) / 16)
    var states: [JSONValue] = []
    for place in stride(from: timeline.first, through: timeline.last, by: step)
    where timeline.hasState(place) { states.append(try timeline.state(place)) }
    return states
  }
}

/// How much of a query selects something in the states seen so far.
private struct QuerySearch {
  let query: JSONPath
  /// How many segments select something in some state.
  private(set) var reached = 0
  /// The first state that had so many.
  private(set) var furthest: JSONValue?

  init(_ query: JSONPath) { self.query = query }

  /// Whether all of it selects something, in this state or one before.
  mutating func isFull(in state: JSONValue) throws(InspectorError) -> Bool {
    furthest = furthest ?? state
    while reached < query.segmentCount {
      do throws(QueryError) {
        guard try !query.prefix(reached + 1).nodes(in: state).isEmpty else { return false }
      } catch {
        // What takes too long to be asked is not called a mistake.
        return true
      }
      reached += 1
      furthest = state
    }
    return true
  }
}
