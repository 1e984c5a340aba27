import Foundation

/// A file that only this process has open, and that closes when released; no error stops a call.
final class OpenFile {
  private let descriptor: CInt
  private let status: stat

  /// Opens a file, or with `O_CREAT` makes one that only its owner may read.
  init?(_ path: String, _ flags: CInt) {
    // A pipe that nobody reads must not block the prompt.
    let descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    fstat(descriptor, &status)
    self.descriptor = descriptor
    self.status = status
  }

  deinit { close(descriptor) }

  var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
  var size: Int { Int(status.st_size) }

  /// Waits for other holders of the lock; each holds it for one write.
  func lock() { flock(descriptor, LOCK_EX) }

  /// Removes the rights of all but the owner.
  func makePrivate() {
    if isRegular, status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
  }

  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// The whole lines among the last bytes.
  func lastLines(within most: Int) -> [String] {
    let start = max(0, size - most)
    var bytes = [UInt8](repeating: 0, count: size - start)
    let count = bytes.withUnsafeMutableBytes {
      pread(descriptor, $0.baseAddress, $0.count, off_t(start))
    }
    guard count > 0 else { return [] }
    let lines = bytes[..<count].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.dropFirst(start == 0 ? 0 : 1).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.isEmpty }
  }

  /// Overwrites the beginning and cuts off the rest, so that the file is never empty meanwhile.
  func replaceContent(with text: String) {
    let bytes = Array(text.utf8)
    let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    if count == bytes.count { ftruncate(descriptor, off_t(count)) }
  }
}
