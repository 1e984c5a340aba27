import Recorder

/// A store whose state is its fields: the reducer gets them as one value, and its result is
/// assigned to them.
///
/// A dispatch reduces, then waits for the middleware, which may wait and dispatch in turn. So
/// several dispatches may be in flight, and their actions interleave when they wait.
@MainActor
final class CatStore {
  typealias Reducer = (_ action: CatAction, _ state: CatStoreState) -> CatStoreState

  private(set) var cat: Cat?
  private(set) var loadingState = LoadingState.idle
  private let middleware: any CatMiddleware
  private let recorder: SessionRecorder
  private let reducer: Reducer

  init(
    middleware: any CatMiddleware, recorder: SessionRecorder,
    reducer: @escaping Reducer = catReducer(action:state:)
  ) {
    self.middleware = middleware
    self.recorder = recorder
    self.reducer = reducer
  }

  func dispatch(_ action: CatAction) async {
    let state = createCatState()
    apply(state: recorder.step(action, state) { reducer(action, state) })
    await recorder.handle(action) {
      await middleware.handleAction(action: action, state: state, dispatch: dispatch)
    }
  }

  /// Sets every field; also called without an action, for a state kept from the last launch.
  func apply(state: CatStoreState) {
    cat = state.cat
    loadingState = state.loadingState
  }

  func createCatState() -> CatStoreState {
    CatStoreState(cat: cat, loadingState: loadingState)
  }
}
