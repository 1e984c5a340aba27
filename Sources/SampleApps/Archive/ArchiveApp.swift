import Recorder

/// The archive screen as an app: a middleware that requests scenes, and a user who searches.
enum ArchiveApp {
  static let sample = SampleApp(
    name: "archive", summary: "a searchable archive; the reducer runs later, on the main actor",
    scenarios: ArchiveScript.all.map { script in
      Scenario(script.name, script.summary) { await play(script, $0, reducer: archiveReducer) }
    },
    actionNames: actions.names, serve: { host.run() })

  static var host: ReducerHost<ArchiveState, any ArchiveAction> {
    ReducerHost(store: "archive", codec: actions.codec) { $0 = archiveReducer($0, $1) }
  }

  /// The actions, told apart by name: what a session calls them, also once a type is renamed.
  static let actions = ActionRegistry<any ArchiveAction> { types in
    types.add(
      RequestArchiveWithInputTextAction.self, as: "RequestArchiveWithInputTextAction"
    ) { $0 }
    types.add(
      RequestArchiveWithSelectedCategoryAction.self, as: "RequestArchiveWithSelectedCategoryAction"
    ) { $0 }
    types.add(
      RequestArchiveWithNoConditionsAction.self, as: "RequestArchiveWithNoConditionsAction"
    ) { $0 }
    types.add(SuccessArchiveAction.self, as: "SuccessArchiveAction") { $0 }
    types.add(FailureArchiveAction.self, as: "FailureArchiveAction") { $0 }
  }

  @MainActor
  static func play(
    _ script: ArchiveScript, _ recorder: SessionRecorder,
    reducer: @escaping ArchiveStore.Reducer
  ) async {
    let requests = ArchiveRequests(
      repository: script.repository, stored: InMemoryStoredRepository(ids: [8, 17, 26, 33]))
    let store = ArchiveStore(
      reducer: recorder.reducer(reducer), state: ArchiveState(),
      middlewares: [requests.middleware])
    requests.store = store
    await script.user(store, recorder)
  }
}

/// What a person does at the archive screen.
struct ArchiveScript: Sendable {
  let name: String
  let summary: String
  let repository: any RequestArchiveRepository
  let user: @MainActor @Sendable (ArchiveStore, SessionRecorder) async -> Void

  init(
    _ name: String, _ summary: String,
    repository: any RequestArchiveRepository = InMemoryArchiveRepository(all: ArchiveScenes.all),
    user: @escaping @MainActor @Sendable (ArchiveStore, SessionRecorder) async -> Void
  ) {
    self.name = name
    self.summary = summary
    self.repository = repository
    self.user = user
  }

  static let all = [cheese, race, failure]

  static let cheese = ArchiveScript(
    "cheese", "searches for a keyword, then within a category"
  ) { store, recorder in
    store.dispatch(RequestArchiveWithNoConditionsAction())
    await store.settle()
    recorder.mark("keyword typed")
    store.dispatch(RequestArchiveWithInputTextAction(inputText: "チーズ"))
    await store.settle()
    recorder.mark("category chosen")
    store.dispatch(RequestArchiveWithSelectedCategoryAction(selectedCategory: "洋食"))
    await store.settle()
  }

  static let race = ArchiveScript(
    "race", "keyword and category in one turn: the request misses the keyword"
  ) { store, _ in
    store.dispatch(RequestArchiveWithInputTextAction(inputText: "チーズ"))
    store.dispatch(RequestArchiveWithSelectedCategoryAction(selectedCategory: "洋食"))
    await store.settle()
  }

  static let failure = ArchiveScript(
    "failure", "the server is down", repository: FailingArchiveRepository()
  ) { store, _ in
    store.dispatch(RequestArchiveWithInputTextAction(inputText: "カレー"))
    await store.settle()
  }
}
