import Foundation
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What is read of a stream, and how long its lines may be")
struct StreamBytesTests {
  /// Reads a pipe that a program fills.
  private func read(
    _ script: String, _ limits: ReadingLimits
  ) throws -> Result<Data, Platform.FileFailure> {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      // Whoever writes without end is told by that.
      try? pipe.fileHandleForReading.close()
      process.waitUntilExit()
    }
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    return Result { () throws(Platform.FileFailure) in try StreamBytes.read(descriptor, limits) }
  }

  private func refusal(_ script: String, _ limits: ReadingLimits) throws -> StreamBytes.Refusal? {
    switch try read(script, limits) {
    case .success: nil
    case .failure(let failure): failure.refusal
    }
  }

  @Test("a stream is read to its end where that is within the limit")
  func whole() throws {
    let limits = ReadingLimits(lineBytes: 10, streamBytes: 300_000)
    #expect(try read("yes | head -c 300000", limits).get().count == 300_000)
    #expect(try read("true", limits).get().isEmpty)
    #expect(try refusal("yes | head -c 300001", limits) == .bytes(limit: 300_000))
    #expect(try refusal("yes", limits) == .bytes(limit: 300_000))
  }

  @Test("a line that never ends is refused, whatever the stream may have")
  func line() throws {
    let limits = ReadingLimits(lineBytes: 100_000)
    #expect(
      try refusal("echo a; echo b; cat /dev/zero", limits) == .line(number: 3, limit: 100_000))
    // The lines of a gzip are those of what it says.
    let gzip = ReadingLimits(lineBytes: 100_000, streamBytes: 500_000)
    #expect(
      try refusal("printf '\\037\\213'; cat /dev/zero", gzip) == .bytes(limit: 500_000))
  }
}
