import Testing

@testable import SampleApps

@Suite("The store that reduces in a task")
@MainActor
struct ReduxStoreTests {
  @Test("middlewares see the state at the dispatch, older than the action; the reducer runs later")
  func middlewaresSeeOldState() async {
    let log = Log()
    let store = ReduxStore(
      reducer: { state, action in
        log.note("reduce \(state.inputText)|\(state.selectedCategory)")
        return archiveReducer(state, action)
      }, state: ArchiveState(),
      middlewares: ["a", "b"].map { name in
        { state, action, dispatch in
          log.note("\(name) sees \(state.inputText)|\(state.selectedCategory)")
          if name == "a", action is RequestArchiveWithInputTextAction {
            dispatch(FailureArchiveAction())
          }
        }
      })
    store.dispatch(RequestArchiveWithInputTextAction(inputText: "k"))
    store.dispatch(RequestArchiveWithSelectedCategoryAction(selectedCategory: "c"))
    log.note("dispatched")
    #expect(store.state == ArchiveState())
    await store.settle()
    store.dispatch(FailureArchiveAction())
    await store.settle()
    #expect(
      log.all == [
        // The action that the first middleware dispatches passes both before the second sees its
        // cause.
        "a sees |", "a sees |", "b sees |", "b sees |", "a sees |", "b sees |", "dispatched",
        "reduce |", "reduce k|", "reduce k|", "a sees k|c", "b sees k|c", "reduce k|c",
      ])
    #expect(store.state.isError)
  }

  @Test("the store is settled when what requests dispatch is reduced too")
  func settles() async {
    let work = ReduxWork()
    let store = ReduxStore(reducer: archiveReducer, state: ArchiveState(), work: work)
    let keyword = RequestArchiveWithInputTextAction(inputText: "k")
    work.perform(for: keyword) {
      await Task.yield()
      store.dispatch(keyword)
      await Task.yield()
      work.perform(for: keyword) { store.dispatch(FailureArchiveAction()) }
    }
    await store.settle()
    #expect(store.state == ArchiveState(isError: true, inputText: "k"))
  }

  @Test("a lifted middleware sees its part of the state and the whole's actions and dispatch")
  func lifting() async {
    let log = Log()
    let middleware: ReduxMiddleware<ArchiveState> = { state, action, dispatch in
      log.note("\(type(of: action)) \(state.inputText)")
      if action is RequestHomeAction { dispatch(FailureHomeAction()) }
    }
    var state = AppState()
    state.archiveState.inputText = "k"
    let store = ReduxStore(
      reducer: { state, _ in state }, state: state,
      middlewares: [lifted(middleware) { $0.archiveState }])
    store.dispatch(RequestHomeAction())
    #expect(log.all == ["RequestHomeAction k", "FailureHomeAction k"])
    await store.settle()
  }
}
