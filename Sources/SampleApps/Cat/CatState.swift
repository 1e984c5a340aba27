import Foundation

/// A cat, and the URL of its picture.
struct Cat: Codable, Equatable, Sendable {
  let id: String
  let url: URL?
  let width: Int
  let height: Int
}

/// The progress of the fetch, as the screen shows it.
enum LoadingState: String, Codable, Sendable {
  case idle, loading, success, failure
}

/// A snapshot of the store's fields.
struct CatStoreState: Codable, Equatable, Sendable {
  var cat: Cat?
  var loadingState = LoadingState.idle
}

enum CatAction: Codable, Equatable, Sendable {
  case fetchCat
  case setCat(cat: Cat)
  case setLoadingState(state: LoadingState)
}

/// The reducer of the cat.
///
/// Pure; the middleware does the work of `fetchCat`.
func catReducer(action: CatAction, state: CatStoreState) -> CatStoreState {
  var state = state
  switch action {
  case .fetchCat: break
  case .setCat(let cat): state.cat = cat
  case .setLoadingState(let loadingState): state.loadingState = loadingState
  }
  return state
}
