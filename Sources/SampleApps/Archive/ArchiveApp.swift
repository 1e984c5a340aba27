import Recorder
import RecorderHost

typealias ArchiveStore = ReduxStore<ArchiveState>

/// The archive screen as an app: its middlewares, and a user who searches.
enum ArchiveApp {
  static let sample = SampleApp(
    name: "archive", summary: "a searchable archive; the reducer runs later, on the main actor",
    scenarios: ArchiveScript.all.map { script in
      Scenario(script.name, script.summary) { await play(script, $0, reducer: archiveReducer) }
    },
    actionNames: actions.names, serve: { host.run() })

  static var host: ReducerHost<ArchiveState, any ReduxAction> {
    ReducerHost(store: "archive", codec: actions.codec) { $0 = archiveReducer($0, $1) }
  }

  static let actions = ActionRegistry<any ReduxAction> { $0.addArchiveActions() }

  @MainActor
  static func play(
    _ script: ArchiveScript, _ recorder: SessionRecorder,
    reducer: @escaping ReduxReducer<ArchiveState>
  ) async {
    let repository = BundledArchiveRepository(content: script.content)
    let stored = InMemoryStoredRepository(await someStored())
    let work = ReduxWork.recorded(by: recorder)
    let store = ArchiveStore(
      reducer: recorder.reducer(reducer), state: ArchiveState(),
      middlewares: [
        archiveMiddleware(repository: repository, stored: stored, work: work),
        addArchiveObjectMiddleware(stored: stored, work: work),
        deleteArchiveObjectMiddleware(stored: stored, work: work),
      ], work: work)
    await script.user(store, recorder)
  }

  /// Four scenes that the user stored before.
  @MainActor
  private static func someStored() async -> [ArchiveSceneEntity] {
    let all = try? await BundledArchiveRepository().scenes(keyword: "", category: "")
    return (all ?? []).filter { [8, 17, 26, 33].contains($0.id) }
  }
}

/// What a person does at the archive screen.
struct ArchiveScript: Sendable {
  let name: String
  let summary: String
  let content: ContentSource
  let user: @MainActor @Sendable (ArchiveStore, SessionRecorder) async -> Void

  init(
    _ name: String, _ summary: String, content: ContentSource = .bundled,
    user: @escaping @MainActor @Sendable (ArchiveStore, SessionRecorder) async -> Void
  ) {
    self.name = name
    self.summary = summary
    self.content = content
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
    "failure", "the server is down", content: .unreachable
  ) { store, _ in
    store.dispatch(RequestArchiveWithInputTextAction(inputText: "カレー"))
    await store.settle()
  }
}
