import Foundation
import SessionFormat

/// A session of an earlier run, found in the folder of a store.
public struct PreviousSession: Sendable, Equatable {
  /// An action whose step had not ended.
  public struct OpenAction: Sendable, Equatable {
    /// Its number.
    public let n: Int
    /// Its type, as the session lists it.
    public let type: String
  }

  /// The files, oldest first; older ones may have been removed to make room.
  public let paths: [String]
  /// Whether ``SessionRecorder/close()`` ended it; if not, that run crashed, was killed, or still
  /// had steps to record when the system lost power.
  public let isClosed: Bool
  /// The actions that were being reduced when it stopped; if there is one, the app died in its
  /// reducer (or, in a session of a middleware, in a subscriber).
  public let openActions: [OpenAction]

  /// Writes the end of that session as one file that can be read alone, as
  /// ``SessionRecorder/export(last:to:)`` does; it ends as the session did, so a crash stays one.
  ///
  /// Complexity: O(size of the session's files), for a number of bytes O(bytes) in most sessions.
  ///
  /// - Parameters:
  ///   - span: How many actions, seconds or bytes.
  ///   - path: The file, which must not exist; it is made with mode 0600.
  public func export(last span: ExcerptSpan, to path: String) throws(RecorderError) {
    try export(last: span, to: path, SystemFiles())
  }

  func export(
    last span: ExcerptSpan, to path: String, _ files: any FileOperations
  ) throws(RecorderError) {
    var sources: [WrittenFile] = []
    var (header, last, now) = (SessionHeader?.none, 0, 0)
    do throws(FileError) {
      for path in paths {
        let file = OpenFile(try files.open(path), files)
        let end = try files.status(of: file.descriptor).size
        sources.append(WrittenFile(file: file, end: end))
        var lines = LineStream(file, files, to: end)
        if header == nil, let line = try lines.next(),
          case .session(let read)? = SessionLine.read(line)
        {
          header = read
        }
      }
      if let newest = sources.last {
        var lines = LineStream(
          newest.file, files, from: max(0, newest.end - (1 << 20)), to: newest.end)
        while let line = try lines.next() {
          guard let start = LineStart(line) else { continue }
          (last, now) = (max(last, start.n ?? 0), max(now, start.t ?? 0))
        }
      }
    } catch {
      throw .cannotExport(path: path, reason: error.text)
    }
    guard let header else { throw .cannotExport(path: path, reason: "no file has a header") }
    var excerpt = Excerpt(
      sources: sources, header: header, id: header.continues?.id ?? header.id, lastAction: last,
      now: now, files: files)
    excerpt.goesOn = false
    excerpt.header.id = UUID().uuidString.lowercased()
    try excerpt.write(span, to: path)
  }

  /// The newest session of a store that no process still writes; nil if there is none.
  static func newest(
    of store: String, in path: String, _ files: any FileOperations
  ) -> PreviousSession? {
    let folder = RecordingFolder(path, files)
    var names = folder.segments(of: store)
    while let last = names.last {
      let stem = folder.lastStarted(names.filter { $0.started == last.started }) ?? last.stem
      let own = names.filter { $0.stem == stem }
      names.removeAll { $0.stem == stem }
      if let session = folder.session(own, of: store) { return session }
    }
    return nil
  }
}

extension RecordingFolder {
  /// The session of these segments; nil if a process still writes it, if it has no line, or if it
  /// is of another store whose name looks the same in a file name.
  fileprivate func session(_ names: [SegmentName], of store: String) -> PreviousSession? {
    let paths = names.map(path(of:))
    guard let last = paths.last, !isBeingWritten(last) else { return nil }
    do {
      // The process may have been killed before the last file got its header.
      for path in paths.reversed() {
        let tail = try tail(of: path)
        guard let header = tail.header else { continue }
        guard header.store.hasSameBytes(as: store) else { return nil }
        return PreviousSession(
          paths: paths, isClosed: tail.isClosed && path == last, openActions: tail.openActions)
      }
    } catch {}
    return nil
  }

  /// The session that started last, among those with the same second in their names.
  ///
  /// An app that crashes at its start and is restarted at once leaves many of them.
  fileprivate func lastStarted(_ names: [SegmentName]) -> String? {
    let stems = Set(names.map(\.stem))
    guard stems.count > 1 else { return stems.first }
    var starts: [String: String] = [:]
    for name in names where starts[name.stem, default: ""].isEmpty {
      starts[name.stem] = started(path(of: name))
    }
    return stems.max { (starts[$0, default: ""], $0) < (starts[$1, default: ""], $1) }
  }

  /// The start that the header of a segment gives; empty if it has none.
  private func started(_ path: String) -> String {
    do {
      var lines = try LineStream(of: path, operations)
      guard let line = try lines.next(), case .session(let header)? = SessionLine.read(line)
      else { return "" }
      return header.started
    } catch { return "" }
  }

  private struct Tail {
    var header: SessionHeader?
    var isClosed = false
    /// The lines of actions without a state; parsed only after the whole file was read.
    var open: [(n: Int, line: [UInt8])] = []

    var openActions: [PreviousSession.OpenAction] {
      open.sorted { $0.n < $1.n }.map { n, line in
        guard case .action(let action)? = SessionLine.read(line) else {
          return .init(n: n, type: "")
        }
        return .init(n: n, type: action.type)
      }
    }
  }

  /// Reads from the lines of a segment how it ended.
  private func tail(of path: String) throws(FileError) -> Tail {
    var tail = Tail()
    var lines = try LineStream(of: path, operations)
    while let line = try lines.next() {
      guard let start = LineStart(line) else { continue }
      tail.isClosed = start.kind == "end"
      switch (start.kind, start.n) {
      case ("session", _):
        if case .session(let header)? = SessionLine.read(line) { tail.header = header }
      case ("action", let n?): tail.open.append((n, line))
      case ("state", let n?): tail.open.removeAll { $0.n <= n }
      case ("gap", _): tail.open = []
      default: break
      }
    }
    return tail
  }
}
