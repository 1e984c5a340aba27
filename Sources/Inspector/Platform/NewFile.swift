import Foundation

/// A file that is there whole or not at all: written beside its place under another name, and given
/// its own when it is done.
///
/// What is at the place already is never touched. Let go before ``finish()``, it leaves nothing.
final class NewFile {
  private let path: String
  private let draft: String
  private var descriptor: Int32

  /// Begins a file, mode 0600.
  ///
  /// - Throws: ``InspectorError/cannotWrite(file:errno:)`` where it cannot be made, or where
  ///   something is at its place.
  init(_ path: String) throws(InspectorError) {
    self.path = path
    var status = stat()
    guard lstat(path, &status) != 0 else { throw .cannotWrite(file: path, errno: EEXIST) }
    let folder = (path as NSString).deletingLastPathComponent
    let name = ".\((path as NSString).lastPathComponent).\(UUID().uuidString.prefix(8)).part"
    draft = folder.isEmpty ? name : "\(folder)/\(name)"
    descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(file: path, errno: errno) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(draft)
  }

  /// Adds bytes at the end.
  func write(_ bytes: [UInt8]) throws(InspectorError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        Foundation.write(descriptor, all.baseAddress?.advanced(by: written), all.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .cannotWrite(file: path, errno: errno) }
      written += count
    }
  }

  /// Gives the file its name.
  ///
  /// - Throws: ``InspectorError/cannotWrite(file:errno:)``, also where something has come to be at
  ///   its place meanwhile.
  func finish() throws(InspectorError) {
    // Unlike a rename, a link never replaces anything; where there are no links it must be one.
    if link(draft, path) != 0 {
      let reason = errno
      var status = stat()
      guard reason != EEXIST, lstat(path, &status) != 0, rename(draft, path) == 0 else {
        throw .cannotWrite(file: path, errno: reason)
      }
    } else {
      unlink(draft)
    }
    close(descriptor)
    descriptor = -1
  }
}
