import Foundation
import SessionFormat

/// Brings the segments that were found in a folder into the order of their session, and says which
/// are missing, out of order, or none of it.
struct SegmentSequence {
  /// The segments that are read, in order.
  private(set) var parts: [SalvagedPart] = []
  /// What is wrong behind the last of them.
  private(set) var after: [SessionError] = []
  /// Whether a segment behind the last of them cannot be read.
  private(set) var losesEnd = false

  /// The session that all of them are of; nil as long as no header can be read.
  private var session: String?
  /// The files of the segments so far, by the segment's own id.
  private var known: [String: String] = [:]
  /// What is wrong since the last segment that is read.
  private var pending: [SessionError] = []
  private var reason: String?

  /// Reads the files of a folder.
  ///
  /// - Parameter growing: A file that is still being written, and the lines that it has so far.
  /// - Throws: What keeps the first file from being read, where none can be, and
  ///   ``InspectorError/interrupted``.
  init(
    _ folder: SegmentFolder, _ limits: ReadingLimits, growing: (file: String, lines: Data)? = nil,
    ignoresCRC: Bool, interrupted: () -> Bool
  ) throws(InspectorError) {
    var limits = limits
    var first: InspectorError?
    var last: Int?
    for file in folder.files {
      if interrupted() { throw .interrupted }
      noteMissing(before: file, after: last)
      last = file.number
      do throws(InspectorError) {
        let known = file.path == growing?.file ? growing?.lines : nil
        let raw =
          if let known { known } else { try IndexedParts.contents(ofSegment: file.path, limits) }
        let source = try SessionSource(raw, file: file.path, limits)
        limits.inflatedBytes -= source.inflatedBytes
        try add(try SalvagedPart(source, file: file.path, ignoresCRC: ignoresCRC))
      } catch {
        first = first ?? error
        pending.append(IndexedParts.damage(error, in: file.path))
        reason = "a segment cannot be read"
        losesEnd = losesEnd || !error.isOfNoSegment
      }
    }
    if parts.isEmpty, let first { throw first }
    after = pending
    sort()
  }

  private mutating func noteMissing(before file: SegmentFolder.File, after last: Int?) {
    guard let last, file.number > last + 1 else { return }
    let missing = SessionError(
      location: SourceLocation(file: file.path, line: 1, column: 1, offset: 0),
      cause: .missingSegments(last + 1...file.number - 1))
    pending.append(missing)
    reason = reason ?? missing.words
  }

  private mutating func add(_ part: SalvagedPart) throws(InspectorError) {
    if let header = part.front.header {
      let id = header.continues?.id ?? header.id
      guard session == nil || session == id else {
        throw .foreignSegment(file: part.file, session: parts[0].file)
      }
      if let other = known[header.id] { throw .repeatedSegment(file: part.file, other: other) }
      session = id
      known[header.id] = part.file
    }
    var part = part
    (part.before, part.missing) = (pending, reason)
    (pending, reason, losesEnd) = ([], nil, false)
    parts.append(part)
  }

  /// Goes by the numbers in the files, where the names tell another order.
  ///
  /// Only if each file says twice where it begins: a damaged number must not move a file.
  private mutating func sort() {
    let starts = parts.compactMap(\.confirmedStart)
    guard starts.count == parts.count else { return }
    guard let place = starts.indices.dropFirst().first(where: { starts[$0] < starts[$0 - 1] })
    else { return }
    let file = parts[place].file
    let order = starts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
    parts = order.map { parts[$0] }
    parts[0].before.append(
      SessionError(
        location: SourceLocation(file: file, line: 1, column: 1, offset: 0),
        cause: .segmentOrder(n: starts[place])))
  }
}

extension InspectorError {
  /// Whether a file turned out to be no segment of the session, or one that was read already.
  fileprivate var isOfNoSegment: Bool {
    switch self {
    case .foreignSegment, .repeatedSegment: true
    default: false
    }
  }
}
