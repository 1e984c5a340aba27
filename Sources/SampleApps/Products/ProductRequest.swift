import Foundation

/// The requests of the list to a server.
protocol ProductRequestable: AnyObject {
  /// A page, from 0.
  func products(page: Int, then answer: @escaping (Result<[Product], ServerError>) -> Void)
  /// Makes a product a favourite, or no longer one.
  func setFavorite(
    _ isFavorite: Bool, id: Int, then answer: @escaping (Result<Void, ServerError>) -> Void)
}

struct ServerError: Error, Equatable {
  let message: String
}

/// A server that answers after a while of a scheduler's time.
final class MockProductRequest: ProductRequestable {
  /// The products of the server, in order.
  var products: [Product]
  /// The failures that it answers to the next requests instead.
  var failures: [ServerError] = []
  /// The delays of the next requests; after them, the usual one.
  var delays: [TimeInterval] = []
  private let scheduler: any Scheduler

  init(_ products: [Product] = ProductCatalogue.all, scheduler: any Scheduler) {
    self.products = products
    self.scheduler = scheduler
  }

  func products(page: Int, then answer: @escaping (Result<[Product], ServerError>) -> Void) {
    respond(answer) { server in
      let size = ProductListState.pageSize
      return Array(server.products.dropFirst(page * size).prefix(size))
    }
  }

  func setFavorite(
    _ isFavorite: Bool, id: Int, then answer: @escaping (Result<Void, ServerError>) -> Void
  ) {
    respond(answer) { server in
      for place in server.products.indices where server.products[place].id == id {
        server.products[place].isFavorite = isFavorite
      }
    }
  }

  private func respond<Value>(
    _ answer: @escaping (Result<Value, ServerError>) -> Void,
    _ value: @escaping (MockProductRequest) -> Value
  ) {
    let delay = delays.isEmpty ? 0.3 : delays.removeFirst()
    let failure = failures.isEmpty ? nil : failures.removeFirst()
    _ = scheduler.after(delay) { [self] in
      answer(failure.map { .failure($0) } ?? .success(value(self)))
    }
  }
}

enum ProductCatalogue {
  /// Eight products: two pages and a part of a third.
  static let all = [
    Product(id: 1, name: "Linen shirt", price: 4900), Product(id: 2, name: "琺瑯マグ", price: 1800),
    Product(id: 3, name: "Oak tray", price: 3200), Product(id: 4, name: "竹の箸", price: 600),
    Product(id: 5, name: "Wool blanket", price: 8900), Product(id: 6, name: "急須", price: 5400),
    Product(id: 7, name: "Beeswax candle", price: 1500),
    Product(id: 8, name: "Café bowl", price: 2100),
  ]
}
