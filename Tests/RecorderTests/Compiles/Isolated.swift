// Wrappers for reducers that any thread may call, that belong to the main actor, and that have the
// isolation which the module gives by default.

import Recorder

func sendableReducers(_ recorder: SessionRecorder) {
  let first: @Sendable (AppState, AnyAction) -> AppState = recorder.sendableReducer(stateFirst)
  let second: @Sendable (AnyAction, AppState) -> AppState = recorder.sendableReducer(actionFirst)
  let third: @Sendable (AnyAction, AppState?) -> AppState = recorder.sendableReducer(optional)
  let fourth: @Sendable (inout AppState, AnyAction) -> Effect = recorder.sendableReducer(effectful)
  let fifth: @Sendable (inout AppState, AnyAction, Environment, [String]) -> Effect =
    recorder.sendableReducer(withEnvironment)
  let sixth: @Sendable (AnyAction, inout AppState) -> Void = recorder.sendableReducer(inPlaceLast)
  use(first, second, third)
  sendable(first, second, third, fourth, fifth, sixth)
  sendable(
    recorder.sendableReducer(stateFirst), recorder.sendableReducer(actionFirst),
    recorder.sendableReducer(optional), recorder.sendableReducer(effectful),
    recorder.sendableReducer(withEnvironment), recorder.sendableReducer(inPlaceLast))
  sendable(
    recorder.sendableReducer { state, action in
      var state = state
      state.count += 1
      return stateFirst(state, action)
    },
    recorder.sendableReducer { actionFirst($0, $1) },
    recorder.sendableReducer { action, state in actionFirst(action, state ?? AppState()) },
    recorder.sendableReducer { state, action in
      state.count += 1
      return effectful(&state, action)
    },
    recorder.sendableReducer {
      (state: inout AppState, action: AnyAction, environment: Environment, names: [String]) in
      state.count = environment.step(names.count)
      return effectful(&state, action)
    },
    recorder.sendableReducer { action, state in
      state.count += 1
      inPlaceLast(action, &state)
    })
}

nonisolated func sendable(
  _ first: @escaping @Sendable (AppState, AnyAction) -> AppState,
  _ second: @escaping @Sendable (AnyAction, AppState) -> AppState,
  _ third: @escaping @Sendable (AnyAction, AppState?) -> AppState,
  _ fourth: @escaping @Sendable (inout AppState, AnyAction) -> Effect,
  _ fifth: @escaping @Sendable (inout AppState, AnyAction, Environment, [String]) -> Effect,
  _ sixth: @escaping @Sendable (AnyAction, inout AppState) -> Void
) {}

@MainActor enum MainReducers {
  static var log: [String] = []

  static func stateFirst(_ state: AppState, _ action: AnyAction) -> AppState { state }
  static func actionFirst(_ action: AnyAction, _ state: AppState) -> AppState { state }
  static func optional(action: AnyAction, state: AppState?) -> AppState { state ?? AppState() }
  static func inPlace(_ state: inout AppState, _ action: AnyAction) -> Effect { Effect() }
  static func withEnvironment(
    _ state: inout AppState, _ action: AnyAction, _ environment: Environment
  ) -> Effect { Effect() }
  static func inPlaceLast(_ action: AnyAction, _ state: inout AppState) {}
}

