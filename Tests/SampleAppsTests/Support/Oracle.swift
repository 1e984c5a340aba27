import Foundation
import SessionFormat
import Testing

/// Writes down what a reducer is given and gives, from within, by another encoder than the
/// recorder's.
final class Oracle<State: Encodable> {
  private(set) var actions: [JSONValue] = []
  private(set) var befores: [JSONValue] = []
  private(set) var afters: [JSONValue] = []

  func note(_ action: any Encodable, before: State, after: State) {
    actions.append(json(action))
    befores.append(json(before))
    afters.append(json(after))
  }

  /// Expects that the session has each reduction once, in order, between the right states.
  func agrees(with session: RecordedSession) {
    #expect(session.steps.map(\.action.action) == actions)
    #expect(session.steps.map(\.before) == befores)
    #expect(session.steps.compactMap(\.after) == afters)
    #expect(!session.steps.contains { $0.action.opaque })
    #expect(session.steps.count == session.states.count - 1)
  }
}

/// A value as Foundation encodes it.
func json(_ value: any Encodable) -> JSONValue {
  do {
    return try JSONValue(
      parsing: String(decoding: JSONEncoder().encode(value), as: UTF8.self))
  } catch {
    Issue.record("\(value) does not encode: \(error)")
    return .null
  }
}
