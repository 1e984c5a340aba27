import Foundation

/// A file that another program may write, truncate or replace, kept open to detect that.
final class WatchedFile {
  /// What the path of the opened file leads to now.
  enum Name {
    /// Still this file.
    case same
    /// Another file.
    case replaced
    /// Nothing.
    case gone
  }

  let path: String
  private let descriptor: Int32
  private let identity: (dev_t, ino_t)

  /// Opens a regular file.
  init(_ path: String) throws(Platform.FileFailure) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      identity = (0, 0)
      throw Platform.FileFailure()
    }
    let status = Platform.status(of: descriptor)
    identity = status?.identity ?? (0, 0)
    guard status?.kind == S_IFREG else { throw Platform.FileFailure(ESPIPE) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var size: Int { Platform.status(of: descriptor).map { Int($0.st_size) } ?? 0 }

  var name: Name {
    guard let status = Platform.status(of: path) else { return .gone }
    return status.identity == identity ? .same : .replaced
  }

  /// Its bytes now, mapped.
  func contents() throws(Platform.FileFailure) -> Data {
    try Platform.mapped(descriptor, file: path)
  }
}
