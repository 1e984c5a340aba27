import Foundation
import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("Recorded visits to the five screens")
@MainActor
struct GourmetScriptTests {
  /// Records a script of an app.
  static func record(
    _ script: GourmetScript, _ app: GourmetApp = .recordedZone,
    oracle: Oracle<AppState> = Oracle()
  ) async throws -> RecordedSession {
    try await RecordedSession.record(app.name) { recorder in
      let reducer = app.reducer
      await script.play(recorder) { state, action in
        let next = reducer(state, action)
        if let action = action as? any Encodable {
          oracle.note(action, before: state, after: next)
        }
        return next
      }
    }
  }

  /// Each step: the action's type, and the one that caused it.
  static func log(_ session: RecordedSession) -> [String] {
    session.steps.map { step in
      let cause = step.action.from.map { " from \($0)" } ?? ""
      return step.action.type.replacingOccurrences(of: "Action", with: "") + cause
    }
  }

  /// The ids that the archive shows after a step; those that are stored, with a star.
  static func cells(_ session: RecordedSession, after n: Int) -> [String] {
    let cells = session.states[n]["archiveState"]?["archiveCellViewObjects"]?.array ?? []
    return cells.map { "\($0["id"]?.int ?? 0)\($0["isStored"] == true ? "*" : "")" }
  }

  @Test(
    "each reduction is recorded once, in order, between its states, and reproduced",
    arguments: [GourmetApp.recordedZone, .systemZone], GourmetScript.all)
  func agreesWithOracle(app: GourmetApp, script: GourmetScript) async throws {
    let oracle = Oracle<AppState>()
    let session = try await Self.record(script, app, oracle: oracle)
    oracle.agrees(with: session)
    try Replay(of: session, by: app.host).reproduces(session)
  }

