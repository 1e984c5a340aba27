import AdoptingApps
import Commands
import Foundation
import Inspector
import Recorder
import RecorderHost
import TestSupport
import Testing

@Suite("docs/adopting/own-store.md")
struct OwnStorePageTests {
  @Test("its commands print what it shows")
  func commands() throws {
    let commands = try PageCommands(hosts: ["basket-host"])
    defer { commands.remove() }
    try Self.record(to: commands.path("basket.ndjson"))
    try commands.expect(AdoptingPage(name: "own-store"))
  }

  @Test("the session of its test target is what the app records")
  func session() async throws {
    try await expectKept("OwnStore/Sessions/basket.ndjson", record: Self.record)
  }

  static func record(to path: String) throws {
    let clock = SteadyClock()
    let options = RecorderOptions(environment: steadySurroundings(clock))
    let recorder = try SessionRecorder(path: path, store: "basket", options: options)
    let store = BasketStore(recorder: recorder)
    store.send(.add(item: "tea", price: 450))
    clock.pass(0.8)
    store.send(.add(item: "tea", price: 450))
    clock.pass(1.5)
    recorder.mark("takes a cup out")
    store.send(.remove(item: "cup", price: 900))
    clock.pass(0.7)
    store.send(.remove(item: "tea", price: 450))
    recorder.close()
  }
}

@Suite("A host of an app whose types are internal")
struct InternalTypesTests {
  @Test("it replays an entity whose keys are private, under the names of its server")
  func replays() throws {
    let commands = try PageCommands(hosts: ["cart-host"])
    defer { commands.remove() }
    let lines = [
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"0c0f8d4e-6a3b-4f7e-9c55-2f4d9f0f7a11","started":"2026-01-02T03:04:05Z","store":"cart"}"#,
      #"{"kind":"state","n":0,"state":{"banners":[]}}"#,
      #"{"kind":"action","n":1,"t":1,"type":"show","action":{"show":{"_0":{"id":7,"banner_contents":"tea"}}}}"#,
      #"{"kind":"state","n":1,"state":{"banners":[{"id":7,"banner_contents":"tea"}]}}"#,
      #"{"kind":"end","n":1,"t":2}"#,
    ]
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(filePath: commands.path("cart.ndjson")))
    #expect(
      try commands.run("inspect --host cart-host verify cart.ndjson")
        == ["✓ reproduces  cart.ndjson  1 of 1 action equal"])
  }
}

@Suite("The sessions of the basket")
struct RecordedSessions {
  @Test("reproduces", arguments: try SessionFile.files(in: "Sessions"))
  func reproduces(_ session: SessionFile) throws {
    let verdict = try session.verify { basketHost.machine(answer: $0).handle }
    #expect(verdict.reproduces, "\(verdict)")
  }
}