#if swift(>=6)
  @MainActor func mainActorReducers(_ recorder: SessionRecorder) {
    let first: @MainActor (AppState, AnyAction) -> AppState =
      recorder.mainActorReducer(MainReducers.stateFirst)
    let second: @MainActor (AnyAction, AppState) -> AppState =
      recorder.mainActorReducer(MainReducers.actionFirst)
    let third: @MainActor (AnyAction, AppState?) -> AppState =
      recorder.mainActorReducer(MainReducers.optional)
    let fourth: @MainActor (inout AppState, AnyAction) -> Effect =
      recorder.mainActorReducer(MainReducers.inPlace)
    let fifth: @MainActor (inout AppState, AnyAction, Environment) -> Effect =
      recorder.mainActorReducer(MainReducers.withEnvironment)
    let sixth: @MainActor (AnyAction, inout AppState) -> Void =
      recorder.mainActorReducer(MainReducers.inPlaceLast)
    onMainActor(first, second, third, fourth, fifth, sixth)
    onMainActor(
      recorder.mainActorReducer(MainReducers.stateFirst),
      recorder.mainActorReducer(MainReducers.actionFirst),
      recorder.mainActorReducer(MainReducers.optional),
      recorder.mainActorReducer(MainReducers.inPlace),
      recorder.mainActorReducer(MainReducers.withEnvironment),
      recorder.mainActorReducer(MainReducers.inPlaceLast))
  }

  // A wrapper may be made anywhere; only its call belongs to the main actor.
  nonisolated func mainActorReducersFromElsewhere(_ recorder: SessionRecorder) async {
    let first = recorder.mainActorReducer(MainReducers.stateFirst)
    let fifth = recorder.mainActorReducer(MainReducers.withEnvironment)
    await MainActor.run {
      var state = first(AppState(), someAction())
      _ = fifth(&state, someAction(), Environment())
    }
  }
#endif

// Swift 5 mode warns of each name of a function, so there it is closures.
@MainActor func mainActorReducersOfClosures(_ recorder: SessionRecorder) {
  onMainActor(
    recorder.mainActorReducer { state, action in
      MainReducers.log.append("first")
      return MainReducers.stateFirst(state, action)
    },
    recorder.mainActorReducer { MainReducers.actionFirst($0, $1) },
    recorder.mainActorReducer { action, state in
      MainReducers.log.append("third")
      return MainReducers.actionFirst(action, state ?? AppState())
    },
    recorder.mainActorReducer { state, action in
      MainReducers.log.append("fourth")
      state.count += 1
      return MainReducers.inPlace(&state, action)
    },
    recorder.mainActorReducer { state, action, environment in
      state.count = environment.step(state.count)
      return MainReducers.inPlace(&state, action)
    },
    recorder.mainActorReducer { action, state in
      MainReducers.log.append("sixth")
      state.count += 1
    })
}

@MainActor let globalRecorder = SessionRecorder(in: .standard, store: "app")
@MainActor let globalReducer: @MainActor (AppState, AnyAction) -> AppState =
  globalRecorder.mainActorReducer { MainReducers.stateFirst($0, $1) }

@MainActor func onMainActor(
  _ first: @escaping @MainActor (AppState, AnyAction) -> AppState,
  _ second: @escaping @MainActor (AnyAction, AppState) -> AppState,
  _ third: @escaping @MainActor (AnyAction, AppState?) -> AppState,
  _ fourth: @escaping @MainActor (inout AppState, AnyAction) -> Effect,
  _ fifth: @escaping @MainActor (inout AppState, AnyAction, Environment) -> Effect,
  _ sixth: @escaping @MainActor (AnyAction, inout AppState) -> Void
) {}

// Of the main actor in a module that says so, of nobody elsewhere. A plain wrapper takes both, and
// what it gives belongs to where it is made.

func byDefault(_ state: AppState, _ action: AnyAction) -> AppState { state }
func optionalByDefault(action: AnyAction, state: AppState?) -> AppState { state ?? AppState() }
func inPlaceByDefault(_ state: inout AppState, _ action: AnyAction) { state.count += 1 }

func defaultReducers(_ recorder: SessionRecorder) {
  let first: (AppState, AnyAction) -> AppState = recorder.reducer(byDefault)
  let third: (AnyAction, AppState?) -> AppState = recorder.reducer(optionalByDefault)
  let fourth: (inout AppState, AnyAction) -> Void = recorder.reducer(inPlaceByDefault)
  var state = first(AppState(), someAction())
  state = third(someAction(), state)
  fourth(&state, someAction())
}
