import AdoptingApps
import Foundation
import Inspector
import Recorder
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
    let options = RecorderOptions(surroundings: steadySurroundings(clock))
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

@Suite("The sessions of the basket")
struct RecordedSessions {
  @Test("reproduces", arguments: try SessionFile.files(in: "Sessions"))
  func reproduces(_ session: SessionFile) throws {
    let verdict = try session.verify { basketHost.machine(answer: $0).handle }
    #expect(verdict.reproduces, "\(verdict)")
  }
}
