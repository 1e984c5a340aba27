import Testing

@testable import SampleApps

@Suite("The store with ReSwift's signatures")
struct StoreTests {
  @Test("what a subscriber dispatches is reduced and told before the outer dispatch goes on")
  func nestsDispatches() {
    var log: [String] = []
    let store = makeSumStore { log.append($0) }
    let first = Told<Int> { [unowned store] state in
      log.append("first told \(state)")
      if state == 1 { store.dispatch(SumAction.add(5)) }
    }
    let second = Told<Int> { log.append("second told \($0)") }
    store.subscribe(first)
    store.subscribe(second)
    log = []
    store.dispatch(SumAction.add(1))
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
    func logging(_ name: String) -> ReSwift.Middleware<Int> {
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
    let store = makeSumStore([logging("a"), logging("b")]) { log.append($0) }
    store.dispatch(SumAction.add(2))
    let both = ["a before 0", "b before 0", "reduce 0+2", "b after 2", "a after 2"]
    #expect(log == both)
    store.middleware = [logging("c")]
    store.dispatch(SumAction.add(3))
    #expect(log == both + ["c before 2", "reduce 2+3", "c after 5"])
  }

  @Test(
    "a middleware may swallow an action, change it, or dispatch another through the whole chain")
  func lettingMiddlewaresDecide() {
    var seen: [SumAction] = []
    let watching: ReSwift.Middleware<Int> = { _, _ in
      { next in
        { action in
          if let sum = action as? SumAction { seen.append(sum) }
          next(action)
        }
      }
    }
    let deciding: ReSwift.Middleware<Int> = { dispatch, _ in
      { next in
        { action in
          switch action as? SumAction {
          case .add(0): break
          case .add(1): next(SumAction.add(100))
          case .add(2): dispatch(SumAction.add(1))
          default: next(action)
          }
        }
      }
    }
    let store = makeSumStore([watching, deciding])
    for amount in [0, 1, 2, 3] { store.dispatch(SumAction.add(amount)) }
    #expect(store.state == 203)
    #expect(seen == [.add(0), .add(1), .add(2), .add(1), .add(3)])
  }

  @Test("a store without a state asks its reducer for one, through its middlewares")
  func makesFirstState() {
    var log: [String] = []
    let watching: ReSwift.Middleware<Int> = { _, getState in
      { next in
        { action in
          log.append("\(type(of: action)) \(getState().map(String.init) ?? "-")")
          next(action)
        }
      }
    }
    let store = makeSumStore(state: nil, [watching])
    #expect(store.state == 100)
    #expect(log == ["ReSwiftInit -"])
    #expect(makeSumStore(state: 7).state == 7)
  }

  @Test("a thunk is run by its middleware, with the state of each moment, and reduced by nobody")
  func runsThunks() {
    var log: [String] = []
    let store = makeSumStore([ReSwift.createThunkMiddleware()]) { log.append($0) }
    store.dispatch(
      ReSwift.Thunk<Int> { dispatch, getState in
        dispatch(SumAction.add(2))
        dispatch(SumAction.add((getState() ?? 0) * 10))
      })
    #expect(log == ["reduce 0+2", "reduce 2+20"])
    #expect(store.state == 22)
  }

  @Test("an action creator makes an action of the state, or none")
  func createsActions() {
    let store = makeSumStore(state: 5)
    store.dispatch { state, _ in SumAction.add(state) }
    #expect(store.state == 10)
    store.dispatch { state, _ in state > 10 ? SumAction.add(1) : nil }
    #expect(store.state == 10)
  }

  @Test("an asynchronous action creator makes actions whenever it likes, each told to the callback")
  func createsActionsLater() {
    let store = makeSumStore()
    var later: [() -> Void] = []
    var told: [Int] = []
    store.dispatch({ state, _, create in
      create { _, _ in SumAction.add(state + 1) }
      create { _, _ in nil }
      later.append { create { state, _ in SumAction.add(state * 2) } }
    }) { told.append($0) }
    #expect(told == [1])
    store.dispatch(SumAction.add(9))
    for work in later { work() }
    #expect(told == [1, 30])
    #expect(store.state == 30)
  }

  @Test("a store that is gone takes no action of its creators")
  func outlived() {
    var store: ReSwift.Store<Int>? = makeSumStore()
    var later: () -> Void = {}
    var asked = 0
    store?.dispatch { _, _, create in
      later = {
        create { _, _ in
          asked += 1
          return SumAction.add(1)
        }
      }
    }
    weak let gone = store
    store = nil
    #expect(gone == nil)
    later()
    #expect(asked == 0)
  }

  @Test("a reducer that dispatches is stopped")
  func stopsReducersThatDispatch() async {
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) var store: ReSwift.Store<Int>?
      store = ReSwift.Store(
        reducer: { action, _ in
          if case SumAction.add(1) = action { store?.dispatch(SumAction.add(2)) }
          return 1
        }, state: 0)
      store?.dispatch(SumAction.add(1))
    }
  }
}
