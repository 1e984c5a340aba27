/// One file of a session, to which lines are only ever appended, each by one `write(2)`.
///
/// What `write` took is the kernel's: it outlives the process, however that ends. Not thread-safe.
struct SegmentFile {
  /// What became of a file since it was made.
  enum Condition: Equatable {
    case sound
    /// It has another name now, or another file has its name; it can still be written.
    case moved
    case removed
    /// It is shorter than what was written to it.
    case truncated
    /// Somebody else writes to it too.
    case shared
  }

  /// How many calls in a row may take nothing before the file is given up.
  private static let patience = 1_000

  let path: String
  /// The descriptor, for whoever synchronizes it beside the writer.
  let file: OpenFile
  /// In bytes.
  private(set) var size = 0
  /// The file as it was made, to tell it from one that took its place.
  let identity: FileStatus
  private let files: any FileOperations

  /// Makes the file, mode 0600; nothing may stand at the path, and no link is followed.
  init(creating path: String, _ files: any FileOperations) throws(FileError) {
    self.path = path
    self.files = files
    file = OpenFile(try files.create(path), files)
    do { identity = try files.status(of: file.descriptor) } catch {
      do { try files.remove(path) } catch {}  // an empty file is left, which is no harm
      throw error
    }
    // Says that a process is alive; where the file system has no locks, nobody can tell.
    do { _ = try files.lock(file.descriptor) } catch {}
  }

  /// Appends a whole line; after an error the file may end with a torn one.
  mutating func append(_ line: [UInt8]) throws(FileError) {
    // Beyond its limit the system would kill the app with SIGXFSZ.
    guard line.count <= files.largestFile() - size else { throw .tooLarge }
    var written = 0
    let failure = line.withUnsafeBytes { bytes -> FileError? in
      do throws(FileError) { try write(bytes, &written) } catch { return error }
      return nil
    }
    size += written
    if let failure { throw failure }
  }

  /// One call writes the line.
  ///
  /// More are made only where a signal or a full disk cut it short.
  private func write(
    _ line: UnsafeRawBufferPointer, _ written: inout Int
  ) throws(FileError) {
    var setbacks = 0
    while written < line.count {
      let count: Int
      do {
        count = try files.write(
          file.descriptor, UnsafeRawBufferPointer(rebasing: line[written...]))
      } catch {
        guard error == .interrupted else { throw error }
        count = 0
      }
      written += count
      setbacks = count > 0 ? 0 : setbacks + 1
      if setbacks > Self.patience { throw .stalled }
    }
  }

  /// What became of the file; two calls.
  func condition() throws(FileError) -> Condition {
    let now = try files.status(of: file.descriptor)
    if now.links == 0 { return .removed }
    if now.size < size { return .truncated }
    do {
      guard try files.status(at: path).isSameFile(as: identity) else { return .moved }
    } catch {
      guard error == .notFound else { throw error }
      return .moved
    }
    return now.size > size ? .shared : .sound
  }
}
