extension Session {
  /// What opening read and what it left out.
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
      mode: mode, lines: lines.count { $0.kind != .blank } + faults.count,
      skippedLines: faults.count, skippedBytes: bytes, faults: faults,
      faultCount: faults.count, isClosed: steps.end != nil)
  }
}
