import SessionFormat

extension Salvage {
  /// The result of the reading.
  ///
  /// - Parameter more: Faults of the container, such as the gzip; they follow those of the lines.
  package func reading(_ mode: ReadingMode, _ more: [SessionError] = []) -> Reading {
    let files = parts.enumerated().map { number, part in
      let skipped = lines.lines(ofPart: number).filter { verdicts[$0] == .skipped }
      var sizes = skipped.map { lines[$0].count }
      if let torn = part.torn { sizes.append(part.part.bytes.count - torn) }
      return SegmentReading(
        file: part.part.file, lines: part.lines.count + (part.torn == nil ? 0 : 1),
        skippedLines: sizes.count, skippedBytes: sizes.reduce(0, +))
    }
    return Reading(
      mode, files, faults: faults.first + more, faultCount: faults.count + more.count,
      isClosed: steps.end != nil)
  }
}
