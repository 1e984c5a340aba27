public import Foundation

/// A session that is kept in memory, for the tests of an app: no file is made.
///
/// ```swift
/// let session = MemorySession()
/// let recorder = SessionRecorder(into: session, store: "toast")
/// // ... dispatch ...
/// recorder.close()
/// #expect(session.lines.count == 8)
/// ```
///
/// Thread-safe. It belongs to one recorder.
public final class MemorySession: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var written = Data()

  /// An empty session.
  public init() {}

  /// The session so far, as a file would have it.
  public var data: Data { lock.withLock { written } }

  /// The lines of the session so far, each a JSON object.
  public var lines: [String] {
    String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

extension MemorySession: LineSink {
  var hasFile: Bool { true }
  func append(_ line: [UInt8], isSoon: Bool) throws(RecorderError) {
    lock.withLock { written += line }
  }
}
