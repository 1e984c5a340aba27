import Foundation
import SessionFormat

/// One file of a session.
package struct SessionPart: Sendable {
  /// The file as the user named it, or as found in the folder that the user named.
  package let file: String
  /// Its lines, inflated if they were gzipped.
  var bytes: Data
  var hasCRC: Bool
  /// Whether its first line announces patches with splices.
  var hasSplices = false
  package let limits: ReadingLimits

  init(_ source: SessionSource, hasCRC: Bool) {
    (file, bytes, limits) = (source.file, source.bytes, source.limits)
    self.hasCRC = hasCRC
  }

  /// The offset at which its lines begin: after a byte order mark.
  var start: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The range of its complete lines, without a torn tail.
  func whole(before torn: Int?) -> Range<Int> { start..<max(start, torn ?? bytes.count) }
}

/// Reads single lines of a session, and locates faults in the file.
package struct LineReader: Sendable {
  let parts: [SessionPart]
  /// Whether checksums are ignored, as after an edit by hand.
  var ignoresCRC = false

  var patchLimits: JSONPatch.Limits {
    let limits = parts.first?.limits ?? ReadingLimits()
    return limits.patches(bytesRead: parts.reduce(0) { $0 + $1.bytes.count })
  }

  /// The line at an entry, checked as the format requires.
  func line(_ entry: LineIndex.Entry) throws(SessionError) -> SessionLine {
    let hasCRC = parts[entry.part].hasCRC
    let result = withBytes(of: entry) { line in
      Result { () throws(LineError) in
        if ignoresCRC { return try Self.unchecked(line) }
        return try LineCoding.line(line, crc: hasCRC ? .required : .forbidden).line
      }
    }
    switch result {
    case .success(let line):
      guard parts[entry.part].hasSplices || !line.hasSplice else {
        let expected = "without splices, which the first line does not announce in `requires`"
        throw fault(.line(LineError(.fault(.illTyped("patch", expected: expected)), 0)), entry)
      }
      return line
    case .failure(let error):
      throw fault(.line(error), entry, at: error.offset)
    }
  }

  /// The line without its checksum, wherever that is.
  private static func unchecked(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(LineError) -> SessionLine {
    let document: JSONValue
    do { document = try JSONParser().parse(bytes) } catch {
      throw LineError(.syntax(error.kind), error.offset)
    }
    guard let object = document.object else { throw LineError(.fault(.notAnObject), 0) }
    do {
      return try SessionLine(object["crc"] == nil ? document : object.removing("crc"))
    } catch { throw LineError(.fault(error), 0) }
  }

  /// The damage of a line, or nil if it is sound.
  func error(_ entry: LineIndex.Entry) -> SessionError? {
    do throws(SessionError) {
      _ = try line(entry)
      return nil
    } catch {
      return error
    }
  }

  /// The damage that breaks the order of the lines.
  func fault(_ broken: StepIndex.Fault, _ lines: LineIndex) -> SessionError? {
    let entry = lines[broken.entry]
    return broken.cause.map { fault($0, entry) } ?? error(entry)
  }

  /// Damage at a byte of a line.
  func fault(
    _ cause: SessionError.Cause, _ entry: LineIndex.Entry, at offset: Int = 0
  ) -> SessionError {
    SessionError(location: location(entry, offset), cause: cause)
  }

  /// The location of a byte of a line.
  package func location(_ entry: LineIndex.Entry, _ offset: Int) -> SourceLocation {
    let column = withBytes(of: entry) { TextPosition(offset: offset, in: $0).column }
    return SourceLocation(
      file: parts[entry.part].file, line: entry.number, column: column, offset: entry.start + offset
    )
  }

  /// Whether a line of these bytes may have a member `opaque`; false is reliable.
  static func mayTellOpaque(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = line.baseAddress else { return false }
    if mayEscapeLetters(line) { return true }
    // Searches for the rarest letter.
    let name: StaticString = "\"opaque\""
    var at = 4
    while at < line.count - 3,
      let found = Memory.first(UInt8(ascii: "q"), in: start + at, line.count - 3 - at)
    {
      if Memory.order(found - 4, name.utf8Start, name.utf8CodeUnitCount) == 0 { return true }
      at = UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
    }
    return false
  }

  /// Whether a line may escape a letter by its number, so that a name is not what it seems.
  private static func mayEscapeLetters(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = line.baseAddress else { return false }
    // Letters are numbers 0061 to 007a; other escapes do not stand for letters.
    let number: StaticString = "\\u00"
    var at = 0
    while let found = Memory.first(UInt8(ascii: "\\"), in: start + at, line.count - at) {
      at = UnsafeRawPointer(found) - UnsafeRawPointer(start)
      if at + 6 <= line.count, line[at + 4] | 1 == UInt8(ascii: "7"),
        Memory.order(found, number.utf8Start, number.utf8CodeUnitCount) == 0
      {
        return true
      }
      at += 1
    }
    return false
  }

  func withBytes<T>(of entry: LineIndex.Entry, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    parts[entry.part].bytes.withUnsafeBytes { all in
      body(all.bindMemory(to: UInt8.self).extracting(entry.start..<entry.start + entry.count))
    }
  }
}
