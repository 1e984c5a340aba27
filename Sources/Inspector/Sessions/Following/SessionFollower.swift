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
  }

  /// The session as it was at the last poll.
  public private(set) var session: Session
  /// The path as the user named it.
  private let path: String
  private let limits: ReadingLimits
  private var indexed: IndexedParts
  private var file: WatchedFile
  /// How many bytes the file had at the last poll.
  private var size: Int
  /// The end of what is indexed of the file: where it is another, the file was cut and has grown.
  private var tail: [UInt8] = []
  private var isRemoved = false
  /// Whether the file holds no session yet, as it was cut or replaced a moment ago.
  private var isWaiting = false

  /// Opens a session file or a folder of segments as it is now.
  ///
  /// - Throws: An ``InspectorError`` where there is no session that can be followed.
  public init(path: String, limits: ReadingLimits = ReadingLimits()) throws(InspectorError) {
    self.path = path
    self.limits = limits
    guard path != "-" else { throw .cannotFollow(file: path) }
    let segments = try SegmentFolder(path)
    let last = segments?.files.last
    file = try Self.open(last?.path ?? path)
    let bytes = try Self.lines(of: file)
    if let segments, let last {
      indexed = try IndexedParts(segments, before: last, limits)
      try indexed.append(bytes, file: last.path, limits, segment: last.number)
    } else {
      indexed = try IndexedParts(bytes, file: path, limits)
    }
    size = bytes.count
    session = Session(indexed, file: path, isGrowing: true)
    keepTail()
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
    return events
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
  private static func lines(of file: WatchedFile) throws(InspectorError) -> Data {
    let bytes = try wholeLines(of: file)
    if bytes.isEmpty { throw .nothingToFollow(file: file.path) }
    return bytes
  }

  private static func wholeLines(of file: WatchedFile) throws(InspectorError) -> Data {
    let bytes: Data
    do { bytes = try file.contents() } catch {
      throw .cannotRead(file: file.path, errno: error.errno)
    }
    if Inflation.isGzip(bytes) { throw .cannotFollow(file: file.path) }
    return bytes.prefix(Opening.lastLine(of: bytes))
  }

  /// Reads the lines that came; false where none is whole.
  private func grow() throws(InspectorError) -> Bool {
    let bytes = try Self.wholeLines(of: file)
    guard bytes.count > indexed.end else { return false }
    indexed.extend(to: bytes)
    session = Session(indexed, file: path, isGrowing: true, growingFrom: session)
    keepTail()
    return true
  }

  private func keepTail() {
    let bytes = indexed.parts[indexed.parts.count - 1].bytes
    tail = Array(bytes[max(0, indexed.end - 64)..<indexed.end])
  }

  /// Whether what is indexed still stands in the file.
  private func holdsTail() throws(InspectorError) -> Bool {
    let bytes = try Self.wholeLines(of: file)
    return bytes.count >= indexed.end
      && bytes[(indexed.end - tail.count)..<indexed.end].elementsEqual(tail)
  }

  /// Sees the file from its beginning again.
  ///
  /// Until it holds a header, there is a session without steps: what was mapped is no longer there.
  private func restart() throws(InspectorError) {
    let bytes = try Self.wholeLines(of: file)
    isWaiting = bytes.isEmpty
    if isWaiting {
      let header = LineCoding.bytes(of: SessionLine.session(session.header).document)
      indexed = try IndexedParts(Data(header), file: file.path, limits)
    } else {
      indexed = try IndexedParts(bytes, file: file.path, limits)
    }
    session = Session(indexed, file: path, isGrowing: true)
    keepTail()
  }

  /// Goes on with the next segment, where there is one that has its first state.
  private func nextSegment() throws(InspectorError) -> String? {
    guard let next = SegmentNumber.next(after: file.path), Platform.isThere(next),
      let following = try? WatchedFile(next), let bytes = try? Self.wholeLines(of: following)
    else { return nil }
    var longer = indexed
    do throws(InspectorError) {
      // What the last file still got before the session went on.
      if file.size > size, try grow() { longer = indexed }
      try longer.append(bytes, file: next, limits, segment: longer.segment + 1)
    } catch {
      // A file of that name that is no part of this session, or not yet.
      return nil
    }
    guard longer.steps.isPastBorder else { return nil }
    indexed = longer
    (file, size) = (following, bytes.count)
    session = Session(indexed, file: path, isGrowing: true, growingFrom: session)
    keepTail()
    return next
  }
}
