import Foundation
import TestSupport
import Testing

@testable import inspect

struct PlainLinesTests {
  private func events(_ bytes: [UInt8], limit: Int = PlainLines.limit) throws -> [LineEvent] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("lines-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    var source = PlainLines(descriptor: handle.fileDescriptor, limit: limit)
    var events: [LineEvent] = []
    while true {
      let event = source.next(prompt: "never shown")
      if event == .end { return events }
      events.append(event)
    }
  }

  @Test(
    "lines end with LF or CRLF, the last one also without",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb\n", ["a", "b"]), ("\n\r\n", ["", ""]),
      ("a\rb\n", ["a\rb"]), ("a\r", ["a\r"]), ("\u{2028}x\n", ["\u{2028}x"]),
    ])
  func lines(text: String, lines: [String]) throws {
    #expect(try events(Array(text.utf8)) == lines.map { .line($0) })
  }

  @Test("invalid UTF-8 is repaired")
  func repaired() throws {
    #expect(
      try events([0x61, 0xFF, 0x62, 0x0A, 0xC3]) == [.line("a\u{FFFD}b"), .line("\u{FFFD}")])
  }

  @Test("a line beyond the bound is skipped whole, and the next one is read")
  func overlong() throws {
    for length in 0...12 {
      for end in ["\n", "\r\n"] {
        let line = String(repeating: "x", count: length)
        let first: LineEvent = length <= 4 ? .line(line) : .overlong(limit: 4)
        #expect(try events(Array((line + end + "next").utf8), limit: 4) == [first, .line("next")])
      }
    }
    let huge = [UInt8](repeating: 0x61, count: 3 << 20)
    #expect(
      try events(huge + Array("\nb".utf8)) == [.overlong(limit: PlainLines.limit), .line("b")])
    #expect(try events(huge) == [.overlong(limit: PlainLines.limit)])
  }

  @Test("a line that never ends is told as too long, without its end")
  func endless() throws {
    let zero = try #require(FileHandle(forReadingAtPath: "/dev/zero"))
    defer { try? zero.close() }
    var source = PlainLines(descriptor: zero.fileDescriptor, limit: 100)
    #expect(source.next(prompt: "") == .overlong(limit: 100))
    let result = try Inspect.run("-x", "/dev/zero", Inspect.toast)
    #expect(result.status == .exited(2))
    #expect(result.output == "")
    #expect(result.error == "inspect: /dev/zero:1: the line is longer than 1048576 bytes\n")
  }

  @Test("an input that can't be read ends, and tells why")
  func unreadable() throws {
    var source = PlainLines(descriptor: -1)
    #expect(source.next(prompt: "") == .end)
    #expect(source.failure == EBADF)
  }
}
