import Foundation
import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("Recorded toasts")
struct ToastScriptTests {
  static let apps = [ToastApp.recordedIDs, ToastApp.clockIDs]

  private static func record(
    _ script: ToastScript, in app: ToastApp, time: FakeTime = FakeTime(at: 1000.7),
    oracle: Oracle<ToastState> = Oracle(), atEnd: (ToastScreen) -> Void = { _ in }
  ) async throws -> RecordedSession {
    let pauses = script.isTimeless ? Pauses.timeless(from: 1000.7) : time.pauses
    let reducer = app.reducer(clock: pauses.now)
    return try await RecordedSession.record(app.name) { recorder in
      let screen = ToastScreen(recorder: recorder) { action, state in
        let next = reducer(action, state)
        if let action = action as? ToastAction, let state {
          oracle.note(action, before: state, after: next)
        }
        return next
      }
      await script.play(screen, pauses)
      atEnd(screen)
    }
  }

  @Test(
    "each reduction is recorded once, in order, between its states", arguments: apps,
    ToastScript.all)
  func agreesWithOracle(app: ToastApp, script: ToastScript) async throws {
    let oracle = Oracle<ToastState>()
    let session = try await Self.record(script, in: app, oracle: oracle)
    oracle.agrees(with: session)
    #expect(session.states.first == ["items": []])
  }

  @Test("queue: two toasts of one second share an id, and one dismissal removes both")
  func queueHasTheFault() async throws {
    let session = try await Self.record(.queue, in: .recordedIDs)
    #expect(
      session.steps.map { "\($0.action.type) \(ids(in: $0.after))" } == [
        "enqueueToast [1000]", "dequeueToast []",
        "enqueueToast [1001]", "enqueueToast [1001, 1001]", "dequeueToast []",
        "enqueueToast [1001]", "clearToast []", "enqueueToast [1001]",
        "enqueueToast [1001, 1002]", "dequeueToast [1002]", "dequeueToast []",
        "enqueueToast [1002]", "dequeueToast []",
        "enqueueToast [1002]", "clearToast []", "dequeueToast []",
        "enqueueToast [1002]", "dequeueToast []",
      ])
    #expect(session.steps[4].action.action == ["dequeueToast": ["id": 1001]])
    #expect(
      session.steps.map(\.marks).enumerated().filter { !$0.element.isEmpty }.map {
        "\($0.offset + 1) \($0.element)"
      } == [#"1 ["signed in"]"#, #"3 ["save while offline"]"#, #"13 ["airplane mode"]"#])
  }

  /// Starts that are nearer to each other than two looks at the clock.
  static let starts = (0..<50).map { 1000 + Double($0) / 50 }

  @Test("queue: the pair shares an id wherever in a second it starts", arguments: starts)
  func queueIsRobust(start: TimeInterval) async throws {
    let time = FakeTime(at: start, tick: 0.03)
    let session = try await Self.record(.queue, in: .clockIDs, time: time)
    let pair = ids(in: session.steps[3].after)
    #expect(pair.count == 2)
    #expect(pair.first == pair.last)
    #expect(ids(in: session.steps[4].after) == [])
    #expect(Set(ids(in: session.steps[8].after)).count == 2)
    #expect(time.now.timeIntervalSince1970 - start < 3)
  }

