/// Encodes lines to bytes and decodes them, with their checksums.
///
/// ```swift
/// let bytes = LineCoding.bytes(of: .end(EndLine(n: 3, t: 120)).document)
/// // {"kind":"end","n":3,"t":120,"crc":"…"} and a line feed
/// let line = try LineCoding.line(bytes.dropLast(), crc: .required)
/// ```
public enum LineCoding {
  /// What is known about checksums in the rest of the file.
  public enum CRCRule: Sendable {
    /// The other lines have a checksum, so this one must have one.
    case required
    /// The other lines have none, so this one must not have one.
    case forbidden
    /// Nothing is known yet, or it does not matter.
    case either
  }

  private static let marker: StaticString = #","crc""#

  /// The bytes of a line, with its line feed.
  ///
  /// - Parameters:
  ///   - document: A non-empty object without `crc`.
  ///   - crc: Whether the checksum is added as the last member.
  public static func bytes(of document: JSONValue, crc: Bool = true) -> [UInt8] {
    var bytes = JSONWriter.bytes(of: document)
    if crc {
      bytes.removeLast()
      bytes += end(of: bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The end of a line with these bytes before it: the checksum as the last member.
  private static func end(of text: [UInt8]) -> [UInt8] {
    Array(#","crc":"\#(CRC32C.text(CRC32C.checksum(text)))"}"#.utf8)
  }

  /// Reads a line: its document without `crc`, and whether it had one.
  ///
  /// - Parameters:
  ///   - bytes: The line without its line end.
  ///   - rule: What is expected of the checksum; `either` accepts a line with or without it.
  ///   - isChecked: Whether the checksum is computed and compared.
  public static func document(
    _ bytes: UnsafeBufferPointer<UInt8>, crc rule: CRCRule, isChecked: Bool = true
  ) throws(LineError) -> (document: JSONValue, hasCRC: Bool) {
    let (whole, hasCRC) = try whole(bytes, crc: rule, isChecked: isChecked)
    return (hasCRC ? whole.object?.removing("crc") ?? whole : whole, hasCRC)
  }

  /// Reads a typed line; see ``document(_:crc:isChecked:)``.
  public static func line(
    _ bytes: UnsafeBufferPointer<UInt8>, crc rule: CRCRule, isChecked: Bool = true
  ) throws(LineError) -> (line: SessionLine, hasCRC: Bool) {
    let (whole, hasCRC) = try whole(bytes, crc: rule, isChecked: isChecked)
    do { return (try SessionLine(whole, hasCRC: hasCRC), hasCRC) } catch {
      throw LineError(.fault(error), 0)
    }
  }

  /// The document with its `crc`, if it has one.
  private static func whole(
    _ bytes: UnsafeBufferPointer<UInt8>, crc rule: CRCRule, isChecked: Bool
  ) throws(LineError) -> (document: JSONValue, hasCRC: Bool) {
    let document: JSONValue
    do { document = try JSONParser().parse(bytes) } catch {
      throw LineError(.syntax(error.kind), error.offset)
    }
    guard let object = document.object else { throw LineError(.fault(.notAnObject), 0) }
    guard let stored = object.find("crc") else {
      if rule == .required { throw LineError(.missingCRC, bytes.count) }
      return (document, false)
    }
    let start = lastMarker(in: bytes) ?? 0
    if rule == .forbidden { throw LineError(.unexpectedCRC, start) }
    guard stored.place == object.count - 1, start > 0 else {
      throw LineError(.crcNotLast, start)
    }
    if isChecked {
      let sum = CRC32C.checksum(UnsafeBufferPointer(rebasing: bytes[..<start]))
      guard stored.value.isString(of: CRC32C.text(sum)) else { throw LineError(.wrongCRC, start) }
      try checkEnd(bytes)
    }
    return (document, true)
  }

  /// Refuses blanks after a checksum, which does not cover them; this finds damaged line ends.
  ///
  /// One CR is allowed: that of a line that was cut off before its line feed.
  private static func checkEnd(_ bytes: UnsafeBufferPointer<UInt8>) throws(LineError) {
    let end = bytes.last == 0x0D ? bytes.count - 1 : bytes.count
    guard end > 0, bytes[end - 1] != UInt8(ascii: "}") else { return }
    let brace = bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
    throw LineError(.blanksBehindCRC, brace + 1)
  }

  /// Whether the end of a line looks like a checksum as its last member.
  package static func endsInChecksum(_ end: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = lastMarker(in: end) else { return false }
    let rest = end[(start + marker.utf8CodeUnitCount)...].filter { $0 != 0x20 && $0 != 0x09 }
    return rest.count == 12 && rest.starts(with: [UInt8(ascii: ":"), UInt8(ascii: "\"")])
      && rest.dropFirst(2).prefix(8).allSatisfy { $0 != UInt8(ascii: "\"") }
  }

  /// A line with a new checksum.
  ///
  /// All other bytes stay the same if the old checksum is the last member or missing.
  ///
  /// - Parameter line: A JSON object, without its line end.
  package static func refreshed(_ line: [UInt8]) -> [UInt8] {
    guard let document = try? JSONParser().parse(line), let object = document.object,
      let brace = line.lastIndex(of: UInt8(ascii: "}"))
    else { return line }
    var end = brace
    if let place = object.index(of: "crc") {
      let marker = line.withUnsafeBufferPointer { lastMarker(in: $0) }
      guard place == object.count - 1, let marker, marker > 0 else {
        return bytes(of: object.removing("crc")).dropLast()
      }
      end = marker
    }
    let text = Array(line[..<end])
    return text + self.end(of: text)
  }

  /// The offset of the last `,"crc"`.
  private static func lastMarker(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    if let usual = ChecksumTail.start(in: bytes) { return usual }
    guard let base = bytes.baseAddress else { return nil }
    let length = marker.utf8CodeUnitCount
    return stride(from: bytes.count - length, through: 0, by: -1).first {
      Memory.order(base + $0, marker.utf8Start, length) == 0
    }
  }
}

/// Why a session line cannot be read, and at which of its bytes.
public struct LineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// It is not JSON as the format requires it.
    case syntax(JSONSyntaxError.Kind)
    /// It is not a valid line of its kind.
    case fault(LineFault)
    /// The checksum does not match the line.
    case wrongCRC
    /// Other lines have a checksum; this one does not.
    case missingCRC
    /// Other lines have no checksum; this one does.
    case unexpectedCRC
    /// The checksum is not the last member.
    case crcNotLast
    /// There are blanks after the checksum, which does not cover them.
    case blanksBehindCRC
  }

  /// What is wrong.
  public let reason: Reason
  /// The byte of the line, from 0.
  public let offset: Int

  /// A fault at a byte of a line.
  public init(_ reason: Reason, _ offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The fault in words, without its offset.
  public var description: String {
    let remedy =
      "to edit a session by hand, delete crc on all lines, or run inspect repair --recrc"
    return switch reason {
    case .syntax(let kind): JSONSyntaxError(kind: kind, offset: offset).description
    case .fault(let fault): fault.description
    case .wrongCRC: "the checksum (crc) does not match: the line was changed or damaged; \(remedy)"
    case .missingCRC: "the checksum (crc) is missing, other lines have one; \(remedy)"
    case .unexpectedCRC: "the line has a checksum (crc), other lines have none; \(remedy)"
    case .crcNotLast: "the checksum (crc) is not the last member"
    case .blanksBehindCRC:
      "blanks behind the checksum (crc), which is the end of a line: the line end was changed or "
        + "damaged; \(remedy)"
    }
  }
}
