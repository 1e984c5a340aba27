package import Query
package import SessionFormat

extension NeverThere {
  /// A place of a payload that a condition reads and no action has.
  package struct MissingPayload: Sendable {
    /// The shortest beginning of the path that no action has.
    package let path: JSONPointer
    /// The type that the action must have; nil if it may have any.
    package let type: String?
    /// The members that actions have instead of the last one; none if it is an index.
    package let members: [String]
  }

  /// The most members that are kept for a suggestion.
  private static let mostMembers = 1000

  /// The first place of the payload that a condition reads and no action of its type has.
  ///
  /// Complexity: O(actions up to the first that has it), for each such place.
  package func missingPayload(
    of condition: Condition
  ) throws(InspectorError) -> MissingPayload? {
    guard timeline.session.fault == nil, !timeline.mayBeCut else { return nil }
    for place in condition.reads.places ?? [] {
      guard case .name("action")? = place.steps.first, place.steps.count > 1 else { continue }
      let found = try missing(
        JSONPointer(tokens: place.steps.dropFirst().map(\.token)), of: condition.requiredType)
      if let found { return found }
    }
    return nil
  }

  private func missing(
    _ path: JSONPointer, of type: String?
  ) throws(InspectorError) -> MissingPayload? {
    var (longest, members) = (0, Set<String>())
    let isThere = try eachPayload(of: type) { payload in
      var value = payload
      for (depth, token) in path.tokens.enumerated() {
        if depth > longest { (longest, members) = (depth, []) }
        guard let next = JSONPointer(tokens: [token]).value(in: value) else {
          if depth == longest, members.count < Self.mostMembers {
            members.formUnion(value.object?.map(\.name) ?? [])
          }
          return false
        }
        value = next
      }
      return true
    }
    // An index beyond all elements is no mistake.
    let isIndex = members.isEmpty && Int(path.tokens[longest]) != nil
    guard !isThere, !isIndex else { return nil }
    return MissingPayload(
      path: JSONPointer(tokens: Array(path.tokens.prefix(longest + 1))), type: type,
      members: members.sorted { $0.precedesInBytes($1) })
  }

  /// Whether the payload of some action, of that type or of any, passes the test.
  func eachPayload(
    of type: String?, _ test: (JSONValue) -> Bool
  ) throws(InspectorError) -> Bool {
    for n in stride(from: timeline.first + 1, through: timeline.last, by: 1)
    where timeline.hasAction(n) {
      if n % 256 == 0, interrupted() { throw .interrupted }
      if let type, try timeline.front(n).type != type { continue }
      let action = try timeline.step(n).action
      // What was only rendered says nothing of its members.
      if action.opaque || test(action.action) { return true }
    }
    for dispatch in try timeline.session.allOnlyDispatched() {
      let action = try timeline.session.dispatched(dispatch)
      if type == nil || action.type == type, action.opaque || test(action.action) { return true }
    }
    return false
  }
}
