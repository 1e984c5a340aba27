import Foundation
import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("Recorded toasts")
struct ToastScriptTests {
  static let apps = [ToastApp.recordedIDs, ToastApp.clockIDs]

  /// The app with a clock that stands still but in pauses; its ids are drawn as the app draws them.
  private static func app(_ app: ToastApp, at time: FakeTime) -> ToastApp {
    let isRecorded = app.name == ToastApp.recordedIDs.name
    return ToastApp(name: app.name, summary: app.summary) {
      isRecorded ? Inputs.value("date") { time.now } : time.now
    }
  }

  private static func record(
    _ script: ToastScript, in app: ToastApp, time: FakeTime = FakeTime(at: 1000.7),
    oracle: Oracle<ToastState> = Oracle()
  ) async throws -> RecordedSession {
    let reducer = Self.app(app, at: time).reducer
    return try await RecordedSession.record(app.name) { recorder in
      let screen = ToastScreen(recorder: recorder) { action, state in
        let next = reducer(action, state)
        if let action = action as? ToastAction, let state {
          oracle.note(action, before: state, after: next)
        }
        return next
      }
      await script.play(screen, time.pauses)
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
    let log = session.steps.map { step in
      let messages = (step.after?["items"]?.array ?? []).compactMap { $0["message"]?.string }
      return "\(step.action.type) from \(step.action.from ?? 0): \(messages)"
    }
    #expect(
      log == [
        #"enqueueToast from 0: ["Sync failed"]"#,
        #"enqueueToast from 1: ["Sync failed", "Details in Settings"]"#,
        #"enqueueToast from 0: ["Sync failed", "Details in Settings", "Still offline"]"#,
        "clearToast from 0: []",
        #"enqueueToast from 0: ["Disk almost full"]"#,
        #"enqueueToast from 5: ["Disk almost full", "Details in Settings"]"#,
        "clearToast from 0: []",
      ])
  }

  @Test("with recorded ids a host gives every state again", arguments: ToastScript.all)
  func reproduces(script: ToastScript) async throws {
    let session = try await Self.record(script, in: .recordedIDs)
    let enqueued = session.steps.filter { $0.action.type == "enqueueToast" }
    #expect(session.steps.flatMap(\.inputs).map(\.n) == enqueued.map(\.action.n))
    #expect(Set(session.steps.flatMap(\.inputs).map(\.name)) == ["date"])
    try Replay(of: session, by: ToastApp.recordedIDs.host).reproduces(session)
  }

  @Test("with ids from the clock a host parts at the first id", arguments: ToastScript.all)
  func partsAtFirstID(script: ToastScript) async throws {
    let session = try await Self.record(script, in: .clockIDs)
    #expect(session.steps.flatMap(\.inputs) == [])
    let same = Self.app(.clockIDs, at: FakeTime(at: 1000.7))
    let later = Self.app(.clockIDs, at: FakeTime(at: 5000))
    // While the clock stands still only toasts of that second come again.
    #expect(try Replay(of: session, by: same.host).states.prefix(2) == session.states.prefix(2))
    let replay = try Replay(of: session, by: later.host)
    let parting = try #require(replay.parting(from: session))
    #expect(parting.n == 1)
    #expect(parting.path == "/items/0/id")
    #expect(replay.states[1]["items"]?[0]?["id"] == 5000)
  }

  @Test("the app as it is shipped reproduces what it recorded")
  func shippedAppReproduces() async throws {
    let sample = try #require(SampleApps.named("toast"))
    let burst = try #require(sample.scenarios.first { $0.name == "burst" })
    let session = try await RecordedSession.record(sample.name) { await burst.run($0) }
    try Replay(of: session, by: ToastApp.recordedIDs.host).reproduces(session)
  }

  private func ids(in state: JSONValue?) -> [Int] {
    (state?["items"]?.array ?? []).compactMap { $0["id"]?.int }
  }
}
