import Foundation
import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("Recorded screens of the app store")
struct ScreenScriptTests {
  /// Thunks cannot be encoded, which is told once.
  private static let thunks = RecorderError.cannotEncode(
    type: "Thunk<ApplicationState>",
    reason: "the type is not Encodable, or its conformance belongs to an actor that this did not "
      + "run on: declare the type `nonisolated`")

  private static func record(
    _ script: ScreenScript, oracle: Oracle<ApplicationState> = Oracle()
  ) async throws -> RecordedSession {
    try await RecordedSession.record("screens", troubles: [thunks]) { recorder in
      ScreensApp.play(script, recorder) { action, state in
        let next = ApplicationState.reduce(action: action, state: state)
        if let action = action as? any Encodable, let state {
          oracle.note(action, before: state, after: next)
        }
        return next
      }
    }
  }

  /// Each step: the action's type, and which view states there are after it.
  private func log(_ session: RecordedSession) -> [String] {
    session.steps.map { step in
      let state = step.after
      let details = ((state?["appDetailViewState"]?.object).map(Array.init) ?? [])
        .map { id, detail -> String in
          let isLoaded = detail["name"] != nil
          let screens = detail["screens"]?.int ?? 0
          return id + (isLoaded ? "" : "?") + (detail["isStoryExpanded"] == true ? "+" : "")
            + (screens > 1 ? "x\(screens)" : "")
        }
      let others = ["todayViewState", "searchViewState"].filter { state?[$0] != nil }
        .map { String($0.dropLast("ViewState".count)) }
      return "\(step.action.type): \((others + details.sorted()).joined(separator: " "))"
    }
  }

  @Test(
    "each reduction is recorded once, in order, between its states, and reproduced",
    arguments: ScreenScript.all)
  func agreesWithOracle(script: ScreenScript) async throws {
    let oracle = Oracle<ApplicationState>()
    let session = try await Self.record(script, oracle: oracle)
    oracle.agrees(with: session)
    try Replay(of: session, by: ScreensApp.host).reproduces(session)
  }

  @Test("browse: view states come and go, and what is under another screen stays as it was")
  func browse() async throws {
    let session = try await Self.record(.browse)
    #expect(
      log(session) == [
        "Appear: today", "TodayLoaded: today",
        "Appear: today tide?", "DetailLoaded: today tide", "StoryExpanded: today tide+",
        "Appear: today fog? tide+", "DetailLoaded: today fog tide+",
        "Disappear: today tide+", "Disappear: today", "Disappear: ",
        "Appear: search", "SearchTyped: search", "SearchTyped: search",
        "SearchFound: search", "SearchFound: search", "Disappear: ",
      ])
    // The thunks that made the requests, after the actions that were reduced by then.
    #expect(session.dispatched.map(\.n) == [1, 3, 6, 12, 13])
    #expect(session.dispatched.allSatisfy { $0.type == "Thunk<ApplicationState>" && $0.opaque })
    // The answer to the first letters comes last, and is not shown.
    #expect(session.steps[14].action.action["text"] == "ti")
    #expect(session.states[14] == session.states[15])
    #expect(
      session.states[15]["searchViewState"]
        == ["text": "tidy", "results": [["id": "tidy", "name": "Tidy Drawer"]]])
  }

  @Test("twice: both screens of one app share its view state, which goes with the lower one")
  func twice() async throws {
    #expect(
      log(try await Self.record(.twice)) == [
        "Appear: tide?", "DetailLoaded: tide", "Appear: fog? tide", "DetailLoaded: fog tide",
        "Appear: fog tidex2", "StoryExpanded: fog tide+x2", "Disappear: fog tide+",
        "Disappear: tide+", "Disappear: ",
      ])
  }

  @Test("late: an answer for a screen that is gone makes none; the next visit takes what comes")
  func late() async throws {
    let session = try await Self.record(.late)
    #expect(
      log(session) == [
        "Appear: loom?", "Disappear: ", "DetailLoaded: ",
        "Appear: loom?", "Disappear: ", "Appear: loom?", "DetailLoaded: loom",
        "DetailLoaded: loom",
      ])
    #expect(session.states[2] == session.states[3])
  }

  @Test("the details on top are told of their own view state only")
  func subscribes() throws {
    let path = RecordedSession.newPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scheduler = ManualScheduler(ManualClock(0))
    let screens = AppStoreScreens(
      recorder: try SessionRecorder(path: path, store: "screens"),
      catalogue: AppCatalogue(scheduler: scheduler))
    screens.openDetail("tide")
    let tide = try #require(screens.detail)
    #expect(tide.shown == AppDetailViewState())
    scheduler.advance(by: 1)
    #expect(tide.shown?.name == "Tide Table")
    screens.openDetail("fog")
    #expect(screens.detail?.shown == AppDetailViewState())
    let before = tide.shown
    screens.detail?.expandStory()
    #expect(tide.shown == before)
    screens.back()
    #expect(screens.detail === tide)
    screens.back()
    #expect(screens.detail == nil)
    #expect(tide.shown == nil)
  }

  @Test("the app as it is shipped reproduces what it recorded", arguments: ScreenScript.all)
  func shippedAppReproduces(script: ScreenScript) async throws {
    let sample = try #require(SampleApps.named("screens"))
    let scenario = try #require(sample.scenarios.first { $0.name == script.name })
    let session = try await RecordedSession.record(sample.name, troubles: [Self.thunks]) {
      await scenario.run($0)
    }
    try Replay(of: session, by: ScreensApp.host).reproduces(session)
  }
}
