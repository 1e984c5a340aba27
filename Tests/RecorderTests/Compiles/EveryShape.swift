// Every hook in every shape. It is not run: the tests compile it as client code of each language
// mode and default isolation, see CompileTests.

import Recorder

// MARK: The call form

func callForms(_ recorder: SessionRecorder, _ action: AnyAction) throws(Failure) {
  var state = AppState()
  state = recorder.step(action, state) { stateFirst(state, action) }
  state = recorder.step(action, state, at: CallSite()) { actionFirst(action, state) }
  state = try recorder.step(action, state) { () throws(Failure) in try refusing(state, action) }
  recorder.step(action, into: &state) { inPlace(&$0, action) }
  recorder.step(action, into: &state, at: CallSite()) { inPlaceLast(action, &$0) }
  let effect: Effect = recorder.step(action, into: &state) { effectful(&$0, action) }
  try recorder.step(action, into: &state) { state throws(Failure) in
    state = try refusing(state, action)
  }
  recorder.step(action, into: &state) { state in
    state.count += 1
    state = stateFirst(state, action)
  }
  _ = effect
}

@MainActor func mainActorCallForms(_ recorder: SessionRecorder, _ action: AnyAction) {
  var state = AppState()
  let environment = Environment()
  state = recorder.step(action, state) { onMain(state, action) }
  recorder.step(action, into: &state) { state in
    state.count = environment.step(state.count)
    state = onMain(state, action)
  }
}

@MainActor func onMain(_ state: AppState, _ action: AnyAction) -> AppState { state }

// A reducer of a type parameter's state and action, as libraries have it.
func generic<State, Action>(
  _ recorder: SessionRecorder, _ state: inout State, _ action: Action,
  _ reduce: (inout State, Action) -> Effect
) -> Effect {
  recorder.step(action, into: &state) { reduce(&$0, action) }
}

// MARK: Wrappers, by the type that is wanted and by inference

func reducers(_ recorder: SessionRecorder) {
  let first: (AppState, AnyAction) -> AppState = recorder.reducer(stateFirst)
  let second: (AnyAction, AppState) -> AppState = recorder.reducer(actionFirst)
  let third: (AnyAction, AppState?) -> AppState = recorder.reducer(optional)
  let fourth: (inout AppState, AnyAction) -> Void = recorder.reducer(inPlace)
  let fifth: (inout AppState, AnyAction) -> Effect = recorder.reducer(effectful)
  let sixth: (inout AppState, AnyAction, Environment, [String]) -> Effect =
    recorder.reducer(withEnvironment)
  let seventh: (AnyAction, inout AppState) -> Void = recorder.reducer(inPlaceLast)
  let eighth: (AnyAction, inout AppState) -> Effect = recorder.reducer(effectfulLast)
  use(first, second, third)
  var state = AppState()
  fourth(&state, someAction())
  _ = fifth(&state, someAction())
  _ = sixth(&state, someAction(), Environment(), [])
  seventh(someAction(), &state)
  _ = eighth(someAction(), &state)
}

func inferredReducers(_ recorder: SessionRecorder) {
  use(
    recorder.reducer(stateFirst), recorder.reducer(actionFirst), recorder.reducer(optional))
  let first = recorder.reducer(stateFirst)
  let second = recorder.reducer(actionFirst)
  let third = recorder.reducer(optional)
  let fourth = recorder.reducer(inPlace)
  let sixth = recorder.reducer(withEnvironment)
  let seventh = recorder.reducer(inPlaceLast)
  use(first, second, third)
  var state = AppState()
  fourth(&state, someAction())
  _ = sixth(&state, someAction(), Environment(), [])
  seventh(someAction(), &state)
}

func reducersOfClosures(_ recorder: SessionRecorder) {
  let first: (AppState, AnyAction) -> AppState = recorder.reducer { state, action in
    var state = state
    state.count += 1
    return stateFirst(state, action)
  }
  let second: (AnyAction, AppState) -> AppState = recorder.reducer { actionFirst($0, $1) }
  let third: (AnyAction, AppState?) -> AppState = recorder.reducer { action, state in
    let state = state ?? AppState()
    return actionFirst(action, state)
  }
  let fourth: (inout AppState, AnyAction) -> Void = recorder.reducer { state, action in
    state.count += 1
    inPlace(&state, action)
  }
  let sixth: (inout AppState, AnyAction, Environment) -> Effect =
    recorder.reducer { state, action, environment in
      state.count = environment.step(state.count)
      return effectful(&state, action)
    }
  let seventh: (AnyAction, inout AppState) -> Void = recorder.reducer { inPlaceLast($0, &$1) }
  use(first, second, third)
  var state = AppState()
  fourth(&state, someAction())
  _ = sixth(&state, someAction(), Environment())
  seventh(someAction(), &state)
}

nonisolated func use(
  _ first: (AppState, AnyAction) -> AppState, _ second: (AnyAction, AppState) -> AppState,
  _ third: (AnyAction, AppState?) -> AppState
) {}
