import Commands
import Foundation
import Inspector
import Recorder
import RecorderHost
import SampleApps
import TestSupport
import Testing

@testable import AdoptingReSwift

@Suite("docs/adopting/reswift-product-list.md")
struct ReSwiftProductListPageTests {
  @Test("its commands print what it shows")
  func commands() throws {
    let commands = try PageCommands(hosts: ["product-host"])
    defer { commands.remove() }
    try Self.record(to: commands.path("products.ndjson"))
    try commands.expect(AdoptingPage(name: "reswift-product-list"))
  }

  @Test("the session of its test target is what the app records")
  func session() async throws {
    try await expectKept("ReSwiftProductList/Sessions/products.ndjson", record: Self.record)
  }

  static func record(to path: String) throws {
    let clock = SteadyClock()
    let recorder = makeProductListRecorder(
      in: .folder(path + ".folder"),
      options: RecorderOptions(environment: steadySurroundings(clock)))
    let store = makeProductListStore(recorder: recorder)
    let controller = ProductListController(store)
    var answers: [() -> Void] = []
    let request: LoadProducts = { page, answer in
      answers.append {
        let ids = (page * 2 + 1)...(page * 2 + 2)
        answer(ids.map { Product(id: $0, name: "Product \($0)") })
      }
    }
    for (type, page) in [(ProductListState.LoadingType.initialize, 0), (.add, 1)] {
      store.dispatch(load(type, page: page, request))
      clock.pass(0.4)
      answers.removeFirst()()
      clock.pass(3)
    }
    store.dispatch(load(.add, page: 2, request))
    recorder.mark("pulls to refresh")
    store.dispatch(load(.refresh, page: 0, request))
    clock.pass(0.4)
    answers.removeLast()()
    clock.pass(0.9)
    answers.removeLast()()
    #expect(controller.reloads == 4)
    recorder.close()
    try FileManager.default.moveItem(atPath: try #require(recorder.paths.first), toPath: path)
    try FileManager.default.removeItem(atPath: path + ".folder")
  }
}

@Suite("The sessions of the product list")
struct ProductListSessions {
  @Test("reproduces", arguments: try SessionFile.files(in: "Sessions"))
  func reproduces(_ session: SessionFile) throws {
    let verdict = try session.verify { productHost.machine(answer: $0).handle }
    #expect(verdict.reproduces, "\(verdict)")
  }
}
