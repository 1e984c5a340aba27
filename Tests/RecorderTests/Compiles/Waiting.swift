// Reducers that wait, that throw, and that are given no state at first.

import Recorder
import RecorderHost

@Sendable nonisolated func throwing(_ state: AppState, _ action: AnyAction) throws -> AppState {
  if state.count > 9 { throw Failure() }
  return state
}
@Sendable nonisolated func throwingInPlace(_ state: inout AppState, _ action: AnyAction) throws {
  state = try throwing(state, action)
}
@Sendable nonisolated func optionalFirst(_ state: AppState?, _ action: AnyAction) -> AppState {
  state ?? AppState()
}

@Sendable nonisolated func throwingAtFirst(
  _ state: AppState?, _ action: AnyAction
) throws -> AppState { state ?? AppState() }

@Sendable nonisolated func throwingWithEnvironment(
  _ state: inout AppState, _ action: AnyAction, _ environment: Environment
) throws -> Effect { Effect() }
@Sendable nonisolated func throwingLast(_ action: AnyAction, _ state: inout AppState) throws {}

nonisolated func throwingReducers(_ recorder: SessionRecorder) throws {
  let first: (AppState, AnyAction) throws -> AppState = recorder.reducer(throwing)
  let second: @Sendable (AppState, AnyAction) throws -> AppState =
    recorder.sendableReducer(throwing)
  let third: (inout AppState, AnyAction) throws -> Void = recorder.reducer(throwingInPlace)
  let fourth = recorder.reducer(refusing)
  let fifth: (AppState?, AnyAction) -> AppState = recorder.reducer(optionalFirst)
  let sixth = recorder.reducer(optionalFirst)
  let seventh: (AppState, AnyAction) throws -> AppState = recorder.reducer { state, action in
    try throwing(state, action)
  }
  let ninth: (inout AppState, AnyAction, Environment) throws -> Effect =
    recorder.reducer(throwingWithEnvironment)
  let tenth: (AnyAction, inout AppState) throws -> Void = recorder.reducer(throwingLast)
  let eleventh: (AppState?, AnyAction) throws -> AppState = recorder.reducer(throwingAtFirst)
  let twelfth = recorder.reducer(throwingAtFirst)
  let thirteenth: @Sendable (AppState?, AnyAction) throws -> AppState =
    recorder.sendableReducer(throwingAtFirst)
  // What throws nothing may stand where something may throw.
  let eighth: (AppState, AnyAction) throws -> AppState = recorder.reducer(stateFirst)
  var state = try seventh(second(first(AppState(), someAction()), someAction()), someAction())
  try third(&state, someAction())
  state = sixth(fifth(nil, someAction()), someAction())
  state = try fourth(state, someAction())
  state = try eighth(state, someAction())
  _ = try ninth(&state, someAction(), Environment())
  try tenth(someAction(), &state)
  state = try thirteenth(twelfth(eleventh(nil, someAction()), someAction()), someAction())
}

/// The shape of ImmutableData: a store is given its reducer, which throws.
nonisolated final class ImmutableStore<State: Sendable, Action: Sendable> {
  init(
    initialState state: State, reducer: @escaping @Sendable (State, Action) throws -> State
  ) {}
}

nonisolated enum Fed: Codable, Sendable { case feed }
nonisolated struct Animals: Codable, Sendable { var count = 0 }

@Sendable nonisolated func feed(_ state: Animals, _ action: Fed) throws -> Animals { state }

nonisolated func immutable(_ recorder: SessionRecorder) {
  _ = ImmutableStore(initialState: Animals(), reducer: recorder.sendableReducer(feed))
}

@MainActor final class WaitingStore {
  private let recorder: SessionRecorder
  private var state = Animals()

  init(_ recorder: SessionRecorder) { self.recorder = recorder }

  func dispatch(_ action: Fed) async throws {
    let state = state
    self.state = try await recorder.step(action, state) { try await reduced(state, action) }
    var next = self.state
    await recorder.step(action, into: &next) { state in
      await Task.yield()
      state.count += 1
    }
    // One that waits for nothing still needs no `await`.
    self.state = recorder.step(action, next) { next }
    recorder.step(action, into: &next) { $0.count += 1 }
  }

  private func reduced(_ state: Animals, _ action: Fed) async throws -> Animals { state }
}

actor WaitingActor {
  private let recorder: SessionRecorder
  private var state = Animals()

  init(_ recorder: SessionRecorder) { self.recorder = recorder }

  func dispatch(_ action: Fed) async {
    let state = state
    self.state = await recorder.step(action, state) { await reduced(state, action) }
    recorder.step(action, into: &self.state) { $0.count += 1 }
    // One that waits for nothing still needs no `await`.
    recorder.dispatching(action) { self.state.count += 1 }
    let count = await recorder.dispatching(action) {
      self.state = await reduced(self.state, action)
      return self.state.count
    }
    _ = count
  }

  private func reduced(_ state: Animals, _ action: Fed) async -> Animals { state }
}

nonisolated func waitingHosts() -> [ReducerHost<Animals, Fed>] {
  [
    ReducerHost(store: "animals", codec: .codable) { $0 = try feed($0, $1) },
    ReducerHost(store: "animals", codec: .codable) { state, action in
      await Task.yield()
      state = try feed(state, action)
    },
  ]
}