  @Test("the zone is drawn once for each answer with dates, and only where it is recorded")
  func inputs() async throws {
    let session = try await Self.record(.visit)
    let dated = session.steps.filter {
      ["SuccessHomeAction", "SuccessFavoriteAction", "SuccessProfileAction"].contains(
        $0.action.type)
    }
    #expect(dated.count == 3)
    let zone = JSONValue.string(TimeZone.current.identifier)
    #expect(
      dated.flatMap(\.inputs).map { [.string($0.name), $0.value] }
        == [[JSONValue]](repeating: ["timeZone", zone], count: 3))
    #expect(session.steps.flatMap(\.inputs).count == 3)
    #expect(try await Self.record(.visit, .systemZone).steps.flatMap(\.inputs) == [])
  }

  @Test("visit: the five screens, and dishes that are stored and let go")
  func visit() async throws {
    let session = try await Self.record(.visit)
    #expect(
      Self.log(session) == [
        "RequestOnboarding", "SuccessOnboarding from 1", "CloseOnboarding",
        "RequestHome", "SuccessHome from 4",
        "RequestArchiveWithInputText", "SuccessArchive from 6",
        "RequestArchiveWithSelectedCategory", "SuccessArchive from 8",
        "AddArchiveObject", "AddArchiveObject", "DeleteArchiveObject",
        "RequestArchiveWithInputText", "SuccessArchive from 13",
        "RequestFavorite", "SuccessFavorite from 15", "RequestProfile", "SuccessProfile from 17",
      ])
    #expect(Self.cells(session, after: 9) == ["17", "33"])
    #expect(Self.cells(session, after: 11) == ["17*", "33*"])
    #expect(Self.cells(session, after: 12) == ["17", "33*"])
    #expect(Self.cells(session, after: 14) == ["33*"])
    let end = try #require(session.states.last)
    for screen in ["homeState", "archiveState", "favoriteState", "profileState"] {
      #expect(end[screen]?["isLoading"] == false)
      #expect(end[screen]?["isError"] == false)
    }
  }

  @Test("race: requests overlap, and the one for the category misses the keyword")
  func race() async throws {
    let session = try await Self.record(.race)
    #expect(
      Self.log(session) == [
        "RequestOnboarding", "RequestHome", "RequestArchiveWithInputText",
        "RequestArchiveWithSelectedCategory", "RequestFavorite", "RequestProfile",
        "SuccessOnboarding from 1", "SuccessHome from 2", "SuccessArchive from 3",
        "SuccessArchive from 4", "SuccessFavorite from 5", "SuccessProfile from 6",
      ])
    #expect(session.steps[3].before["archiveState"]?["inputText"] == "チーズ")
    #expect(Self.cells(session, after: 9) == ["12", "17", "26", "33"])
    #expect(
      Self.cells(session, after: 10) == ["1", "6", "10", "15", "17", "21", "25", "30", "33"])
  }

  @Test("failures: every screen fails and is mended, and nothing is kept")
  func failures() async throws {
    let session = try await Self.record(.failures)
    func twice(_ screen: String, _ n: Int, request: String? = nil) -> [String] {
      let request = "Request\(request ?? screen)"
      return [request, "Failure\(screen) from \(n)", request, "Success\(screen) from \(n + 2)"]
    }
    #expect(
      Self.log(session) == twice("Onboarding", 1)
        + ["CloseOnboarding", "FailureOnboarding from 5"] + twice("Home", 7)
        + twice("Archive", 11, request: "ArchiveWithInputText")
        + ["AddArchiveObject", "FailureArchiveObject from 15"]
        + ["DeleteArchiveObject", "FailureArchiveObject from 17"] + twice("Favorite", 19)
        + twice("Profile", 23))
    #expect(
      [14, 15, 16, 17, 18].map { Self.cells(session, after: $0) } == [
        ["4*", "34"], ["4*", "34*"], ["4*", "34"], ["4", "34"], ["4*", "34"],
      ])
  }

  @Test("again: what was kept in files is there at the second launch")
  func again() async throws {
    let session = try await Self.record(.again)
    #expect(session.states[2] == session.states[0])
    #expect(Self.cells(session, after: 4) == ["4*", "34"])
    #expect(Self.cells(session, after: 7) == ["4", "34"])
  }

  @Test("damaged: a damaged file is one failure, and then a new one is kept")
  func damaged() async throws {
    let session = try await Self.record(.damaged)
    #expect(
      Self.log(session) == [
        "RequestArchiveWithInputText", "FailureArchive from 1",
        "RequestArchiveWithInputText", "SuccessArchive from 3",
        "AddArchiveObject", "RequestArchiveWithInputText", "SuccessArchive from 6",
      ])
    #expect(Self.cells(session, after: 4) == ["4", "34"])
    #expect(Self.cells(session, after: 7) == ["4", "34*"])
  }

  @Test("no action is named twice")
  func registry() {
    #expect(GourmetApp.actions.faults == [])
    #expect(ArchiveApp.actions.faults == [])
  }
}

@Suite("A time zone in a reducer")
@MainActor
struct GourmetZoneTests {
  /// An app whose reducer looks at the system's zone, as if that were this one.
  private func app(in zone: String) -> GourmetApp {
    GourmetApp(name: "gourmet-zone", summary: "", zone: { zone })
  }

  /// An app whose reducer draws the zone, on a system in this one.
  private func drawingApp(in zone: String) -> GourmetApp {
    GourmetApp(name: "gourmet", summary: "", zone: { Inputs.value("timeZone") { zone } })
  }

  @Test("read in the reducer, it parts the replay from the session in another zone, at a date")
  func parts() async throws {
    let session = try await GourmetScriptTests.record(.home, app(in: "America/Los_Angeles"))
    for zone in ["UTC", "Asia/Tokyo"] {
      let replay = try Replay(of: session, by: app(in: zone).host)
      let parting = try #require(replay.parting(from: session))
      #expect(parting.n == 2)
      #expect(parting.path == "/homeState/recentNewsCarouselViewObjects/0/date")
    }
    try Replay(of: session, by: app(in: "America/Los_Angeles").host).reproduces(session)
  }

  @Test("drawn as an input, it comes from the session, in whatever zone that is replayed")
  func reproduces() async throws {
    let session = try await GourmetScriptTests.record(.home, drawingApp(in: "America/Los_Angeles"))
    for zone in ["UTC", "Asia/Tokyo", "America/Los_Angeles"] {
      try Replay(of: session, by: drawingApp(in: zone).host).reproduces(session)
    }
    let news = session.states[2]["homeState"]?["recentNewsCarouselViewObjects"]?.array
    #expect(news?.first?["date"] == "2022.11.30")
  }
}
