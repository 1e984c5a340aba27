import AdoptingApps
import Commands
import Foundation
import Inspector
import Recorder
import TestSupport
import Testing

@Suite("docs/adopting/redux-race.md", .timeLimit(.minutes(1)))
@MainActor
struct RaceTests {
  @Test("its commands print what it shows")
  func commands() throws {
    let commands = try PageCommands(hosts: [])
    defer { commands.remove() }
    // The page is read in a clone of the package.
    try FileManager.default.createSymbolicLink(
      atPath: commands.path("sessions"),
      withDestinationPath: PackageRoot.url.appending(path: "sessions").path)
    try commands.expect(AdoptingPage(name: "redux-race"))
  }

  /// What the server is asked for when a text and a category come in one turn.
  private func requests(
    _ middleware: (
      @escaping NewsApp.Server, SessionRecorder, @escaping @MainActor () -> NewsApp.AppState
    ) -> NewsApp.Middleware<NewsApp.AppState>
  ) async throws -> [String] {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "race-\(UUID().uuidString).ndjson").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try newsRecorder(path, SteadyClock())
    var requests: [String] = []
    let server: NewsApp.Server = { text, category in
      requests.append("\(text)|\(category)")
      return []
    }
    var state: (@MainActor () -> NewsApp.AppState)?
    let store = NewsApp.store(
      recorder: recorder, middleware: middleware(server, recorder) { state?() ?? .init() })
    state = { store.state }
    let screen = NewsApp.Screen(store, recorder)
    screen.type("cheese")
    screen.choose("travel")
    await until { requests.count == 2 && !store.state.newsState.isLoading }
    recorder.close()
    return requests
  }

  @Test("with the state at the dispatch, each request misses what the other action brings")
  func stale() async throws {
    let requests = try await requests { server, recorder, _ in
      NewsApp.newsMiddleware(server, recorder)
    }
    #expect(requests == ["cheese|", "|travel"])
  }

  @Test("with the state of the store in the task, each request has what was there by its action")
  func mended() async throws {
    let requests = try await requests { NewsApp.mendedNewsMiddleware($0, $1, getState: $2) }
    #expect(requests == ["cheese|", "cheese|travel"])
  }
}
