import Foundation

/// What the app tells while it runs: a line each, by one `write(2)`, so that it outlives the app.
enum Acknowledgements {
  /// Writes a line to standard output.
  static func tell(_ line: String) { write(line, to: 1) }

  /// Writes a line to standard error.
  static func complain(_ line: String) { write(line, to: 2) }

  private static func write(_ line: String, to descriptor: Int32) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) }
      if count < 0, errno != EINTR { return }
    }
  }
}
