// The examples of docs/hooks.md, line by line.

import Recorder
import RecorderHost

extension ReSwift {
  nonisolated static func appReducer(action: any Action, state: AppState?) -> AppState {
    state ?? AppState()
  }

  static func wrapped(_ recorder: SessionRecorder, _ thunks: @escaping Middleware<AppState>) {
    let store = Store<AppState>(
      reducer: recorder.reducer(appReducer), state: nil,
      middleware: [recorder.dispatches(), thunks])
    _ = store
  }

  static func attached(_ recorder: SessionRecorder, _ store: Store<AppState>) {
    store.middleware = [recorder.dispatches()] + store.middleware + [recorder.middleware()]
  }
}

nonisolated struct Added { let count: Int }

final class Reactions {
  private var listening: ActionSubscription?
  private var log: [String] = []

  func start(_ recorder: SessionRecorder) {
    listening = recorder.observeActions(of: Added.self) { [weak self] action, step in
      if step.isReduced { self?.log.append("added \(action.count)") }
    }
  }

  nonisolated static func read(_ recorder: SessionRecorder) async {
    for await action in recorder.actions() where action.step.isReduced {
      print(action.type, action.action)
    }
  }
}

extension Fumiyasac {
  nonisolated static func appReducer(_ state: AppState, _ action: any Action) -> AppState { state }

  static func wrapped(
    _ recorder: SessionRecorder, _ archiveMiddleware: @escaping Middleware<AppState>,
    _ archiveAction: any Action
  ) {
    let store = Store(
      reducer: recorder.reducer(appReducer), state: AppState(), middlewares: [archiveMiddleware])
    recorder.at { store.dispatch(action: archiveAction) }
  }
}

extension Cat {
  nonisolated static func catReducer(action: CatAction, state: CatStoreState) -> CatStoreState {
    state
  }

  @MainActor final class CatStore {
    let recorder: SessionRecorder
    let middleware: any CatMiddleware
    var cat: String?

    init(_ recorder: SessionRecorder, _ middleware: any CatMiddleware) {
      self.recorder = recorder
      self.middleware = middleware
    }

    func createCatState() -> CatStoreState { CatStoreState(cat: cat) }
    func apply(state: CatStoreState) { cat = state.cat }

    func dispatch(_ action: CatAction) async {
      let state = createCatState()
      apply(state: recorder.step(action, state) { catReducer(action: action, state: state) })
      await recorder.handle(action) {
        await middleware.handleAction(action: action, state: state, dispatch: dispatch)
      }
    }
  }
}

extension TCA09 {
  nonisolated enum SearchAction { case clear }

  static func wrapped(
    _ recorder: SessionRecorder, _ searchReducer: Reducer<AppState, SearchAction, Environment>,
    _ environment: Environment
  ) {
    let store = Store(
      initialState: AppState(), reducer: Reducer(recorder.reducer(searchReducer.run)),
      environment: environment)
    _ = store
  }
}

extension TCA {
  nonisolated struct RecordingReducer<Base: Reducer>: Reducer {
    let base: Base
    let recorder: SessionRecorder

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      recorder.step(action, into: &state) { base.reduce(into: &$0, action: action) }
    }
  }

  static func printed(_ recorder: SessionRecorder, _ search: some Reducer) {
    _ = search._printChanges(
      .init { action, old, new in recorder.observe(action, from: old, to: new) })
  }
}

extension SwiftRex {
  nonisolated enum AppAction: Sendable { case clear }

  static func wrapped(_ recorder: SessionRecorder, _ appReducer: Reducer<AppAction, AppState>) {
    let recorded = Reducer<AppAction, AppState>.reduce(
      recorder.sendableReducer { action, state in appReducer.reduce(action).runEndoMut(&state) })
    _ = recorded
  }
}

extension Katana {
  nonisolated struct AppState: State, Codable {}

  static func intercepted(_ recorder: SessionRecorder) {
    let recording: StoreInterceptor = { context in
      { next in
        { dispatchable in
          guard dispatchable is any AnyStateUpdater, var state = context.getAnyState() as? AppState
          else { return try next(dispatchable) }
          try recorder.step(dispatchable, into: &state) {
            try next(dispatchable)
            $0 = context.getAnyState() as? AppState ?? $0
          }
        }
      }
    }
    _ = recording
  }
}

