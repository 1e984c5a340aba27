public import Recorder
public import SessionFormat

/// The app's part of a replay: a filter that reduces a session's actions with the app's reducer.
///
/// Build a small executable with it that links the reducer, and pass it to `inspect --host`:
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
/// `host < session.ndjson > replay.ndjson`. The reducer's own output goes to standard error.
public struct ReducerHost<State: Codable, Action> {
  let store: String
  let codec: ActionCodec<Action>
  let reduce: (inout State, Action) throws -> Void
  /// The app that the reducer belongs to, for the host's header, like `RecorderOptions.app`.
  ///
  /// If the session has one too, a diverging replay can be distinguished from another build.
  public var app: AppInfo?
  /// Whether the host probes its own types, for sessions that carry theirs and sessions that it
  /// migrates, so that `inspect verify` can report the differences.
  ///
  /// Probing runs their `init(from:)` with made-up values. If one of them traps on these, set this
  /// to false. Then no difference is graded, and a step of ``migrate(_:from:as:_:)`` without a
  /// version runs on every session.
  public var recordsTypes = true
  /// The migrations for values of old sessions.
  var migrations = Migrations()

  /// A host for a store.
  ///
  /// - Parameters:
  ///   - store: The name of the store that the app passes to its `SessionRecorder`.
  ///   - codec: Decodes the actions; `.codable` if they are of one `Decodable` type.
  ///   - reduce: The app's reducer.
  public init(
    store: String, codec: ActionCodec<Action>,
    reduce: @escaping (inout State, Action) throws -> Void
  ) {
    self.store = store
    self.codec = codec
    self.reduce = reduce
  }

  /// A host for a store with an async reducer.
  ///
  /// ```swift
  /// ReducerHost<CatState, CatAction>(store: "cat", codec: .codable) {
  ///   $0 = await catReducer($0, $1)
  /// }
  /// ```
  ///
  /// It reduces actions one by one in a task, each to completion. `Inputs` that are taken in that
  /// task are the recorded ones. ``run()`` may be called on the main thread, even if the reducer
  /// belongs to the main actor. ``machine(answer:flush:)`` blocks the calling thread, which must
  /// not run tasks, as test threads do. So tests should start the host as a program.
  ///
  /// - Parameters:
  ///   - store: The name of the store that the app passes to its `SessionRecorder`.
  ///   - codec: Decodes the actions; `.codable` if they are of one `Decodable` type.
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
  ///   - answer: Receives each answer, a line without its checksum.
  ///   - flush: Sends the answers so far; called before each reduction.
  public func machine(
    answer: @escaping (JSONValue) -> Void, flush: @escaping () -> Void = {}
  ) -> HostMachine<State, Action> {
    HostMachine(self, answer: answer, flush: flush)
  }

  /// Serves standard input and output until the input ends.
  ///
  /// - Returns: The exit status of the process: 0; 1 if the session belongs to another store; 2 if
  ///   the input is not a session, the registry of actions has faults, or the answers cannot be
  ///   written.
  public func run() -> Int32 {
    if let fault = codec.faults.first {
      HostOutput.complain("host \(store): \(fault)")
      return 2
    }
    // A reducer that prints or reads must not break the protocol.
    let output = HostOutput(
      descriptor: Descriptors.detachStandardOutput(), savesAtCrash: true)
    let machine = HostMachine(self, answers: output.answers, flush: output.secure)
    let input = HostInput(
      descriptor: Descriptors.detachStandardInput(), beforeWaiting: output.flush)
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
