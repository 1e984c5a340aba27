import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A session that diverges is replaced by its replay")
struct SessionReplacementTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "accept-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// What became of a file.
  private func accept(
    _ path: String, _ alter: (inout CounterHost.Manners) -> Void
  ) throws -> String {
    var page = Page()
    let acceptance = try SessionReplacement(
      try Session(path: path), host: .counter(alter), interrupted: { false }
    ).replace { made, host throws(InspectorError) in
      try Verification(made, host: host).verdict()
    }
    acceptance.write(to: &page)
    return page.rendered(RenderOptions(width: .max))
  }

  private func lines(_ path: String) throws -> [JSONValue] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map { try JSONValue(parsing: String($0)) }
  }

  /// A counter with a line of every kind in it.
  private func whole() -> SessionBuilder {
    var builder = SessionBuilder { $0.app = ["name": "shop"] }
    builder.whole(0, ["total": 0])
    var first = ActionLine(n: 1, t: 10, type: "add", action: 1)
    first.at = "Shop/Cart.swift:7"
    first.extra = [Member(name: "more", value: 1)]
    builder.add(.action(first))
    builder.patch(1, to: ["total": 1]) { $0.took = 5 }
    builder.mark(1, "here")
    builder.outside(1, to: ["total": 10])
    builder.action(2, "draw")
    builder.input(2, "random", 7)
    builder.patch(2, to: ["total": 17])
    builder.add(.dispatched(DispatchedLine(n: 2, t: 30, type: "thunk", action: "x")))
    builder.add(["kind": "later", "n": 2])
    builder.action(3, "add", 2)
    builder.patch(3, to: ["total": 19])
    builder.keyframe(3)
    builder.gap(6, lost: 2)
    builder.whole(6, ["total": 30])
    builder.action(7, "add", 5)
    builder.patch(7, to: ["total": 35])
    builder.end(7)
    return builder
  }

  @Test("everything beside the steps stays, and the new session reproduces")
  func kept() throws {
    try withFolder { folder in
      let path = folder + "/s.ndjson"
      try Data(whole().bytes()).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      #expect(
        try accept(path) { $0.error = 1 } == """
            accepted  3 states changed, from step 1 on; the file is replaced
            finally   total

          """)
      let new = try lines(path)
      let header = try #require(new.first)
      #expect(header["app"] == ["name": "shop"])
      #expect(header["id"]?.string != SessionBuilder.id)
      #expect(
        header["derived"] == [
          "id": .string(SessionBuilder.id),
          "changes": ["accepted: 3 states changed, from step 1 on"],
        ])
      func plain(_ line: JSONValue) -> JSONValue {
        .object(
          (line.object.map(Array.init) ?? []).filter { $0.name != "crc" }.map {
            ($0.name, $0.value)
          })
      }
      let told = new.dropFirst().map(plain).filter {
        $0["kind"] != "state" && $0["kind"] != "keyframe"
      }
      let was = whole().lines.dropFirst().filter {
        $0["kind"] != "state" && $0["kind"] != "keyframe"
      }
      // The change from outside is told whole.
      #expect(told.filter { $0["kind"] != "outside" } == was.filter { $0["kind"] != "outside" })
      let session = try Session(path: path)
      #expect(try SessionCheck(session).faults == [])
      let totals = try [0, 1, 2, 3, 6, 7].map { try session.state($0)["total"]?.int }
      #expect(totals == [0, 2, 17, 20, 30, 36])
      #expect(try session.before(2) == ["total": 10])
      #expect(try session.stateLine(1).took == 5)
      #expect(
        try Verification(session, host: .counter { $0.error = 1 }).verdict().reproduces)
      #expect(
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["s.ndjson"])
    }
  }

  @Test("gzipped stays gzipped, whole snapshots stay whole, and no checksums stay none")
  func forms() throws {
    try withFolder { folder in
      let path = folder + "/s.ndjson.gz"
      var full = SessionBuilder { $0.snapshots = "full" }
      full.whole(0, ["total": 0])
      for n in 1...3 {
        full.action(n)
        full.whole(n, ["total": .number(n)])
      }
      var writer = try SessionWriter(path: path)
      try writer.add(full.bytes(crc: false))
      try writer.finish()
      _ = try accept(path) { $0.error = 1 }
      let raw = try Data(contentsOf: URL(filePath: path))
      #expect(Inflation.isGzip(raw))
      let text = String(decoding: try Inflation(raw, ReadingLimits()).bytes, as: UTF8.self)
      #expect(!text.contains("\"crc\""))
      let lines = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      #expect(
        lines.filter { $0["kind"] == "state" }.map { $0["state"] }
          == [0, 2, 4, 6].map { ["total": .number($0)] })
    }
  }

  @Test("an action that throws no more is a change, also where no state is")
  func throwing() throws {
    try withFolder { folder in
      let path = folder + "/s.ndjson"
      var builder = SessionBuilder.counter([1], closed: false)
      builder.action(2, "throw")
      builder.patch(2, to: ["total": 1]) { $0.threw = "Refused" }
      try Data(builder.bytes()).write(to: URL(filePath: path))
      #expect(
        try accept(path) { $0.throwsErrors = false }
          == "  accepted  what 1 action threw changed, from step 2 on; the file is replaced\n")
      #expect(try Session(path: path).stateLine(2).threw == nil)
      #expect(
        try accept(path) {
          $0.throwsErrors = false
          $0.error = 1
        } == """
            accepted  2 states changed, from step 1 on; the file is replaced
            finally   total

          """)
    }
  }

  @Test("a link leads to the new session, and stays a link")
  func link() throws {
    try withFolder { folder in
      let path = folder + "/s.ndjson"
      try Data(SessionBuilder.counter([1]).bytes()).write(to: URL(filePath: path))
      let link = folder + "/link.ndjson"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "s.ndjson")
      _ = try accept(link) { $0.error = 1 }
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "s.ndjson")
      #expect(try Session(path: path).state(1) == ["total": 2])
    }
  }

  @Test("a recorded crash that no longer comes is followed by its state")
  func survived() throws {
    try withFolder { folder in
      let path = folder + "/s.ndjson"
      var builder = SessionBuilder.counter([1], closed: false)
      builder.action(2, "trap")
      try Data(builder.bytes()).write(to: URL(filePath: path))
      _ = try accept(path) { $0.traps = false }
      let session = try Session(path: path)
      #expect(session.hasState(2))
      #expect(session.ending == .cutOff)
      #expect(try Verification(session, host: .counter { $0.traps = false }).verdict().reproduces)
    }
  }

  @Test("what would lose something is left as it is, byte for byte")
  func refused() throws {
    try withFolder { folder in
      let path = folder + "/s.ndjson"
      var builder = SessionBuilder.counter([1, 2], closed: false)
      builder.action(3, "draw")
      builder.input(3, "random", 4)
      builder.patch(3, to: ["total": 7])
      builder.action(4, "odd")
      builder.patch(4, to: ["total": 8])
      let bytes = Data(builder.bytes())
      try bytes.write(to: URL(filePath: path))
      #expect(
        try accept(path) { $0.error = 1 }
          == "  kept      not accepted: the host refused action 4: unknown-action: no action odd\n")
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
      var dying = SessionBuilder.counter([1], closed: false)
      dying.action(2, "trap")
      dying.patch(2, to: ["total": 1])
      let other = Data(dying.bytes())
      try other.write(to: URL(filePath: path))
      #expect(
        try accept(path) { $0.error = 1 }
          == "  kept      not accepted: the host counter-host died in "
          + "the reducer of action 2: signal 4 (Illegal instruction)\n")
      #expect(try Data(contentsOf: URL(filePath: path)) == other)
    }
  }
}
