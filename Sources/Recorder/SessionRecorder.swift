import Foundation
import SessionFormat

/// Writes every action of a store, and the states between them, to a session file.
///
/// One recorder serves one store and writes one file. Put it around the reducer:
///
/// ```swift
/// let recorder = try SessionRecorder(path: "toast.ndjson", store: "toast")
/// let store = Store(reducer: recorder.reducer(toastReducer), state: ToastState())
/// ```
///
/// The action is in the file before the reducer runs, and each line is handed to the system by one
/// `write(2)`: a crash of the process, also in the reducer, loses no line that was written. Against
/// a loss of power nothing is promised.
///
/// The recorder is thread-safe. It is bound to no actor, never holds its lock while the reducer
/// runs, and changes neither action nor state. What goes wrong while recording never reaches the
/// store: it is told to ``RecorderOptions/onTrouble``.
public final class SessionRecorder: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var recording: Recording
  private let nanoseconds: @Sendable () -> UInt64

  /// Makes the session file and records to it.
  ///
  /// - Parameters:
  ///   - path: Where the file is made, mode 0600. Nothing may be there, not even a link.
  ///   - store: The name of the store, by which a replay finds the reducer.
  ///   - options: How to record.
  /// - Throws: ``RecorderError/cannotCreate(path:errno:)``.
  public convenience init(
    path: String, store: String, options: RecorderOptions = RecorderOptions()
  ) throws(RecorderError) {
    self.init(sink: try SessionFile(creating: path), store: store, options: options)
  }

  init(sink: any LineSink, store: String, options: RecorderOptions) {
    recording = Recording(store: store, options: options, sink: sink)
    nanoseconds = options.surroundings.nanoseconds
  }

  /// Sets a bookmark after the last action.
  public func mark(_ text: String) {
    lock.withLock { recording.mark(text) }
  }

  /// Closes the session: what happens afterwards is not recorded.
  ///
  /// A session that was not closed counts as cut off; without a reducer being open that is no
  /// crash, but `inspect` says so.
  public func close() {
    lock.withLock { if recording.isRecording { recording.end() } }
  }

  /// Tells that the reducer itself is wrapped, which a middleware beside it cannot see.
  func expectReducer() { lock.withLock { recording.hasReducerHook = true } }

  var isRecording: Bool { lock.withLock { recording.isRecording } }

  func now() -> UInt64 { nanoseconds() }

  /// Begins a step: everything that must be in the file before its reducer runs.
  func begin<State, Action>(
    _ action: Action, before: State, hook: SessionHeader.Hook
  ) -> RecordedStep {
    // User code encodes here, so this is done before the lock is taken.
    let before = Snapshot.of(before)
    let encoded = Snapshot.of(action)
    let type = ActionName.of(action, encoded: encoded.value)
    let from = StepScope.cause(in: self)
    let step = lock.withLock {
      recording.begin(
        type: type, action: encoded, before: before, from: from, hook: hook,
        types: (State.self, Action.self))
    }
    let scope = StepScope(
      n: step.n, inputs: RecordedInputs(n: step.n, recorder: self), recorder: self,
      phase: hook == .middleware ? .dispatched : .reducing)
    return RecordedStep(recorder: self, step: step, scope: scope)
  }

  func finish(_ step: Recording.OpenStep, after: Snapshot, threw: String?, took: Int?) {
    lock.withLock { recording.finish(step, after: after, threw: threw, took: took) }
  }

  func write(_ input: InputLine) {
    lock.withLock { recording.input(input) }
  }
}

/// A step that was begun and is finished exactly once.
struct RecordedStep {
  let recorder: SessionRecorder
  let step: Recording.OpenStep
  let scope: StepScope

  /// Records the state after the step, unless it is recorded already.
  func finish<State>(after state: State, threw: (any Error)? = nil, took: Int? = nil) {
    guard scope.finish() else { return }
    recorder.finish(
      step, after: Snapshot.of(state), threw: threw.map { String(describing: $0) }, took: took)
  }
}

/// The inputs of a live step: made afresh, and written before the reducer gets them.
private struct RecordedInputs: InputSource {
  let n: Int
  let recorder: SessionRecorder

  func recorded<T: Decodable>(_ name: String, as type: T.Type) -> T? { nil }

  func note<T: Encodable>(_ name: String, _ value: T, isFresh: Bool) {
    recorder.write(InputLine(n: n, name: name, value: Snapshot.of(value).value))
  }
}
