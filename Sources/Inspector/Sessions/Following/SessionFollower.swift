import Foundation
import SessionFormat

/// A session that is read while it is still being written.
///
/// ```swift
/// let follower = try SessionFollower(path: "toast.ndjson")
/// while !follower.isOver {
///   for event in try follower.poll() { print(event) }
///   print(follower.session.last)
///   usleep(20_000)
/// }
/// ```
///
/// A line counts once its line feed is there. A poll costs a few system calls and the reading of
/// new lines. Use it on one thread at a time; its sessions are thread-safe.
public final class SessionFollower {
  /// What a poll found.
  public enum Event: Equatable, Sendable {
    /// Lines were added.
    case grown
    /// The session continues in that file, its next segment.
    case segment(file: String)
    /// The file became shorter: its contents are now treated as another session.
    case truncated(file: String)
    /// Another file has taken its place, and is treated as another session.
    case replaced(file: String)
    /// The file was removed; its writer may still write.
    case removed(file: String)
    /// Damage that was left out, in ``ReadingMode/salvage``; not what opening found.
    case damaged(SessionError)
  }

  /// The session as it was at the last poll.
  public private(set) var session: Session
  /// The path as the user named it; for a session chosen among several one that opens it, whatever
  /// others there are.
  private let path: String
  private let limits: ReadingLimits
  private let interrupted: () -> Bool
  /// The index of the lines; nil if all are read again each time, because new lines can show which
  /// earlier ones are damaged.
  private var indexed: IndexedParts?
  /// The files that are read.
  private var files: [SegmentFolder.File]
  private var file: WatchedFile
  /// The complete lines of the file at the last poll.
  private var lines: Data
  /// The number of bytes in the file at the last poll.
  private var size: Int
  /// The last indexed bytes of the file; if they differ now, it was truncated and has grown again.
  private var tail: [UInt8] = []
  private var isRemoved = false
  /// Whether the file has no session yet, because it was just truncated or replaced.
  private var isWaiting = false
  /// The places of known damage.
  private var damage: Set<String> = []

  /// Opens a session file or a folder of segments as it is now.
  ///
  /// - Parameters:
  ///   - path: The file, or the folder.
  ///   - mode: How damage is handled: with ``ReadingMode/salvage`` it is left out, and a poll that
  ///     finds new lines reads all of them again.
  ///   - limits: How large gzipped segments may become.
  ///   - interrupted: Called between lines if all are read; true stops that.
  /// - Throws: An ``InspectorError`` if there is no session that can be followed.
  public init(
    path: String, mode: ReadingMode = .tail, limits: ReadingLimits = ReadingLimits(),
    interrupted: @escaping () -> Bool = { false }
  ) throws(InspectorError) {
    guard path != "-" else { throw .cannotFollow(file: path) }
    let segments = try SegmentFolder(path)
    let path = segments?.chosenPath ?? path
    (self.path, self.limits, self.interrupted) = (path, limits, interrupted)
    let last = segments?.files.last
    file = try Self.open(last?.path ?? path)
    lines = try Self.wholeLines(of: file, limits)
    if lines.isEmpty { throw .nothingToFollow(file: file.path) }
    size = lines.count
    files = segments?.files ?? [SegmentFolder.File(file.path)]
    if mode == .salvage {
      session = try Self.session(path, files, file, lines, limits, interrupted)
    } else {
      var indexed: IndexedParts
      if let segments, let last {
        indexed = try IndexedParts(segments, before: last, limits)
        try indexed.append(lines, file: last.path, limits, segment: last.number)
      } else {
        indexed = try IndexedParts(lines, file: path, limits)
      }
      if let choice = segments?.choice { indexed.notes.append(Session.Note(choice)) }
      self.indexed = indexed
      session = Session(indexed, file: path, isGrowing: true)
    }
    keepTail()
    _ = newDamage()
    _ = try poll()
  }

  /// Whether the session was closed and does not continue in another segment.
  public var isOver: Bool { !isWaiting && session.steps.end != nil }

  /// Checks for new lines, and updates ``session``.
  ///
  /// - Throws: An ``InspectorError`` if the file cannot be read, or is no longer a session.
  public func poll() throws(InspectorError) -> [Event] {
    var events: [Event] = []
    let now = file.size
    if now < size || isWaiting {
      if now < size { events.append(.truncated(file: file.path)) }
      size = now
      try restart()
      if !isWaiting { events.append(.grown) }
    } else if now > size {
      size = now
      if try !holdsTail() {
        events += [.truncated(file: file.path), .grown]
        try restart()
      } else if try grow() {
        events.append(.grown)
      }
    }
    switch file.name {
    case .same: isRemoved = false
    case .gone where !isRemoved:
      isRemoved = true
      events.append(.removed(file: file.path))
    case .gone: break
    case .replaced:
      isRemoved = false
      events.append(.replaced(file: file.path))
      file = try Self.open(file.path)
      size = file.size
      try restart()
    }
    if !isWaiting, let next = try nextSegment() { events.append(.segment(file: next)) }
    return events.isEmpty ? [] : events + newDamage()
  }

