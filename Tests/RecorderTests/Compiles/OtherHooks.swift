// The hooks beside the reducer's: middlewares, callbacks, handlers, places, inputs.

import Foundation
import Recorder

typealias Dispatch = (AnyAction) -> Void
typealias Middleware<State> = (@escaping Dispatch, @escaping () -> State?) -> (
  @escaping Dispatch
) -> Dispatch

// As a library has it: of no isolation, and with an initializer that infers.
nonisolated final class ChainStore<State> {
  init(
    reducer: @escaping (AnyAction, State?) -> State, state: State?,
    middleware: [Middleware<State>] = []
  ) {}

  var middleware: [Middleware<State>] = []
  func dispatch(_ action: AnyAction) {}
}

func middlewares(_ recorder: SessionRecorder) {
  let thunks: Middleware<AppState> = { _, _ in { next in { next($0) } } }
  let last: Middleware<AppState> = recorder.middleware()
  let first: Middleware<AppState> = recorder.dispatches()
  let store = ChainStore<AppState>(
    reducer: optional, state: nil, middleware: [first, thunks, last])
  _ = ChainStore<AppState>(
    reducer: optional, state: AppState(),
    middleware: [recorder.dispatches(), thunks, recorder.middleware()])
  _ = ChainStore<AppState>(
    reducer: recorder.reducer(optional), state: nil, middleware: [recorder.dispatches(), thunks])
  _ = ChainStore<AppState>(
    reducer: recorder.reducer(optionalByDefault), state: nil,
    middleware: [recorder.middleware()])
  store.middleware.append(recorder.middleware())
  store.middleware = [recorder.dispatches()] + store.middleware
  recorder.dispatched(someAction())
}

// The typealiases of the module's own isolation.
typealias OwnDispatch = (AnyAction) -> Void
typealias OwnMiddleware = (@escaping OwnDispatch, @escaping () -> AppState?) -> (
  @escaping OwnDispatch
) -> OwnDispatch

func ownMiddlewares(_ recorder: SessionRecorder) -> [OwnMiddleware] {
  [recorder.dispatches(), recorder.middleware()]
}

// MARK: Callbacks

final class ObservedStore {
  var onChange: (AnyAction, AppState, AppState) -> Void = { _, _, _ in }
}

func callbacks(_ recorder: SessionRecorder, _ store: ObservedStore) {
  store.onChange = { recorder.observe($0, from: $1, to: $2) }
  store.onChange = { action, old, new in
    recorder.observe(action, from: old, to: new, at: CallSite())
  }
  recorder.observe(someAction(), from: AppState?.none, to: AppState())
  sendableCallback { recorder.observe($0, from: $1, to: $2) }
}

nonisolated func sendableCallback(
  _ callback: @escaping @Sendable (AnyAction, AppState, AppState) -> Void
) {}

// MARK: Handlers

nonisolated enum Handled: Codable, Equatable, Sendable { case load, loaded(Int) }

@MainActor final class MainActorStore {
  private let recorder: SessionRecorder
  private var state = AppState()

  init(_ recorder: SessionRecorder) { self.recorder = recorder }

  func dispatch(_ action: AnyAction) async {
    state = recorder.step(action, state) { stateFirst(state, action) }
    await recorder.handle(action) { await handleAction(action, state, dispatch) }
    let count = await recorder.handle(action) { await work() }
    state.count = count
  }

  func dispatchOrThrow(_ action: AnyAction) async throws(Failure) {
    try await recorder.handle(action) { () async throws(Failure) in
      await work()
      throw Failure()
    }
  }

  @discardableResult private func work() async -> Int { state.count }

  private func handleAction(
    _ action: AnyAction, _ state: AppState, _ dispatch: (AnyAction) async -> Void
  ) async {
    await dispatch(someAction())
  }
}

actor ActorStore {
  private let recorder: SessionRecorder
  private var state = AppState()

  init(_ recorder: SessionRecorder) { self.recorder = recorder }

  func dispatch(_ action: Handled) async {
    recorder.step(action, into: &state) { $0.count += 1 }
    let count = await recorder.handle(action) {
      if action == .load { await dispatch(.loaded(1)) }
      return state.count
    }
    state.count = count
  }
}

nonisolated struct NonisolatedStore {
  let recorder: SessionRecorder

  func dispatch(_ action: Handled) async {
    await recorder.handle(action) { await dispatch(action) }
  }
}

typealias Handler = (AnyAction, AppState, @escaping (AnyAction) async -> Void) async -> Void

nonisolated func handlers(_ recorder: SessionRecorder, _ handle: @escaping Handler) async {
  let wrapped: Handler = recorder.handler(handle)
  await wrapped(someAction(), AppState()) { _ in }
  let closure: Handler = recorder.handler { action, state, dispatch in
    if state.count == 0 { await dispatch(action) }
  }
  await closure(someAction(), AppState()) { _ in }
}

// MARK: Places and inputs

func places(_ recorder: SessionRecorder, _ store: ChainStore<AppState>) throws(Failure) {
  recorder.at { store.dispatch(someAction()) }
  let count = recorder.at { 1 }
  try recorder.at { () throws(Failure) in
    if count > 1 { throw Failure() }
  }
}

@MainActor func asyncPlaces(_ recorder: SessionRecorder, _ store: MainActorStore) async {
  recorder.at { _ = someAction() }
  await recorder.at { await store.dispatch(someAction()) }
  let count = await recorder.at {
    await store.dispatch(someAction())
    return 1
  }
  do throws(Failure) {
    try await recorder.at { () async throws(Failure) in
      try await store.dispatchOrThrow(someAction())
    }
  } catch {
    _ = count
  }
}

nonisolated func asyncPlaces(_ recorder: SessionRecorder, _ store: ActorStore) async {
  recorder.at { _ = Handled.load }
  await recorder.at { await store.dispatch(.load) }
}

func dispatch(
  _ action: AnyAction, _ state: inout AppState, _ recorder: SessionRecorder,
  file: StaticString = #fileID, line: UInt = #line
) {
  recorder.step(action, into: &state, at: CallSite(file, line)) { inPlace(&$0, action) }
}

nonisolated func drawing(_ state: AppState) -> [String] {
  let locale = Inputs.value("locale") { "de" }
  let bits: UInt8 = Inputs.random(in: 0...7)
  return [
    "\(Inputs.date())", "\(Inputs.uuid())", "\(Inputs.random(in: 0..<state.count))", locale,
    "\(Inputs.random(in: 0...1.5))", "\(bits)",
  ]
}

func drawingByDefault() -> String { Inputs.value("locale") { "de" } }
