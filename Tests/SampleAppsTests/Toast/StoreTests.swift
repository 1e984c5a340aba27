import Testing

@testable import SampleApps

@Suite("The store in ReSwift's shape")
struct StoreTests {
  enum Sum: Action, Equatable {
    case add(Int)
  }

  private func makeStore(
    _ middleware: [Store<Int>.Middleware] = [], log: @escaping (String) -> Void = { _ in }
  ) -> Store<Int> {
    Store(
      reducer: { action, state in
        guard case Sum.add(let amount) = action, let state else { return 0 }
        log("reduce \(state)+\(amount)")
        return state + amount
      }, state: 0, middleware: middleware)
  }

  @Test("a subscriber is told the state at once, and then only what changed for it")
  func tellsChanges() {
    let store = makeStore()
    var tens: [Int] = []
    store.subscribe(select: { $0 / 10 }) { tens.append($0) }
    for amount in [3, 4, 5, 0, 8] { store.dispatch(Sum.add(amount)) }
    #expect(store.state == 20)
    #expect(tens == [0, 1, 2])
  }

  @Test("what a subscriber dispatches is reduced and told before the outer dispatch goes on")
  func nestsDispatches() {
    var log: [String] = []
    let store = makeStore { log.append($0) }
    store.subscribe(select: { $0 }) { [unowned store] state in
      log.append("first told \(state)")
      if state == 1 { store.dispatch(Sum.add(5)) }
    }
    store.subscribe(select: { $0 }) { log.append("second told \($0)") }
    log = []
    store.dispatch(Sum.add(1))
    log.append("returned")
    #expect(
      log == [
        "reduce 0+1", "first told 1", "reduce 1+5", "first told 6", "second told 6",
        "second told 6", "returned",
      ])
  }

  @Test("middlewares run from the first to the last, and see the state before and after")
  func chainsMiddlewares() {
    var log: [String] = []
    func logging(_ name: String) -> Store<Int>.Middleware {
      { _, getState in
        { next in
          { action in
            log.append("\(name) before \(getState() ?? -1)")
            next(action)
            log.append("\(name) after \(getState() ?? -1)")
          }
        }
      }
    }
    let store = makeStore([logging("a"), logging("b")]) { log.append($0) }
    store.dispatch(Sum.add(2))
    #expect(
      log == ["a before 0", "b before 0", "reduce 0+2", "b after 2", "a after 2"])
  }

  @Test(
    "a middleware may swallow an action, change it, or dispatch another through the whole chain")
  func lettingMiddlewaresDecide() {
    var seen: [Sum] = []
    let watching: Store<Int>.Middleware = { _, _ in
      { next in
        { action in
          if let sum = action as? Sum { seen.append(sum) }
          next(action)
        }
      }
    }
    let deciding: Store<Int>.Middleware = { dispatch, _ in
      { next in
        { action in
          switch action as? Sum {
          case .add(0): break
          case .add(1): next(Sum.add(100))
          case .add(2): dispatch(Sum.add(1))
          default: next(action)
          }
        }
      }
    }
    let store = makeStore([watching, deciding])
    for amount in [0, 1, 2, 3] { store.dispatch(Sum.add(amount)) }
    #expect(store.state == 203)
    #expect(seen == [.add(0), .add(1), .add(2), .add(1), .add(3)])
  }

  @Test("a reducer that dispatches is stopped")
  func stopsReducersThatDispatch() async {
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) var store: Store<Int>?
      store = Store(
        reducer: { action, _ in
          if case Sum.add(1) = action { store?.dispatch(Sum.add(2)) }
          return 1
        }, state: 0)
      store?.dispatch(Sum.add(1))
    }
  }
}
