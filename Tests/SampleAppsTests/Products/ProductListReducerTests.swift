import Testing

@testable import SampleApps

@Suite("The reducer of the product list")
struct ProductListReducerTests {
  private typealias State = ProductListState
  private static let products = ProductCatalogue.all

  private func reduce(_ state: State, _ actions: [any ReSwift.Action]) -> State {
    actions.reduce(state) { State.reduce(action: $1, state: $0) }
  }

  /// A list of two pages, shown.
  private var loaded: State { State(list: Array(Self.products.prefix(6)), pages: 2) }

  @Test("without a state the list is empty, and another's action changes nothing")
  func empty() {
    #expect(State.reduce(action: ReSwift.ReSwiftInit(), state: nil) == State())
    #expect(reduce(loaded, [ReSwift.ReSwiftInit()]) == loaded)
  }

  @Test("loading begins with its type and takes the last error away")
  func start() {
    for type in [State.LoadingType.initialize, .add, .refresh] {
      var failed = loaded
      failed.errorMessage = "503"
      var expected = loaded
      expected.loadingType = type
      #expect(reduce(failed, [State.LoadingStart(loadingType: type)]) == expected)
    }
  }

  @Test("the first page replaces the list, the next is put after it; a short page is the last")
  func success() {
    for count in 0...3 {
      let page = Array(Self.products.suffix(count))
      for type in [State.LoadingType.initialize, .add, .refresh] {
        var before = loaded
        before.loadingType = type
        var expected = loaded
        expected.list = type == .add ? loaded.list + page : page
        expected.pages = type == .add ? 3 : 1
        expected.hasMore = count == 3
        expected.isNeedReloadTableView = true
        #expect(
          reduce(before, [State.LoadingSuccess(loadingType: type, response: page)]) == expected)
      }
    }
  }

  @Test("a failure keeps the list and shows why")
  func failure() {
    var before = loaded
    before.loadingType = .add
    var expected = loaded
    expected.errorMessage = "503"
    #expect(reduce(before, [State.LoadingFailure(message: "503")]) == expected)
  }

  @Test("a favourite is changed when the server has taken it, and nothing else is")
  func favourite() {
    #expect(reduce(loaded, [State.UpdateFavoriteStart()]) == loaded)
    for isFavorite in [true, false] {
      var expected = loaded
      expected.list[1].isFavorite = isFavorite
      expected.isNeedReloadTableView = true
      expected.isUpdatingFavoriteSucceeded = true
      #expect(
        reduce(loaded, [State.UpdateFavoriteSuccess(id: 2, isFavorite: isFavorite)]) == expected)
    }
    var refused = loaded
    refused.isUpdatingFavoriteSucceeded = false
    #expect(reduce(loaded, [State.UpdateFavoriteFailure()]) == refused)
  }

  @Test("the flags are set back, and nothing else is")
  func reset() {
    var flagged = loaded
    flagged.isNeedReloadTableView = true
    flagged.isUpdatingFavoriteSucceeded = true
    #expect(reduce(flagged, [State.ResetNeedUpdateFlag()]) == loaded)
    flagged.isUpdatingFavoriteSucceeded = false
    #expect(reduce(flagged, [State.UpdateFavoriteStart(), State.ResetNeedUpdateFlag()]) == loaded)
  }
}
