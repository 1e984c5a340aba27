import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("What repair cannot know becomes a gap, and is told")
struct RepairGapTests {
  /// What a repair of a session wrote behind its header, and what it says.
  private struct Repaired {
    let lines: [String]
    let told: [String]
    let json: JSONValue

    init(_ builder: SessionBuilder, damaging place: Int, host: HostClient? = nil) throws {
      var chunks = builder.chunks(crc: false)
      chunks[place][0] = UInt8(ascii: "#")
      let session = try Session(
        bytes: Data(chunks.flatMap { $0 }), file: "s.ndjson", mode: .salvage)
      var repair = try Repair(session, recrc: false, interrupted: { false })
      if let host { try repair.recover(through: host, interrupted: { false }) }
      var copy = SessionWriter(to: nil)
      let account = try repair.write(into: &copy, interrupted: { false })
      try copy.finish()
      let bytes = copy.kept
      lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map(
        String.init)
      let report = RepairReport(repair, account, file: "copy")
      json = report.json
      let words = ["gap", "lost", "recomputed", "not made"]
      told = ReportFormat.text.rendered(report, RenderOptions(width: .max)).split(separator: "\n")
        .map(String.init).filter { line in
          words.contains { line.hasPrefix($0) }
        }
      #expect(try SessionCheck(open(bytes)).faults == [])
      let verdict = try Verification(open(bytes), host: .counter()).verdict()
      #expect(verdict.divergence == nil)
    }
  }

  @Test("fresh checksums of many gaps went through each of the billions of actions that they lost")
  func manyGaps() throws {
    let gaps = (1...4_000).map { place in
      SessionLine.gap(GapLine(n: place * 1_000_000, t: place, lost: 1_000_000, reason: "full"))
    }
    let lines =
      [
        SessionLine.session(SessionHeader(id: "g", started: "s", store: "counter")),
        .state(StateLine(n: 0, content: .whole(0))),
      ] + gaps
    let session = try Session(
      bytes: Data(lines.flatMap { LineCoding.bytes(of: $0.document, crc: false) }),
      file: "g.ndjson",
      mode: .salvage)
    let copy = try session.repaired(recrc: true)
    #expect(copy == lines.flatMap { LineCoding.bytes(of: $0.document) })
  }

  /// A session with a change from outside behind action 1, told as a patch.
  private func changed(_ stranger: Bool = false) -> SessionBuilder {
    var builder = SessionBuilder.counter([1], closed: false)
    if stranger { builder.add(["kind": "weird", "foo": 1]) }
    builder.outside(1, to: ["total": 20])
    builder.action(2, "add", 1)
    builder.whole(2, ["total": 21])
    builder.end(2)
    return builder
  }

  @Test("the state behind a lost change from outside was left to its action alone")
  func lostOutside() throws {
    let lines = [
      #"{"kind":"state","n":0,"state":{"total":0}}"#,
      #"{"kind":"action","n":1,"t":1000000,"type":"add","action":1}"#,
      #"{"kind":"state","n":1,"patch":[{"op":"replace","path":"/total","value":1}]}"#,
      #"{"kind":"action","n":2,"t":2000000,"type":"add","action":1}"#,
      #"{"kind":"gap","n":2,"t":2000000,"lost":0,"reason":"damage left out by repair"}"#,
      #"{"kind":"state","n":2,"state":{"total":21}}"#, #"{"kind":"end","n":2,"t":2000000}"#,
    ]
    for host in [nil, HostClient.counter()] {
      let copy = try Repaired(changed(), damaging: 4, host: host)
      #expect(copy.lines == lines)
      #expect(copy.json["gaps"] == [["n": 2, "lost": 0]])
      // A change may have been lost with the line before this one.
      #expect(try Repaired(changed(true), damaging: 4, host: host).lines == lines)
    }
  }

  @Test("a state that was lost before a gap was passed over without a word")
  func lostBeforeGap() throws {
    var builder = SessionBuilder.counter([1, 1], closed: false)
    builder.action(3, "add", 1)
    builder.gap(4, lost: 1)
    builder.whole(4, ["total": 9])
    builder.end(4)
    #expect(try Repaired(builder, damaging: 5).told == ["lost      state 2"])
    let copy = try Repaired(builder, damaging: 5, host: .counter())
    #expect(
      copy.told == [
        "lost        state 2", "recomputed  no state",
        "not made    state 2: the recording itself has a gap before state 4",
      ])
    #expect(copy.json["lostStates"] == [["from": 2, "to": 2]])
    #expect(copy.json["recomputed"] == [])
  }

  @Test("the state of a step that began in another was made up from the recorded one before it")
  func overlap() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2, "outer")
    builder.action(3, "inner")
    builder.whole(2, ["total": 4])
    builder.whole(3, ["total": 50])
    builder.action(4, "throw")
    builder.patch(4, to: ["total": 50]) { $0.threw = "Refused" }
    builder.end(4)
    let reason =
      "action 3 began in the reducer of another, so what its own began with is not recorded"
    let lost = try Repaired(builder, damaging: 7, host: .counter())
    #expect(
      lost.told == [
        "gap         before state 4: 0 actions without a line", "lost        states 3, 4",
        "recomputed  no state", "not made    states 3 to 4: \(reason)",
      ])
    // Without the state of the outer step, nothing else can have stood where a line is left out.
    #expect(
      try Repaired(builder, damaging: 6, host: .counter()).told == [
        "gap         before state 3: 0 actions without a line", "lost        state 2",
        "recomputed  no state", "not made    state 2: \(reason)",
      ])
  }
}
