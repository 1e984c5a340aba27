import Foundation
import SessionFormat

/// Puts the segments of a folder into order, and notes which are missing, out of order or foreign.
struct SegmentSequence {
  /// The segments to read, in order.
  private(set) var parts: [SalvagedPart] = []
  /// What is wrong after the last of them.
  private(set) var after: [SessionError] = []
  /// Whether a segment after the last of them cannot be read.
  private(set) var losesEnd = false

  /// The id of their common session; nil until a header is read.
  private var session: String?
  /// The files read so far, by their segments' own ids.
  private var known: [String: String] = [:]
  /// What is wrong since the last readable segment.
  private var pending: [SessionError] = []
  private var reason: String?

  /// Reads the files of a folder.
  ///
  /// - Parameter growing: A file that is still being written, and its lines so far.
  /// - Throws: The error of the first file, if none can be read, and
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
          if let known { known } else { try IndexedParts.contents(of: file, limits) }
        let source = try SessionSource(raw, file: file.path, limits)
        limits.inflatedBytes -= source.inflatedBytes
        try add(try SalvagedPart(source, ignoresCRC: ignoresCRC))
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
    let missing = SessionError(file: file.path, .missingSegments(last + 1...file.number - 1))
    pending.append(missing)
    reason = reason ?? missing.words
  }

  private mutating func add(_ part: SalvagedPart) throws(InspectorError) {
    if let header = part.front.header {
      let id = header.continues?.id ?? header.id
      guard session == nil || session == id else {
        throw .foreignSegment(file: part.part.file, session: parts[0].part.file)
      }
      if let other = known[header.id] { throw .repeatedSegment(file: part.part.file, other: other) }
      session = id
      known[header.id] = part.part.file
    }
    var part = part
    (part.before, part.missing) = (pending, reason)
    (pending, reason, losesEnd) = ([], nil, false)
    parts.append(part)
  }

  /// Sorts by the numbers in the files, if the names give another order.
  ///
  /// Only if each file states its first number twice: a damaged number must not move a file.
  private mutating func sort() {
    let starts = parts.compactMap(\.confirmedStart)
    guard starts.count == parts.count else { return }
    guard let place = starts.indices.dropFirst().first(where: { starts[$0] < starts[$0 - 1] })
    else { return }
    let file = parts[place].part.file
    let order = starts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
    parts = order.map { parts[$0] }
    parts[0].before.append(SessionError(file: file, .segmentOrder(n: starts[place])))
  }
}

extension InspectorError {
  /// Whether a file turned out to be of another session, or to be read already.
  fileprivate var isOfNoSegment: Bool {
    switch self {
    case .foreignSegment, .repeatedSegment: true
    default: false
    }
  }
}
