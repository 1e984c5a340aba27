import Recorder

/// The archive screen as an app: a middleware that requests scenes, and a user who searches.
enum ArchiveApp {
  static let app = SampleApp(
    name: "archive", summary: "a searchable archive; the reducer runs later, on the main actor",
    scenarios: [
      Scenario("cheese", "searches for a keyword, then within a category") { recorder in
        await play(recorder) { @MainActor store in
          store.dispatch(RequestArchiveWithNoConditionsAction())
          await store.settle()
          recorder.mark("keyword typed")
          store.dispatch(RequestArchiveWithInputTextAction(inputText: "チーズ"))
          await store.settle()
          recorder.mark("category chosen")
          store.dispatch(RequestArchiveWithSelectedCategoryAction(selectedCategory: "洋食"))
          await store.settle()
        }
      },
      Scenario("race", "keyword and category in one turn: the request misses the keyword") {
        recorder in
        await play(recorder) { @MainActor store in
          store.dispatch(RequestArchiveWithInputTextAction(inputText: "チーズ"))
          store.dispatch(RequestArchiveWithSelectedCategoryAction(selectedCategory: "洋食"))
          await store.settle()
        }
      },
      Scenario("failure", "the server is down") { recorder in
        await play(recorder, FailingArchiveRepository()) { @MainActor store in
          store.dispatch(RequestArchiveWithInputTextAction(inputText: "カレー"))
          await store.settle()
        }
      },
    ],
    serve: {
      ReducerHost<ArchiveState, any ArchiveAction>(store: "archive", codec: codec) {
        $0 = archiveReducer($0, $1)
      }.run()
    })

  /// The actions, told apart by the names of their types.
  static var codec: ActionCodec<any ArchiveAction> {
    .types { types in
      types.add(RequestArchiveWithInputTextAction.self) { $0 }
      types.add(RequestArchiveWithSelectedCategoryAction.self) { $0 }
      types.add(RequestArchiveWithNoConditionsAction.self) { $0 }
      types.add(SuccessArchiveAction.self) { $0 }
      types.add(FailureArchiveAction.self) { $0 }
    }
  }

  @MainActor
  private static func play(
    _ recorder: SessionRecorder,
    _ repository: any RequestArchiveRepository = InMemoryArchiveRepository(all: ArchiveScenes.all),
    _ user: @MainActor (ArchiveStore) async -> Void
  ) async {
    let requests = ArchiveRequests(
      repository: repository, stored: InMemoryStoredRepository(ids: [8, 17, 26, 33]))
    let store = ArchiveStore(
      reducer: recorder.reducer(archiveReducer), state: ArchiveState(),
      middlewares: [requests.middleware])
    requests.store = store
    await user(store)
  }
}

/// The middleware that requests scenes: it combines the action with the state that it is given,
/// and that state is older than the action.
@MainActor
final class ArchiveRequests {
  private let repository: any RequestArchiveRepository
  private let stored: any StoredArchiveRepository
  weak var store: ArchiveStore?

  init(repository: any RequestArchiveRepository, stored: any StoredArchiveRepository) {
    self.repository = repository
    self.stored = stored
  }

  func middleware(
    _ state: ArchiveState, _ action: any ArchiveAction,
    _ dispatch: @escaping ArchiveStore.Dispatcher
  ) {
    switch action {
    case let action as RequestArchiveWithInputTextAction:
      request(action.inputText, state.selectedCategory, dispatch)
    case let action as RequestArchiveWithSelectedCategoryAction:
      request(state.inputText, action.selectedCategory, dispatch)
    case is RequestArchiveWithNoConditionsAction: request("", "", dispatch)
    default: break
    }
  }

  private func request(
    _ keyword: String, _ category: String, _ dispatch: @escaping ArchiveStore.Dispatcher
  ) {
    store?.perform { [repository, stored] in
      do {
        let scenes = try await repository.scenes(keyword: keyword, category: category)
        let ids = await stored.storedIds()
        dispatch(SuccessArchiveAction(archiveSceneEntities: scenes, storedIds: ids))
      } catch {
        dispatch(FailureArchiveAction())
      }
    }
  }
}
