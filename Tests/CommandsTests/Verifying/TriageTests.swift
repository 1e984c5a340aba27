import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Sessions by their faults")
struct TriageTests {
  private static func session(_ build: String?, crashes: Bool = false) throws -> Session {
    var builder = SessionBuilder { header in
      header.app = build.map { ["version": "1.0", "build": .string($0)] }
    }
    builder.whole(0, ["a": 0])
    builder.action(1, "boom")
    if !crashes {
      builder.whole(1, ["a": 1])
      builder.end(1)
    }
    return try builder.session()
  }

  private static func divergence(_ path: String, _ type: String = "add") throws -> Divergence {
    Divergence(
      n: 1, type: type,
      kind: .state(path: try JSONPointer(path), expected: 1, actual: 2, others: .none))
  }

  @Test("a session of several segments that is not replayed is as sound as one of one file")
  func segments() throws {
    let folder = try Segments(numbers: [1, 2, 3, 4], borders: [2]).folder()
    #expect(try Prompt.verb(["triage", folder.path]) == false)
    let damaged = try Segments(numbers: [1, 2, 3, 4], borders: [2]).folder { number, builder in
      number == 2 ? builder.bytes() + Array("x\n".utf8) : builder.bytes()
    }
    #expect(try Prompt.verb(["triage", damaged.path]))
  }

  @Test("sessions in folders of the folder were passed over without a word")
  func folders() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "triage-\(UUID().uuidString)")
    let below = folder.appending(path: "2026/11")
    try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      at: below.appending(path: "up"), withDestinationURL: folder)
    #expect(throws: InspectorError.self) { try Prompt.verb(["triage", folder.path]) }
    try Data(Self.session("7", crashes: true).bytes).write(to: below.appending(path: "b.ndjson"))
    #expect(try Prompt.verb(["triage", folder.path]))
    try Data(Self.session("7").bytes).write(to: folder.appending(path: "a.ndjson"))
    let paths = SessionPaths([folder.path], deep: true).found.map { found -> String in
      switch found {
      case .session(let path): String(path.dropFirst(folder.path.count))
      case .trouble(let word, _): word
      }
    }
    #expect(paths == ["/a.ndjson", "/2026/11/b.ndjson"])
  }

  @Test("a pipe in the folder was waited for")
  func pipe() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "triage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(mkfifo(folder.path + "/a.ndjson", 0o600) == 0)
    try Data(Self.session("7").bytes).write(to: folder.appending(path: "b.ndjson"))
    #expect(try Prompt.verb(["triage", folder.path]))
  }

  @Test(
    "a divergence is the same at each element, and another one at another place, action or build")
  func divergences() throws {
    let session = try Self.session("7")
    let fault = Triage.Fault(try Self.divergence("/items/0/id"), of: session)
    #expect(fault.detail == "items[*].id" && fault.build == "1.0 7")
    #expect(try Triage.Fault(Self.divergence("/items/12/id"), of: session) == fault)
    #expect(try Triage.Fault(Self.divergence("/items/0/name"), of: session) != fault)
    #expect(try Triage.Fault(Self.divergence("/items/0/id", "drop"), of: session) != fault)
    #expect(try Triage.Fault(Self.divergence("/items/0/id"), of: Self.session("8")) != fault)
  }

  @Test("a crash is the same for the same action, reason and line, whatever else the host says")
  func crashes() throws {
    let session = try Self.session("7", crashes: true)
    func fault(_ words: [String]) -> Triage.Fault? {
      Triage.Fault(
        crashOf: session,
        HostDeath(command: "h", action: 1, ending: .signal(4), standardError: words))
    }
    func frame(_ address: String, _ line: Int) -> [String] {
      [
        "*** Swift runtime failure: arithmetic overflow ***",
        "  1 0x\(address) App.reduce(_:_:) + 202 in app at /\(address)/App.swift:\(line):9",
      ]
    }
    let one = try #require(fault(frame("00aa", 21)))
    #expect(
      one.type == "boom"
        && one.detail == "Swift runtime failure: arithmetic overflow at App.swift:21:9")
    #expect(fault(frame("00bb", 21)) == one)
    #expect(fault(frame("00aa", 22)) != one)
    #expect(Triage.Fault(crashOf: session, nil)?.detail == "")
    #expect(try Triage.Fault(crashOf: Self.session("7"), nil) == nil)
  }

  @Test("the group of most sessions comes first, and in it the one of fewest actions")
  func order() throws {
    let session = try Self.session(nil)
    let (one, two) = (
      Triage.Fault(try Self.divergence("/a"), of: session),
      Triage.Fault(try Self.divergence("/b"), of: session)
    )
    var triage = Triage()
    triage.add(Triage.Member(file: "z", size: 1, actions: 1), one)
    for (file, actions) in [("c", 9), ("b", 3), ("a", 3)] {
      triage.add(Triage.Member(file: file, size: 10, actions: actions), two)
    }
    triage.addSound(isReplayed: true)
    triage.addSound(isReplayed: false)
    triage.sort()
    #expect(triage.groups.map(\.fault) == [two, one])
    #expect(triage.groups[0].members.map(\.file) == ["a", "b", "c"])
    #expect(
      TriageReport(triage: triage).json.description
        == #"{"report":"triage","version":1,"groups":[{"kind":"divergence","store":"counter","#
        + #""type":"add","detail":"b","count":3,"smallest":"a","actions":3,"#
        + #""bytes":10,"sessions":["a","b","c"]},"#
        + #"{"kind":"divergence","store":"counter","type":"add","detail":"a","count":1,"smallest":"z","#
        + #""actions":1,"bytes":1,"sessions":["z"]}],"sound":2,"unreplayed":1}"#)
  }
}
