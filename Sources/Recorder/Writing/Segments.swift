/// The destination of a session's lines: one segment after the other.
///
/// The caller decides when a segment begins and ends: only it knows the state to begin with.
protocol LineSink: AnyObject {
  /// Makes the next segment; lines go to it from now on.
  func beginSegment() throws(RecorderError)
  /// Appends a whole line; after an error the segment takes no more.
  ///
  /// - Parameter isSoon: Whether the line before it was written within the last millisecond or so:
  ///   then the system is not asked again how large a file may be.
  func append(_ line: [UInt8], isSoon: Bool) throws(RecorderError)
  /// Whether a new segment is due, and why.
  ///
  /// - Parameter now: Nanoseconds on the recorder's clock; the file is checked once a second.
  func dueChange(at now: () -> UInt64) -> SegmentChange?
  /// What can be read of the segment, after an error said that its file lost lines.
  func remains() -> SegmentFile.Remains
  /// Removes the segment that was just begun, because nothing useful was written to it; false if
  /// its file stays.
  func discardSegment() -> Bool
  /// Leaves the segment, which is whole; it gets its last line once the next one is written.
  ///
  /// If the last segment has an `end`, the session was closed; so a kill in between must not find
  /// one there.
  func leaveSegment(end: [UInt8])
  /// Notes that the segment begins as it should, with a header and what it goes on with.
  func segmentStands()
  /// Closes the segment, and one that waits for its end.
  func closeSegment()
  /// Whether there is a file, even without a line.
  var hasFile: Bool { get }
  /// Whether a session may go on in a new segment for its own sake.
  var takesMoreSegments: Bool { get }
}

/// What a sink does that has no files: it goes on for ever.
extension LineSink {
  func beginSegment() throws(RecorderError) {}
  var takesMoreSegments: Bool { false }
  func remains() -> SegmentFile.Remains { SegmentFile.Remains() }
  func dueChange(at now: () -> UInt64) -> SegmentChange? { nil }
  func discardSegment() -> Bool { true }
  func leaveSegment(end: [UInt8]) {}
  func segmentStands() {}
  func closeSegment() {}
}

/// Why a session goes on in a new segment.
enum SegmentChange: Equatable {
  /// The segment has reached its size.
  case full
  /// From now on patches have splices, which the first line of a segment announces.
  case splices
  /// The file was renamed or replaced, another program writes to it, or the system could not
  /// guarantee that it survives a loss of power; it keeps what was written.
  case unfit(RecorderError)
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
  /// A segment that was left, and its last line, until the next one is written.
  private var parting: (file: SegmentFile, end: [UInt8])?
  private var count = 0
  private var lookAgainAt: UInt64 = 0
  /// Why it is unknown how much of the file survives a loss of power.
  private var doubt: RecorderError?
  /// Stays empty if every line is synchronized.
  private var unsynchronized = Unsynchronized()
  /// Whether the first file was made before its first line.
  private var isPrepared = false

  var hasFile: Bool { current != nil }
  /// Who asked for one file gets another only if the first cannot go on.
  var takesMoreSegments: Bool { isOwnFolder }
  /// The folder in which the files are made.
  var folder: String { names.folder }
  /// Whether files can be made there, so far as that can be known; this makes the session's own
  /// folder.
  var canMakeFiles: Bool {
    let folder = RecordingFolder(names.folder, files)
    return isOwnFolder ? folder.canHoldFiles() : files.isWritable(directory: folder.path)
  }
  /// The paths of this session's files, oldest first; some may have been removed.
  private(set) var paths: [String] = []
  /// The files that were made there; nil if one was lost with its content.
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

  /// Makes the first file before it has a line, so that a bad path is known at once.
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
      // The file that waits for its end may hold the descriptor that is needed.
      guard parting != nil, error.isOutOfDescriptors else { throw error }
      endParting()
      try makeNextFile()
    }
  }

  func append(_ line: [UInt8], isSoon: Bool) throws(RecorderError) {
    guard var file = current else { return }
    current = nil  // so that nothing is copied
    defer { current = file }
    do throws(SegmentFile.Fault) { try file.append(line, isSoon: isSoon) } catch {
      throw refusal(error, file)
    }
    // The line is written all the same: only a loss of power is in doubt.
    guard durability == .everyLine, doubt == nil else { return }
    do throws(FileError) { try file.file.synchronize() } catch {
      doubt = .cannotSynchronize(path: file.path, errno: error.number)
    }
  }

  /// Returns what is to be synchronized now, which then counts as done.
  func takeUnsynchronized() -> Unsynchronized {
    defer { unsynchronized = Unsynchronized() }
    unsynchronized.open = current.map { ($0.file, $0.path) }
    return unsynchronized
  }

  /// Notes that a file could not be synchronized, if it is still written.
  func doubt(_ file: OpenFile, _ fault: RecorderError) {
    if current?.file === file { doubt = fault }
  }

  func dueChange(at now: () -> UInt64) -> SegmentChange? {
    guard let current else { return nil }
    if let doubt { return .unfit(doubt) }
    if let limits, current.size >= limits.segment { return .full }
    let now = now()
    guard now >= lookAgainAt else { return nil }
    let (next, isBeyond) = now.addingReportingOverflow(1_000_000_000)
    lookAgainAt = isBeyond ? .max : next
    do {
      let condition = try current.condition()
      switch condition {
      case .sound: return nil
      case .moved, .shared: return .unfit(refusal(.condition(condition), current))
      case .removed, .truncated: return .lost(refusal(.condition(condition), current))
      }
    } catch { return nil }  // nobody knows; the next write will tell
  }

  /// The error for the app if a line cannot be appended to a file.
  private func refusal(_ fault: SegmentFile.Fault, _ file: SegmentFile) -> RecorderError {
    switch fault {
    case .system(let error): return .cannotWrite(path: file.path, errno: error.number)
    case .condition(let condition):
      // An excerpt takes nothing from a file that lost lines.
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
    // Without its end the segment is just as whole; the next one says that the session went on.
    do {
      try file.append(end)
      noteLeft(file)
      if durability == .everyLine { try file.file.synchronize() }
    } catch {}
  }

  /// The files of the session that still exist, as far as they are written.
  ///
  /// They have no hole: files older than a missing one are left out.
  func sources() -> [WrittenFile] {
    let known = zip(paths, made).map(source).reversed().drop { $0 == nil }
    return known.prefix { $0 != nil }.compactMap { $0 }.reversed()
  }

  private func source(_ path: String, _ made: FileStatus?) -> WrittenFile? {
    do {
      let file = OpenFile(try files.open(path), files)
      let status = try files.status(of: file.descriptor)
      guard let made, status.isSameFile(as: made) else { return nil }
      let isWritten = path == current?.path
      return WrittenFile(
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
        // A file of an older session, or one that a fault left, may be there.
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
