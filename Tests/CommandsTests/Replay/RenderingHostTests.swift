import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite(
  "What a host can only render is not comparable, whoever could encode it when it was recorded")
struct RenderingHostTests {
  /// Which states the host renders in part, how it answers, and whether a state was changed from
  /// outside.
  struct Case: Sendable, CustomTestStringConvertible {
    let renders: ClosedRange<Int>
    let answersWholeOnly: Bool
    let hasOutside: Bool

    var testDescription: String {
      "\(renders)\(answersWholeOnly ? ", whole" : "")\(hasOutside ? ", outside" : "")"
    }

    func host(error: Int = 0) -> HostClient {
      .rendering(renders) {
        $0.answersWholeOnly = answersWholeOnly
        $0.error = error
      }
    }

    /// The client is recorded as it is.
    func builder(_ client: JSONValue = ["open": true]) -> SessionBuilder {
      var builder = SessionBuilder()
      func state(_ total: Int) -> JSONValue { ["client": client, "total": .number(total)] }
      builder.whole(0, state(0))
      for n in 1...4 {
        builder.action(n)
        builder.patch(n, to: state(n))
        if n == 2, hasOutside { builder.outside(2, to: state(2)) }
      }
      builder.end(4)
      return builder
    }
  }

  static let cases: [Case] = (0...4).flatMap { first in
    (first...4).flatMap { last in
      [(false, false), (false, true), (true, false), (true, true)].map {
        Case(renders: first...last, answersWholeOnly: $0.0, hasOutside: $0.1)
      }
    }
  }

  private func told(_ session: Session, _ host: HostClient) throws -> String {
    let verdict = try Verification(session, host: host).verdict()
    return VerifyReport(verdict).text
  }

