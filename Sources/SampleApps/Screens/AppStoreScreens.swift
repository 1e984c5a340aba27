import Recorder

/// The app store's screens, without views: the current screen, and what can be done there.
final class AppStoreScreens {
  let store: ReSwift.Store<ApplicationState>
  private let catalogue: AppCatalogue
  private let recorder: SessionRecorder
  private var stack: [AppDetailScreen] = []

  init(
    recorder: SessionRecorder, catalogue: AppCatalogue,
    reducer: @escaping ReSwift.Reducer<ApplicationState> = ApplicationState.reduce
  ) {
    self.recorder = recorder
    self.catalogue = catalogue
    store = ReSwift.Store(
      reducer: recorder.reducer(reducer), state: ApplicationState(),
      middleware: [recorder.dispatches(), ReSwift.createThunkMiddleware()])
  }

  /// The details on top.
  var detail: AppDetailScreen? { stack.last }

  func openToday() {
    store.dispatch(ApplicationState.Appear(screen: .today))
    store.dispatch(
      thunk { [catalogue] dispatch in
        catalogue.today { dispatch(ApplicationState.TodayLoaded(cards: $0)) }
      })
  }

  func closeToday() { store.dispatch(ApplicationState.Disappear(screen: .today)) }

  func openSearch() { store.dispatch(ApplicationState.Appear(screen: .search)) }

  func type(_ text: String) {
    store.dispatch(ApplicationState.SearchTyped(text: text))
    store.dispatch(
      thunk { [catalogue] dispatch in
        catalogue.search(text) {
          dispatch(ApplicationState.SearchFound(text: text, results: $0))
        }
      })
  }

  func closeSearch() { store.dispatch(ApplicationState.Disappear(screen: .search)) }

  /// Puts the details of an app on top.
  func openDetail(_ id: ApplicationState.AppIdentifier) {
    store.dispatch(ApplicationState.Appear(screen: .appDetail(id)))
    stack.append(AppDetailScreen(id, store))
    if store.state.appDetailViewState[id]?.name == nil {
      store.dispatch(thunk { [catalogue] dispatch in catalogue.detail(id) { dispatch($0) } })
    }
  }

  /// Goes back from the details on top.
  func back() {
    guard let id = stack.popLast()?.id else { return }
    store.dispatch(ApplicationState.Disappear(screen: .appDetail(id)))
  }

  func mark(_ text: String) { recorder.mark(text) }

  private func thunk(
    _ body: @escaping (@escaping ReSwift.DispatchFunction) -> Void
  ) -> ReSwift.Thunk<ApplicationState> {
    ReSwift.Thunk { dispatch, _ in body(dispatch) }
  }
}

/// The details of one app: a subscriber to its own view state.
final class AppDetailScreen: ReSwift.StoreSubscriber {
  let id: ApplicationState.AppIdentifier
  private let store: ReSwift.Store<ApplicationState>
  /// What is shown; nil once the view state is discarded.
  private(set) var shown: AppDetailViewState?

  init(_ id: ApplicationState.AppIdentifier, _ store: ReSwift.Store<ApplicationState>) {
    self.id = id
    self.store = store
    store.subscribe(self) { $0.select { $0.appDetailViewState[id] } }
  }

  deinit { store.unsubscribe(self) }

  func newState(state: AppDetailViewState?) { shown = state }

  func expandStory() { store.dispatch(ApplicationState.StoryExpanded(id: id)) }
}