  @Test("burst: what the view model dispatches while it is told comes after, with its cause")
  func burstNests() async throws {
    let session = try await Self.record(.burst, in: .recordedIDs)
    #expect(
      log(session) == [
        #"enqueueToast from 0: ["Sync failed"]"#,
        #"enqueueToast from 1: ["Sync failed", "Details in Settings"]"#,
        #"enqueueToast from 0: ["Sync failed", "Details in Settings", "Still offline"]"#,
        "clearToast from 0: []",
        #"enqueueToast from 0: ["Disk almost full"]"#,
        #"enqueueToast from 5: ["Disk almost full", "Details in Settings"]"#,
        "clearToast from 0: []",
      ])
  }

  /// Each step with its cause and the messages after it.
  private func log(_ session: RecordedSession) -> [String] {
    session.steps.map { step in
      let messages = (step.after?["items"]?.array ?? []).compactMap { $0["message"]?.string }
      return "\(step.action.type) from \(step.action.from ?? 0): \(messages)"
    }
  }

  @Test("dismissal: each toast goes two seconds after it has come up, unless it is waved away")
  func dismisses() async throws {
    let session = try await Self.record(.dismissal, in: .recordedIDs)
    #expect(
      log(session) == [
        #"enqueueToast from 0: ["ようこそ"]"#,
        #"enqueueToast from 0: ["ようこそ", "Draft saved"]"#,
        #"dequeueToast from 0: ["Draft saved"]"#,
        "dequeueToast from 0: []",
        #"enqueueToast from 0: ["Upload failed"]"#,
        "dequeueToast from 0: []",
        #"enqueueToast from 0: ["See you tomorrow 👋"]"#,
        "dequeueToast from 0: []",
      ])
    #expect(
      session.steps.map(\.marks.first) == [
        nil, nil, "the second is still there", nil, "waved away before its time", nil, nil, nil,
      ])
  }

  @Test("saga: an error buzzes though no selector sees it, and clearing nothing is confirmed")
  func followsActions() async throws {
    var buzzes = 0
    let session = try await Self.record(.saga, in: .recordedIDs) { buzzes = $0.buzzes }
    #expect(buzzes == 1)
    #expect(
      log(session) == [
        #"enqueueToast from 0: ["Syncing"]"#,
        #"enqueueToast from 0: ["Syncing", "Sync failed"]"#,
        "clearToast from 0: []",
        #"enqueueToast from 3: ["All cleared"]"#,
        "dequeueToast from 0: []",
        "clearToast from 0: []",
        #"enqueueToast from 6: ["All cleared"]"#,
        "dequeueToast from 0: []",
      ])
    #expect(session.states[5] == session.states[6])
  }

  @Test("what follows from actions is the same without a recording", arguments: ToastScript.all)
  func playsWithoutRecording(script: ToastScript) async throws {
    var plays: [[String]] = []
    for isOn in [true, false] {
      let path = RecordedSession.newPath()
      defer { try? FileManager.default.removeItem(atPath: path) }
      let recorder = try SessionRecorder(path: path, store: "toast")
      if !isOn { recorder.close() }
      let pauses = script.isTimeless ? Pauses.timeless(from: 1000.7) : FakeTime(at: 1000.7).pauses
      let reducer = ToastApp.recordedIDs.reducer(clock: pauses.now)
      var log: [String] = []
      let screen = ToastScreen(recorder: recorder) {
        log.append("\($0) at \(pauses.now().timeIntervalSince1970)")
        return reducer($0, $1)
      }
      await script.play(screen, pauses)
      plays.append(log + ["\(screen.buzzes) buzzes"])
    }
    #expect(plays[0].count > 6)
    #expect(plays[0] == plays[1])
  }

  @Test("with recorded ids a host gives every state again", arguments: ToastScript.all)
  func reproduces(script: ToastScript) async throws {
    let session = try await Self.record(script, in: .recordedIDs)
    let enqueued = session.steps.filter { $0.action.type == "enqueueToast" }
    #expect(session.steps.flatMap(\.inputs).map(\.n) == enqueued.map(\.action.n))
    #expect(Set(session.steps.flatMap(\.inputs).map(\.name)) == ["date"])
    try Replay(of: session, by: ToastApp.recordedIDs.host()).reproduces(session)
  }

  @Test("with ids from the clock a host parts at the first id", arguments: ToastScript.all)
  func partsAtFirstID(script: ToastScript) async throws {
    let session = try await Self.record(script, in: .clockIDs)
    #expect(session.steps.flatMap(\.inputs) == [])
    let app = ToastApp.clockIDs
    let same = app.host(clock: { Date(timeIntervalSince1970: 1000.7) })
    let later = app.host(clock: { Date(timeIntervalSince1970: 5000) })
    // While the clock stands still only toasts of that second come again.
    #expect(try Replay(of: session, by: same).states.prefix(2) == session.states.prefix(2))
    let replay = try Replay(of: session, by: later)
    let parting = try #require(replay.parting(from: session))
    #expect(parting.n == 1)
    #expect(parting.path == "/items/0/id")
    #expect(replay.states[1]["items"]?[0]?["id"] == 5000)
  }

  @Test(
    "the app as it is shipped reproduces what it recorded",
    arguments: ["burst", "dismissal", "saga"])
  func shippedAppReproduces(name: String) async throws {
    let sample = try #require(SampleApps.named("toast"))
    let scenario = try #require(sample.scenarios.first { $0.name == name })
    let session = try await RecordedSession.record(sample.name) { await scenario.run($0) }
    try Replay(of: session, by: ToastApp.recordedIDs.host()).reproduces(session)
  }

  private func ids(in state: JSONValue?) -> [Int] {
    (state?["items"]?.array ?? []).compactMap { $0["id"]?.int }
  }
}
