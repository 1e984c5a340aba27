// The app of docs/adopting/reswift-product-list.md.
import Foundation
import Recorder
import RecorderHost
import SampleApps

struct Product: Codable {
  let id: Int
  let name: String
}

struct ProductListState: Codable {
  enum LoadingType: String, Codable { case none, initialize, add, refresh }

  var list: [Product] = []
  var loadingType = LoadingType.none
  var isNeedReloadTableView = false
}

extension ProductListState {
  struct LoadingStart: Action, Codable { let loadingType: LoadingType }
  struct LoadingSuccess: Action, Codable {
    let loadingType: LoadingType
    let response: [Product]
  }
  struct ResetNeedUpdateFlag: Action, Codable {}

  static func reduce(action: any Action, state: ProductListState?) -> ProductListState {
    var state = state ?? ProductListState()
    switch action {
    case let action as LoadingStart: state.loadingType = action.loadingType
    case let action as LoadingSuccess:
      // Whatever is there by now: the mistake that the page finds.
      state.list = action.loadingType == .add ? state.list + action.response : action.response
      state.loadingType = .none
      state.isNeedReloadTableView = true
    case is ResetNeedUpdateFlag: state.isNeedReloadTableView = false
    default: break
    }
    return state
  }
}

let productListActions = ActionRegistry<any Action> { types in
  types.add(ProductListState.LoadingStart.self) { $0 }
  types.add(ProductListState.LoadingSuccess.self) { $0 }
  types.add(ProductListState.ResetNeedUpdateFlag.self) { $0 }
}

func makeProductListRecorder(
  in place: RecordingPlace = .standard, options: RecorderOptions
) -> SessionRecorder {
  var options = options
  options.actionNames = productListActions.names
  return SessionRecorder(in: place, store: "products", options: options)
}

func makeProductListStore(recorder: SessionRecorder) -> Store<ProductListState> {
  Store<ProductListState>(
    reducer: recorder.reducer(ProductListState.reduce), state: nil,
    middleware: [recorder.dispatches(), createThunkMiddleware()])
}

var productHost: ReducerHost<ProductListState?, any Action> {
  ReducerHost(store: "products", codec: productListActions.codec) {
    $0 = ProductListState.reduce(action: $1, state: $0)
  }
}

/// The executable `product-host`.
public func runProductHost() {
  exit(productHost.run())
}

typealias LoadProducts = (Int, @escaping ([Product]) -> Void) -> Void

/// Creates the actions of a load, of which the server answers later.
func load(
  _ loadingType: ProductListState.LoadingType, page: Int, _ request: @escaping LoadProducts
) -> Store<ProductListState>.AsyncActionCreator {
  { _, _, callback in
    callback { _, _ in ProductListState.LoadingStart(loadingType: loadingType) }
    request(page) { response in
      callback { _, _ in
        ProductListState.LoadingSuccess(loadingType: loadingType, response: response)
      }
    }
  }
}

final class ProductListController: StoreSubscriber {
  let store: Store<ProductListState>
  private(set) var reloads = 0

  init(_ store: Store<ProductListState>) {
    self.store = store
    store.subscribe(self)
  }

  func newState(state: ProductListState) {
    guard state.isNeedReloadTableView else { return }
    reloads += 1
    store.dispatch(ProductListState.ResetNeedUpdateFlag())
  }
}
