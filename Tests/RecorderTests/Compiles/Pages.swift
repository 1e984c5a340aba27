// The examples of the pages in Recorder.docc, line by line.

import Recorder

final class Store {
  private(set) var state = AppState()
  private let recorder = SessionRecorder(in: .standard, store: "app")

  func dispatch(_ action: AppAction) {
    state = recorder.step(action, state) { appReducer(state, action) }
  }
}

nonisolated func appReducer(_ state: AppState, _ action: AppAction) -> AppState { state }

/// What a package's description has of targets.
nonisolated struct Target {
  struct Dependency {
    static func product(name: String, package: String) -> Dependency { Dependency() }
  }

  static func target(name: String, dependencies: [Dependency]) -> Target { Target() }
}

func targets() -> [Target] {
  [
    .target(name: "MyApp", dependencies: [.product(name: "Recorder", package: "hindsight")])
  ]
}

enum Library {
  nonisolated final class Store<State, Action> {
    init(reducer: @escaping (State, Action) -> State, state: State) {}
  }

  static func wrapped() {
    let recorder = SessionRecorder(in: .standard, store: "app")
    let store = Store(reducer: recorder.reducer(appReducer), state: AppState())
    _ = store
  }
}

func saysWhere(_ recorder: SessionRecorder) {
  print("sessions are in", recorder.folder ?? "no folder, as recording is off")
}

func oneFile() throws {
  let recorder = try SessionRecorder(path: "app.ndjson", store: "app")
  try recorder.export(last: .actions(500), to: "report.ndjson")
}

/// Of the module's own isolation, as what shows or sends a report is.
func attach(_ paths: [String]) {}

func launched() {
  var options = RecorderOptions()
  options.onUncleanExit = { previous in
    Task { @MainActor in attach(previous.paths) }
  }
  let recorder = SessionRecorder(in: .standard, store: "app", options: options)
  _ = recorder
}

func told() -> RecorderOptions {
  var options = RecorderOptions()
  options.onError = { print("hindsight:", $0) }
  return options
}

func hiding() throws -> RecorderOptions {
  var options = RecorderOptions()
  options.redactions = try .defaults + Redactions(["$.user.email", "$..address"])
  return options
}

nonisolated struct Game: Codable {
  var deck = [1, 2, 3]
  var isOpen = false
}

func shuffling(_ state: inout Game) {
  state.deck.shuffle(using: &Inputs.generator)
  state.isOpen = Bool.random(using: &Inputs.generator)
}

nonisolated final class Session: @unchecked Sendable { var token = "" }

func showing() -> RecorderOptions {
  var options = RecorderOptions()
  options.renderings.add(Session.self) { _ in "Session" }
  return options
}
