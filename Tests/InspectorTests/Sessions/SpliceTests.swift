import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Sessions with splices of long strings")
struct SpliceTests {
  /// A document that is typed into, with splices or without.
  private func session(splices: Bool, announced: Bool = true, keys: Int = 40) throws -> [UInt8] {
    var builder = SessionBuilder { $0.hasSplices = splices && announced }
    var text = String(repeating: "Ein wörtlicher Text.\n", count: 60)
    var state: JSONValue = ["text": .string(text), "cursor": 0]
    builder.whole(0, state)
    for n in 1...keys {
      text.insert(contentsOf: n % 3 == 0 ? "ß" : "x", at: text.index(text.startIndex, offsetBy: n))
      let next: JSONValue = ["text": .string(text), "cursor": .number(n)]
      builder.action(n, "typed")
      let patch = JSONPatch(from: state, to: next, within: .max, splices: splices)
      builder.add(.state(StateLine(n: n, content: .patch(try #require(patch)))))
      state = next
    }
    builder.end(keys)
    return builder.bytes()
  }

  private func rewritten(
    _ session: Session, _ form: SnapshotForm, plain: Bool = false
  ) throws -> [UInt8] {
    var writer = SessionWriter(to: nil)
    var rewrite = SessionRewrite(session, as: form, plain: plain)
    try rewrite.run(into: &writer, interrupted: { false })
    try writer.finish()
    return writer.kept
  }

  @Test("are as long as what was typed, and say the same as sessions without")
  func equality() throws {
    let (bytes, plain) = (try session(splices: true), try session(splices: false))
    #expect(bytes.count * 4 < plain.count)
    let (spliced, other) = (try open(bytes), try open(plain))
    #expect(try SessionComparison(spliced, other).divergence == nil)
    #expect(try SessionCheck(spliced).faults == [])
    for n in 0...40 { #expect(try spliced.state(n) == other.state(n)) }
    #expect(spliced.header.requires == ["splice"])
  }

  @Test("become plain by expand and by compact --plain, and stay as they are by compact")
  func forms() throws {
    let spliced = try open(try session(splices: true))
    let full = try rewritten(spliced, .full)
    let plain = try rewritten(spliced, .delta, plain: true)
    let compact = try rewritten(spliced, .delta)
    for bytes in [full, plain, compact] {
      let made = try open(bytes)
      #expect(try SessionComparison(spliced, made).divergence == nil)
      #expect(try SessionCheck(made).faults == [])
      #expect(made.header.hasSplices == (bytes == compact))
    }
    #expect(!String(decoding: full + plain, as: UTF8.self).contains("splice"))
    let kept = try open(compact)
    for n in 1...40 { #expect(try kept.stateLine(n) == spliced.stateLine(n)) }
  }

  @Test("a splice that the first line does not announce is damage, with its place")
  func unannounced() throws {
    let bytes = try session(splices: true, announced: false, keys: 2)
    let session = try open(bytes)
    #expect(
      errorText { () throws(InspectorError) in try session.state(1) }
        == "s.ndjson:4:1: the member \"patch\" must be without splices, which the first line does not "
        + "announce in `requires` (byte 1702)" + damageHint)
  }

  @Test("a session whose first line is lost is read as one that announces them")
  func repaired() throws {
    var lines = try session(splices: true).split(separator: 0x0A, omittingEmptySubsequences: false)
    lines[0] = lines[0].dropFirst(9)
    let damaged = Data(lines.joined(separator: [0x0A]))
    let salvaged = try Session(bytes: damaged, file: "s.ndjson", mode: .salvage)
    #expect(salvaged.header.hasSplices)
    #expect(try salvaged.state(40)["cursor"] == 40)
  }

  @Test("a later segment may have them where the first has none")
  func segments() throws {
    var first = SessionBuilder()
    let text = String(repeating: "text ", count: 300)
    first.whole(0, ["text": .string(text)])
    var second = SessionBuilder {
      $0.id = "00000000-0000-4000-8000-000000000002"
      $0.continues = SessionHeader.Origin(id: SessionBuilder.id, n: 0)
      $0.hasSplices = true
    }
    second.whole(0, ["text": .string(text)])
    second.action(1)
    let patch = JSONPatch([
      .splice(JSONPointer(tokens: ["text"]), TextSplice(at: 4, removed: 1, inserted: "s"))
    ])
    second.add(.state(StateLine(n: 1, content: .patch(patch))))
    second.end(1)
    let folder = try SessionFolder()
    for (place, builder) in [first, second].enumerated() {
      try Data(builder.bytes()).write(
        to: URL(fileURLWithPath: folder.file("s.000\(place + 1).ndjson")))
    }
    let session = try Session(path: folder.path)
    #expect(session.header.hasSplices)
    let compact = try open(try rewritten(session, .delta))
    #expect(try SessionCheck(compact).faults == [])
    #expect(try SessionComparison(session, compact).divergence == nil)
  }
}

extension SpliceTests {
  @Test("the last changes of a long text are found within a bound, all of them only if they fit")
  func history() throws {
    var builder = SessionBuilder { $0.hasSplices = true }
    let text = String(repeating: "x", count: 600_000)
    builder.whole(0, ["text": .string(text)])
    for n in 1...600 {
      builder.action(n, "typed \(n)")
      let splice = TextSplice(at: n, removed: 1, inserted: "y")
      let patch = JSONPatch([.splice(JSONPointer(tokens: ["text"]), splice)])
      builder.add(.state(StateLine(n: n, content: .patch(patch))))
    }
    let timeline = Timeline(try builder.session())
    for path in [JSONPointer.root, JSONPointer(tokens: ["text"])] {
      for n in [9, 300, 600] {
        let scan = CauseScan(timeline, path: path, interrupted: { false })
        let cause = try scan.last(upTo: n)
        #expect(cause?.origin == .action(n: n, type: "typed \(n)"))
        #expect(try cause?.new == path.value(in: timeline.state(n)))
        #expect(try cause?.old == path.value(in: timeline.state(n - 1)))
      }
      let scan = CauseScan(timeline, path: path, interrupted: { false })
      #expect(throws: InspectorError.longTexts(limit: 1 << 28)) { try scan.changes(upTo: 600) }
    }
  }
}
