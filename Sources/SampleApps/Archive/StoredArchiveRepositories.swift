import Foundation

/// The storage of the user's scenes.
@MainActor
protocol StoredArchiveRepository: Sendable {
  /// All of them, in the order of their ids, so that no hash order reaches an action.
  func all() throws -> [ArchiveSceneEntity]
  /// Stores a scene, replacing one of the same id.
  func add(_ scene: ArchiveSceneEntity) throws
  /// Removes a scene; does nothing if there is none of that id.
  func delete(id: Int) throws
}

extension StoredArchiveRepository {
  func storedIds() throws -> [Int] { try all().map(\.id) }
}

/// Stored scenes in memory.
final class InMemoryStoredRepository: StoredArchiveRepository {
  private var scenes: [Int: ArchiveSceneEntity] = [:]

  init(_ scenes: [ArchiveSceneEntity] = []) {
    for scene in scenes { add(scene) }
  }

  func all() -> [ArchiveSceneEntity] { scenes.values.sorted { $0.id < $1.id } }

  func add(_ scene: ArchiveSceneEntity) { scenes[scene.id] = scene }

  func delete(id: Int) { scenes[id] = nil }
}

/// Stored scenes in a file, which survive the process.
///
/// Each call reads the file and, if it changes something, writes it whole.
struct FileStoredRepository: StoredArchiveRepository {
  private let file: JSONFile<[ArchiveSceneEntity]>

  init(_ url: URL) { file = JSONFile(url: url) }

  /// - Throws: ``DamagedFile``, once, if the file is not a list of scenes: from then on nothing is
  ///   stored.
  func all() throws -> [ArchiveSceneEntity] { try file.read() ?? [] }

  func add(_ scene: ArchiveSceneEntity) throws {
    try file.write((others(scene.id) + [scene]).sorted { $0.id < $1.id })
  }

  func delete(id: Int) throws {
    let kept = try others(id)
    if try kept.count < all().count { try file.write(kept) }
  }

  private func others(_ id: Int) throws -> [ArchiveSceneEntity] { try all().filter { $0.id != id } }
}

/// Stored scenes that can be read but not changed, as on a full disk.
struct ReadOnlyStoredRepository: StoredArchiveRepository {
  struct ReadOnly: Error {}

  let scenes: [ArchiveSceneEntity]

  func all() -> [ArchiveSceneEntity] { scenes }

  func add(_ scene: ArchiveSceneEntity) throws { throw ReadOnly() }

  func delete(id: Int) throws { throw ReadOnly() }
}
