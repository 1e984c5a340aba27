// The store of docs/adopting/redux.md, in the shape of SwiftUIAndReduxExample.
public import Recorder

/// The app of docs/adopting/redux.md: news that are searched for.
public enum NewsApp {}

extension NewsApp {
  /// An action.
  public protocol Action: Sendable {}

  /// Dispatches an action.
  public typealias Dispatcher = @MainActor (any Action) -> Void
  /// Reduces an action.
  public typealias Reducer<State> = (_ state: State, _ action: any Action) -> State
  /// Sees an action and the state at its dispatch.
  public typealias Middleware<State> =
    @MainActor (State, any Action, @escaping Dispatcher) -> Void

  /// The store.
  @MainActor
  public final class Store<State> {
    /// The current state.
    public private(set) var state: State
    private let reducer: Reducer<State>
    private let middlewares: [Middleware<State>]

    /// A store.
    public init(
      reducer: @escaping Reducer<State>, state: State, middlewares: [Middleware<State>] = []
    ) {
      self.reducer = reducer
      self.state = state
      self.middlewares = middlewares
    }

    /// Reduces the action later, and tells the middlewares of it now.
    public func dispatch(action: any Action) {
      Task { @MainActor in state = reducer(state, action) }
      for middleware in middlewares { middleware(state, action, dispatch) }
    }
  }
}

extension NewsApp {
  /// A store that is recorded.
  @MainActor
  public static func store(
    recorder: SessionRecorder, middleware: @escaping Middleware<AppState>
  ) -> Store<AppState> {
    let store = Store(
      reducer: recorder.reducer(appReducer), state: AppState(), middlewares: [middleware])
    return store
  }

  /// What the recorder is told of the app.
  public static func addNames(to options: inout RecorderOptions) {
    options.actionNames = newsActions.names
  }
}
