import Foundation

/// The services that the middlewares of the app use.
struct GourmetServices: Sendable {
  var content = ContentSource.bundled
  var closed: any OnboardingRepository
  var stored: any StoredArchiveRepository

  /// A first launch that leaves nothing behind.
  @MainActor static var inMemory: GourmetServices {
    GourmetServices(closed: InMemoryOnboardingRepository(), stored: InMemoryStoredRepository())
  }

  /// The services with what an earlier launch has left in a folder.
  @MainActor
  static func kept(in folder: URL) -> GourmetServices {
    GourmetServices(
      closed: FileOnboardingRepository(folder.appending(path: "onboarding.json")),
      stored: FileStoredRepository(folder.appending(path: "stored-archive.json")))
  }

  /// Every screen's first answer is damaged, and nothing can be stored.
  @MainActor
  static func failing(stored: [ArchiveSceneEntity]) -> GourmetServices {
    GourmetServices(
      content: .cuttingOff([.onboarding, .recentNews, .archiveScenes, .favoriteScenes, .profile]),
      closed: ReadOnlyOnboardingRepository(), stored: ReadOnlyStoredRepository(scenes: stored))
  }

  /// All middlewares of the app.
  func middlewares(_ work: ReduxWork) -> [ReduxMiddleware<AppState>] {
    let repository = BundledArchiveRepository(content: content)
    return [
      onboardingMiddleware(content: content, closed: closed, work: work),
      onboardingCloseMiddleware(closed: closed, work: work),
      homeMiddleware(content: content, work: work),
      lifted(archiveMiddleware(repository: repository, stored: stored, work: work)) {
        $0.archiveState
      },
      lifted(addArchiveObjectMiddleware(stored: stored, work: work)) { $0.archiveState },
      lifted(deleteArchiveObjectMiddleware(stored: stored, work: work)) { $0.archiveState },
      favoriteMiddleware(content: content, work: work),
      profileMiddleware(content: content, work: work),
    ]
  }
}
