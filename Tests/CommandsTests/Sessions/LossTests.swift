import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("What damage took is counted and named")
struct LossTests {
  /// The lines of a session of three actions, the second with two inputs; some are damaged.
  private func session(
    damaging places: [Int], from offset: Int = 30, cutting bytes: Int = 0
  ) throws -> Session {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    for n in 1...3 {
      builder.action(n)
      if n == 2 { for value in 1...2 { builder.input(n, "random", .number(value)) } }
      builder.patch(n, to: ["total": .number(n)])
    }
    builder.end(3)
    var chunks = builder.chunks(crc: true)
    for place in places { chunks[place][offset] = UInt8(ascii: "#") }
    let all = Data(chunks.flatMap { $0 }.dropLast(bytes))
    return try Session(bytes: all, file: "s.ndjson", mode: .salvage)
  }

  private func stats(_ session: Session) throws -> (text: [String], json: JSONValue?) {
    let report = StatisticsReport(statistics: try SessionStatistics(Timeline(session)))
    let lines = report.text.split(separator: "\n").map(String.init)
    let from = lines.firstIndex { $0.contains(" from outside, ") } ?? 0
    return (Array(lines[from...]), report.json["damage"])
  }

  @Test("stats said that there are no gaps, and nothing of what damage took")
  func statistics() throws {
    #expect(
      try stats(session(damaging: [])).text
        == ["0 changes from outside, 0 gaps, 1 state recorded whole"])
    #expect(try stats(session(damaging: [])).json == nil)
    let input = try stats(session(damaging: [5])).text
    #expect(
      input == [
        "0 changes from outside, 0 recorded gaps, 1 state recorded whole",
        "damage: 1 damaged line of 63 bytes left out: an input of action 2",
        "unknown: whether action 2 drew more inputs",
      ])
    let two = try stats(session(damaging: [2, 7])).text
    #expect(
      two == [
        "0 changes from outside, 0 recorded gaps, 1 state recorded whole",
        "damage: 2 damaged lines of 168 bytes left out: action 1; state 2",
        "unknown: action 1; states 1 to 3, by this damage",
        "unknown: whether action 2 drew more inputs",
      ])
    let unreadable = try stats(session(damaging: [4], from: 3)).text
    #expect(
      unreadable.dropFirst() == [
        "damage: 1 damaged line of 76 bytes left out: 1 unreadable",
        "unknown: action 2; states 2 to 3, by this damage",
      ])
    #expect(
      try stats(session(damaging: [5])).json
        == JSONValue(
          parsing: #"{"lines":1,"bytes":63,"#
            + #""kinds":[{"kind":"input","count":1,"n":[{"from":2,"to":2}]}],"#
            + #""actions":[],"states":[],"inputs":[{"from":2,"to":2}]}"#))
  }

  @Test("a last line that is cut off is counted as well")
  func tornLine() throws {
    let found = try stats(session(damaging: [], cutting: 60)).text
    #expect(
      found.dropFirst() == [
        "damage: 1 damaged line of 83 bytes left out: state 3", "unknown: state 3, by this damage",
      ])
  }

  @Test("repair did not say that a recorded input was lost with a damaged line")
  func repaired() throws {
    let session = try session(damaging: [5])
    let repair = try Repair(session, recrc: false, interrupted: { false })
    var copy = SessionWriter(to: nil)
    let account = try repair.write(into: &copy, interrupted: { false })
    let report = RepairReport(repair, account, file: "copy")
    #expect(
      report.text.split(separator: "\n").dropFirst() == [
        "copy: repaired  9 lines kept",
        "left out  1 damaged line of 63 bytes: an input of action 2",
        "gap       before state 2: 0 actions without a line",
        "lost      no state",
        "          an input of action 2",
        "written   1 state whole, after a gap",
      ])
    #expect(
      report.json["lostLines"] == [
        ["kind": "input", "count": 1, "n": [["from": 2, "to": 2]]]
      ])
    #expect(report.json["lostInputs"] == [["from": 2, "to": 2]])
  }
}
