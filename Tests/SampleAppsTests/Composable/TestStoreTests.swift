import Testing

@testable import SampleApps

@Suite("The assertion form for tests")
@MainActor
struct TestStoreTests {
  struct Basket: Codable, Sendable {
    var fruits: [String] = []
    var note: String?
    var price = 0
  }

  enum Order: Codable, Sendable {
    case ask(String)
    case came(String, price: Int)
    case clear
    case sorry
  }

  struct Shop: Sendable {
    var scheduler = Composable.TestScheduler()
    var price = 3
    var isOpen = true
  }

  typealias Store = Composable.TestStore<Basket, Order, Shop>

  /// What was reported, each with its line after the line of the test.
  @MainActor
  final class Reports {
    private(set) var texts: [String] = []
    private(set) var lines: [Int] = []

    func report(_ text: String, _ location: SourceLocation) {
      texts.append(text)
      lines.append(location.line)
    }
  }

  let shop = Shop()
  let reports = Reports()

  private func makeStore() -> Store {
    let reducer = Composable.Reducer<Basket, Order, Shop> { state, order, shop in
      switch order {
      case .ask(let fruit):
        guard shop.isOpen else { return .init(value: .sorry) }
        return Composable.Effect(value: .came(fruit, price: shop.price))
          .deferred(for: .seconds(1), scheduler: shop.scheduler)
      case .came(let fruit, let price):
        state.fruits.append(fruit)
        state.price += price
      case .clear: state = Basket()
      case .sorry: state.note = "closed"
      }
      return .none
    }
    return Store(
      initialState: Basket(), reducer: reducer, environment: shop, report: reports.report)
  }

  @Test("right expectations report nothing")
  func right() {
    makeStore().assert(
      .send(.ask("kiwi")),
      .advance(shop.scheduler, by: .seconds(1)),
      .receive(.came("kiwi", price: 3)) {
        $0.fruits = ["kiwi"]
        $0.price = 3
      },
      .environment {
        $0.price = 5
        $0.isOpen = true
      },
      .send(.ask("fig")),
      .send(.ask("plum")),
      .do { shop.scheduler.run() },
      .receive(.came("fig", price: 5)) {
        $0.fruits.append("fig")
        $0.price = 8
      },
      .receive(.came("plum", price: 5)) {
        $0.fruits.append("plum")
        $0.price = 13
      },
      .environment { $0.isOpen = false },
      .send(.ask("fig")),
      .receive(.sorry) { $0.note = "closed" },
      .send(.clear) { $0 = Basket() })
    #expect(reports.texts == [])
  }

  @Test("a wrong state after a send: every path with what was expected and what is")
  func wrongState() {
    let line = #line
    makeStore().assert(
      .send(.clear) { $0.price = 2 },
      .send(.sorry) {
        $0.fruits = ["fig"]
        $0.price = 1
      },
      // The test goes on with the state that really is.
      .send(.sorry),
      .send(.clear) { $0.note = nil })
    #expect(
      reports.texts == [
        """
        step 1, send clear: the state differs
          /price  expected 2, is 0
        """,
        """
        step 2, send sorry: the state differs
          /fruits/0  expected "fig", is nothing
          /price  expected 1, is 0
          /note  expected nothing, is "closed"
        """,
      ])
    #expect(reports.lines == [line + 2, line + 3])
  }

  @Test("a wrong state after what was received")
  func wrongReceivedState() {
    makeStore().assert(
      .send(.ask("kiwi")), .advance(shop.scheduler, by: .seconds(1)),
      .receive(.came("kiwi", price: 3)) { $0.fruits = ["kiwi", "fig"] })
    #expect(
      reports.texts == [
        """
        step 3, receive came: the state differs
          /fruits/1  expected "fig", is nothing
          /price  expected 0, is 3
        """
      ])
  }

  @Test("another payload, and another action, than was expected")
  func wrongAction() {
    makeStore().assert(
      .send(.ask("kiwi")), .send(.ask("fig")), .advance(shop.scheduler, by: .seconds(1)),
      .receive(.came("plum", price: 3)), .receive(.sorry))
    #expect(
      reports.texts == [
        """
        step 4, receive came: its payload differs
          /came/_0  expected "plum", is "kiwi"
        """,
        """
        step 5, receive sorry: another action came
          expected {"sorry":{}}
          came     {"came":{"_0":"fig","price":3}}
        """,
      ])
  }

  @Test("nothing was received: too early, or never")
  func nothingReceived() {
    makeStore().assert(
      .send(.ask("kiwi")), .advance(shop.scheduler, by: .milliseconds(999)),
      .receive(.came("kiwi", price: 3)) { $0.fruits = ["kiwi"] },
      .advance(shop.scheduler, by: .milliseconds(1)),
      .receive(.came("kiwi", price: 3)) {
        $0.fruits = ["kiwi"]
        $0.price = 3
      },
      .receive(.sorry))
    #expect(
      reports.texts == [
        "step 3, receive came: no action came; effects in flight, of ask",
        "step 6, receive sorry: no action came",
      ])
  }

  @Test("what was received and is in no step: before another step, and at the end")
  func unreceived() {
    let line = #line
    makeStore().assert(
      .send(.ask("kiwi")), .send(.ask("fig")), .advance(shop.scheduler, by: .seconds(1)),
      .send(.clear) { $0 = Basket() },
      .environment { $0.isOpen = false },
      .send(.ask("plum")))
    #expect(
      reports.texts == [
        """
        step 4, send clear: received before it, and in no step
          {"came":{"_0":"kiwi","price":3}}
          {"came":{"_0":"fig","price":3}}
        """,
        """
        the end: received before it, and in no step
          {"sorry":{}}
        """,
      ])
    #expect(reports.lines == [line + 3, line + 1])
  }

  @Test("effects that are in flight at the end")
  func inFlight() {
    makeStore().assert(
      .send(.ask("kiwi")), .send(.clear), .send(.ask("fig")),
      .advance(shop.scheduler, by: .milliseconds(500)))
    #expect(reports.texts == ["the end: effects in flight, of ask, ask"])
  }

  @Test("without a report of its own a wrong expectation is an issue at its step")
  func issues() {
    withKnownIssue {
      let store = Composable.TestStore<Basket, Order, Shop>(
        initialState: Basket(), reducer: .init { _, _, _ in .none }, environment: shop)
      store.assert(.send(.clear) { $0.price = 2 })
    } matching: { issue in
      issue.comments == ["step 1, send clear: the state differs\n  /price  expected 2, is 0"]
    }
  }
}
