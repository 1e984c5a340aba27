import Foundation
package import SessionFormat

/// The types of a session's state and actions that did not encode, so that reflection shows them and
/// no host can replay them.
package struct OpaqueTypes: Equatable, Sendable {
  /// The type of the state; nil if the state encodes as a whole.
  package var state: String?
  /// The types of actions, in the order in which they come first.
  package var actions: [String] = []
  /// Places of a state that encodes but for these, in the order in which they come first.
  package var places: [JSONPointer] = []

  /// How many places are looked for.
  private static let mostPlaces = 100

  /// The opaque types of a session; nil if everything encodes.
  ///
  /// Complexity: O(bytes of the lines), at about the speed of memory where none is opaque.
  package init?(_ session: Session) throws(InspectorError) {
    let mayTell = session.parts.contains { part in
      part.bytes.withUnsafeBytes { LineReader.mayTellOpaque($0.bindMemory(to: UInt8.self)) }
    }
    guard mayTell else { return nil }
    for n in session.steps.states.numbers {
      guard let entry = session.steps.states[n],
        session.withBytes(ofLine: entry, LineReader.mayTellOpaque)
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
        session.withBytes(ofLine: entry, LineReader.mayTellOpaque)
      else { continue }
      // A type that is known needs not be read again.
      let type = try timeline.front(n).type
      guard !seen.contains(type), try session.action(n).opaque else { continue }
      seen.insert(type)
      actions.append(type)
    }
    if state == nil, actions.isEmpty, places.isEmpty { return nil }
  }
}

extension Timeline {
  /// How many states and actions are cut, so that it is not known what is behind the cuts.
  ///
  /// Complexity: O(1) where none can be, else O(all states).
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
