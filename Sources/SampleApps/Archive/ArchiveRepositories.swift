// Both answer on the main actor: requests are answered in the order in which they were made, and a
// scenario gives the same session whenever it is recorded.

/// Where scenes come from.
@MainActor
protocol RequestArchiveRepository: Sendable {
  /// The scenes of a category that mention a keyword; empty texts mean any.
  func scenes(keyword: String, category: String) async throws -> [ArchiveSceneEntity]
}

/// Where the user's stored scenes are kept.
@MainActor
protocol StoredArchiveRepository: Sendable {
  func storedIds() async -> [Int]
}

/// All scenes in memory.
struct InMemoryArchiveRepository: RequestArchiveRepository {
  let all: [ArchiveSceneEntity]

  func scenes(keyword: String, category: String) async throws -> [ArchiveSceneEntity] {
    all.filter { scene in
      (category.isEmpty || scene.category == category)
        && (keyword.isEmpty
          || [scene.dishName, scene.shopName, scene.introduction].contains { $0.contains(keyword) })
    }
  }
}

/// A server that is down.
struct FailingArchiveRepository: RequestArchiveRepository {
  struct ServerIsDown: Error {}

  func scenes(keyword: String, category: String) async throws -> [ArchiveSceneEntity] {
    throw ServerIsDown()
  }
}

/// Stored ids in memory.
struct InMemoryStoredRepository: StoredArchiveRepository {
  let ids: Set<Int>

  /// In rising order, so that no hash order reaches an action.
  func storedIds() async -> [Int] { ids.sorted() }
}
