import Foundation
import SessionFormat

/// A file that is written under a temporary name and renamed at the end, so that nobody sees half
/// of it.
///
/// A device, such as `/dev/null`, is written as it is.
package final class NewFile {
  let path: String
  /// Its temporary name; nil if it is a device.
  private let partial: String?
  private let replaces: Bool
  private var descriptor: Int32
  /// Its place among ``UnfinishedFiles``.
  private var place: Int?
  private var buffer: [UInt8] = []

  private static let bufferSize = 1 << 20

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Its final name.
  ///   - replaces: Whether to replace an existing file; else that is an error.
  ///   - mode: Who may read and write it, as far as the process allows; by default its owner.
  package init(_ path: String, replaces: Bool, mode: UInt32 = 0o600) throws(InspectorError) {
    self.path = path
    self.replaces = replaces
    // A link that leads nowhere counts as itself.
    let there = Platform.status(of: path) ?? Platform.status(of: path, followsLinks: false)
    if let kind = there?.kind {
      if kind == S_IFDIR { throw .cannotWrite(file: path, errno: EISDIR) }
      guard kind != S_IFCHR else {
        partial = nil
        descriptor = StandardStreams.moveAway(open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY))
        guard descriptor >= 0 else { throw .cannotWrite(file: path, errno: errno) }
        return
      }
      if !replaces { throw .cannotWrite(file: path, errno: EEXIST) }
      // A rename would destroy a pipe, and the link that leads others to it.
      guard [S_IFREG, S_IFLNK].contains(kind) else { throw .notReplaced(path) }
    }
    let partial = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max)).partial"
    self.partial = partial
    place = UnfinishedFiles.add(partial)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    descriptor = StandardStreams.moveAway(open(partial, flags, mode_t(mode)))
    guard descriptor >= 0 else {
      let reason = errno
      UnfinishedFiles.remove(place)
      throw .cannotWrite(file: path, errno: reason)
    }
  }

  deinit { discard() }

  package func append(_ bytes: [UInt8]) throws(InspectorError) {
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// The bytes written so far.
  func contents() throws(InspectorError) -> Data {
    try flush()
    do { return try Platform.contents(of: partial ?? path) } catch {
      throw .cannotRead(file: path, errno: error.errno)
    }
  }

  /// Gives the file its final name.
  package func finish() throws(InspectorError) {
    try flush()
    guard let partial else { return end() }
    guard fsync(descriptor) == 0 else { throw .cannotWrite(file: path, errno: errno) }
    if replaces {
      guard rename(partial, path) == 0 else { throw .cannotWrite(file: path, errno: errno) }
    } else {
      // Fails if another file has taken the name in the meantime.
      guard link(partial, path) == 0 else { throw .cannotWrite(file: path, errno: errno) }
      unlink(partial)
    }
    end()
  }

  private func discard() {
    guard descriptor >= 0 else { return }
    if let partial { unlink(partial) }
    end()
  }

  private func end() {
    UnfinishedFiles.remove(place)
    close(descriptor)
    descriptor = -1
  }

  private func flush() throws(InspectorError) {
    try Platform.write(buffer, to: descriptor, file: path)
    buffer.removeAll(keepingCapacity: true)
  }
}

extension Platform {
  /// Whether two paths lead to the same file, through links or not.
  package static func isSameFile(_ left: String, _ right: String) -> Bool {
    guard let one = status(of: left), let other = status(of: right) else { return false }
    return one.identity == other.identity
  }

  /// Whether two files to be written would be the same: see ``isSameFile(_:_:)``; a file that does
  /// not exist yet is compared by its folder and name.
  package static func isSameTarget(_ left: String, _ right: String) -> Bool {
    if left.utf8.elementsEqual(right.utf8) || isSameFile(left, right) { return true }
    let (one, other) = (place(of: left), place(of: right))
    return one.name.elementsEqual(other.name) && isSameFile(one.folder, other.folder)
  }

  /// The folder of a file, and its name there.
  private static func place(of path: String) -> (folder: String, name: Substring.UTF8View) {
    // Bytes, because a combining mark behind a slash would form one character with it.
    guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path[...].utf8) }
    let name = path.utf8[path.utf8.index(after: end)...]
    return (String(decoding: path.utf8[...end], as: UTF8.self), name)
  }
}
