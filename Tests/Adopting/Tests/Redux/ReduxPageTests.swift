import AdoptingApps
import Commands
import Foundation
import Inspector
import Recorder
import RecorderHost
import SessionFormat
import TestSupport
import Testing

@Suite("docs/adopting/redux.md")
struct ReduxPageTests {
  @Test("its commands print what it shows")
  func commands() async throws {
    let commands = try PageCommands(hosts: ["news-host"])
    defer { commands.remove() }
    try await Self.record(to: commands.path("news.ndjson"))
    try commands.expect(AdoptingPage(name: "redux"))
  }

  @Test("the session of its test target is what the app records")
  func session() async throws {
    try await expectKept("Redux/Sessions/news.ndjson", record: Self.record)
  }

  /// A search that fails, is tried again, and is answered.
  @MainActor
  static func record(to path: String) async throws {
    let clock = SteadyClock()
    let recorder = try newsRecorder(path, clock)
    var calls = 0
    let server: NewsApp.Server = { text, _ in
      clock.pass(0.2)
      calls += 1
      if calls == 1 { throw ServerIsDown() }
      return newsArticles.filter { $0.title.contains(text) }
    }
    let store = NewsApp.store(
      recorder: recorder, middleware: NewsApp.newsMiddleware(server, recorder))
    let screen = NewsApp.Screen(store, recorder)
    screen.type("cheese")
    await until { store.state.newsState.isError }
    clock.pass(2.4)
    screen.type("cheese")
    await until { !store.state.newsState.articles.isEmpty }
    recorder.close()
  }
}

@Suite("The sessions of the news", .timeLimit(.minutes(1)))
struct NewsSessions {
  @Test("reproduces", arguments: try SessionFile.files(in: "Sessions"))
  func reproduces(_ session: SessionFile) throws {
    let verdict = try session.verify { newsHost.machine(answer: $0).handle }
    #expect(verdict.reproduces, "\(verdict)")
  }
}

struct ServerIsDown: Error {}

let newsArticles = [
  NewsApp.ArticleEntity(id: 1, title: "A cheese of the Alps", categoryName: "travel"),
  NewsApp.ArticleEntity(id: 2, title: "The price of cheese", categoryName: "economy"),
  NewsApp.ArticleEntity(id: 3, title: "Night trains are back", categoryName: "travel"),
]

/// A recorder of the news, whose clock stands still.
func newsRecorder(_ path: String, _ clock: SteadyClock) throws -> SessionRecorder {
  var options = RecorderOptions(environment: steadySurroundings(clock))
  NewsApp.addNames(to: &options)
  return try SessionRecorder(path: path, store: "news", options: options)
}

/// Lets the main actor work until something has come about.
@MainActor
func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
