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
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    identity = (status.st_dev, status.st_ino)
    guard isRegular else { throw Platform.FileFailure(ESPIPE) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  var name: Name {
    var status = stat()
    guard stat(path, &status) == 0 else { return .gone }
    return (status.st_dev, status.st_ino) == identity ? .same : .replaced
  }

  /// Its bytes now, mapped.
  func contents() throws(Platform.FileFailure) -> Data {
    try Platform.mapped(descriptor, file: path)
  }
}
