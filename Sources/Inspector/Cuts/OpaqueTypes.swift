import Foundation
package import SessionFormat

/// The types of a session's state and actions that are not Encodable, so that they are rendered by
/// reflection and cannot be replayed.
package struct OpaqueTypes: Equatable, Sendable {
  /// The type of the state; nil if the state as a whole is Encodable.
  package var state: String?
  /// The types of actions, in the order of their first occurrence.
  package var actions: [String] = []
  /// The rendered places of a state that otherwise encodes, in the order of their first occurrence.
  package var places: [JSONPointer] = []

  /// The most places to collect.
  private static let mostPlaces = 100

  /// The opaque types of a session; nil if everything encodes.
  ///
  /// Complexity: O(bytes of the lines), at about the speed of memory if none is opaque.
  package init?(_ session: Session) throws(InspectorError) {
    let mayTell = session.parts.contains { part in
      part.bytes.withUnsafeBytes { LineReader.mayTellOpaque($0.bindMemory(to: UInt8.self)) }
    }
    guard mayTell else { return nil }
    for n in session.steps.states.numbers {
      guard let entry = session.steps.states[n],
        session.lines.withBytes(of: entry, LineReader.mayTellOpaque)
      else { continue }
      let found = try session.stateLine(n).opaquePlaces ?? []
      if found.contains(.root) {
        (state, places) = (session.header.stateType ?? "the state", [])
        break
      }
      for place in found where places.count < Self.mostPlaces && !places.contains(place) {
        places.append(place)
      }
    }
    var seen: Set<String> = []
    let timeline = Timeline(session)
    for n in session.steps.actions.numbers {
      guard let entry = session.steps.actions[n],
        session.lines.withBytes(of: entry, LineReader.mayTellOpaque)
      else { continue }
      // A known type need not be read again.
      let type = try timeline.front(n).type
      guard !seen.contains(type), try session.action(n).opaque else { continue }
      seen.insert(type)
      actions.append(type)
    }
    if state == nil, actions.isEmpty, places.isEmpty { return nil }
  }
}

extension Timeline {
  /// The number of cut states and actions; what is behind the cuts is unknown.
  ///
  /// Complexity: O(1) if there can be none, else O(all states).
  package func cutStates(_ interrupted: () -> Bool = { false }) throws(InspectorError) -> CutStates
  {
    var found = CutStates()
    guard mayBeCut else { return found }
    for n in [first] + Array(recorded) {
      if interrupted() { throw .interrupted }
      if n > first, hasAction(n) { found.note(action: cuts(of: try step(n).action)) }
      guard hasState(n) else { continue }
      let cuts = try cuts(n)
      guard !cuts.isEmpty else { continue }
      found.count += 1
      found.limits.formUnion(cuts.limits)
    }
    for line in try onlyDispatched(first...last) { found.note(action: CutPlaces(of: line)) }
    return found
  }
}
