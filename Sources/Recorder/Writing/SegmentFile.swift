/// One file of a session; lines are only ever appended, each with one `write(2)`.
///
/// What `write` took belongs to the kernel: it survives however the process ends. Not thread-safe.
struct SegmentFile {
  /// What happened to a file since it was made.
  enum Condition: Equatable {
    case sound
    /// It has another name now, or another file has its name; it can still be written.
    case moved
    case removed
    /// It is shorter than what was written to it.
    case truncated
    /// Another program writes to it, too.
    case shared
  }

  /// Why a line was not appended.
  enum Fault: Error, Equatable {
    case system(FileError)
    /// The file is not as this process left it.
    case condition(Condition)
  }

  /// The last numbers in what is left of a file; nil if there is none.
  struct Remains: Equatable {
    /// The number of an action, or of a gap that counts lost ones.
    var action: Int?
    var state: Int?
  }

  /// How many calls in a row may write nothing before the file is given up.
  private static let patience = 1_000

  let path: String
  /// The descriptor, shared with the thread that synchronizes it.
  let file: OpenFile
  /// In bytes.
  private(set) var size = 0
  /// The file as it was made, to distinguish it from one that took its place.
  let identity: FileStatus
  private let files: any FileOperations
  /// How large the system lets the file become, in bytes, as it last said.
  private var largest = 0

  /// Makes the file, mode 0600; fails if anything is at the path, and follows no link.
  init(creating path: String, _ files: any FileOperations) throws(FileError) {
    self.path = path
    self.files = files
    file = OpenFile(try files.create(path), files)
    do { identity = try files.status(of: file.descriptor) } catch {
      do { try files.remove(path) } catch {}  // an empty file is left, which is no harm
      throw error
    }
    // The lock says that a process is alive; without locks in the file system nobody can know.
    do { _ = try files.lock(file.descriptor) } catch {}
  }

  /// Appends a whole line; after an error the file may end with a torn one.
  ///
  /// No line may follow a torn line or one of another program, so the file's size is checked first.
  ///
  /// - Parameter isSoon: See ``LineSink/append(_:isSoon:)``.
  mutating func append(_ line: [UInt8], isSoon: Bool = false) throws(Fault) {
    if let found = foundSize(), found != size {
      throw .condition(found < size ? .truncated : .shared)
    }
    // Above the limit the system would kill the app with SIGXFSZ. An app may lower it at any time.
    if !isSoon { largest = files.largestFile() }
    guard line.count <= largest - size else { throw .system(.tooLarge) }
    var written = 0
    let failure = line.withUnsafeBytes { bytes -> FileError? in
      do throws(FileError) { try write(bytes, &written) } catch { return error }
      return nil
    }
    size += written
    if let failure { throw .system(failure) }
  }

  /// The size of the file now; nil if unknown: then the write will fail, too.
  private func foundSize() -> Int? {
    do { return try files.size(of: file.descriptor) } catch { return nil }
  }

  /// Writes the line with one call.
  ///
  /// Further calls follow only if a signal or a full disk cut it short.
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

  /// What happened to the file and its path; takes two calls.
  func condition() throws(FileError) -> Condition {
    let now = try files.status(of: file.descriptor)
    if now.links == 0 { return .removed }
    guard now.size == size else { return now.size < size ? .truncated : .shared }
    do {
      return try files.status(at: path).isSameFile(as: identity) ? .sound : .moved
    } catch {
      guard error == .notFound else { throw error }
      return .moved
    }
  }

  /// What can still be read of a file that was cut.
  func remains() -> Remains {
    var remains = Remains()
    do {
      let found = OpenFile(try files.open(path), files)
      let status = try files.status(of: found.descriptor)
      guard status.isSameFile(as: identity) else { return remains }
      var lines = LineStream(found, files, to: min(size, status.size))
      while let line = try lines.next() {
        guard let start = LineStart(line), let n = start.n else { continue }
        switch start.kind {
        case "action", "gap": remains.action = n
        case "state": remains.state = n
        default: break
        }
      }
    } catch {}  // what cannot be read is not there
    return remains
  }
}

extension RecorderError {
  /// The fault for what happened to a file below the recorder.
  init(_ condition: SegmentFile.Condition, of path: String) {
    self =
      switch condition {
      case .removed: .fileLost(path: path, reason: "the file was removed while it was written")
      case .truncated: .fileLost(path: path, reason: "the file was cut while it was written")
      case .shared: .fileLeft(path: path, reason: "another program writes to it")
      case .moved, .sound: .fileLeft(path: path, reason: "it was renamed or replaced")
      }
  }
}
