import Foundation

/// The favorite screen: photos of others.
struct FavoriteState: Codable, Equatable, Sendable {
  var isLoading = false
  var isError = false
  var favoritePhotosCardViewObjects: [FavoritePhotosCardViewObject] = []
}

struct FavoritePhotosCardViewObject: Codable, Equatable, Sendable {
  let id: Int
  let photoUrl: URL?
  let author: String
  let title: String
  let category: String
  let shopName: String
  let comment: String
  let date: String
}

struct FavoriteSceneEntity: Codable, Equatable, Sendable {
  let id: Int
  let photoUrl: String
  let author: String
  let title: String
  let category: String
  let shopName: String
  let comment: String
  let publishedAt: String
}

struct RequestFavoriteAction: ReduxAction, Codable {}

struct SuccessFavoriteAction: ReduxAction, Codable {
  let favoriteSceneEntities: [FavoriteSceneEntity]
}

struct FailureFavoriteAction: ReduxAction, Codable {}

func favoriteReducer(
  _ state: FavoriteState, _ action: any ReduxAction, dates: () -> DateLabels
) -> FavoriteState {
  var state = state
  switch action {
  case is RequestFavoriteAction:
    state.isLoading = true
    state.isError = false
  case let action as SuccessFavoriteAction:
    let dates = dates()
    state.isLoading = false
    state.favoritePhotosCardViewObjects = action.favoriteSceneEntities.map {
      FavoritePhotosCardViewObject(
        id: $0.id, photoUrl: URL(string: $0.photoUrl), author: $0.author, title: $0.title,
        category: $0.category, shopName: $0.shopName, comment: $0.comment,
        date: dates.label(for: $0.publishedAt))
    }
  case is FailureFavoriteAction:
    state.isLoading = false
    state.isError = true
  default: break
  }
  return state
}

func favoriteMiddleware(content: ContentSource, work: ReduxWork) -> ReduxMiddleware<AppState> {
  { _, action, dispatch in
    guard action is RequestFavoriteAction else { return }
    work.perform(for: action) {
      do {
        dispatch(
          SuccessFavoriteAction(
            favoriteSceneEntities: try await content.decode(.favoriteScenes)))
      } catch {
        dispatch(FailureFavoriteAction())
      }
    }
  }
}
