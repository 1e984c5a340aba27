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

  /// What was read of each file.
  private var segments: [SegmentReading] {
    parts.indices.map { number in
      let part = parts[number]
      let skipped = lines.lines(ofPart: number).filter { verdicts[$0] == .skipped }
      var sizes = skipped.map { lines[$0].count }
      if let torn = part.torn { sizes.append(part.part.bytes.count - torn) }
      return SegmentReading(
        file: part.part.file, lines: part.lines.count + (part.torn == nil ? 0 : 1),
        skippedLines: sizes.count, skippedBytes: sizes.reduce(0, +))
    }
  }
}
