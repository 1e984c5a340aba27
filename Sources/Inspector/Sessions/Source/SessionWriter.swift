package import Foundation
import SessionFormat

/// Where the bytes of a session go: to a new file, gzipped where its name ends in `.gz`, or to
/// whoever takes them, or else into memory.
package struct SessionWriter {
  private static let part = 1 << 18

  private enum Place {
    case file(NewFile, Deflation?)
    case reader(([UInt8]) -> Void)
    case memory
  }

  private let place: Place
  private var pending: [UInt8] = []
  /// How many bytes the session has, before it is gzipped.
  package private(set) var count = 0
  /// The bytes, where they go into memory.
  package private(set) var kept: [UInt8] = []

  /// A session in a new file.
  ///
  /// - Parameters:
  ///   - replaces: Whether a file that is there already is replaced; else it is an error.
  ///   - isGzip: Whether it is gzipped; its name says so if left out.
  ///   - mode: Who may read and write it.
  package init(
    path: String, replaces: Bool = false, isGzip: Bool? = nil, mode: UInt32 = 0o600
  ) throws(InspectorError) {
    place = .file(
      try NewFile(path, replaces: replaces, mode: mode),
      isGzip ?? path.hasSuffix(".gz") ? Deflation() : nil)
  }

  /// A session for somebody who takes it part by part, or for ``kept`` where there is nobody.
  package init(to reader: (([UInt8]) -> Void)?) { place = reader.map(Place.reader) ?? .memory }

  /// Adds bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) throws(InspectorError) {
    pending.append(contentsOf: bytes)
    if pending.count >= Self.part { try flush(isLast: false) }
  }

  /// Adds a line as it was found, made safe to be shown, with a line feed behind it.
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

  /// Ends the session; a file gets its name only now.
  ///
  /// - Parameter proof: Gets all that was written, inflated again, and throws if nobody may get
  ///   to see it; what was told to somebody who takes it part by part it does not get.
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
    // Deflate itself ends at 1032 for one.
    let limits = ReadingLimits(inflatedBytes: max(1, count), inflationRatio: 2000)
    do { return try Inflation(gzipped, limits).bytes } catch {
      throw .inflatesTooFar(file: file.path, limit: error.limit)
    }
  }

  private mutating func flush(isLast: Bool) throws(InspectorError) {
    count += pending.count
    switch place {
    case .file(let file, let deflation?):
      try file.append(deflation.deflate(pending, isLast: isLast))
    case .file(let file, nil): try file.append(pending)
    case .reader(let take): take(pending)
    case .memory: kept += pending
    }
    pending.removeAll(keepingCapacity: pending.capacity <= 4 * Self.part)
  }
}
