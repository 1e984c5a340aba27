public import SessionFormat

/// The first step at which two runs of a session diverge: a replay from its recording, a replay from
/// another one, or one host from another.
///
/// What the first of the two came to is called expected, what the second came to actual.
public struct Divergence: Equatable, Sendable {
  /// In what they differ.
  public enum Kind: Equatable, Sendable {
    /// The value at a path of the state.
    case state(path: JSONPointer, expected: JSONValue?, actual: JSONValue?, others: Int)
    /// The type of the action, which the host is to answer as it was given.
    case actionType(expected: String, actual: String)
    /// The action, encoded again, is another value.
    case action(expected: JSONValue, actual: JSONValue)
    /// An input: drawn without a record, recorded but not drawn, or of another value.
    case input(name: String, expected: JSONValue?, actual: JSONValue?)
    /// What the reducer threw.
    case threw(expected: String?, actual: String?)
    /// What became of the step; at most one of the two reduced it.
    case outcome(expected: Outcome, actual: Outcome)
  }

  /// What became of a step.
  public enum Outcome: Equatable, Sendable {
    /// The action was reduced.
    case reduced
    /// The host could not reduce it.
    case refused(HostError)
    /// The host died in it.
    case died(HostDeath)
    /// The app died in it when it was recorded.
    case crashed
  }

  /// The action; the first state's number if the first states differ.
  public let n: Int
  /// The type of the action; nil for the first state.
  public let type: String?
  /// In what they differ.
  public let kind: Kind
}

extension Divergence.Kind {
  /// The host could not reduce an action that was reduced when it was recorded.
  public static func refused(_ error: HostError) -> Self {
    .outcome(expected: .reduced, actual: .refused(error))
  }

  /// The host died, and the recording did not.
  public static func died(_ death: HostDeath) -> Self {
    .outcome(expected: .reduced, actual: .died(death))
  }

  /// The recording died in the reducer, and the replay did not.
  public static var survived: Self { .outcome(expected: .crashed, actual: .reduced) }

  /// The death of the host in the second run, if that is what differs.
  package var death: HostDeath? {
    if case .outcome(_, .died(let death)) = self { death } else { nil }
  }

  /// The refusal by one of the two, if neither died and that is what differs.
  package var refusal: HostError? {
    switch self {
    case .outcome(_, .refused(let error)), .outcome(.refused(let error), .reduced): error
    default: nil
    }
  }

  /// That two states differ at these places, with another case of an enum as one; nil if there are none.
  static func states(
    _ differences: [Difference], from expected: JSONValue, to actual: JSONValue, _ enums: EnumPlaces
  ) -> Self? {
    let told = enums.folding(differences, from: expected, to: actual)
    guard let first = told.first else { return nil }
    return .state(
      path: first.path, expected: first.old, actual: first.new, others: told.count - 1)
  }

  /// The name of the kind, as it stands in JSON.
  package var name: String {
    switch self {
    case .state: "state"
    case .actionType: "type"
    case .action: "action"
    case .input: "input"
    case .threw: "threw"
    case .outcome: death != nil ? "died" : refusal != nil ? "refused" : "survived"
    }
  }

  /// What each of the two runs came to.
  package var sides: (expected: Divergence.Side, actual: Divergence.Side) {
    switch self {
    case .state(_, let old, let new, _), .input(_, let old, let new): (.value(old), .value(new))
    case .actionType(let old, let new): (.type(old), .type(new))
    case .action(let old, let new): (.value(old), .value(new))
    case .threw(let old, let new): (.threw(old), .threw(new))
    case .outcome(let old, let new): (.outcome(old), .outcome(new))
    }
  }
}

extension Divergence {
  /// What one of the two runs came to, or what was recorded, of that in which they differ.
  package enum Side: Sendable {
    /// A value, or nothing at that place.
    case value(JSONValue?)
    /// The type under which an action is answered.
    case type(String)
    /// What its reducer threw, or nothing.
    case threw(String?)
    case outcome(Outcome)
  }
}
