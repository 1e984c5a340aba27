import Foundation
import Recorder
import RecorderHost

/// What may be true of a fault, in the words of the examination.
enum Kind: String, Codable, Sendable {
  case addresses
  case changedCode = "changed-code"
  case clock
  case environment
  case hashing
  case hiddenState = "hidden-state"
  case locale
  case lossyCoding = "lossy-coding"
  case memory
  case random
  case scheduling
  case timeZone = "time-zone"
  case unrecordedInput = "unrecorded-input"
}

/// At which step the replay first differs from the recording.
enum First: Sendable {
  case at(Int)
  /// Chance decides, in the replay too: no later than this step.
  case atMost(Int)
  /// At this step, or in some runs at none.
  case sometimes(Int)
  /// The reducer is clean.
  case never
}

/// A reducer whose faults are known: an app that can be recorded, and its host.
struct Specimen: Sendable {
  let name: String
  /// None if the reducer is clean, and several if each of them has its part in the difference.
  let kinds: [Kind]
  let first: First
  /// The step that brought about what shows at the first step; 0 if that was before the session.
  let origin: Int
  let between: Between
  /// Records the app's session to a new file.
  ///
  /// The result is false if chance did not show the fault in this run; then record it again.
  let record: @Sendable (_ path: String) throws -> Bool
  /// Plays the app's actions without a recorder.
  let rehearse: @Sendable () -> Void
  let serve: @Sendable () -> Int32

  /// A specimen with any state and action.
  ///
  /// - Parameters:
  ///   - beforehand: What the app did before the recorder was there.
  ///   - effect: What the app does after each action, with its number: its effects.
  ///   - builds: The builds of the app and of the host, if they name them.
  ///   - shows: Whether the last state shows the fault, if that is left to chance.
  init<State: Codable & Sendable, Action: Codable & Sendable>(
    _ name: String, _ kinds: [Kind], first: First, origin: Int, between: Between = Between(),
    builds: (app: String, host: String)? = nil, initial: @escaping @Sendable () -> State,
    actions: @escaping @Sendable () -> [Action],
    beforehand: @escaping @Sendable () -> Void = {},
    effect: @escaping @Sendable (Int) -> Void = { _ in },
    shows: @escaping @Sendable (State) -> Bool = { _ in true },
    reduce: @escaping @Sendable (inout State, Action) throws -> Void
  ) {
    (self.name, self.kinds, self.first, self.origin) = (name, kinds, first, origin)
    self.between = between
    @Sendable func play(_ step: (Action, inout State) -> Void) -> State {
      beforehand()
      var state = initial()
      for (index, action) in actions().enumerated() {
        step(action, &state)
        effect(index + 1)
      }
      return state
    }
    record = { path in
      var options = RecorderOptions()
      options.printsErrors = false
      options.app = builds.map { AppInfo(name: "zoo", version: "1.0", build: $0.app) }
      let recorder = try SessionRecorder(path: path, store: name, options: options)
      let last = play { action, state in
        try? recorder.step(action, into: &state) { try reduce(&$0, action) }
      }
      recorder.close()
      return shows(last)
    }
    rehearse = { _ = play { action, state in try? reduce(&state, action) } }
    serve = {
      var host = ReducerHost<State, Action>(store: name, codec: .codable, reduce: reduce)
      host.app = builds.map { AppInfo(name: "zoo", version: "1.0", build: $0.host) }
      return host.run()
    }
  }

  /// All of them, clean ones too; the names are unique.
  static let all: [Specimen] = [
    clocks, elapsed, chance, hashing, environment, zones, locales, memory, hiddenState, leaks,
    codings, actionCodings, threads, inputs, rare, delayed, mixed, code, tempting, askingCoders,
    carried,
    cleanAskers, cleanValues, cleanLocales, breakChance, breakClocks, breakKept, breakMemory,
    breakClean, breakMore, breakThird, breakFourth, breakFifth, breakGlobals,
  ].flatMap(\.self)
}
