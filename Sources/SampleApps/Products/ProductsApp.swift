import Recorder
import RecorderHost

/// The list of products as an app.
enum ProductsApp {
  static let sample = SampleApp(
    name: "products", summary: "a list of products: pages, favourites, flags that are set back",
    scenarios: ProductScript.all.map { script in
      Scenario(script.name, script.summary) { play(script, $0) }
    },
    actionNames: actions.names, serve: { host.run() })

  static var host: ReducerHost<ProductListState, any ReSwift.Action> {
    ReducerHost(store: "products", codec: actions.codec) {
      $0 = ProductListState.reduce(action: $1, state: $0)
    }
  }

  static let actions = ActionRegistry<any ReSwift.Action> { types in
    types.add(ProductListState.LoadingStart.self) { $0 }
    types.add(ProductListState.LoadingSuccess.self) { $0 }
    types.add(ProductListState.LoadingFailure.self) { $0 }
    types.add(ProductListState.UpdateFavoriteStart.self) { $0 }
    types.add(ProductListState.UpdateFavoriteSuccess.self) { $0 }
    types.add(ProductListState.UpdateFavoriteFailure.self) { $0 }
    types.add(ProductListState.ResetNeedUpdateFlag.self) { $0 }
  }

  /// Plays a script.
  ///
  /// - Returns: The screen as it is left.
  @discardableResult
  static func play(
    _ script: ProductScript, _ recorder: SessionRecorder,
    reducer: @escaping ReSwift.Reducer<ProductListState> = ProductListState.reduce,
    middleware: [ReSwift.Middleware<ProductListState>] = []
  ) -> ProductListScreen {
    let scheduler = ManualScheduler(ManualClock(0))
    let server = MockProductRequest(scheduler: scheduler)
    let screen = ProductListScreen(
      recorder: recorder, request: server, reducer: reducer, middleware: middleware)
    script.play(screen, server, scheduler)
    return screen
  }
}
