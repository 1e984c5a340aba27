package import Foundation
import SessionFormat

/// The destination of a session's bytes: a new file, gzipped if its name ends in `.gz`, or a
/// closure, or memory.
package struct SessionWriter {
  private static let part = 1 << 18

  private enum Place {
    case file(NewFile, Deflation?)
    case reader(([UInt8]) -> Void)
    case memory
  }

  private let place: Place
  private var pending: [UInt8] = []
  /// The number of bytes in the session, before compression.
  package private(set) var count = 0
  /// The number of bytes in the new file, after compression; 0 if there is no file.
  package private(set) var fileSize = 0
  /// The bytes, if they go into memory.
  package private(set) var kept: [UInt8] = []

  /// A session in a new file.
  ///
  /// - Parameters:
  ///   - replaces: Whether to replace an existing file; else that is an error.
  ///   - isGzip: Whether to gzip it; by default its name decides.
  ///   - mode: Who may read and write it.
  package init(
    path: String, replaces: Bool = false, isGzip: Bool? = nil, mode: UInt32 = 0o600
  ) throws(InspectorError) {
    place = .file(
      try NewFile(path, replaces: replaces, mode: mode),
      isGzip ?? path.hasSuffix(".gz") ? Deflation() : nil)
  }

  /// A session for a closure that takes it part by part, or for ``kept`` if there is none.
  package init(to reader: (([UInt8]) -> Void)?) { place = reader.map(Place.reader) ?? .memory }

  package mutating func add(_ bytes: some Sequence<UInt8>) throws(InspectorError) {
    pending.append(contentsOf: bytes)
    if pending.count >= Self.part { try flush(isLast: false) }
  }

  /// Adds a line.
  mutating func add(_ line: SessionLine) throws(InspectorError) {
    try add(LineCoding.bytes(of: line.document))
  }

  /// Adds a line as found, made safe to show, and a line feed.
  ///
  /// - Parameters:
  ///   - line: The line without its line end.
  ///   - hasCRC: Whether it ends in a checksum.
  mutating func add(
    line: [UInt8], hasCRC: Bool
  ) throws(InspectorError) {
    pending.append(contentsOf: SafeLine.bytes(of: line, hasCRC: hasCRC))
    try add(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Ends the session; only now does a file get its name.
  ///
  /// - Parameter proof: Gets all that was written, inflated again, and throws to reject it. It is
  ///   not called if a closure took the parts.
  package mutating func finish(
    _ proof: ((Data) throws(InspectorError) -> Void)? = nil
  ) throws(InspectorError) {
    try flush(isLast: true)
    switch place {
    case .file(let file, let deflation):
      if let proof { try proof(try deflation == nil ? file.contents() : inflated(file)) }
      try file.finish()
    case .reader: break
    case .memory: try proof?(Data(kept))
    }
  }

  private func inflated(_ file: NewFile) throws(InspectorError) -> Data {
    let gzipped = try file.contents()
    // Deflate cannot exceed a ratio of 1032.
    let limits = ReadingLimits(inflatedBytes: max(1, count), inflationRatio: 2000)
    do { return try Inflation(gzipped, limits).bytes } catch {
      throw .inflatesTooFar(file: file.path, limit: error.limit)
    }
  }

  private mutating func flush(isLast: Bool) throws(InspectorError) {
    count += pending.count
    switch place {
    case .file(let file, let deflation?):
      let deflated = deflation.deflate(pending, isLast: isLast)
      fileSize += deflated.count
      try file.append(deflated)
    case .file(let file, nil):
      fileSize += pending.count
      try file.append(pending)
    case .reader(let take): take(pending)
    case .memory: kept += pending
    }
    pending.removeAll(keepingCapacity: pending.capacity <= 4 * Self.part)
  }
}
