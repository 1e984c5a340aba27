import SessionFormat

/// Writes lines to the copy.
extension RepairWriter {
  private static let reason = "damage left out by repair"

  mutating func addGap(_ n: Int) throws(InspectorError) {
    let gap = GapLine(n: n, t: time, lost: n - lastAction, reason: Self.reason)
    account.gaps.append(gap)
    let first = hasState ? lastState + 1 : lastState
    if first < n { account.lostStates.append(first...n - 1) }
    lastAction = n
    afterGap = n
    try add(.gap(gap))
  }

  mutating func addWhole(_ line: StateLine) throws(InspectorError) {
    var whole = line
    whole.content = .whole(try repair.session.state(line.n))
    whole.opaque = line.opaque ?? opaque
    account.madeWhole += 1
    try add(.state(whole))
  }

  mutating func add(_ line: SessionLine) throws(InspectorError) {
    try copy.add(LineCoding.bytes(of: line.document, crc: repair.hasCRC))
  }

  mutating func keep(_ place: Int) throws(InspectorError) {
    account.kept += 1
    try write(place)
  }

  /// Copies a line made safe to show, with a fresh checksum if all lines get one.
  private mutating func write(_ place: Int) throws(InspectorError) {
    let entry = read.lines[place]
    let part = read.parts[entry.part].part
    var bytes = Array(part.bytes[entry.start..<entry.start + entry.count])
    if let escaped = bytes.withUnsafeBufferPointer({ SafeLine.escaped($0, hasCRC: part.hasCRC) }) {
      bytes = escaped
      account.escaped += 1
    }
    if repair.recrc || repair.hasCRC != part.hasCRC { bytes = LineCoding.refreshed(bytes) }
    bytes.append(UInt8(ascii: "\n"))
    try copy.add(bytes)
  }
}
