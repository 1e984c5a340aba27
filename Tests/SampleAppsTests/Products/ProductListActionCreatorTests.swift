import Testing

@testable import SampleApps

@Suite("The action creator of the product list")
struct ProductListActionCreatorTests {
  private typealias State = ProductListState
  private let scheduler = ManualScheduler(ManualClock(0))

  /// Dispatches a creator to a store of three products and lets the server answer.
  private func actions(
    _ expectations: ActionExpectations, failures: [ServerError] = [],
    _ creator: (ProductListActionCreator) -> ProductListActionCreator.Creator
  ) -> [any ReSwift.Action] {
    let request = MockProductRequest(scheduler: scheduler)
    request.failures = failures
    let store = ReSwift.Store(
      reducer: State.reduce, state: State(list: Array(ProductCatalogue.all.prefix(3)), pages: 1),
      middleware: [expectations.middleware()])
    store.dispatch(creator(ProductListActionCreator(request: request)))
    #expect(expectations.passed.count <= 1)
    scheduler.advance(by: 1)
    #expect(expectations.difference == nil)
    return expectations.passed
  }

  @Test("a request that succeeds: start, then success with the page that was asked for")
  func success() {
    for (type, ids) in [(State.LoadingType.initialize, 1...3), (.refresh, 1...3), (.add, 4...6)] {
      let expectations = ActionExpectations(State.LoadingStart.self, State.LoadingSuccess.self)
      let passed = actions(expectations) { $0.load(type) }
      #expect((passed.first as? State.LoadingStart)?.loadingType == type)
      let success = passed.last as? State.LoadingSuccess
      #expect(success?.loadingType == type)
      #expect(success?.response.map(\.id) == Array(ids))
    }
  }

  @Test("a request that fails: start, then failure with the server's words")
  func failure() {
    let expectations = ActionExpectations(State.LoadingStart.self, State.LoadingFailure.self)
    let passed = actions(expectations, failures: [ServerError(message: "503")]) {
      $0.load(.initialize)
    }
    #expect((passed.last as? State.LoadingFailure)?.message == "503")
  }

  @Test("a favourite is asked for first, and set when the server says so")
  func favourite() {
    let success = ActionExpectations(
      State.UpdateFavoriteStart.self, State.UpdateFavoriteSuccess.self)
    let passed = actions(success) { $0.toggleFavorite(2) }
    #expect((passed.last as? State.UpdateFavoriteSuccess)?.id == 2)
    #expect((passed.last as? State.UpdateFavoriteSuccess)?.isFavorite == true)

    let failure = ActionExpectations(
      State.UpdateFavoriteStart.self, State.UpdateFavoriteFailure.self)
    _ = actions(failure, failures: [ServerError(message: "503")]) { $0.toggleFavorite(2) }
  }

  @Test("a product that is not in the list is not asked for")
  func unknownProduct() {
    #expect(actions(ActionExpectations()) { $0.toggleFavorite(7) }.isEmpty)
  }
}
