import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder
@testable import RecorderHost

@Suite("The reducer host: streams")
struct HostStreamsTests {
  /// The lines of an input that is handed to the reader through a pipe, and how often it waited.
  private static func lines(of input: [UInt8]) throws -> [String] {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    Thread.detachNewThread {
      try? writer.write(contentsOf: Data(input))
      try? writer.close()
    }
    let reader = HostInput(descriptor: pipe.fileHandleForReading.fileDescriptor) {}
    var lines: [String] = []
    while let line = reader.nextLine() {
      lines.append("\(reader.lineNumber) \(String(decoding: line, as: UTF8.self))")
    }
    #expect(reader.nextLine() == nil)
    try pipe.fileHandleForReading.close()
    return lines
  }

  static let inputs: [(String, [String])] = [
    ("", []), ("\n", []), ("\r\n\n \t\n", []), ("a", ["1 a"]), ("a\n", ["1 a"]),
    ("a\nb", ["1 a", "2 b"]), ("a\r\nb\r\n", ["1 a", "2 b"]), ("a\n\n\nb\n", ["1 a", "4 b"]),
    ("a\rb\n", ["1 a\rb"]), ("\u{FEFF}a\n\u{FEFF}b\n", ["1 a", "2 \u{FEFF}b"]),
    ("\u{FEFF}\na\n", ["2 a"]), ("\u{2028}\u{85}\n", ["1 \u{2028}\u{85}"]), (" a \n", ["1  a "]),
  ]

  @Test("lines end with LF, or CRLF; blank ones are passed over and counted", arguments: inputs)
  func readsLines(_ input: String, _ expected: [String]) throws {
    #expect(try Self.lines(of: Array(input.utf8)) == expected)
  }

  @Test("lines are whole wherever the reads end", arguments: 0..<UInt64(8))
  func readsAcrossChunks(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let texts = (1...200).map { n in
      "\(n):" + String(repeating: "x", count: Int.random(in: 0...3000, using: &random))
    }
    let expected = texts.enumerated().map { "\($0 + 1) \($1)" }
    #expect(try Self.lines(of: Array(texts.joined(separator: "\n").utf8)) == expected)
    let long = String(repeating: "y", count: 1 << 20)
    #expect(try Self.lines(of: Array((long + "\nz").utf8)) == ["1 " + long, "2 z"])
  }

  @Test("before it waits for a line, and only then, it sends what it has")
  func tellsBeforeWaiting() throws {
    let pipe = Pipe()
    var waits = 0
    let reader = HostInput(descriptor: pipe.fileHandleForReading.fileDescriptor) { waits += 1 }
    try pipe.fileHandleForWriting.write(contentsOf: Data("a\nb\n".utf8))
    #expect(reader.nextLine().map(Array.init) == Array("a".utf8))
    #expect(reader.nextLine().map(Array.init) == Array("b".utf8))
    #expect(waits == 1)
    try pipe.fileHandleForWriting.write(contentsOf: Data("c\n".utf8))
    #expect(reader.nextLine().map(Array.init) == Array("c".utf8))
    #expect(waits == 2)
    try pipe.fileHandleForWriting.close()
    #expect(reader.nextLine() == nil)
    #expect(waits == 3)
    try pipe.fileHandleForReading.close()
  }

  @Test("what was answered is written by a flush, once, with its checksum")
  func writesWhenFlushed() throws {
    let directory = FileManager.default.temporaryDirectory
    let path = directory.appendingPathComponent("host-\(UUID().uuidString)").path
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let handle = try #require(FileHandle(forWritingAtPath: path))
    let written = {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
    let output = HostOutput(descriptor: handle.fileDescriptor)
    output.flush()
    output.answers.add(["kind": "go"])
    #expect(try written() == "")
    output.flush()
    output.flush()
    let line = #"{"kind":"go","crc":"84aa6d38"}"# + "\n"
    #expect(try written() == line)
    output.answers.add(["kind": "go"])
    output.flush()
    #expect(try written() == line + line)
    try handle.close()
  }

  @Test("a line without an end was read until memory was")
  func endlessLine() throws {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    let reader = HostInput(
      descriptor: pipe.fileHandleForReading.fileDescriptor, limit: 1000
    ) {}
    try writer.write(contentsOf: Data("a\n".utf8) + Data(repeating: 0, count: 1002))
    #expect(reader.nextLine()?.count == 1)
    #expect(!reader.isTooLong)
    #expect(reader.nextLine() == nil)
    #expect(reader.isTooLong && !reader.isUnended)
    #expect(reader.lineNumber == 1)
  }
}
