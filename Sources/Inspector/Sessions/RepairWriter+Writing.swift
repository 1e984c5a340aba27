import SessionFormat

/// How lines come into the copy.
extension RepairWriter {
  private static let reason = "damage left out by repair"

  mutating func addGap(_ n: Int, _ sink: Repair.Sink) throws(InspectorError) {
    let gap = GapLine(n: n, t: time, lost: n - lastAction, reason: Self.reason)
    account.gaps.append(gap)
    let first = hasState ? lastState + 1 : lastState
    if first < n { account.lostStates.append(first...n - 1) }
    lastAction = n
    afterGap = n
    try add(.gap(gap), sink)
  }

  mutating func addWhole(
    _ line: StateLine, _ sink: Repair.Sink
  ) throws(InspectorError) {
    var whole = line
    whole.content = .whole(try repair.session.state(line.n))
    whole.opaque = line.opaque ?? opaque
    account.madeWhole += 1
    try add(.state(whole), sink)
  }

  mutating func add(_ line: SessionLine, _ sink: Repair.Sink) throws(InspectorError) {
    try endLine(sink)
    try write(LineCoding.bytes(of: line.document, crc: repair.hasCRC), sink)
  }

  mutating func keep(_ place: Int, _ sink: Repair.Sink) throws(InspectorError) {
    account.kept += 1
    try copy(place, sink)
  }

  /// Copies a line with its line end, with a fresh checksum where all get one.
  mutating func copy(_ place: Int, _ sink: Repair.Sink) throws(InspectorError) {
    try endLine(sink)
    let entry = read.lines[place]
    let part = read.parts[entry.part]
    var bytes = Array(part.bytes[entry.start..<read.lines.end(of: place)])
    if repair.recrc || repair.hasCRC != part.hasCRC {
      let end = bytes[entry.count...]
      bytes = LineCoding.refreshed(Array(bytes[..<entry.count])) + end
    }
    hasLineEnd = bytes.last == 0x0A
    try write(bytes, sink)
  }

  mutating func endLine(_ sink: Repair.Sink) throws(InspectorError) {
    if !hasLineEnd { try write([0x0A], sink) }
    hasLineEnd = true
  }

  func write(_ bytes: [UInt8], _ sink: Repair.Sink) throws(InspectorError) {
    let result = bytes.withUnsafeBytes { all in
      Result { () throws(InspectorError) in try sink(all) }
    }
    try result.get()
  }
}
