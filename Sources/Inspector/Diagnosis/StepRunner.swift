import SessionFormat

/// How a process comes to the step that it is asked to reduce.
enum StepWay: Equatable {
  /// It is given the recorded state before the step, and has reduced nothing yet.
  case alone
  /// The same, for the second time.
  case again
  /// It reduces the steps before, one from the state of the other, and goes on from there.
  case carried
  /// It reduces the steps before, and is then given the recorded state before the step.
  case behindSteps
  /// It reduces later steps first, each from its recorded state.
  case behindOthers
  /// It is given a state, and encodes it again; no step is reduced.
  case given(Int, JSONValue)

  /// What is added to the name of the conditions.
  var words: String {
    switch self {
    case .alone: ""
    case .again: "for the second time in one process"
    case .carried: "from the state as the steps before leave it"
    case .behindSteps: "behind the steps before, from the recorded state"
    case .behindOthers: "behind later steps"
    case .given(let n, _): "state \(n) decoded and encoded"
    }
  }
}

/// One run of a step: what it came to, and when it was.
struct StepRun {
  let result: StepOutcome
  /// The state before the step as the host has it, encoded; nil if none is told.
  var before: JSONValue?
  /// Seconds since 1970.
  let time: Double
  /// For how many seconds the process was asked for other steps before.
  var prelude: Double = 0
  /// What the host says of itself.
  var header: SessionHeader?

  /// Whether the process ended in the step.
  var isDead: Bool { if case .died = result { true } else { false } }
}

/// Runs a step of a session as often as is asked, each time in a process of its own.
///
/// What looks for causes knows nothing but this of hosts and processes.
protocol StepRunner: AnyObject {
  /// What can be held still.
  var tools: RunTools { get }

  /// One run.
  ///
  /// - Returns: nil if the session has nothing to come to the step by that way.
  func run(
    _ way: StepWay, under conditions: RunConditions
  ) throws(InspectorError) -> StepRun?

  /// What the host reads otherwise than it is written, for a reason that is known; nil if nothing.
  func readAsMigrated() throws(InspectorError) -> MigratedReading?

  /// What the step asks the system for; nil if that cannot be seen.
  func systemRequests() throws(InspectorError) -> SystemRequests?

  /// What the host asks the system for when it decodes and encodes a state; nil if that cannot be
  /// seen.
  func systemRequests(ofState n: Int, _ state: JSONValue) throws(InspectorError) -> SystemRequests?

  /// Waits.
  func pause(milliseconds: Int)

  /// What happened to processes that has nothing to do with the step, in words.
  var notes: [String] { get }
}

/// A recorded state and action as a host reads them whose types are others than the recorded ones.
struct MigratedReading {
  let types: SessionTypes
  let state: JSONValue
  let action: ActionLine?
}
