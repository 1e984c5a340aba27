import AdoptingApps
import Commands
import Foundation
import Inspector
import Recorder
import RecorderHost
import TestSupport
import Testing

@Suite("docs/adopting/composable.md")
struct ComposablePageTests {
  @Test("its commands print what it shows")
  func commands() throws {
    let commands = try PageCommands(hosts: ["search-host"])
    defer { commands.remove() }
    try Self.record(to: commands.path("search.ndjson"))
    try commands.expect(AdoptingPage(name: "composable"))
  }

  @Test("the session of its test target is what the app records")
  func session() async throws {
    try await expectKept("Composable/Sessions/search.ndjson", record: Self.record)
  }

  static func record(to path: String) throws {
    let clock = SteadyClock()
    let options = RecorderOptions(environment: steadySurroundings(clock))
    let recorder = try SessionRecorder(path: path, store: "search", options: options)
    var answers: [(Result<[String], TCA.SearchFailure>) -> Void] = []
    let environment = TCA.SearchEnvironment { _ in .future { answers.append($0) } }
    let store = TCA.searchStore(environment, recorder: recorder)
    store.send(.queryChanged("kyo"))
    clock.pass(0.6)
    store.send(.queryChanged("osa"))
    clock.pass(0.2)
    answers[1](.success(["Osaka"]))
    clock.pass(0.9)
    answers[0](.success(["Kyoto", "Kyoshi"]))
    clock.pass(2)
    store.send(.queryChanged("osak"))
    clock.pass(0.1)
    answers[2](.failure(TCA.SearchFailure(status: 503)))
    recorder.close()
  }

  @Test("a reducer of TCA 1.x is recorded by the one around it, and replays")
  func recordedReducer() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "feature-\(UUID().uuidString).ndjson").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try SessionRecorder(path: path, store: "feature")
    let store = TCA1.featureStore(recorder: recorder)
    for _ in 1...3 { store.send(.tapped) }
    recorder.close()
    #expect(store.state.taps == 3)
    let verdict = try SessionFile(path: path).verify { TCA1.featureHost.machine(answer: $0).handle }
    #expect(verdict.reproduces, "\(verdict)")
    #expect(verdict.actions == 3)
  }
}

@Suite("The sessions of the search")
struct SearchSessions {
  @Test("reproduces", arguments: try SessionFile.files(in: "Sessions"))
  func reproduces(_ session: SessionFile) throws {
    let verdict = try session.verify { TCA.searchHost.machine(answer: $0).handle }
    #expect(verdict.reproduces, "\(verdict)")
  }
}
