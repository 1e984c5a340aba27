import Foundation

/// A folder of files that is removed when the work that writes them is released.
final class Scratch {
  private let folder: String

  init() throws {
    let manager = FileManager.default
    folder = manager.temporaryDirectory.appending(path: "hindsight-bench-\(UUID())").path
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// An unused path in the folder.
  func path(_ name: String) -> String { folder + "/" + name }

  /// Makes an empty file.
  func make(_ name: String) throws -> String {
    guard FileManager.default.createFile(atPath: path(name), contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    return path(name)
  }
}
