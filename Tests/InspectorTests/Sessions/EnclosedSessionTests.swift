import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A session inside a page")
struct EnclosedSessionTests {
  /// A page with these files inside, among text that looks like them.
  private static func page(_ files: [(name: String, bytes: [UInt8])]) throws -> Data {
    var page = Array("<!doctype html>\n<p>&lt;script class=&quot;session&quot; < <script\n".utf8)
    for file in files {
      try EnclosedSession.write(Data(file.bytes), named: file.name) { page += $0 }
    }
    return Data(page + Array("<script>'</script>'</script>".utf8))
  }

  @Test(
    "is what was put inside, byte for byte, whatever its size",
    arguments: [0, 1, 2, 3, 4, 5, 1 << 18, 1 << 18 + 1, 3 << 18, 700_001])
  func whole(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
    let page = try Self.page([("a.ndjson", bytes), ("b", bytes.reversed())])
    let enclosed = try #require(EnclosedSession(page))
    let inflated = try enclosed.files.map { try Inflation($0.gzip, ReadingLimits()) }
    #expect(inflated.map { Array($0.bytes) } == [bytes, bytes.reversed()])
    #expect(inflated.allSatisfy { $0.fault == nil })
  }

  @Test(
    "keeps its name, which may be any",
    arguments: ["a.ndjson", #"<b>&"'>.ndjson"#, "&amp;lt;", "</script>", "ö 🦊", ""])
  func names(name: String) throws {
    let enclosed = try #require(EnclosedSession(try Self.page([(name, [1])])))
    #expect(enclosed.files.map(\.name) == [name])
  }

  @Test(
    "opens as the session does, in every mode", arguments: [ReadingMode.tail, .strict, .salvage])
  func opens(mode: ReadingMode) throws {
    let bytes = SessionBuilder.mixed().bytes()
    let page = try Self.page([("m.ndjson", bytes)])
    let plain = try Session(bytes: Data(bytes), file: "m.ndjson", mode: mode)
    let session = try Session(bytes: page, file: "m.ndjson", mode: mode)
    #expect(session.bytes == plain.bytes)
    #expect(session.notes == plain.notes)
    #expect(session.ending == plain.ending)
    #expect((session.first, session.last) == (plain.first, plain.last))
  }

  @Test("of several segments is one session", arguments: [ReadingMode.tail, .strict, .salvage])
  func segments(mode: ReadingMode) throws {
    let segments = Segments(numbers: Array(1...9), borders: [3, 6])
    let files = segments.builders.enumerated().map { (Segments.name($0 + 1), $1.bytes()) }
    let session = try Session(bytes: try Self.page(files), file: "p.html", mode: mode)
    #expect(session.parts.map(\.file) == files.map { "p.html/\($0.0)" })
    #expect(try (0...9).map(session.state) == (0...9).map(segments.total))
    let folder = try segments.folder()
    let plain = try Session(path: folder.path, mode: mode)
    #expect(session.notes == plain.notes)
    // The one in the middle is missing.
    let gap = try Session(
      bytes: try Self.page([files[0], files[2]]), file: "p.html", mode: .salvage)
    #expect((0...9).filter(gap.hasState) == [0, 1, 2, 3, 6, 7, 8, 9])
  }

  @Test("that was cut off anywhere is read as far as it goes, and says so")
  func cut() throws {
    let page = try Self.page([("c.ndjson", SessionBuilder.counter(Array(1...40)).bytes())])
    let whole = try Session(bytes: page, file: "c.html")
    let states = try (0...40).map(whole.state)
    var lasts: Set<Int> = []
    for count in 13..<page.count {
      do throws(InspectorError) {
        let session = try Session(bytes: page.prefix(count), file: "c.html")
        lasts.insert(session.last)
        for n in session.first...session.last where session.hasState(n) {
          #expect(try session.state(n) == states[n], "cut after \(count)")
        }
        let isCut = session.notes.contains { if case .gzip = $0 { true } else { false } }
        #expect(isCut || session.ending == .closed, "cut after \(count)")
      } catch {
        // Before a first line can be inflated there is nothing to read.
        guard case .session(let fault) = error else { throw error }
        switch fault.cause {
        case .emptyPage, .gzip, .noHeader: break
        default: Issue.record("cut after \(count): \(error)")
        }
      }
    }
    #expect(lasts.count > 3)
  }

  @Test("that is damaged inside is read up to there", arguments: 0..<200)
  func damaged(seed: Int) throws {
    var page = try Self.page([("c.ndjson", SessionBuilder.counter(Array(1...40)).bytes())])
    let place = 100 + seed * (page.count - 140) / 200
    page[place] = UInt8(ascii: seed % 2 == 0 ? "*" : page[place] == UInt8(ascii: "A") ? "B" : "A")
    // Whatever comes of it, it is an answer.
    _ = try? Session(bytes: page, file: "c.html", mode: .salvage)
  }

  @Test(
    "a page that has none is refused by name",
    arguments: ["<!doctype html>", "<!DOCTYPE HTML>", "<!DocType html PUBLIC>"])
  func empty(doctype: String) {
    #expect {
      try Session(bytes: Data("\(doctype)\n<p>hello</p>\n".utf8), file: "x.html")
    } throws: { error in
      "\(error)"
        == "x.html:1:1: an HTML page with no session inside, or one that was cut off before it: those "
        + "that inspect report writes have one (byte 0)"
    }
  }
}