  @Test(
    "steps that differ there alone are left out, and what differs elsewhere is found",
    arguments: cases)
  func verdict(_ sample: Case) throws {
    let session = try sample.builder().session()
    let left = sample.renders.filter { $0 > 0 }.map(String.init)
    let more =
      left.isEmpty ? "" : ", \(left.count) not comparable (\(left.joined(separator: ", ")))"
    #expect(
      try told(session, sample.host()) == """
        \(left.count == 4 ? "? not comparable" : "✓ reproduces")  s.ndjson  \(4 - left.count) of 4 actions equal\(more)
          opaque    client of state \(sample.renders.lowerBound): the host cannot encode it; its value is not compared

        """)
    let opaque =
      sample.renders.lowerBound > 1
      ? ""
      : "\n  opaque    client of state \(sample.renders.lowerBound): the host cannot encode it; "
        + "its value is not compared"
    #expect(
      try told(session, sample.host(error: 1)) == """
        ✗ DIVERGES  s.ndjson  at 1/4 add  0 of 4 actions equal\(opaque)
          place     total
          recorded  1
          replayed  2
          prompt    goto 1 · compare replay · verify --steps · verify --ignore '$.total'

        """)
  }

  @Test("step by step they are no faults", arguments: cases)
  func stepwise(_ sample: Case) throws {
    let session = try sample.builder().session()
    func faults(_ error: Int) throws -> StepFaults {
      var run = StepwiseVerification(
        session, host: sample.host(error: error), ignoring: [], interrupted: { false })
      return try run.run()
    }
    #expect(try faults(0).compared == 4)
    #expect(try faults(0).faults == [])
    #expect(try faults(1).faults.map(\.n) == [1, 2, 3, 4])
  }

  @Test("two hosts of which one renders them do not part there", arguments: cases)
  func parting(_ sample: Case) throws {
    let session = try sample.builder().session()
    let good = HostClient.rendering(9...9)
    var parting = HostComparison(session)
    let result = try parting.run(good: good, bad: sample.host())
    #expect(result.divergence == nil)
    let left = sample.renders.filter { $0 > 0 }.map(String.init)
    let more =
      left.isEmpty ? "" : ", \(left.count) not comparable (\(left.joined(separator: ", ")))"
    let same = left.count == 3 ? "1 action" : "\(4 - left.count) actions"
    #expect(
      HostComparisonReport(good: "a", bad: "b", result: result).text == """
        \(left.count == 4 ? "not comparable" : "agree ")  \(same) the same\(more)
          opaque    client of state \(sample.renders.lowerBound): the host cannot encode it; its value is not compared

        """)
    var other = HostComparison(session)
    let found = try other.run(good: sample.host(), bad: sample.host(error: 1)).divergence?.kind
    guard case .state(let path, _, _, _)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(path.description == "/total")
  }

  @Test("two replays of which one renders them do not part, nor are they equal", arguments: cases)
  func repetition(_ sample: Case) throws {
    let session = try sample.builder().session()
    let repetition = try Repetition.of(session, .rendering(9...9), sample.host())
    #expect(repetition.difference == nil)
    #expect(repetition.equal == 4 - sample.renders.filter { $0 > 0 }.count)
  }

  @Test("a replay says which places of each state its host only rendered", arguments: cases)
  func replay(_ sample: Case) throws {
    var recording = ReplayRecording(try sample.builder().session())
    try recording.run(through: sample.host(), interrupted: { false })
    try expectPlaces(sample, in: open(recording.finished()), from: 0)
  }

  @Test("so does a branch, from the first step of its own on", arguments: cases)
  func branch(_ sample: Case) throws {
    var workspace = Workspace(try sample.builder().session(), host: sample.host())
    for n in [3, 1, 4, 2] {
      _ = try workspace.change(.edit(n, type: "add", 2))
      let made = try open(BranchSession.bytes(of: workspace.timeline))
      #expect(try SessionCheck(made).faults == [])
      try expectPlaces(sample, in: made, from: workspace.timeline.fork + 1)
    }
  }

  @Test("a branch and its recording are the same there", arguments: cases)
  func comparison(_ sample: Case) throws {
    var workspace = Workspace(try sample.builder().session(), host: sample.host())
    _ = try workspace.change(.insert(1, type: "add", 0))
    let comparison = try BranchComparison(workspace.timelines[0], workspace.timeline) { false }
    // Changes from outside after the fork are the recording's alone, and change nothing here.
    #expect(comparison.compared == 4)
    #expect(comparison.differing == 0)
    #expect(comparison.parting == nil)
    #expect(comparison.end?.list == [])
    #expect(comparison.end?.areUnknown == sample.renders.contains(5))
    #expect(comparison.actions.changes == [.inserted(1...1)])
    // The numbers of the branch, which are greater by one.
    let left = (2...5).filter(sample.renders.contains)
    #expect(comparison.notComparable.listed == left)
  }

  @Test("states of which a part was not encoded were the same for compare and reload")
  func branches() throws {
    let sample = Case(renders: 3...4, answersWholeOnly: false, hasOutside: false)
    var workspace = Workspace(try sample.builder().session(), host: sample.host())
    _ = try workspace.change(.insert(1, type: "add", 0))
    let comparison = try BranchComparison(workspace.timelines[0], workspace.timeline) { false }
    #expect(
      BranchComparisonReport(comparison: comparison).text == """
        different  recording and branch-1
          inserted 1 add
        the states after 2 of 4 actions of both are the same, 2 not comparable (3, 4)
        the last states are the same
          opaque    client of branch-1, state 3: the host cannot encode it; its value is not compared

        """)
    // What differs elsewhere is found, and no place that is only rendered is among it.
    _ = try workspace.change(.edit(2, type: "add", 5))
    let other = try BranchComparison(workspace.timelines[0], workspace.timeline) { false }
    #expect(other.parting?.changes.map(\.path.description) == ["/total"])
    #expect(other.differing == 4)
    let reload = try workspace.reload()
    #expect(
      ReloadReport(reload, host: nil).text == """
        recording  3 states as before, 2 not comparable (3, 4)
        branch-1   5 states as before
          opaque    client of recording, state 3: the host cannot encode it; its value is not compared
          opaque    client of branch-1, state 3: the host cannot encode it; its value is not compared

        """)
  }

  @Test("two hosts that answer what was only rendered in two ways agreed, without a word")
  func recordedParting() throws {
    var builder = SessionBuilder()
    func state(_ total: Int) -> JSONValue { ["client": "<rendered>", "total": .number(total)] }
    builder.whole(0, state(0)) { $0.opaque = ["/client"] }
    for n in 1...3 {
      builder.action(n)
      builder.patch(n, to: state(n))
    }
    builder.end(3)
    let session = try builder.session()
    var parting = HostComparison(session)
    let result = try parting.run(good: .rendering(9...9), bad: .rendering(2...2))
    #expect(
      HostComparisonReport(good: "a", bad: "b", result: result).text == """
        agree   2 actions the same, 1 not comparable (2)
          opaque    client of state 0: it was not encoded when it was recorded; its value is not compared

        """)
  }

  @Test(
    "what the recorder only rendered stays so in a branch, also where the host passes it on",
    arguments: [0...9, 99...99, 3...3])
  func recordedRendering(renders: ClosedRange<Int>) throws {
    var builder = SessionBuilder()
    func state(_ total: Int) -> JSONValue { ["client": "<rendered>", "total": .number(total)] }
    builder.whole(0, state(0)) { $0.opaque = ["/client"] }
    for n in 1...4 {
      builder.action(n)
      builder.patch(n, to: state(n))
    }
    builder.end(4)
    var workspace = Workspace(try builder.session(), host: .rendering(renders))
    for (n, amount) in [(2, 5), (3, 7), (4, 8)] {
      _ = try workspace.change(.edit(n, type: "add", .number(amount)))
      let made = try open(BranchSession.bytes(of: workspace.timeline))
      #expect(try SessionCheck(made).faults == [])
      for n in 0...4 { #expect(try made.opaquePlaces(n).map(\.description) == ["/client"]) }
    }
  }

  @Test("what the recorder only rendered does not become a value by passing through a host")
  func passedOn() throws {
    var builder = SessionBuilder()
    func state(_ total: Int) -> JSONValue { ["client": "<rendered>", "total": .number(total)] }
    builder.whole(0, state(0)) { $0.opaque = ["/client"] }
    for n in 1...3 {
      builder.action(n)
      builder.patch(n, to: state(n)) { $0.extra = [Member(name: "mine", value: .number(n))] }
    }
    builder.end(3)
    let path = FileManager.default.temporaryDirectory.appending(path: "passed-\(UUID()).ndjson")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    for answersWholeOnly in [true, false] {
      try Data(builder.bytes()).write(to: URL(filePath: path))
      func host(_ error: Int) -> HostClient {
        .rendering(9...9) {
          $0.error = error
          $0.answersWholeOnly = answersWholeOnly
        }
      }
      let session = try Session(path: path)
      var recording = ReplayRecording(session)
      try recording.run(through: host(1), interrupted: { false })
      let acceptance = try SessionReplacement(session, host: host(1), interrupted: { false })
        .replace { made, host throws(InspectorError) in
          try Verification(made, host: host).verdict()
        }
      guard case .accepted = acceptance else {
        Issue.record("not accepted: \(acceptance)")
        continue
      }
      for made in [try open(recording.finished()), try Session(path: path)] {
        for n in 0...3 {
          #expect(try made.opaquePlaces(n).map(\.description) == ["/client"], "state \(n)")
        }
      }
      for n in 1...3 {
        // What others said of a state stays with it.
        #expect(
          try Session(path: path).stateLine(n).extra == [Member(name: "mine", value: .number(n))])
      }
    }
  }

  @Test("a change behind a state that was only rendered goes on from one that was not")
  func changeBehindRendering() throws {
    for checkpoints in [true, false] {
      let sample = Case(renders: 2...3, answersWholeOnly: false, hasOutside: false)
      var workspace = Workspace(
        try sample.builder().session(), host: sample.host(), checkpoints: checkpoints)
      _ = try workspace.change(.edit(1, type: "add", 3))
      _ = try workspace.change(.edit(4, type: "add", 5))
      #expect(try workspace.timeline.state(4) == ["client": ["open": true], "total": 10])
    }
  }

  private func expectPlaces(_ sample: Case, in session: Session, from first: Int) throws {
    for n in first...4 {
      let isRendered = sample.renders.contains(n)
      #expect(
        try session.opaquePlaces(n).map(\.description) == (isRendered ? ["/client"] : []),
        "state \(n)")
      #expect((try session.state(n)["client"]?.string != nil) == isRendered, "state \(n)")
    }
  }

  @Test("a rendering never takes the place of a recorded value", arguments: cases)
  func accepted(_ sample: Case) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "render-\(UUID()).ndjson")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    func accept(_ builder: SessionBuilder) throws -> String {
      try Data(builder.bytes()).write(to: URL(filePath: path))
      let acceptance = try SessionReplacement(
        try Session(path: path), host: sample.host(error: 1), interrupted: { false }
      ).replace { made, host throws(InspectorError) in
        try Verification(made, host: host).verdict()
      }
      var page = Page()
      acceptance.write(to: &page)
      return page.rendered(RenderOptions(width: .max))
    }
    let first = sample.renders.lowerBound
    #expect(
      try accept(sample.builder())
        == "  kept      not accepted: the host cannot encode /client of state \(first), but the "
        + "recording has its value\n")
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(sample.builder().bytes()))
    // Of nothing there is nothing to lose, but for a state that the host is given.
    if let given = [0, 2].first(where: {
      sample.renders.contains($0) && ($0 == 0 || sample.hasOutside)
    }) {
      #expect(
        try accept(sample.builder(.null))
          == "  kept      not accepted: the host cannot encode /client of state \(given), but the "
          + "recording has its value\n")
      return
    }
    #expect(
      try accept(sample.builder(.null)) == """
          accepted  4 states changed, from step 1 on; the file is replaced
          finally   \(sample.renders.contains(4) ? "client, total" : "total")

        """)
    try expectPlaces(sample, in: Session(path: path), from: 0)
    #expect(try SessionCheck(Session(path: path)).faults == [])
  }
}
