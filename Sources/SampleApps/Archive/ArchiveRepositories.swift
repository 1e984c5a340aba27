// All answer on the main actor: requests are answered in the order in which they were made, and
// each recording of a scenario gives the same session.

/// The source of scenes.
@MainActor
protocol RequestArchiveRepository: Sendable {
  /// The scenes of a category that mention a keyword; empty texts mean any.
  func scenes(keyword: String, category: String) async throws -> [ArchiveSceneEntity]
}

/// The scenes of the bundled content.
struct BundledArchiveRepository: RequestArchiveRepository {
  var content = ContentSource.bundled

  func scenes(keyword: String, category: String) async throws -> [ArchiveSceneEntity] {
    let all: [ArchiveSceneEntity] = try await content.decode(.archiveScenes)
    return all.filter { scene in
      (category.isEmpty || scene.category == category)
        && (keyword.isEmpty
          || [scene.dishName, scene.shopName, scene.introduction].contains { $0.contains(keyword) })
    }
  }
}
