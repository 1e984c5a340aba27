import SessionFormat

extension Salvage {
  /// The result of the reading.
  ///
  /// - Parameter more: Faults of the container, such as the gzip; they follow those of the lines.
  package func reading(_ mode: ReadingMode, _ more: [SessionError] = []) -> Reading {
    let segments = segments
    return Reading(
      mode: mode, lines: segments.reduce(0) { $0 + $1.lines },
      skippedLines: segments.reduce(0) { $0 + $1.skippedLines },
      skippedBytes: segments.reduce(0) { $0 + $1.skippedBytes }, faults: faults.first + more,
      faultCount: faults.count + more.count, isClosed: steps.end != nil,
      segments: segments.count > 1 ? segments : [])
  }

  /// The number of last lines that were cut off.
  var tornLines: Int { parts.count { $0.torn != nil } }

  /// What was read of each file.
  private var segments: [SegmentReading] {
    var start = 0
    return parts.map { part in
      var (read, count, bytes) = (part.lines.count, 0, 0)
      for place in start..<start + part.lines.count where verdicts[place] == .skipped {
        count += 1
        bytes += lines[place].count
      }
      if let torn = part.torn {
        read += 1
        count += 1
        bytes += part.part.bytes.count - torn
      }
      start += part.lines.count
      return SegmentReading(
        file: part.part.file, lines: read, skippedLines: count, skippedBytes: bytes)
    }
  }
}
