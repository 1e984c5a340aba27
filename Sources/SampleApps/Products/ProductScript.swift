/// What a person does at the list of products.
struct ProductScript: Sendable {
  let name: String
  let summary: String
  let play: @Sendable (ProductListScreen, MockProductRequest, ManualScheduler) -> Void

  static let all = [paging, favourite, failure, hole]

  static let paging = ProductScript(
    name: "paging", summary: "reads to the end, page by page, then pulls to refresh"
  ) { screen, server, time in
    screen.appear()
    time.advance(by: 1)
    for _ in 1...3 {
      screen.scrollToEnd()
      // Already loading: nothing happens.
      screen.scrollToEnd()
      time.advance(by: 1)
    }
    screen.mark("a new product")
    server.products.insert(Product(id: 9, name: "Clay whistle", price: 700), at: 0)
    screen.pullToRefresh()
    time.advance(by: 1)
  }

  static let favourite = ProductScript(
    name: "favourite", summary: "favourites on and off, by request; each result is shown once"
  ) { screen, server, time in
    screen.appear()
    time.advance(by: 1)
    screen.tapFavorite(2)
    time.advance(by: 1)
    screen.mark("both at once")
    screen.tapFavorite(1)
    screen.tapFavorite(2)
    time.advance(by: 1)
    screen.mark("server down")
    server.failures = [ServerError(message: "503")]
    screen.tapFavorite(3)
    time.advance(by: 1)
  }

  static let failure = ProductScript(
    name: "failure", summary: "the server is down at first, and again at the second page"
  ) { screen, server, time in
    server.failures = [ServerError(message: "503")]
    screen.appear()
    time.advance(by: 1)
    screen.pullToRefresh()
    time.advance(by: 1)
    server.failures = [ServerError(message: "timed out")]
    screen.scrollToEnd()
    time.advance(by: 1)
  }

  static let hole = ProductScript(
    name: "hole", summary: "a page that arrives after a refresh leaves a hole in the list"
  ) { screen, server, time in
    screen.appear()
    time.advance(by: 1)
    screen.scrollToEnd()
    time.advance(by: 1)
    server.delays = [0.9]
    screen.scrollToEnd()
    screen.mark("impatient")
    screen.pullToRefresh()
    time.advance(by: 1)
  }
}