  private static func open(_ path: String) throws(InspectorError) -> WatchedFile {
    do { return try WatchedFile(path) } catch {
      switch error.errno {
      case ENOENT: throw .nothingToFollow(file: path)
      case ESPIPE: throw .cannotFollow(file: path)
      default: throw .cannotRead(file: path, errno: error.errno)
      }
    }
  }

  /// The bytes of a file up to its last line end.
  ///
  /// In a file being written, an unfinished last line may exceed the limit.
  private static func wholeLines(
    of file: WatchedFile, _ limits: ReadingLimits
  ) throws(InspectorError) -> Data {
    let bytes: Data
    do { bytes = try file.contents() } catch {
      throw .cannotRead(file: file.path, errno: error.errno)
    }
    if Inflation.isGzip(bytes) { throw .cannotFollow(file: file.path) }
    let whole = bytes.prefix(TornTail.lastLine(of: bytes))
    if bytes.count - whole.count > limits.lineBytes {
      let number = whole.count { $0 == UInt8(ascii: "\n") } + 1
      throw .lineTooLong(file: file.path, line: number, limit: limits.lineBytes)
    }
    return whole
  }

  /// Reads the new lines; false if none is complete.
  private func grow() throws(InspectorError) -> Bool {
    let bytes = try Self.wholeLines(of: file, limits)
    guard bytes.count > lines.count else { return false }
    if let line = LongLine.first(in: bytes, limits) {
      throw InspectorError(line, in: file.path, limits)
    }
    lines = bytes
    indexed?.extend(to: bytes)
    session = try seen(growingFrom: session)
    keepTail()
    return true
  }

  /// The session made of what was read.
  private func seen(growingFrom earlier: Session? = nil) throws(InspectorError) -> Session {
    guard let indexed else {
      return try Self.session(path, files, file, lines, limits, interrupted)
    }
    return Session(indexed, file: path, isGrowing: true, growingFrom: earlier)
  }

  /// The session of all files, of which the last has these lines; all damage is left out.
  private static func session(
    _ path: String, _ files: [SegmentFolder.File], _ file: WatchedFile, _ lines: Data,
    _ limits: ReadingLimits, _ interrupted: () -> Bool
  ) throws(InspectorError) -> Session {
    let read = try Salvage(
      SegmentFolder(files: files), limits, growing: (file.path, lines), interrupted: interrupted)
    return Session(read, file: path, isGrowing: true)
  }

  /// Damage that was not reported before.
  private func newDamage() -> [Event] {
    guard indexed == nil else { return [] }
    return session.reading.faults.filter {
      damage.insert("\($0.location.offset) \($0.location.file)").inserted
    }.map(Event.damaged)
  }

  private func keepTail() { tail = Array(lines.suffix(64)) }

  /// Whether the indexed bytes are still in the file.
  private func holdsTail() throws(InspectorError) -> Bool {
    let bytes = try Self.wholeLines(of: file, limits)
    return bytes.count >= lines.count
      && bytes[(lines.count - tail.count)..<lines.count].elementsEqual(tail)
  }

  /// Reads the file again from its beginning.
  ///
  /// Until it has a header, the session has no steps, because the earlier mapping is invalid.
  private func restart() throws(InspectorError) {
    lines = try Self.wholeLines(of: file, limits)
    isWaiting = lines.isEmpty
    damage = []
    files = [SegmentFolder.File(file.path)]
    let header = LineCoding.bytes(of: SessionLine.session(session.header).document)
    if isWaiting || indexed != nil {
      let known = try IndexedParts(isWaiting ? Data(header) : lines, file: file.path, limits)
      session = Session(known, file: path, isGrowing: true)
      if indexed != nil { indexed = known }
    } else {
      session = try seen()
    }
    keepTail()
  }

  /// Continues with the next segment, once that has its first state.
  private func nextSegment() throws(InspectorError) -> String? {
    guard let next = SegmentNumber.next(after: file.path), Platform.isThere(next),
      let following = try? WatchedFile(next),
      let bytes = try? Self.wholeLines(of: following, limits)
    else { return nil }
    // Lines added to the last file before the session moved on.
    if file.size > size, continues(bytes, next) { _ = try grow() }
    guard try take(bytes, following) else { return nil }
    (file, size, lines) = (following, bytes.count, bytes)
    session = try seen(growingFrom: session)
    keepTail()
    return next
  }

  /// Whether a file is the next segment of this session, and has its first state.
  private func continues(_ bytes: Data, _ file: String) -> Bool {
    let source = SessionSource(lines: bytes, file: file, limits)
    guard let part = try? SalvagedPart(source),
      part.lines.contains(where: { $0.kind == .state })
    else { return false }
    guard let header = part.front.header else { return indexed == nil }
    return header.continues?.id == session.header.continues?.id ?? session.header.id
  }

  /// Adds the next segment; false if the file does not belong to this session, or not yet.
  private func take(_ bytes: Data, _ next: WatchedFile) throws(InspectorError) -> Bool {
    guard var longer = indexed else {
      guard continues(bytes, next.path) else { return false }
      files.append(SegmentFolder.File(next.path))
      return true
    }
    do throws(InspectorError) {
      try longer.append(bytes, file: next.path, limits, segment: longer.segment + 1)
    } catch {
      return false
    }
    guard longer.steps.isPastBorder else { return false }
    indexed = longer
    return true
  }
}
