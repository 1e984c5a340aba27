extension Session {
  /// What opening read, and what it left out.
  ///
  /// Complexity: O(lines).
  public var reading: Reading {
    if let salvage { return salvage.reading(mode) }
    var (faults, bytes): ([SessionError], Int) = ([], 0)
    for case .torn(let fault) in notes {
      faults.append(fault)
      if case .torn(let size) = fault.cause { bytes += size }
    }
    return Reading(
      mode: mode, lines: lines.count + faults.count,
      skippedLines: faults.count, skippedBytes: bytes, faults: faults,
      faultCount: faults.count, isClosed: steps.end != nil)
  }
}

extension Session {
  /// Writes the session's only file to another, gzipped if the name ends in `.gz`.
  ///
  /// - Parameter replaces: Whether to replace an existing file; else that is an error.
  package func copyFile(to path: String, replaces: Bool = false) throws(InspectorError) {
    var writer = try SessionWriter(path: path, replaces: replaces)
    try writer.add(bytes)
    try writer.finish()
  }

  /// Reads all of it, whatever the damage.
  func salvaged(
    ignoresCRC: Bool, interrupted: () -> Bool
  ) throws(InspectorError) -> Salvage {
    if let folder {
      return try Salvage(
        folder.files, folder.limits, ignoresCRC: ignoresCRC, interrupted: interrupted)
    }
    let files = parts.map { SessionSource(lines: $0.bytes, file: $0.file, $0.limits) }
    return try Salvage(files, ignoresCRC: ignoresCRC, interrupted: interrupted)
  }
}

extension Salvage {
  /// Throws the first damage in strict mode, except a last line that was cut off.
  func refuseDamage(_ mode: ReadingMode) throws(InspectorError) {
    guard mode == .strict, let fault = faults.first.first(where: { !$0.isTorn }) else { return }
    throw .session(fault)
  }
}

extension SessionPart {
  /// Writes the lines of the file as an element of a page, in pieces, byte for byte as they were
  /// recorded.
  package func enclose(
    named name: String, to sink: ([UInt8]) throws(InspectorError) -> Void
  ) throws(InspectorError) {
    try EnclosedSession.write(bytes, named: name, to: sink)
  }
}
