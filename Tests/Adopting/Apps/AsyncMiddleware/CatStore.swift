// The app of docs/adopting/async-middleware.md.
public import Recorder
public import RecorderHost

/// The name of a cat's picture, once there is one.
public struct CatStoreState: Codable, Equatable, Sendable {
  /// The picture.
  public var cat: String?
  /// Whether one is awaited.
  public var isLoading = false

  /// No cat yet.
  public init() {}
}

/// What can happen.
public enum CatAction: Codable, Equatable, Sendable {
  case fetchCat(breed: String)
  case setLoading(Bool)
  case setCat(String)
}

/// The reducer of the cat.
public func catReducer(action: CatAction, state: CatStoreState) -> CatStoreState {
  var state = state
  switch action {
  case .fetchCat: break
  case .setLoading(let isLoading): state.isLoading = isLoading
  case .setCat(let cat): state.cat = cat
  }
  return state
}

/// Does what actions ask for.
@MainActor
public protocol CatMiddleware {
  /// Handles an action after it was reduced.
  func handleAction(
    action: CatAction, state: CatStoreState, dispatch: (CatAction) async -> Void
  ) async
}

/// Fetches cats, each from wherever it is told.
public struct CatFetching: CatMiddleware {
  let fetch: @MainActor (_ breed: String) async -> String

  /// A middleware.
  public init(fetch: @escaping @MainActor (_ breed: String) async -> String) {
    self.fetch = fetch
  }

  /// Fetches where the action asks for it.
  public func handleAction(
    action: CatAction, state: CatStoreState, dispatch: (CatAction) async -> Void
  ) async {
    guard case .fetchCat(let breed) = action else { return }
    await dispatch(.setLoading(true))
    let cat = await fetch(breed)
    await dispatch(.setCat(cat))
    await dispatch(.setLoading(false))
  }
}

/// The store: fields, applied and created as one state.
@MainActor
public final class CatStore {
  /// The picture.
  public private(set) var cat: String?
  /// Whether one is awaited.
  public private(set) var isLoading = false
  private let middleware: any CatMiddleware
  private let recorder: SessionRecorder

  /// A store that is recorded.
  public init(middleware: any CatMiddleware, recorder: SessionRecorder) {
    self.middleware = middleware
    self.recorder = recorder
  }

  /// Reduces an action, then waits for the middleware.
  public func dispatch(_ action: CatAction) async {
    let state = createCatState()
    apply(state: recorder.step(action, state) { catReducer(action: action, state: state) })
    await recorder.handle(action) {
      await middleware.handleAction(action: action, state: state, dispatch: dispatch)
    }
  }

  /// Sets every field.
  public func apply(state: CatStoreState) {
    cat = state.cat
    isLoading = state.isLoading
  }

  /// The fields as one state.
  public func createCatState() -> CatStoreState {
    var state = CatStoreState()
    state.cat = cat
    state.isLoading = isLoading
    return state
  }
}

/// The reducer host.
public var catHost: ReducerHost<CatStoreState, CatAction> {
  ReducerHost(store: "cat", codec: .codable) { $0 = catReducer(action: $1, state: $0) }
}
