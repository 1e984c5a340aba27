import Commands
import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

@Suite("The page of the format")
struct FormatPageTests {
  private func blocks() throws -> [CodeBlock] {
    let page = PackageRoot.url.appending(path: "docs/format.md")
    return try #require(CodeBlock.all("ndjson", in: try String(contentsOf: page, encoding: .utf8)))
  }

  /// The line, read with its checksum, with nothing in it that the reader does not know.
  private func read(_ text: String) throws -> SessionLine {
    try Array(text.utf8).withUnsafeBufferPointer {
      let (document, _) = try LineCoding.document($0, crc: .either)
      let line = try SessionLine(document)
      #expect(line.document == document, "\(text)")
      return line
    }
  }

  @Test("every line of every example is one that the reader knows, all kinds among them")
  func lines() throws {
    var kinds: Set<String> = []
    for text in try blocks().flatMap(\.lines) {
      let line = try read(text)
      kinds.insert(line.kind)
      guard case .unknown(let unknown) = line else { continue }
      let isSpoken = try HostRequest(unknown) != nil || HostAnswer(unknown) != nil
      #expect(isSpoken, "\(text)")
    }
    #expect(
      kinds == [
        "session", "action", "input", "state", "keyframe", "outside", "dispatched", "mark", "gap",
        "end", "reset", "go", "hold", "held", "back", "drop", "brief", "began", "reuse", "reused",
        "error",
      ])
  }

  @Test("every example that begins with a header is a sound session")
  func sessions() throws {
    let sessions = try blocks().filter { $0.lines.first?.contains(#""kind":"session""#) == true }
    #expect(sessions.count == 4)
    for block in sessions {
      let text = block.lines.map { $0 + "\n" }.joined()
      let session = try Session(bytes: Data(text.utf8), file: "format.md")
      #expect(try SessionCheck(session).faults == [], "line \(block.line)")
      #expect(session.notes == [])
      #expect(session.ending == .closed)
      for n in session.first...session.last { _ = try session.state(n) }
    }
  }

  @Test("the first example holds what the page says of it")
  func first() throws {
    let text = try #require(blocks().first).lines.joined(separator: "\n")
    let session = try Session(bytes: Data(text.utf8), file: "format.md")
    #expect(try session.state(0) == ["value": 0])
    #expect(try session.action(1).t == 1_500_000)
    #expect(try session.stateLine(1).took == 8100)
    #expect(try session.state(1) == ["value": 2])
  }
}
