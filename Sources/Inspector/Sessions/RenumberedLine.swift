import SessionFormat

/// The recorded lines of an action, for a host that knows it by another number.
enum RenumberedLine {
  /// Adds an `action` or `input` line with another number, and its line feed.
  ///
  /// - Returns: False if it must be parsed and rewritten, for its layout or its checksum.
  ///
  /// - Parameter hasCRC: Whether the lines of the file have checksums.
  static func add(
    _ line: UnsafeBufferPointer<UInt8>, _ kind: StaticString, _ n: Int, hasCRC: Bool,
    to out: inout [UInt8]
  ) -> Bool {
    let front = kind.utf8CodeUnitCount
    guard let base = line.baseAddress, line.count > front + ChecksumTail.length + 1,
      Memory.order(base, kind.utf8Start, front) == 0
    else { return false }
    var digits = front
    while digits < line.count, line[digits] &- 48 < 10 { digits += 1 }
    guard digits > front, line[digits] == UInt8(ascii: ",") else { return false }
    var end = line.count - 1
    if hasCRC {
      guard let start = ChecksumTail.soundStart(in: line) else { return false }
      end = start
    }
    guard hasCRC || line[end] == UInt8(ascii: "}") else { return false }
    out.append(contentsOf: UnsafeBufferPointer(rebasing: line[..<front]))
    out.append(contentsOf: String(n).utf8)
    out.append(contentsOf: UnsafeBufferPointer(rebasing: line[digits..<end]))
    out.append(UInt8(ascii: "}"))
    out.append(UInt8(ascii: "\n"))
    return true
  }

  static let action: StaticString = #"{"kind":"action","n":"#
  static let input: StaticString = #"{"kind":"input","n":"#
}

extension Session {
  /// Whether the part of a line has checksums.
  private func hasCRC(ofLine index: Int) -> Bool {
    parts[parts.count == 1 ? 0 : lines[index].part].hasCRC
  }

  /// Adds the lines of a recorded action and its inputs, with another number.
  ///
  /// - Throws: Damage in them.
  func addLines(
    ofAction origin: Int, as n: Int, to out: inout [UInt8]
  ) throws(InspectorError) {
    guard let entry = steps.actions[origin] else { throw missing(origin) }
    let hasCRC = hasCRC(ofLine: entry) && salvage?.ignoresCRC != true
    let isDone = lines.withBytes(of: entry) { line in
      RenumberedLine.add(line, RenumberedLine.action, n, hasCRC: hasCRC, to: &out)
    }
    if !isDone {
      var line = try action(origin)
      line.n = n
      out += LineCoding.bytes(of: SessionLine.action(line).document, crc: false)
    }
    guard let entries = steps.inputs[origin] else { return }
    for entry in entries {
      let isDone = lines.withBytes(of: entry) { line in
        RenumberedLine.add(line, RenumberedLine.input, n, hasCRC: hasCRC, to: &out)
      }
      guard !isDone, case .input(var input) = try line(entry) else { continue }
      input.n = n
      out += LineCoding.bytes(of: SessionLine.input(input).document, crc: false)
    }
  }
}
