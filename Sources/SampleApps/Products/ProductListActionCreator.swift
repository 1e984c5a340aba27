/// Makes the actions of the list from a server's answers.
final class ProductListActionCreator {
  typealias Creator = ReSwift.Store<ProductListState>.AsyncActionCreator

  private let request: any ProductRequestable

  init(request: any ProductRequestable) { self.request = request }

  /// Loads the first page, or the next.
  func load(_ loadingType: ProductListState.LoadingType) -> Creator {
    { [request] state, _, callback in
      callback { _, _ in ProductListState.LoadingStart(loadingType: loadingType) }
      request.products(page: loadingType == .add ? state.pages : 0) { result in
        callback { _, _ in
          switch result {
          case .success(let products):
            ProductListState.LoadingSuccess(loadingType: loadingType, response: products)
          case .failure(let error): ProductListState.LoadingFailure(message: error.message)
          }
        }
      }
    }
  }

  /// Turns a favourite on or off.
  func toggleFavorite(_ id: Int) -> Creator {
    { [request] state, _, callback in
      guard let product = state.list.first(where: { $0.id == id }) else { return }
      let isFavorite = !product.isFavorite
      callback { _, _ in ProductListState.UpdateFavoriteStart() }
      request.setFavorite(isFavorite, id: id) { result in
        callback { _, _ in
          switch result {
          case .success: ProductListState.UpdateFavoriteSuccess(id: id, isFavorite: isFavorite)
          case .failure: ProductListState.UpdateFavoriteFailure()
          }
        }
      }
    }
  }
}
