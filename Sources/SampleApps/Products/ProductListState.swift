/// A list of products that is read page by page.
struct ProductListState: Codable, Equatable, Sendable {
  enum LoadingType: String, Codable, Sendable {
    case none, initialize, add, refresh
  }

  var list: [Product] = []
  /// How many pages are in the list.
  var pages = 0
  /// Whether the server may have another page.
  var hasMore = true
  var loadingType = LoadingType.none
  var errorMessage: String?
  /// Set once for the screen, which resets it.
  var isNeedReloadTableView = false
  /// How the update of a favourite ended; set once for the screen, which resets it.
  var isUpdatingFavoriteSucceeded: Bool?
}

struct Product: Codable, Equatable, Sendable {
  let id: Int
  let name: String
  let price: Int
  var isFavorite = false
}

extension ProductListState {
  struct LoadingStart: ReSwift.Action, Codable {
    let loadingType: LoadingType
  }

  struct LoadingSuccess: ReSwift.Action, Codable {
    let loadingType: LoadingType
    let response: [Product]
  }

  struct LoadingFailure: ReSwift.Action, Codable {
    let message: String
  }

  struct UpdateFavoriteStart: ReSwift.Action, Codable {}

  struct UpdateFavoriteSuccess: ReSwift.Action, Codable {
    let id: Int
    let isFavorite: Bool
  }

  struct UpdateFavoriteFailure: ReSwift.Action, Codable {}

  struct ResetNeedUpdateFlag: ReSwift.Action, Codable {}

  static let pageSize = 3

  /// The reducer of the list.
  ///
  /// Pure. A page that arrives is appended to whatever is in the list by then. If a refresh came
  /// between, what lies before the page is missing: a fault that the recorded sessions show.
  static func reduce(action: any ReSwift.Action, state: ProductListState?) -> ProductListState {
    var state = state ?? ProductListState()
    switch action {
    case let action as LoadingStart:
      state.loadingType = action.loadingType
      state.errorMessage = nil
    case let action as LoadingSuccess:
      if action.loadingType == .add {
        state.list += action.response
        state.pages += 1
      } else {
        state.list = action.response
        state.pages = 1
      }
      state.hasMore = action.response.count == pageSize
      state.loadingType = .none
      state.isNeedReloadTableView = true
    case let action as LoadingFailure:
      state.loadingType = .none
      state.errorMessage = action.message
    case is UpdateFavoriteStart: state.isUpdatingFavoriteSucceeded = nil
    case let action as UpdateFavoriteSuccess:
      for place in state.list.indices where state.list[place].id == action.id {
        state.list[place].isFavorite = action.isFavorite
      }
      state.isNeedReloadTableView = true
      state.isUpdatingFavoriteSucceeded = true
    case is UpdateFavoriteFailure: state.isUpdatingFavoriteSucceeded = false
    case is ResetNeedUpdateFlag:
      state.isNeedReloadTableView = false
      state.isUpdatingFavoriteSucceeded = nil
    default: break
    }
    return state
  }
}
