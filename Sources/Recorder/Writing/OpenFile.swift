/// A file that stays open while anybody holds this; thread-safe.
final class OpenFile: Sendable {
  let descriptor: Int32
  private let files: any FileOperations

  init(_ descriptor: Int32, _ files: any FileOperations) {
    self.descriptor = descriptor
    self.files = files
  }

  deinit { files.close(descriptor) }

  /// Waits until what was written would survive a loss of power.
  func synchronize() throws(FileError) {
    for _ in 0..<1_000 {
      do throws(FileError) { return try files.synchronize(descriptor) } catch {
        guard error == .interrupted else { throw error }
      }
    }
    throw .interrupted
  }
}

/// A file of a session, up to its length when it was looked at.
struct WrittenFile {
  let file: OpenFile
  let end: Int
}
