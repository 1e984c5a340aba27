import SessionFormat

/// The beginning of a file that may be damaged: its header and its first number.
struct SalvageFront {
  /// The header; nil if it is damaged or missing.
  private(set) var header: SessionHeader?
  /// The line of the header.
  private(set) var headerPlace: Int?
  /// The damaged lines before the first readable one.
  private(set) var damaged: [Int: SessionError] = [:]
  /// The number of the state with which the file begins, as far as known.
  private(set) var firstN = 0
  /// The first line of an unknown kind before the header.
  private(set) var stranger: Int?

  init(_ lines: LineIndex, _ reader: LineReader) throws(InspectorError) {
    var first: SessionError?
    for (place, entry) in lines.enumerated() {
      let line: SessionLine
      do throws(SessionError) { line = try reader.line(entry) } catch {
        first = first ?? error
        // The walk lists all of them again.
        if damaged.count < 1000 { damaged[place] = error }
        continue
      }
      if case .unknown = line {
        stranger = stranger ?? place
        continue
      }
      try begin(line, place, reader, lines)
      if header == nil {
        stranger = nil
        firstN = Self.leastNumber(lines, from: place)
      }
      return
    }
    if let first {
      guard case .line(let error) = first.cause else { throw .session(first) }
      throw .session(SessionError(location: first.location, cause: .noHeader(error)))
    }
    throw .session(lines.first.map { reader.fault(.noHeader(nil), $0) } ?? missing(reader, lines))
  }

  private mutating func begin(
    _ line: SessionLine, _ place: Int, _ reader: LineReader, _ lines: LineIndex
  ) throws(InspectorError) {
    guard case .session(let header) = line else {
      if let first = damaged.keys.min(), let error = damaged[first],
        case .line(let cause) = error.cause
      {
        damaged[first] = SessionError(location: error.location, cause: .lostHeader(cause))
      }
      return
    }
    if let refusal = header.refusal { throw .session(reader.fault(refusal, lines[place])) }
    self.header = header
    headerPlace = place
    firstN = header.continues?.n ?? 0
  }

  /// The number with which the lines begin; the first line may be out of place.
  private static func leastNumber(_ lines: LineIndex, from first: Int) -> Int {
    let numbers = lines.indices[first...].prefix(16).compactMap { place -> Int? in
      let line = lines.withBytes(of: place, LineIndex.place)
      switch line.kind {
      case .action, .input: return max(0, line.n - 1)
      case .state, .keyframe, .outside, .mark, .dispatched, .gap, .end: return line.n
      case .session, .unknown, .damaged, .blank: return nil
      }
    }
    return numbers.min() ?? 0
  }

  /// The fault of a first line that is not a header.
  func missing(_ reader: LineReader, _ lines: LineIndex) -> SessionError {
    guard let entry = lines.first else { return SessionError(file: reader.parts[0].file, .empty) }
    return reader.fault(.lostHeader(nil), entry)
  }
}
