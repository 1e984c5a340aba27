import Inspector
import SessionFormat

/// A host in the same process that exchanges documents.
protocol DocumentHost: HostConnection {
  func take(_ line: SessionLine)
  func reply() throws(HostFailure) -> HostReply
  /// Whether its lines have checksums, as those of this project's hosts have.
  var hasChecksums: Bool { get }
}

extension DocumentHost {
  var hasChecksums: Bool { false }

  func send(_ lines: [UInt8]) throws(HostFailure) {
    for line in lines.split(separator: 0x0A) {
      let read = line.withUnsafeBufferPointer { try? LineCoding.line($0, crc: .either).line }
      if let read { take(read) }
    }
  }

  func receive(isNew: Bool) throws(HostFailure) -> [UInt8] {
    let document =
      switch try reply() {
      case .line(let line): line.document
      case .answer(let answer): answer.document
      }
    var line = LineCoding.bytes(of: document, crc: hasChecksums)
    line.removeLast()
    return line
  }
}
