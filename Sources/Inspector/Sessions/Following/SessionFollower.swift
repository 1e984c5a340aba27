import Foundation
import SessionFormat

/// A session that is still being written, seen as it grows.
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
/// A line counts once its line feed is there. To poll costs a few system calls, and reading what
/// came. Not for use on several threads at once; its sessions are.
public final class SessionFollower {
  /// What a poll found.
  public enum Event: Equatable, Sendable {
    /// Lines came.
    case grown
    /// The session goes on in that file, its next segment.
    case segment(file: String)
    /// The file became shorter: what it holds now is seen as another session.
    case truncated(file: String)
    /// Another file is in its place, and is seen as another session.
    case replaced(file: String)
    /// The file has no name any more; its writer may still write.
    case removed(file: String)
    /// Damage that is left out, in the mode that does so; what opening met is not told here.
    case damaged(SessionError)
  }

  /// The session as it was at the last poll.
  public private(set) var session: Session
  /// The path as the user named it.
  private let path: String
  private let limits: ReadingLimits
  private let interrupted: () -> Bool
  /// What is known of the lines; nil if all are read again each time, as those that come may tell
  /// which of those before are damaged.
  private var indexed: IndexedParts?
  /// The files that are read.
  private var files: [SegmentFolder.File]
  private var file: WatchedFile
  /// The whole lines of the file at the last poll.
  private var lines: Data
  /// How many bytes the file had at the last poll.
  private var size: Int
  /// The end of what is indexed of the file: where it is another, the file was cut and has grown.
  private var tail: [UInt8] = []
  private var isRemoved = false
  /// Whether the file holds no session yet, as it was cut or replaced a moment ago.
  private var isWaiting = false
  /// Where damage was met.
  private var damage: Set<String> = []

  /// Opens a session file or a folder of segments as it is now.
  ///
  /// - Parameters:
  ///   - path: The file, or the folder.
  ///   - mode: What damage does: with ``ReadingMode/salvage`` it is left out, and a poll that finds
  ///     new lines reads all of them again.
  ///   - limits: How much gzipped segments may grow.
  ///   - interrupted: Asked between lines where all are read; true ends that.
  /// - Throws: An ``InspectorError`` where there is no session that can be followed.
  public init(
    path: String, mode: ReadingMode = .tail, limits: ReadingLimits = ReadingLimits(),
    interrupted: @escaping () -> Bool = { false }
  ) throws(InspectorError) {
    (self.path, self.limits, self.interrupted) = (path, limits, interrupted)
    guard path != "-" else { throw .cannotFollow(file: path) }
    let segments = try SegmentFolder(path)
    let last = segments?.files.last
    file = try Self.open(last?.path ?? path)
    lines = try Self.lines(of: file, limits)
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
      if let choice = segments?.choice {
        indexed.note(.newest(name: choice.name, count: choice.count, by: choice.by))
      }
      self.indexed = indexed
      session = Session(indexed, file: path, isGrowing: true)
    }
    keepTail()
    _ = newDamage()
    _ = try poll()
  }

  /// Whether the session was closed, and does not go on in another segment.
  public var isOver: Bool { !isWaiting && session.steps.end != nil }

  /// Looks what has come since, and brings ``session`` up to it.
  ///
  /// - Throws: An ``InspectorError`` where the file cannot be read, or what is there now is none.
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

  /// The bytes of a file up to the end of its last whole line.
  private static func lines(
    of file: WatchedFile, _ limits: ReadingLimits
  ) throws(InspectorError) -> Data {
    let bytes = try wholeLines(of: file, limits)
    if bytes.isEmpty { throw .nothingToFollow(file: file.path) }
    return bytes
  }

  /// Of one that is still written, the last line may be longer than any.
  private static func wholeLines(
    of file: WatchedFile, _ limits: ReadingLimits
  ) throws(InspectorError) -> Data {
    let bytes: Data
    do { bytes = try file.contents() } catch {
      throw .cannotRead(file: file.path, errno: error.errno)
    }
    if Inflation.isGzip(bytes) { throw .cannotFollow(file: file.path) }
    let whole = bytes.prefix(Opening.lastLine(of: bytes))
    if bytes.count - whole.count > limits.lineBytes {
      let number = whole.count { $0 == UInt8(ascii: "\n") } + 1
      throw .lineTooLong(file: file.path, line: number, limit: limits.lineBytes)
    }
    return whole
  }

  /// Reads the lines that came; false if none is whole.
  private func grow() throws(InspectorError) -> Bool {
    let bytes = try Self.wholeLines(of: file, limits)
    guard bytes.count > lines.count else { return false }
    if let number = LongLine.first(in: bytes, limit: limits.lineBytes) {
      throw .lineTooLong(file: file.path, line: number, limit: limits.lineBytes)
    }
    lines = bytes
    indexed?.extend(to: bytes)
    session = try seen(growingFrom: session)
    keepTail()
    return true
  }

  /// The session of what is read.
  private func seen(growingFrom earlier: Session? = nil) throws(InspectorError) -> Session {
    guard let indexed else {
      return try Self.session(path, files, file, lines, limits, interrupted)
    }
    return Session(indexed, file: path, isGrowing: true, growingFrom: earlier)
  }

  /// The session of all files, the last of which has these lines, with all damage left out.
  private static func session(
    _ path: String, _ files: [SegmentFolder.File], _ file: WatchedFile, _ lines: Data,
    _ limits: ReadingLimits, _ interrupted: () -> Bool
  ) throws(InspectorError) -> Session {
    let read = try Salvage(
      SegmentFolder(files: files), limits, growing: (file.path, lines), interrupted: interrupted)
    return Session(read, file: path, isGrowing: true)
  }

  /// Damage that was not told before.
  private func newDamage() -> [Event] {
    guard indexed == nil else { return [] }
    return session.reading.faults.filter {
      damage.insert("\($0.location.offset) \($0.location.file)").inserted
    }.map(Event.damaged)
  }

  private func keepTail() { tail = Array(lines.suffix(64)) }

  /// Whether what is indexed still stands in the file.
  private func holdsTail() throws(InspectorError) -> Bool {
    let bytes = try Self.wholeLines(of: file, limits)
    return bytes.count >= lines.count
      && bytes[(lines.count - tail.count)..<lines.count].elementsEqual(tail)
  }

  /// Sees the file from its beginning again.
  ///
  /// Until it holds a header, there is a session without steps: what was mapped is no longer there.
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

  /// Goes on with the next segment, where there is one that has its first state.
  private func nextSegment() throws(InspectorError) -> String? {
    guard let next = SegmentNumber.next(after: file.path), Platform.isThere(next),
      let following = try? WatchedFile(next),
      let bytes = try? Self.wholeLines(of: following, limits)
    else { return nil }
    // What the last file still got before the session went on.
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
    guard let part = try? SalvagedPart(source, file: file),
      part.lines.contains(where: { $0.kind == .state })
    else { return false }
    guard let header = part.front.header else { return indexed == nil }
    return header.continues?.id == session.header.continues?.id ?? session.header.id
  }

  /// Adds the next segment; false if the file is no part of this session, or not yet.
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
