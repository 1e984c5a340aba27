import Foundation
import SessionFormat

/// The types of a session's state and actions that did not encode, so that reflection shows them and
/// no host can replay them.
struct OpaqueTypes: Equatable, Sendable {
  /// The type of the state; nil if the state encodes as a whole.
  var state: String?
  /// The types of actions, in the order in which they come first.
  var actions: [String] = []

  /// How many types of actions are named to people.
  private static let named = 8

  /// The opaque types of a session; nil if everything encodes.
  ///
  /// Complexity: O(bytes of the lines), at about the speed of memory where none is opaque.
  init?(_ session: Session) throws(InspectorError) {
    let mayTell = session.parts.contains { part in
      part.bytes.withUnsafeBytes { LineReader.mayTellOpaque($0.bindMemory(to: UInt8.self)) }
    }
    guard mayTell else { return nil }
    for n in session.steps.states.numbers {
      guard let entry = session.steps.states[n],
        session.withBytes(ofLine: entry, LineReader.mayTellOpaque)
      else { continue }
      if try session.stateLine(n).opaquePlaces?.contains(.root) == true {
        state = session.header.stateType ?? "the state"
        break
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
    if state == nil, actions.isEmpty { return nil }
  }

  /// `state` and `actions`.
  var json: JSONValue {
    var json = ReportJSON()
    json.add("state", state)
    json.add("actions", .array(actions.map(JSONValue.string)))
    return json.value
  }

  /// What is opaque, and what follows from it.
  var words: String {
    let some = actions.prefix(Self.named).joined(separator: ", ")
    let more = actions.count > Self.named ? " and \(actions.count - Self.named) more" : ""
    let names = [
      state.map { $0 == "the state" ? $0 : "the state \($0)" },
      actions.isEmpty ? nil : "\(actions.count == 1 ? "the action" : "the actions") \(some)\(more)",
    ].compactMap(\.self)
    return names.joined(separator: ", and ")
      + ": not encoded but shown by reflection; "
      + (state == nil
        ? "steps with such an action cannot be replayed" : "the session cannot be replayed")
  }
}

extension Timeline {
  /// How many states and actions are cut, so that it is not known what is behind the cuts.
  ///
  /// Complexity: O(1) where none can be, else O(all states).
  func cutStates(_ interrupted: () -> Bool = { false }) throws(InspectorError) -> CutStates {
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
