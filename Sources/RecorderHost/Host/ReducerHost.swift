public import SessionFormat

/// The app's end of a replay: a filter that reduces a session's actions with the app's reducer.
///
/// Make a small executable of it that links the reducer, and give it to `inspect --host`:
///
/// ```swift
/// @main struct ToastHost {
///   static func main() {
///     let host = ReducerHost<ToastState, ToastAction>(store: "toast", codec: .codable) {
///       $0 = toastReducer($0, $1)
///     }
///     exit(host.run())
///   }
/// }
/// ```
///
/// It reads a session on standard input and writes its replay on standard output:
/// `host < session.ndjson > replay.ndjson`. What the reducer prints goes to standard error.
public struct ReducerHost<State: Codable, Action> {
  private let store: String
  private let codec: ActionCodec<Action>
  private let reduce: (inout State, Action) throws -> Void
  /// The app that the reducer is of, for the host's header: an object with `name`, `version`,
  /// `build`, as `RecorderOptions.app`.
  ///
  /// Where both are given, a replay that differs can be told from one of another build.
  public var app: JSONValue?
  /// Whether the host looks into its own types, for sessions that tell theirs and such that it migrates, so that
  /// `inspect verify` can say what differs.
  ///
  /// It runs their `init(from:)` with made-up values. Where one of them traps on these, false keeps
  /// from that: no difference is graded then, and a step of ``migrate(_:from:as:_:)`` without a
  /// version runs on every session.
  public var tellsTypes = true
  /// What is done to values of old sessions.
  var migrations = Migrations()

  /// A host for one store.
  ///
  /// - Parameters:
  ///   - store: The name of the store, as the app gave it to its `SessionRecorder`.
  ///   - codec: Makes actions of lines; `.codable` where the action is one `Decodable` type.
  ///   - reduce: The app's reducer.
  public init(
    store: String, codec: ActionCodec<Action>,
    reduce: @escaping (inout State, Action) throws -> Void
  ) {
    self.store = store
    self.codec = codec
    self.reduce = reduce
  }

  /// A host for one store whose reducer is async.
  ///
  /// ```swift
  /// ReducerHost<CatState, CatAction>(store: "cat", codec: .codable) {
  ///   $0 = await catReducer($0, $1)
  /// }
  /// ```
  ///
  /// It reduces one action after the other, each to its end, in a task; `Inputs` that are drawn in
  /// that task are the recorded ones. ``run()`` may be called on the main thread, also if the reducer
  /// belongs to the main actor. ``machine(answer:flush:)`` makes its caller's thread wait, which must
  /// be none of those that run tasks, as those of tests are: let tests start the host as a program.
  ///
  /// - Parameters:
  ///   - store: The name of the store, as the app gave it to its `SessionRecorder`.
  ///   - codec: Makes actions of lines; `.codable` where the action is one `Decodable` type.
  ///   - reduce: The app's reducer.
  public init(
    store: String, codec: ActionCodec<Action>,
    awaiting reduce: @escaping (inout State, Action) async throws -> Void
  ) {
    self.init(store: store, codec: codec) { (state: inout State, action: Action) in
      try AsyncReduction.run(&state, action, reduce)
    }
  }

  /// The host without its streams, for use in the same process.
  ///
  /// - Parameters:
  ///   - answer: Takes each answer, a line without its checksum.
  ///   - flush: Sends what was answered on its way; called before each reduction.
  public func machine(
    answer: @escaping (JSONValue) -> Void, flush: @escaping () -> Void = {}
  ) -> HostMachine<State, Action> {
    let machine = HostMachine(
      store: store, codec: codec, reduce: reduce, answer: answer, flush: flush)
    machine.app = app
    machine.migrations = migrations
    machine.tellsTypes = tellsTypes
    return machine
  }

  /// Serves standard input and output until the input ends.
  ///
  /// - Returns: The status to end the process with: 0, 1 if the session is of another store, 2
  ///   where the input is no session, the registry of actions has faults, or the answers cannot be
  ///   written.
  public func run() -> Int32 {
    if let fault = codec.faults.first {
      HostOutput.complain("host \(store): \(fault)")
      return 2
    }
    // A reducer that prints must not break the protocol.
    let output = HostOutput(
      descriptor: Descriptors.detachStandardOutput(), savesAtCrash: true)
    let machine = HostMachine(
      store: store, codec: codec, reduce: reduce, answers: output.answers, flush: output.secure)
    machine.app = app
    machine.migrations = migrations
    machine.tellsTypes = tellsTypes
    let input = HostInput(descriptor: 0, beforeWaiting: output.flush)
    let status = serve(input, machine, output)
    output.flush()
    guard let failure = output.failure else { return status }
    HostOutput.complain("host \(store): standard output cannot be written: \(failure.text)")
    return 2
  }

  private func serve(
    _ input: HostInput, _ machine: HostMachine<State, Action>, _ output: HostOutput
  ) -> Int32 {
    while output.failure == nil, let bytes = input.nextLine() {
      if machine.handle(action: bytes) { continue }
      let line: SessionLine
      do {
        line = try LineCoding.line(bytes, crc: .either, isChecked: false).line
      } catch {
        machine.finish()
        output.flush()
        let place = "host \(store): line \(input.lineNumber)"
        guard !input.isUnended else {
          HostOutput.complain("\(place): note: the last line was cut off and is left out")
          return 0
        }
        HostOutput.complain("\(place): \(error)")
        return 2
      }
      guard machine.handle(line) else { return 1 }
    }
    machine.finish()
    guard input.isTooLong else { return 0 }
    let place = "host \(store): line \(input.lineNumber + 1)"
    HostOutput.complain("\(place): it is longer than \(HostInput.lineLimit >> 20) MiB")
    return 2
  }
}
