import Commands
import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

@Suite("The code on the pages of the catalogues")
struct PageCodeTests {
  private static let session =
    PackageRoot.url.appending(path: "sessions/toast-queue.ndjson").path

  @Test(
    "every example is compiled as it stands there",
    arguments: [
      ("Inspector/Inspector.docc/Inspector.md", 1),
      ("Inspector/Inspector.docc/ReadingASession.md", 8),
      ("Commands/Commands.docc/Commands.md", 1),
      ("SessionFormat/SessionFormat.docc/SessionFormat.md", 1),
    ])
  func compiled(page: String, count: Int) throws {
    let text = try String(
      contentsOf: PackageRoot.url.appending(path: "Sources/\(page)"), encoding: .utf8)
    let code = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "PageCode.swift"), encoding: .utf8)
    let blocks = try #require(CodeBlock.all("swift", in: text))
    #expect(blocks.count == count)
    for block in blocks { #expect(block.stands(in: code), "\(page), line \(block.line)") }
  }

  @Test("opening tells what the session is")
  func opening() throws {
    var code = PageCode(path: Self.session)
    #expect(try code.opening() == [])
    #expect(code.printed == ["toast 0 18 closed"])
  }

  @Test("walking visits every step")
  func walking() throws {
    let (types, sizes) = try PageCode(path: Self.session).walking()
    #expect(types.values.reduce(0, +) == 18)
    #expect(sizes.count == 18)
  }

  @Test("asking gives values, causes and steps")
  func asking() throws {
    var code = PageCode(path: Self.session)
    let (message, steps) = try code.asking()
    #expect(message == nil)
    let dismissed = #"[{"id":1795240610,"message":"おかえりなさい","type":"info"}]"#
    #expect(code.printed == [#"action(n: 18, type: "dequeueToast") \#(dismissed) []"#])
    #expect(steps == [])
  }

  @Test("comparing gives a patch that applies, and canonical bytes")
  func comparing() throws {
    var code = PageCode(path: Self.session)
    #expect(String(decoding: try code.comparing(), as: UTF8.self) == #"{"items":[]}"#)
    #expect(code.printed == [])
  }

  @Test("a command answers as at the prompt")
  func commanding() throws {
    let answer = try JSONValue(parsing: try PageCode(path: Self.session).commanding())
    #expect(answer["report"] == "why")
    #expect(answer["path"] == "/items/0/message")
  }

  @Test("the first pages hold what they say")
  func firstPages() throws {
    let (cause, total, changes, bytes) = try PageCode(path: Self.session).firstPages()
    #expect(cause?.new == [])
    #expect(total?.number?.text == "1.50")
    #expect(changes.operations == [.add(try JSONPointer("/items/1"), ["id": "c1"])])
    #expect(
      String(decoding: bytes, as: UTF8.self) == #"{"items":[{"id":"b7"},{"id":"c1"}],"total":1.5}"#)
  }
}
