import Foundation
import SessionFormat

/// The files of a session and an index of their lines, which grows file by file and line by line.
///
/// A value; copies cost hardly anything, and share all but the end.
struct IndexedParts: Sendable {
  private(set) var parts: [SessionPart] = []
  /// The header of the first file, which announces what a later one does.
  private(set) var header = Salvage.madeUp(n: 0)
  private(set) var lines = LineIndex()
  private(set) var steps = StepIndex(firstN: 0)
  var notes: [Session.Note] = []
  /// The offset in the last part up to which lines are indexed.
  private(set) var end = 0
  /// Whether a segment after the last one could not be read.
  private var hasUnread = false
  /// The number of inflated bytes of the last file.
  private var inflatedBytes = 0
  /// The number of the last segment.
  private(set) var segment = 1

  /// Indexes a session of one file by its bytes.
  init(_ bytes: Data, file: String, _ limits: ReadingLimits) throws(InspectorError) {
    try append(bytes, file: file, limits)
  }

  /// Indexes the segments in a folder.
  ///
  /// - Parameter last: A segment to leave out with all after it.
  /// - Throws: If none can be read; damage of one among several goes to `notes`.
  init(
    _ folder: SegmentFolder, before last: SegmentFolder.File? = nil, _ limits: ReadingLimits
  ) throws(InspectorError) {
    var limits = limits
    var unread: InspectorError?
    for file in folder.files.prefix(while: { $0.path != last?.path }) {
      do throws(InspectorError) {
        try append(
          try Self.contents(of: file, limits), file: file.path, limits,
          segment: file.number)
        limits.inflatedBytes -= inflatedBytes
        hasUnread = false
      } catch {
        hasUnread = true
        unread = unread ?? error
        notes.append(.segment(Self.damage(error, in: file.path)))
      }
    }
    if parts.isEmpty, let unread { throw unread }
  }

  static func damage(_ error: InspectorError, in file: String) -> SessionError {
    if case .session(let error) = error { return error }
    return SessionError(file: file, .unreadableSegment(error))
  }

  /// The bytes of a file that was found in a folder, unless it is a pipe, which may never end.
  static func contents(
    of file: SegmentFolder.File, _ limits: ReadingLimits
  ) throws(InspectorError) -> Data {
    if let held = file.held { return held }
    guard !Platform.isSpecial(file.path) else { throw .notAFile(file.path) }
    return try contents(of: file.path, limits)
  }

  /// Whether the first bytes of a stream have a line of a session, or begin a page that may have one
  /// inside; a line without an end counts.
  private static func hasSessionLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.contains(0x0A), !EnclosedSession.isPage(bytes) else { return true }
    let lines = LineIndex(Data(buffer: bytes), 0..<bytes.count)
    return lines.contains { line in
      switch line.kind {
      case .unknown, .damaged, .blank: false
      default: true
      }
    }
  }

  static func contents(
    of path: String, _ limits: ReadingLimits
  ) throws(InspectorError) -> Data {
    do { return try Platform.contents(of: path, limits, goesOn: hasSessionLine) } catch {
      switch error.refusal {
      case .device: throw .device(path)
      case .bytes(let limit): throw .streamTooLong(file: path, limit: limit)
      case .line(let number, let limit):
        throw .lineTooLong(file: path, line: number, limit: limit)
      case nil: break
      }
      if FileNameText.isUnreadable(path) { throw .nameNotUTF8(path) }
      throw path == "-" && error.isTerminal
        ? .sessionFromTerminal : .cannotRead(file: path, errno: error.errno)
    }
  }

  /// Adds a file: the first, or the next segment.
  mutating func append(
    _ raw: Data, file: String, _ limits: ReadingLimits, segment: Int = 1
  ) throws(InspectorError) {
    let source = try SessionSource(raw, file: file, limits)
    inflatedBytes = source.inflatedBytes
    let opened = try Opening(source)
    let header = opened.header
    if parts.isEmpty {
      self.header = header
      steps = StepIndex(firstN: header.continues?.n ?? 0)
    } else {
      guard belongs(header) else {
        throw .foreignSegment(file: file, session: parts[0].file)
      }
      steps.takeSegment(at: lines.count, border(before: segment, in: file))
      if header.hasSplices { self.header.hasSplices = true }
    }
    if let fault = steps.mended.last, fault.end == lines.count,
      let error = LineReader(parts: parts).fault(fault, lines)
    {
      notes.append(.segment(error))
    }
    parts.append(opened.part)
    lines.addPart(opened.part.bytes)
    // The header is not part of a step.
    let first = lines.count + 1
    if opened.part.start > 0 { notes.append(.byteOrderMark) }
    self.segment = segment
    take(source.bytes, opened.part.whole(before: opened.torn), from: first, limits.watch)
    if let torn = opened.torn {
      let tail = TornTail(reader: LineReader(parts: [opened.part]))
      notes.append(.torn(tail.fault(at: torn, number: lines.nextNumber)))
    }
    notes += source.notes(behind: lines.nextNumber - 1)
  }

  /// Whether a file continues this session.
  private func belongs(_ header: SessionHeader) -> Bool {
    header.continues?.id == self.header.continues?.id ?? self.header.id
  }

  /// Reads the lines appended to the last file, whose earlier bytes are unchanged.
  ///
  /// Complexity: O(appended bytes).
  ///
  /// - Parameter bytes: The file up to the end of a line.
  mutating func extend(to bytes: Data) {
    parts[parts.count - 1].bytes = bytes
    take(bytes, end..<bytes.count, from: lines.count)
  }

  private mutating func take(
    _ bytes: Data, _ stretch: Range<Int>, from first: Int, _ watch: ReadingWatch? = nil
  ) {
    lines.read(bytes, stretch, watch: watch) { place, index in
      if index >= first { steps.take(place, at: index) }
    }
    steps.finish()
    end = stretch.upperBound
  }

  /// Notes the segments missing before this one, and returns why their states are missing.
  private mutating func border(before next: Int, in file: String) -> String {
    let before = (parts[parts.count - 1].file as NSString).lastPathComponent
    guard next > segment + 1 else {
      return steps.fault == nil ? "no segment has it" : "the end of \(before) is damaged"
    }
    if hasUnread { return "a segment cannot be read" }
    let missing = SessionError(file: file, .missingSegments(segment + 1...next - 1))
    notes.append(.segment(missing))
    return missing.words
  }
}
