import Foundation
import SessionFormat
import Testing

@Suite("The fewest actions of a session that its host migrates")
struct MinimizedMigrationTests {
  private let reader: RecordedReader
  private var session: String { reader.session }
  private var short: String { reader.commands.path("short.ndjson") }

  init() throws { reader = try RecordedReader() }

  @Test("a condition in the form of today is found, which the recorded states do not have")
  func condition() throws {
    defer { reader.remove() }
    let sought = #"$.state.theme == "dark""#
    let found = try reader.inspect("minimize", session, sought, "-o", short)
    #expect(
      found == """
        1 action suffices (of the first 2): true after the last: $.state.theme == "dark"
          of the replay, as the host migrates the session
          1  setTheme  {"setTheme":{"_0":"dark"}}  was 2
        tried     18 sessions, 2 actions reduced
        written   short.ndjson
        exited with 0
        """)
    let verdict = try reader.inspect("verify", short)
    #expect(verdict == "✓ reproduces  short.ndjson  1 of 1 action equal\nexited with 0")
    let json = try reader.inspect("minimize", session, sought, "--format", "json")
    #expect(
      json == """
        {"report":"minimize","version":1,"condition":"$.state.theme == \\"dark\\"","start":0,"total":2,\
        "actions":[{"n":1,"was":2,"type":"setTheme","action":{"setTheme":{"_0":"dark"}}}],\
        "minimal":true,"compared":true,"replayed":true,"migrated":true,"tests":18,"reduced":2}
        exited with 0
        """)
  }

  @Test("what a policy names in the recorded form went out where it stands in that of today")
  func policyOfThen() throws {
    defer { reader.remove() }
    let policy = reader.commands.path("policy")
    try "redact $.colour\n".write(toFile: policy, atomically: true, encoding: .utf8)
    let made = reader.commands.path("shared.ndjson.gz")
    let told = try reader.inspect(
      "share", session, "--until", #"$.state.theme == "dark""#, "--policy", policy, "-o", made)
    #expect(told.hasSuffix("exited with 2"))
    #expect(!FileManager.default.fileExists(atPath: made))
  }

  @Test("a condition in the form of then holds nowhere, and no replay is said to differ")
  func conditionThen() throws {
    defer { reader.remove() }
    let found = try reader.inspect("minimize", session, #"$.state.colour == "dark""#)
    #expect(
      found == """
        no step matches $.state.colour == "dark", in the replay, as the host migrates the session
        exited with 1
        """)
  }

  @Test("what is left has nothing of the old form, nor of how that was read")
  func form() throws {
    defer { reader.remove() }
    _ = try reader.inspect("minimize", session, #"$.type == "open""#, "-o", short)
    let lines = try String(contentsOfFile: short, encoding: .utf8).split(separator: "\n")
      .map { try JSONValue(parsing: String($0)) }
    let header = try #require(lines.first)
    #expect(header["app"] == ["name": "Reader", "version": "2.0"])
    #expect(header["migrates"] == nil)
    #expect(
      header["derived"]?["changes"] == [
        "replayed, as its host migrates it", "edited 1 add", "skipped 2 to 4",
        "edited 5 open, now 2 open", "skipped 6 resize",
      ])
    #expect(
      lines.compactMap { $0["action"] } == [["add": ["title": ""]], ["open": ["_0": 0]]])
    #expect(
      lines.compactMap { $0["state"] } == [
        [
          "articles": [], "theme": "light", "owner": ["first": "Ada", "last": "Lovelace"],
          "size": 12,
        ],
        [
          "articles": [["title": "", "isRead": true, "stars": 0]], "theme": "light",
          "owner": ["first": "Ada", "last": "Lovelace"], "size": 12,
        ],
      ])
    #expect(lines.allSatisfy { $0["migrated"] == nil })
  }

  @Test("a crash of the host, in which the recording ends or not", arguments: [true, false])
  func crash(isRecorded: Bool) throws {
    defer { reader.remove() }
    try reader.rewrite { lines in
      let last = lines.firstIndex { $0.contains(#""type":"resize""#) } ?? 0
      lines[last] = lines[last].replacing("resize", with: "select").replacing("14", with: "7")
      if isRecorded { lines.removeSubrange((last + 1)...) }
    }
    let found = try reader.inspect("minimize", session, "--crashes", "-o", short)
    #expect(
      found == """
        1 action suffices (of the first 6): the host dies in the last, open: signal
          of the replay, as the host migrates the session
          1  open  {"open":{"_0":0}}  was 6  smaller
        tried     16 sessions, 0 actions reduced
        written   short.ndjson
        exited with 0
        """)
    let verdict = try reader.inspect("verify", short)
    #expect(
      verdict == """
        ✓ reproduces  short.ndjson  0 of 1 action equal, and the crash
          crash     the host .bin/reader-host died in the reducer of action 1: signal
          reason    Swift/ContiguousArrayBuffer.swift:705: Fatal error: Index out of range
        exited with 0
        """)
  }

  @Test("a divergence is from what was recorded, so its part stays in that form")
  func divergence() throws {
    defer { reader.remove() }
    try reader.rewrite { lines in
      lines = lines.map {
        $0.replacing(#""path":"/size","value":14"#, with: #""path":"/size","value":15"#)
      }
    }
    let found = try reader.inspect("minimize", session, "--diverges", "--no-causes", "-o", short)
    #expect(
      found == """
        1 action suffices (of 6): the last diverges in the same way: action 6 resize: /size is 14.0, recorded is \
        15
          begins with the recorded state 5
          6  resize  {"resize":{"_0":14}}
        tried     1 session, 1 action reduced
        written   short.ndjson
        exited with 0
        """)
    let verdict = try reader.inspect("verify", short, "--no-causes").split(separator: "\n")
    #expect(
      verdict.first == "✗ DIVERGES  short.ndjson  at 6/6 resize  0 of 1 action equal, migrated")
    #expect(
      verdict.suffix(5) == [
        "  place     size", "  recorded  15", "  replayed  14.0",
        "  prompt    goto 6 · compare replay · verify --steps · verify --ignore '$.size'",
        "exited with 1",
      ])
  }

  @Test("an action that the host does not migrate is told, with what is to be done")
  func refused() throws {
    defer { reader.remove() }
    try reader.rewrite { lines in lines = lines.map { $0.replacing("resize", with: "shrink") } }
    let found = try reader.inspect("minimize", session, "$.state.theme")
    #expect(
      found == """
        inspect: the host migrates the session, but not action 6, which it refuses: unknown-action: \
        shrink: ReaderAction has no case "shrink"; the types differ: action /shrink is a case that is \
        gone (impossible) (recorded state 0a51aaf4, of version 1.4); once it takes all of them, inspect \
        verify --accept saves the session in today's form
        exited with 2
        """)
  }
}
