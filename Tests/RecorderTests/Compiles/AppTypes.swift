// The app of EveryShape.swift, once with actions behind a protocol and once with an enum.

nonisolated struct AppState: Codable {
  var count = 0
}

#if ENUM_ACTIONS
  nonisolated enum AppAction: Codable {
    case add(Int)
    /// So that it is not `Sendable`.
    case reset(Reference?)
  }

  typealias AnyAction = AppAction

  nonisolated func someAction() -> AnyAction { .add(1) }
#else
  nonisolated protocol AppAction {}
  nonisolated struct Add: AppAction, Codable { var step = 1 }
  nonisolated struct Reset: AppAction { let reference: Reference }

  typealias AnyAction = any AppAction

  nonisolated func someAction() -> AnyAction { Add() }
#endif

nonisolated final class Reference: Codable {
  var value = 0
}

nonisolated struct Environment {
  var step: (Int) -> Int = { $0 + 1 }
}

nonisolated struct Effect {}

nonisolated struct Failure: Error {}

// The reducers of the field, each in its shape and with no isolation of its own.

@Sendable nonisolated func stateFirst(_ state: AppState, _ action: AnyAction) -> AppState { state }
@Sendable nonisolated func actionFirst(_ action: AnyAction, _ state: AppState) -> AppState { state }
@Sendable nonisolated func optional(action: AnyAction, state: AppState?) -> AppState {
  state ?? AppState()
}
@Sendable nonisolated func inPlace(_ state: inout AppState, _ action: AnyAction) {
  state.count += 1
}
@Sendable nonisolated func inPlaceLast(_ action: AnyAction, _ state: inout AppState) {
  state.count += 1
}
@Sendable nonisolated func effectful(_ state: inout AppState, _ action: AnyAction) -> Effect {
  Effect()
}
@Sendable nonisolated func effectfulLast(_ action: AnyAction, _ state: inout AppState) -> Effect {
  Effect()
}
@Sendable nonisolated func withEnvironment(
  _ state: inout AppState, _ action: AnyAction, _ environment: Environment, _ names: [String]
) -> Effect { Effect() }
nonisolated func refusing(_ state: AppState, _ action: AnyAction) throws(Failure) -> AppState {
  throw Failure()
}
