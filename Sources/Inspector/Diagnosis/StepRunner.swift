import SessionFormat

/// How a process reaches the step that it must reduce.
enum StepWay: Equatable {
  /// It is given the recorded state before the step, and has reduced nothing yet.
  case alone
  /// The same, a second time in one process.
  case again
  /// It reduces the steps before as a chain and continues from there.
  case carried
  /// It reduces the steps before, and is then given the recorded state before the step.
  case behindSteps
  /// It reduces later steps first, each from its recorded state.
  case behindOthers
  /// The same as ``alone``, with another action, or another state before it, in place of the recorded one.
  case asking(ActionLine, from: JSONValue? = nil)
  /// It is given a state and encodes it again; no step is reduced.
  case given(Int, JSONValue)

  /// The text added to the name of the conditions.
  var words: String {
    switch self {
    case .alone: ""
    case .again: "for the second time in one process"
    case .carried: "from the state as the steps before leave it"
    case .behindSteps: "after the steps before, from the recorded state"
    case .behindOthers: "after later steps"
    case .asking(_, let before): before == nil ? "another action" : "another state before it"
    case .given(let n, _): "state \(n) decoded and encoded"
    }
  }
}

/// One run of a step, with its result and time.
struct StepRun {
  let result: StepOutcome
  /// The state before the step as the host encodes it; nil if it is not known.
  var before: JSONValue?
  /// Seconds since 1970.
  let time: Double
  /// How many seconds the process spent on other steps before.
  var prelude: Double = 0
  var header: SessionHeader?
}

/// Runs a step of a session as often as requested, each time in a new process.
///
/// The searches for causes use nothing else of hosts and processes.
protocol StepRunner: AnyObject {
  /// The tools that hold factors still.
  var tools: RunTools { get }

  /// Runs the step once.
  ///
  /// - Returns: nil if the session lacks what reaching the step that way needs.
  func run(
    _ way: StepWay, under conditions: RunConditions
  ) throws(InspectorError) -> StepRun?

  /// The values that the host reads in another form for a known reason; nil if there are none.
  func readAsMigrated() throws(InspectorError) -> MigratedReading?

  /// What the step requests from the system; nil if that cannot be seen.
  func systemRequests() throws(InspectorError) -> SystemRequests?

  /// What the host requests from the system when it decodes and encodes a state; nil if that cannot
  /// be seen.
  func systemRequests(ofState n: Int, _ state: JSONValue) throws(InspectorError) -> SystemRequests?

  /// The program's own variables that the step reads or writes; nil if they cannot be seen.
  func ownVariables() throws(InspectorError) -> KeptVariables?

  /// The step's calls of Swift's own functions whose results go by hashes or addresses, as far as they
  /// can be seen.
  func inwardCalls() throws(InspectorError) -> [WitnessedCalls.Call]

  /// The steps before that used one of these variables and asked for something, the likeliest origin of a value
  /// in them first; or else the last that went by what is the sign of a cause.
  func origins(
    of variables: KeptVariables, for causes: Set<Diagnosis.Cause>
  ) throws(InspectorError) -> [StepOrigin]

  /// What the steps before it ask the system for.
  func requestsBefore() throws(InspectorError) -> EarlierRequests

  func pause(milliseconds: Int)

  /// Events in processes that do not concern the step, in words.
  var notes: [String] { get }
}

/// A recorded state and action as read by a host whose types are not the recorded ones.
struct MigratedReading {
  let types: SessionTypes
  let state: JSONValue
  let action: ActionLine?
}
