import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Sessions as arguments of tests, replayed in their process")
struct SessionFileTests {
  /// The counter, without a process and without a connection of its own.
  private static func machine(
    _ alter: (inout CounterHost.Manners) -> Void = { _ in }
  ) -> HostInProcess.Machine {
    var manners = CounterHost.Manners()
    alter(&manners)
    let final = manners
    return { answer in
      let host = CounterHost(final)
      return { line in
        host.take(line)
        while let reply = try? host.reply() { answer(reply.document) }
        return true
      }
    }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "session-files-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// What the verdict on a session says, or why there is none.
  private func told(
    _ builder: SessionBuilder, ignoring: [String] = [],
    _ machine: @escaping HostInProcess.Machine = machine()
  ) throws -> String {
    var result = ""
    try withFolder { folder in
      try Data(builder.bytes()).write(to: URL(filePath: "\(folder)/s.ndjson"))
      let session = try #require(try SessionFile.files(in: folder).first)
      do {
        result = try session.verify(ignoring: ignoring, machine).description
      } catch let error as InspectorError {
        result = error.description
      }
      result = result.replacingOccurrences(of: folder + "/", with: "")
    }
    return result
  }

  @Test("a session that reproduces, and one that does not, in the words of `verify`")
  func verdicts() throws {
    let counter = SessionBuilder.counter([1, 2, 3])
    #expect(
      try told(counter) == "✓ reproduces  s.ndjson  3 of 3 actions equal")
    #expect(
      try told(counter, Self.machine { $0.error = 1 }) == """
        ✗ DIVERGES  s.ndjson  at 1/3 add  0 of 3 actions equal
          place     total
          recorded  1
          replayed  2
          prompt    goto 1 · compare replay · verify --steps · verify --ignore '$.total'
        """)
    #expect(
      try told(counter, ignoring: ["$.total"], Self.machine { $0.error = 1 }) == """
        ✓ reproduces  s.ndjson  3 of 3 actions equal
          ignored   $.total  differences in 3 states, the first after action 1
        """)
  }

  @Test("a recorded crash is spared: it would end the tests")
  func crash() throws {
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.action(3, "trap")
    var reduced: [Int] = []
    let machine = Self.machine()
    #expect(
      try told(builder) { answer in
        let handle = machine(answer)
        return { line in
          if case .action(let action) = line { reduced.append(action.n) }
          return handle(line)
        }
      } == "✓ reproduces  s.ndjson  2 of 3 actions equal, 1 not comparable (3)")
    #expect(reduced == [1, 2])
  }

  @Test("a host that does not fit is told, and so is one that keeps silent")
  func misfits() throws {
    let counter = SessionBuilder.counter([1])
    #expect(
      try told(counter, Self.machine { $0.store = "other" })
        == "the host of this process refused: wrong-store: this is other")
    #expect(
      try told(counter) { _ in { _ in true } }
        == "the host of this process wrote something that is not an answer: an answer was "
        + "expected: nothing")
    let wordless = try told(counter) { answer in
      { _ in
        answer(["kind": "state"])
        return true
      }
    }
    #expect(
      wordless
        == "the host of this process wrote something that is not an answer: the member \"n\" is "
        + "missing: {\"kind\":\"state\"}"
    )
    #expect(
      try told(counter, ignoring: ["total["])
        == "total[: column 7: the brackets need a name in quotes, an index, a slice, * or a ?condition"
    )
  }

  @Test("the sessions of a folder come by name, others are left out")
  func files() throws {
    try withFolder { folder in
      for name in ["b.ndjson", "a.ndjson", "c.txt", "ndjson", ".ndjson.swp"] {
        try Data().write(to: URL(filePath: "\(folder)/\(name)"))
      }
      let files = try SessionFile.files(in: folder)
      #expect(files.map(\.path) == ["\(folder)/a.ndjson", "\(folder)/b.ndjson"])
      #expect(files.map(\.description) == ["a.ndjson", "b.ndjson"])
      let here = URL(filePath: folder).lastPathComponent
      #expect(try SessionFile.files(in: here, beside: "\(folder).swift") == files)
    }
  }

  @Test("a folder without sessions is no silent success")
  func none() throws {
    try withFolder { folder in
      #expect(
        errorText { () throws(InspectorError) in try SessionFile.files(in: folder) }
          == "\(folder): there is no session: no file ends in .ndjson or .ndjson.gz")
      #expect(
        errorText { () throws(InspectorError) in try SessionFile.files(in: "\(folder)/none") }
          == "\(folder)/none: cannot be read: No such file or directory")
    }
  }
}

extension HostReply {
  fileprivate var document: JSONValue {
    switch self {
    case .line(let line): line.document
    case .answer(let answer): answer.document
    }
  }
}
