import Foundation
import Recorder

typealias GourmetStore = ReduxStore<AppState>

/// What a person does in the app of five screens.
struct GourmetScript: Sendable {
  let name: String
  let summary: String
  let services: @MainActor @Sendable (URL) throws -> GourmetServices
  let user: @MainActor @Sendable (GourmetStore, SessionRecorder) async -> Void

  /// - Parameter services: Gets a new folder, which is removed after the script.
  init(
    _ name: String, _ summary: String,
    services: @escaping @MainActor @Sendable (URL) throws -> GourmetServices = { _ in .inMemory },
    user: @escaping @MainActor @Sendable (GourmetStore, SessionRecorder) async -> Void
  ) {
    self.name = name
    self.summary = summary
    self.services = services
    self.user = user
  }

  @MainActor
  func play(_ recorder: SessionRecorder, reducer: @escaping ReduxReducer<AppState>) async {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "gourmet-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let services: GourmetServices
    do {
      services = try self.services(folder)
    } catch {
      return recorder.mark("not played: \(error)")
    }
    let work = ReduxWork.recorded(by: recorder)
    let store = GourmetStore(
      reducer: recorder.reducer(reducer), state: AppState(),
      middlewares: services.middlewares(work), work: work)
    await user(store, recorder)
  }
}

extension ReduxStore<AppState> {
  /// Dispatches, and waits until everything that follows has ended.
  fileprivate func finish(_ action: any ReduxAction) async {
    dispatch(action)
    await settle()
  }

  /// The cell of the archive that shows this dish.
  fileprivate func cell(_ id: Int) -> ArchiveCellViewObject? {
    state.archiveState.archiveCellViewObjects.first { $0.id == id }
  }

  fileprivate func add(_ id: Int) async {
    guard let cell = cell(id) else { return }
    await finish(AddArchiveObjectAction(archiveCellViewObject: cell))
  }

  fileprivate func delete(_ id: Int) async {
    guard let cell = cell(id) else { return }
    await finish(DeleteArchiveObjectAction(archiveCellViewObject: cell))
  }
}

extension GourmetScript {
  static let all = [visit, home, race, failures, again, damaged]

  static let visit = GourmetScript(
    "visit", "a new user goes through the five screens, stores two dishes and lets one go"
  ) { store, recorder in
    await store.finish(RequestOnboardingAction())
    await store.finish(CloseOnboardingAction())
    recorder.mark("home")
    await store.finish(RequestHomeAction())
    recorder.mark("archive")
    await store.finish(RequestArchiveWithInputTextAction(inputText: "チーズ"))
    await store.finish(RequestArchiveWithSelectedCategoryAction(selectedCategory: "洋食"))
    await store.add(17)
    await store.add(33)
    await store.delete(17)
    await store.finish(RequestArchiveWithInputTextAction(inputText: "ピザ"))
    recorder.mark("favorite")
    await store.finish(RequestFavoriteAction())
    recorder.mark("profile")
    await store.finish(RequestProfileAction())
  }

  static let home = GourmetScript(
    "home", "the home screen, whose dates depend on the time zone"
  ) { store, _ in
    await store.finish(RequestHomeAction())
  }

  static let race = GourmetScript(
    "race", "all screens are asked for at once, and keyword and category in one turn"
  ) { store, _ in
    store.dispatch(RequestOnboardingAction())
    store.dispatch(RequestHomeAction())
    store.dispatch(RequestArchiveWithInputTextAction(inputText: "チーズ"))
    store.dispatch(RequestArchiveWithSelectedCategoryAction(selectedCategory: "洋食"))
    store.dispatch(RequestFavoriteAction())
    store.dispatch(RequestProfileAction())
    await store.settle()
  }

  static let failures = GourmetScript(
    "failures", "every screen fails and is asked again; nothing can be kept",
    services: { _ in .failing(stored: someScenes) }
  ) { store, _ in
    for _ in 1...2 { await store.finish(RequestOnboardingAction()) }
    await store.finish(CloseOnboardingAction())
    for _ in 1...2 { await store.finish(RequestHomeAction()) }
    for _ in 1...2 {
      await store.finish(RequestArchiveWithInputTextAction(inputText: "カレー"))
    }
    await store.add(34)
    await store.delete(4)
    for _ in 1...2 { await store.finish(RequestFavoriteAction()) }
    for _ in 1...2 { await store.finish(RequestProfileAction()) }
  }

  static let again = GourmetScript(
    "again", "a second launch finds what the first has kept in its files",
    services: { folder in
      let services = GourmetServices.kept(in: folder)
      try services.closed.close()
      for scene in someScenes { try services.stored.add(scene) }
      return services
    }
  ) { store, _ in
    await store.finish(RequestOnboardingAction())
    await store.finish(RequestArchiveWithInputTextAction(inputText: "カレー"))
    await store.delete(4)
    await store.finish(RequestArchiveWithInputTextAction(inputText: "カレー"))
  }

  static let damaged = GourmetScript(
    "damaged", "the file of what is stored is damaged: one failure, and then nothing is stored",
    services: { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("[{".utf8).write(to: folder.appending(path: "stored-archive.json"))
      return .kept(in: folder)
    }
  ) { store, _ in
    await store.finish(RequestArchiveWithInputTextAction(inputText: "カレー"))
    await store.finish(RequestArchiveWithInputTextAction(inputText: "カレー"))
    await store.add(34)
    await store.finish(RequestArchiveWithInputTextAction(inputText: "カレー"))
  }

  /// The scenes that the first launch has stored.
  private static let someScenes = [
    ArchiveSceneEntity(
      id: 4, photoUrl: "https://archive.example/photos/4.jpg", category: "エスニック",
      dishName: "グリーンカレー", shopName: "バンコク屋台", introduction: "")
  ]
}
