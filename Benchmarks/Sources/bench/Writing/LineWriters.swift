import Foundation

/// The ways to write a line to a file immediately, each as a piece of work that writes one.
enum LineWriters {
  /// `write(2)` to a file opened for appending, and nothing else.
  static func systemCall(_ line: [UInt8], in scratch: Scratch) throws -> Benchmark.Work {
    let file = open(scratch.path("system-call"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw POSIXError(.EIO) }
    let closing = Closing { close(file) }
    return {
      withExtendedLifetime((scratch, closing)) {
        line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      }
    }
  }

  /// C's stream, flushed after each line, as only flushed lines survive a crash.
  static func stdio(_ line: [UInt8], in scratch: Scratch) throws -> Benchmark.Work {
    guard let stream = fopen(scratch.path("stdio"), "a") else { throw POSIXError(.EIO) }
    let closing = Closing { fclose(stream) }
    return {
      withExtendedLifetime((scratch, closing)) {
        let count = line.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, stream) }
        return count + Int(fflush(stream))
      }
    }
  }

  /// Foundation's handle.
  static func fileHandle(_ line: [UInt8], in scratch: Scratch) throws -> Benchmark.Work {
    let handle = try FileHandle(forWritingTo: URL(filePath: try scratch.make("handle")))
    let data = Data(line)
    return {
      try withExtendedLifetime(scratch) {
        try handle.write(contentsOf: data)
        return data.count
      }
    }
  }
}

/// Closes a system resource when the work that uses it is released.
final class Closing {
  private let close: () -> Void
  init(_ close: @escaping () -> Void) { self.close = close }
  deinit { close() }
}
