/// Where the lines of a session go: one segment after the other.
///
/// Whoever writes decides when a segment begins and ends, as only it knows the state to begin with.
protocol LineSink: AnyObject {
  /// Makes the next segment, to which lines go from now on.
  func beginSegment() throws(RecorderError)
  /// Appends a whole line; after an error the segment takes no more.
  func append(_ line: [UInt8]) throws(RecorderError)
  /// Whether a new segment is due, and why.
  ///
  /// - Parameter now: Nanoseconds on the recorder's clock; the file is looked at once a second.
  func dueChange(at now: () -> UInt64) -> SegmentChange?
  /// What can be read of the segment, once an error said that its file lost lines.
  func remains() -> SegmentFile.Remains
  /// Takes back the segment that was just begun, as nothing useful came to stand in it; false if
  /// its file stays.
  func discardSegment() -> Bool
  /// Lets go of the segment, which is whole; it gets its last line once the next one stands.
  ///
  /// A session whose last segment has an `end` was closed, so that a kill in between must not find
  /// one there.
  func leaveSegment(end: [UInt8])
  /// Says that the segment begins as it should, with a header and whatever it goes on with.
  func segmentStands()
  /// Lets go of the segment, and of one that waits for its end.
  func closeSegment()
  /// Whether there is a file, even without a line.
  var hasFile: Bool { get }
}

/// Why a session goes on in a new segment.
enum SegmentChange: Equatable {
  /// The segment has reached its size.
  case full
  /// The file was renamed or replaced, or another program writes to it: what was written is there.
  case moved(RecorderError)
  /// The system could not promise that what was written outlives a loss of power.
  case doubtful(RecorderError)
  /// The file was removed or cut.
  case lost(RecorderError)
}

/// The segments of one session as files.
///
/// Not thread-safe.
final class Segments: LineSink {
  private let names: SegmentNames
  let files: any FileOperations
  private let limits: SizeLimits?
  private let durability: Durability
  private let isOwnFolder: Bool
  private let store: String
  private var current: SegmentFile?
  /// A segment that was left, and its last line, while the next one does not stand.
  private var parting: (file: SegmentFile, end: [UInt8])?
  private var count = 0
  private var lookAgainAt: UInt64 = 0
  /// Why nobody knows what of the file outlives a loss of power.
  private var doubt: RecorderError?
  /// Stays empty if every line is synchronized.
  private var unsynchronized = Unsynchronized()
  /// Whether the first file was made before its first line.
  private var isPrepared = false

  var hasFile: Bool { current != nil }
  /// Where the files are made.
  var folder: String { names.folder }
  /// Whether files can be made there, so far as that can be known; the session's own folder is made
  /// for that.
  var canMakeFiles: Bool {
    let folder = RecordingFolder(names.folder, files)
    return isOwnFolder ? folder.canHoldFiles() : files.isWritable(directory: folder.path)
  }
  /// Where the files of this session are, the oldest first; some may have been removed.
  private(set) var paths: [String] = []
  /// The files that were made there; nil if one was lost with what was in it.
  private var made: [FileStatus?] = []

  init(
    store: String, _ names: SegmentNames, files: any FileOperations, limits: SizeLimits?,
    durability: Durability
  ) {
    self.store = store
    self.names = names
    self.files = files
    self.limits = limits
    self.durability = durability
    if case .folder = names { isOwnFolder = true } else { isOwnFolder = false }
  }

  /// Makes the first file before there is a line for it, so that a bad path is known at once.
  func prepare() throws(RecorderError) {
    do { try makeNextFile() } catch {
      _ = discardSegment()  // else the file would be in the way of the next try
      throw error
    }
    isPrepared = true
  }

  func beginSegment() throws(RecorderError) {
    if isPrepared {
      isPrepared = false
      return
    }
    current = nil
    makeRoom()
    do { try makeNextFile() } catch {
      // The descriptor that it needs may be the one that waits.
      guard parting != nil, error.isOutOfDescriptors else { throw error }
      endParting()
      try makeNextFile()
    }
  }

  func append(_ line: [UInt8]) throws(RecorderError) {
    guard var file = current else { return }
    current = nil  // so that nothing is copied
    defer { current = file }
    do throws(SegmentFile.Fault) { try file.append(line) } catch {
      throw refusal(error, file)
    }
    // The line stands there all the same: what is in doubt is only a loss of power.
    guard durability == .everyLine, doubt == nil else { return }
    do throws(FileError) { try file.file.synchronize() } catch {
      doubt = .cannotSynchronize(path: file.path, errno: error.number)
    }
  }

  /// What is to be synchronized now; it counts as done.
  func takeUnsynchronized() -> Unsynchronized {
    defer { unsynchronized = Unsynchronized() }
    unsynchronized.open = current.map { ($0.file, $0.path) }
    return unsynchronized
  }

