import Recorder

/// The screen of the list, without its views: what it shows, and what a person does there.
final class ProductListScreen: ReSwift.StoreSubscriber {
  let store: ReSwift.Store<ProductListState>
  private let creator: ProductListActionCreator
  private let recorder: SessionRecorder
  /// The rows of the table, as of the last reload.
  private(set) var rows: [String] = []
  private(set) var reloads = 0
  /// The toasts that were shown.
  private(set) var toasts: [String] = []
  private(set) var isRefreshing = false
  private(set) var isLoadingAnimated = false

  init(
    recorder: SessionRecorder, request: any ProductRequestable,
    reducer: @escaping ReSwift.Reducer<ProductListState> = ProductListState.reduce,
    middleware: [ReSwift.Middleware<ProductListState>] = []
  ) {
    self.recorder = recorder
    creator = ProductListActionCreator(request: request)
    store = ReSwift.Store(
      reducer: recorder.reducer(reducer), state: ProductListState(),
      middleware: [recorder.dispatches()] + middleware)
    store.subscribe(self)
  }

  deinit { store.unsubscribe(self) }

  func newState(state: ProductListState) {
    isLoadingAnimated = state.loadingType == .initialize
    isRefreshing = state.loadingType == .refresh
    var isShown = false
    if state.isNeedReloadTableView {
      rows = state.list.map { "\($0.isFavorite ? "★" : "☆") \($0.name)" }
      reloads += 1
      isShown = true
    }
    if let isSucceeded = state.isUpdatingFavoriteSucceeded {
      toasts.append(isSucceeded ? "Favourites updated" : "Try again later")
      isShown = true
    }
    // The state comes again at once, without the flags: what was shown is not shown twice.
    if isShown { store.dispatch(ProductListState.ResetNeedUpdateFlag()) }
  }

  func appear() { store.dispatch(creator.load(.initialize)) }

  /// Scrolls to the last row, which loads another page, unless one is loading.
  func scrollToEnd() {
    guard store.state.hasMore, store.state.loadingType == .none else { return }
    store.dispatch(creator.load(.add))
  }

  func pullToRefresh() { store.dispatch(creator.load(.refresh)) }

  func tapFavorite(_ id: Int) { store.dispatch(creator.toggleFavorite(id)) }

  func mark(_ text: String) { recorder.mark(text) }
}
