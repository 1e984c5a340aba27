import Foundation
import SessionFormat

/// Reads single lines of a session file, and says where in the file a fault lies.
struct LineReader: Sendable {
  let bytes: Data
  let file: String
  let hasCRC: Bool
  /// Whether checksums are passed over, as after an edit by hand.
  var ignoresCRC = false

  /// The line at an entry, checked as the format asks.
  func line(_ entry: LineIndex.Entry) throws(SessionError) -> SessionLine {
    let result = withBytes(of: entry) { line in
      Result { () throws(LineError) in
        if ignoresCRC { return try Self.unchecked(line) }
        return try LineCoding.line(line, crc: hasCRC ? .required : .forbidden).line
      }
    }
    switch result {
    case .success(let line): return line
    case .failure(let error):
      throw SessionError(location: location(entry, error.offset), cause: .line(error))
    }
  }

  /// The line with its checksum passed over, wherever that stands.
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

  /// The damage of a line, or nil where it is sound.
  func error(_ entry: LineIndex.Entry) -> SessionError? {
    do throws(SessionError) {
      _ = try line(entry)
      return nil
    } catch {
      return error
    }
  }

  /// The place of a byte of a line.
  func location(_ entry: LineIndex.Entry, _ offset: Int) -> SourceLocation {
    let column = withBytes(of: entry) { TextPosition(offset: offset, in: $0).column }
    return SourceLocation(
      file: file, line: entry.number, column: column, offset: entry.start + offset)
  }

  func withBytes<T>(of entry: LineIndex.Entry, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    bytes.withUnsafeBytes { all in
      body(all.bindMemory(to: UInt8.self).extracting(entry.start..<entry.start + entry.count))
    }
  }
}
