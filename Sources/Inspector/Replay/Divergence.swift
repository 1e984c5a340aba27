public import SessionFormat

/// The first step at which two runs of a session diverge: a replay from its recording, a replay from
/// another one, or one host from another.
///
/// The result of the first run is called expected, that of the second actual.
public struct Divergence: Equatable, Sendable {
  /// What differs.
  public enum Kind: Equatable, Sendable {
    /// The value at a path of the state, and at other paths.
    case state(path: JSONPointer, expected: JSONValue?, actual: JSONValue?, others: OtherPlaces)
    /// The type of the action, which the host must answer as it was given.
    case actionType(expected: String, actual: String)
    /// The action differs once the host has encoded it again.
    case action(expected: JSONValue, actual: JSONValue)
    /// An input: drawn without a record, recorded but not drawn, or of another value.
    case input(name: String, expected: JSONValue?, actual: JSONValue?)
    /// What the reducer threw.
    case threw(expected: String?, actual: String?)
    /// The outcome of the step; at most one of the two runs reduced it.
    case outcome(expected: Outcome, actual: Outcome)
  }

  /// The places of a state that differ beside the first.
  public struct OtherPlaces: Equatable, Sendable {
    /// How many places differ beside the first.
    public let count: Int
    /// One place for each form that they have, if elements of arrays count as one form: at most 8, none
    /// of the form of the first place.
    public let forms: [JSONPointer]

    /// No other place.
    public static let none = OtherPlaces(count: 0, forms: [])
  }

  /// The outcome of a step.
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

  /// The number of the action, or of the first state if the first states differ.
  public let n: Int
  /// The type of the action; nil for the first state.
  public let type: String?
  /// What differs.
  public let kind: Kind
}

extension Divergence.Kind {
  /// The host could not reduce an action that was reduced when it was recorded.
  public static func refused(_ error: HostError) -> Self {
    .outcome(expected: .reduced, actual: .refused(error))
  }

  /// The host died; the app did not when it was recorded.
  public static func died(_ death: HostDeath) -> Self {
    .outcome(expected: .reduced, actual: .died(death))
  }

  /// The app died in the reducer when it was recorded; the replay did not.
  public static var survived: Self { .outcome(expected: .crashed, actual: .reduced) }

  /// The death of the host in the second run, if that is the divergence.
  package var death: HostDeath? {
    if case .outcome(_, .died(let death)) = self { death } else { nil }
  }

  /// The refusal by one of the two, if that is the divergence and neither died.
  package var refusal: HostError? {
    switch self {
    case .outcome(_, .refused(let error)), .outcome(.refused(let error), .reduced): error
    default: nil
    }
  }

  /// The difference of two states at these places, another enum case counted as one; nil if none.
  static func states(
    _ differences: [Difference], from expected: JSONValue, to actual: JSONValue, _ enums: EnumPlaces
  ) -> Self? {
    let told = enums.folding(differences, from: expected, to: actual)
    guard let first = told.first else { return nil }
    return .state(
      path: first.path, expected: first.old, actual: first.new,
      others: Divergence.OtherPlaces(behind: first.path, told.dropFirst().map(\.path)))
  }

  /// The name of the kind in JSON.
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

  /// The differing parts of the two runs.
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
  /// The differing part of one run or of the recording.
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

extension Divergence.OtherPlaces {
  /// The most forms that are kept.
  private static let most = 8

  init(behind first: JSONPointer, _ others: [JSONPointer]) {
    var seen: Set<[String]> = [first.form]
    var forms: [JSONPointer] = []
    for path in others where forms.count < Self.most && seen.insert(path.form).inserted {
      forms.append(path)
    }
    self.init(count: others.count, forms: forms)
  }
}

extension JSONPointer {
  /// The names on the way, with `*` for each index of an array.
  package var form: [String] { tokens.map { Int($0) == nil ? $0 : "*" } }
}
