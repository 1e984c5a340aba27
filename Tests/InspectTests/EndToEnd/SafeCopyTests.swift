import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("Sessions of strangers, written again")
struct SafeCopyTests {
  /// Characters that JSON allows raw in a string, of each kind that is not safe to be shown.
  private static let raw =
    "\u{7F}\u{9B}31m\u{9D}\u{AD}\u{34F}\u{61C}\u{115F}\u{17B4}\u{180B}\u{180E}\u{200B}\u{200F}\u{2028}"
    + "\u{202E}\u{2061}\u{2064}\u{2069}\u{206A}\u{206F}\u{3164}\u{FEFF}\u{FFA0}\u{FFF9}\u{FFFB}"
    + "\u{13430}\u{1D173}\u{E0001}\u{E0100}"

  /// Recorded lines without checksums, as a stranger writes them: with raw characters in each.
  private static func lines() throws -> [String] {
    let file = Scratch.path("safe-copy-recorded-\(UUID()).ndjson")
    _ = try Inspect.run("record", "counter", "--scenario", "steps", "-o", file)
    var lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map {
      String($0.replacing(/,"crc":"[0-9a-f]{8}"}$/, with: #","x\#(raw)":"\#(raw)"}"#))
    }
    lines.insert(#"{"kind":"note","text":"\#(raw)"}"#, at: 2)
    lines.insert(#"{"kind":"mark","n":0,"t":0,"text":"\#(raw)"}"#, at: 2)
    return lines
  }

  /// The session in the layouts that strangers use, in files of the caller's own.
  private static func sessions() throws -> [String] {
    let lines = try lines()
    let spaced = lines.map { $0.replacing(#"{"kind":"#, with: "{\t\"kind\"\t:\r") }
    let texts: [(String, [UInt8])] = [
      ("plain", Array(lines.map { $0 + "\n" }.joined().utf8)),
      ("checked", lines.flatMap { LineCoding.refreshed(Array($0.utf8)) + [0x0A] }),
      ("windows", [0xEF, 0xBB, 0xBF] + Array(spaced.map { $0 + "\r\n" }.joined().utf8)),
    ]
    let folder = UUID()
    return try texts.map { try Scratch.file("safe-copy-\(folder)-\($0).ndjson", $1) }
  }

  private static func unsafe(_ bytes: [UInt8]) -> [Unicode.Scalar] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
      $0 != "\n" && UnsafeText.contains($0)
    }
  }

  /// A host that writes raw characters itself.
  private static func host() throws -> String {
    let script = """
      '\(try BuiltBinary.inspect.path)' host counter | sed -u 's/,"crc":.*$/,"x":"\(raw)"}/'
      """
    return "/bin/sh '\(try Scratch.file("safe-copy-host.sh", script))'"
  }

  @Test("lines were copied as they stood, with what acts on a terminal raw in them, to any stream")
  func streams() throws {
    for file in try Self.sessions() {
      #expect(Self.unsafe(Array(try Data(contentsOf: URL(filePath: file)))).count > 100)
      for words in [
        ["expand", file], ["compact", file], ["repair", file, "-o", "-"],
        ["repair", file, "--recrc", "-o", "-"], ["replay", file],
        ["replay", file, "--host", try Self.host()],
        ["minimize", file, "$.state.value > 0", "-o", "-"],
        ["print", file, "1", "", "--format", "json"], ["log", file, "--format", "ndjson"],
        ["-e", "replay -o -", file],
      ] {
        let run = try Inspect.run(words)
        #expect(run.status == .exited(0), "\(words) \(run.error)")
        #expect(!run.outputBytes.isEmpty)
        #expect(Self.unsafe(run.outputBytes) == [], "\(words)")
        #expect(Self.unsafe(run.errorBytes) == [], "\(words)")
      }
      let replay = try ProcessRun.run(
        try BuiltBinary.inspect, ["host", "counter"],
        input: Array(try Data(contentsOf: URL(filePath: file))))
      #expect(Self.unsafe(replay.outputBytes) == [])
      #expect(replay.outputBytes.count > 500)
    }
  }

  @Test("in files that are written nothing is raw either; they are sound, and copies are equal")
  func files() throws {
    for file in try Self.sessions() {
      let copy = Scratch.path("safe-copy-copy.ndjson")
      for (words, isEqual) in [
        (["expand", file, "-o", copy], true), (["compact", file, "-o", copy], true),
        (["repair", file, "-o", copy], true), (["repair", file, "--recrc", "-o", copy], true),
        (["replay", file, "-o", copy, "--host", try Self.host()], true),
        (["minimize", file, "$.state.value > 0", "-o", copy], false),
        (["-e", "skip 2", "-e", "save \(copy)", file], false),
      ] {
        try? FileManager.default.removeItem(atPath: copy)
        let run = try Inspect.run(words)
        #expect(run.status == .exited(0), "\(words) \(run.error)")
        #expect(Self.unsafe(Array(try Data(contentsOf: URL(filePath: copy)))) == [], "\(words)")
        #expect(try Inspect.run("check", copy).status == .exited(0), "\(words)")
        if isEqual { #expect(try Inspect.run("diff", file, copy).status == .exited(0), "\(words)") }
      }
    }
  }

  @Test("what verify --accept keeps of a session is made safe too")
  func accepted() throws {
    let script = Inspect.root.appendingPathComponent("Tests/InspectTests/Scripts/counter_host.py")
    let host = "python3 '\(script.path)' --drift"
    for file in try Self.sessions() {
      let run = try Inspect.run("verify", file, "--accept", "--no-causes", "--host", host)
      #expect(run.output.contains("  accepted  "), "\(run.output)")
      let bytes = Array(try Data(contentsOf: URL(filePath: file)))
      #expect(Self.unsafe(bytes) == [])
      #expect(run.status == .exited(0), "\(run.output)\(run.error)")
    }
  }

  @Test("repair says in how many lines it escaped something, and copies what is safe as it is")
  func told() throws {
    let file = try Self.sessions()[0]
    let count = try Self.lines().count
    let copy = Scratch.path("safe-copy-told.ndjson")
    #expect(
      try Inspect.run("repair", file, "-o", copy).output
        == "safe-copy-told.ndjson  \(count) lines: sound already, copied as it is, but for "
        + "characters that act on a terminal or cannot be seen, which are escaped in \(count) lines\n"
    )
    let again = try Inspect.run("repair", copy, "-o", "-")
    #expect(again.outputBytes == Array(try Data(contentsOf: URL(filePath: copy))))
    #expect(again.error == "-  \(count) lines: sound already, copied as it is\n")
  }
}