extension Mobius {
  nonisolated enum Event { case clear }

  static func wrapped(
    _ recorder: SessionRecorder, _ appUpdate: Update<AppState, Event, Effect>
  ) {
    let recorded = Update<AppState, Event, Effect> { model, event in
      var state = model
      return recorder.step(event, into: &state) {
        let next = appUpdate.update(model: model, event: event)
        $0 = next.model ?? model
        return next
      }
    }
    _ = recorded
  }
}

extension ReactorKit {
  nonisolated final class CounterReactor: Reactor {
    enum Mutation { case add(Int) }

    let recorder: SessionRecorder
    init(_ recorder: SessionRecorder) { self.recorder = recorder }

    func reduce(state: AppState, mutation: Mutation) -> AppState {
      recorder.step(mutation, state) { reduced(state, by: mutation) }
    }

    private func reduced(_ state: AppState, by mutation: Mutation) -> AppState { state }
  }
}

extension Verge {
  static func wrapped(_ recorder: SessionRecorder, _ store: Store<AppState>) {
    store.commit("increment") { state in
      recorder.step("increment", into: &state) { $0.count += 1 }
    }
  }
}

extension Fluxor {
  nonisolated struct RecordingInterceptor: Interceptor {
    let recorder: SessionRecorder

    func actionDispatched(action: any Action, oldState: AppState, newState: AppState) {
      recorder.observe(action, from: oldState, to: newState)
    }
  }

  static func registered(_ recorder: SessionRecorder, _ store: Store<AppState>) {
    store.register(interceptor: RecordingInterceptor(recorder: recorder))
  }
}

extension Firefox {
  @MainActor static func appReducer(_ state: AppState, _ action: any Action) -> AppState { state }

  @MainActor static func wrapped(_ recorder: SessionRecorder) {
    let store = Store(
      state: AppState(), reducer: recorder.mainActorReducer { appReducer($0, $1) })
    _ = store
  }
}

nonisolated enum Waiting {
  struct AppState: Codable, Sendable { var count = 0 }

  enum AppAction: Codable, Sendable { case add }

  static func appReducer(_ state: AppState, _ action: AppAction) async throws -> AppState { state }

  static func dispatch(
    _ action: AppAction, _ state: inout AppState, _ recorder: SessionRecorder
  ) async throws {
    let current = state
    state = try await reduced(action, current, recorder)
  }

  private static func reduced(
    _ action: AppAction, _ before: AppState, _ recorder: SessionRecorder
  ) async throws -> AppState {
    var state = before
    state = try await recorder.step(action, state) { try await appReducer(state, action) }
    return state
  }

  static func host() -> ReducerHost<AppState, AppAction> {
    ReducerHost<AppState, AppAction>(store: "app", codec: .codable) {
      $0 = try await appReducer($0, $1)
    }
  }
}

actor WaitingDispatch {
  typealias AppState = Waiting.AppState
  typealias AppAction = Waiting.AppAction

  private let recorder: SessionRecorder
  private var state = AppState()

  init(_ recorder: SessionRecorder) { self.recorder = recorder }

  private func middleware(_ action: AppAction) async {}
  private func appReducer(_ state: AppState, _ action: AppAction) -> AppState { state }

  func dispatch(_ action: AppAction) async {
    await recorder.dispatching(action) {
      await middleware(action)
      state = recorder.step(action, state) { appReducer(state, action) }
    }
  }
}

nonisolated enum Asking: Codable {
  case add(count: Int)
  case ask(@Sendable (Int) -> Void)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .add(let count): try container.encode(["add": count])
    case .ask:
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "it holds a closure"))
    }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.singleValueContainer().decode([String: Int].self)
    guard let count = members["add"] else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no action of this app"))
    }
    self = .add(count: count)
  }

  static func host() -> ReducerHost<AppState, Asking> {
    ReducerHost<AppState, Asking>(store: "app", codec: .codable) { state, _ in state.count += 1 }
  }
}
