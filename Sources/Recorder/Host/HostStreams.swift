import SessionFormat

/// Collects a host's answers and writes them when it is told to.
final class HostOutput {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  func write(_ document: JSONValue) { buffer += LineCoding.bytes(of: document) }

  /// Writes what was collected; where nobody reads it any more it is dropped.
  func flush() {
    Self.write(buffer, to: descriptor)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes a line to standard error.
  static func complain(_ text: String) { write(Array(text.utf8) + [0x0A], to: 2) }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { bytes in
      var rest = UnsafeRawBufferPointer(rebasing: bytes[...])
      while !rest.isEmpty {
        let count = Platform.writeBytes(descriptor, rest)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if !Platform.wasInterrupted {
          return
        }
      }
    }
  }
}

/// Reads lines from a descriptor: LF ends them, CRLF too, blank ones are passed over.
struct HostInput {
  private let descriptor: Int32
  private let beforeWaiting: () -> Void
  private var buffer: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var isAtEnd = false
  /// The number of the line that was read last, from 1.
  private(set) var lineNumber = 0
  /// Whether that line had no line end: it is the last, and may have been cut off.
  private(set) var isUnended = false

  /// - Parameters:
  ///   - descriptor: What is read.
  ///   - beforeWaiting: Called before a read that may block.
  init(descriptor: Int32, beforeWaiting: @escaping () -> Void) {
    self.descriptor = descriptor
    self.beforeWaiting = beforeWaiting
  }

  /// The next line that is not blank, without its end; nil at the end of the input.
  mutating func nextLine() -> [UInt8]? {
    while var line = nextRawLine() {
      lineNumber += 1
      if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      if line.last == 0x0D { line.removeLast() }
      if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { return line }
    }
    return nil
  }

  private mutating func nextRawLine() -> [UInt8]? {
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer {
          start = end + 1
          searched = start
        }
        return Array(buffer[start..<end])
      }
      searched = buffer.count
      if isAtEnd {
        isUnended = true
        defer { start = buffer.count }
        return start < buffer.count ? Array(buffer[start...]) : nil
      }
      fill()
    }
  }

  private mutating func fill() {
    beforeWaiting()
    buffer.removeFirst(start)
    searched -= start
    start = 0
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { Platform.readBytes(descriptor, $0) }
      if count < 0, Platform.wasInterrupted { continue }
      isAtEnd = count <= 0
      buffer += chunk.prefix(max(0, count))
      return
    }
  }
}