  /// Synchronizes what was taken, with the recorder's lock open.
  func synchronize(_ written: Unsynchronized) -> [Unsynchronized.Fault] {
    written.synchronize(files)
  }

  /// Remembers that a file could not be synchronized, if it is still written.
  func doubt(_ file: OpenFile, _ fault: RecorderError) {
    if current?.file === file { doubt = fault }
  }

  func dueChange(at now: () -> UInt64) -> SegmentChange? {
    guard let current else { return nil }
    if let doubt { return .doubtful(doubt) }
    if let limits, current.size >= limits.segment { return .full }
    let now = now()
    guard now >= lookAgainAt else { return nil }
    let (next, isBeyond) = now.addingReportingOverflow(1_000_000_000)
    lookAgainAt = isBeyond ? .max : next
    do {
      let condition = try current.condition()
      switch condition {
      case .sound: return nil
      case .moved, .shared: return .moved(refusal(.condition(condition), current))
      case .removed, .truncated: return .lost(refusal(.condition(condition), current))
      }
    } catch { return nil }  // nobody knows; the next write will tell
  }

  /// What the app is told where a line cannot be appended to a file.
  private func refusal(_ fault: SegmentFile.Fault, _ file: SegmentFile) -> RecorderError {
    switch fault {
    case .system(let error): return .cannotWrite(path: file.path, errno: error.number)
    case .condition(let condition):
      // An excerpt has nothing of a file that lost lines.
      if condition == .removed || condition == .truncated { made[made.count - 1] = nil }
      return RecorderError(condition, of: file.path)
    }
  }

  func remains() -> SegmentFile.Remains { current?.remains() ?? SegmentFile.Remains() }

  func discardSegment() -> Bool {
    guard let file = current else { return true }
    current = nil
    do { try files.remove(file.path) } catch { return false }
    paths.removeLast()
    made.removeLast()
    count -= 1
    return true
  }

  func leaveSegment(end: [UInt8]) {
    parting = current.map { ($0, end) }
    noteLeft(current)
    current = nil
  }

  func segmentStands() {
    guard parting != nil else { return }
    endParting()
    makeRoom()  // while it waited, it could not be removed
  }

  func closeSegment() {
    noteLeft(current)
    current = nil
    parting = nil
  }

  private func noteLeft(_ file: SegmentFile?) {
    if let file, durability != .everyLine { unsynchronized.leave(file.path) }
  }

  private func endParting() {
    guard let (left, end) = parting else { return }
    parting = nil
    var file = left
    // Without its end it is as whole; what follows it says that the session went on.
    do {
      try file.append(end)
      noteLeft(file)
      if durability == .everyLine { try file.file.synchronize() }
    } catch {}
  }

  /// The files of the session that are still there, as far as they are written.
  ///
  /// There is no hole among them: what is older than a file that is gone is left out.
  func sources() -> [Excerpt.Source] {
    let known = zip(paths, made).map(source).reversed().drop { $0 == nil }
    return known.prefix { $0 != nil }.compactMap { $0 }.reversed()
  }

  private func source(_ path: String, _ made: FileStatus?) -> Excerpt.Source? {
    do {
      let file = OpenFile(try files.open(path), files)
      let status = try files.status(of: file.descriptor)
      guard let made, status.isSameFile(as: made) else { return nil }
      let isWritten = path == current?.path
      return Excerpt.Source(
        file: file, end: isWritten ? min(status.size, current?.size ?? 0) : status.size)
    } catch { return nil }  // removed to make room, or by somebody else
  }

  // MARK: Files

  private func makeNextFile() throws(RecorderError) {
    if isOwnFolder { try RecordingFolder(names.folder, files).make() }
    var tries = 0
    while true {
      let path = names.path(of: count + 1)
      do {
        let file = try SegmentFile(creating: path, files)
        current = file
        doubt = nil
        count += 1
        paths.append(path)
        made.append(file.identity)
        if durability == .everyLine {
          try files.synchronizeDirectory(names.folder)
        } else {
          unsynchronized.folder = names.folder
        }
        return
      } catch {
        // A file of an older session, or one that a fault left, may stand there.
        tries += 1
        guard error == .exists, count > 0 || isOwnFolder, tries < 100 else {
          throw RecorderError.cannotCreate(
            path: path, errno: error.number, RecorderError.Obstacle(at: path, files))
        }
        count += 1
      }
    }
  }

  private func makeRoom() {
    guard let limits, isOwnFolder else { return }
    RecordingFolder(names.folder, files).shrink(
      to: limits.total - min(limits.segment, limits.total), store: store, own: names)
  }
}
