import AdoptingApps
import Commands
import Foundation
import Inspector
import Recorder
import RecorderHost
import TestSupport
import Testing

@Suite("docs/adopting/async-middleware.md")
@MainActor
struct AsyncMiddlewarePageTests {
  @Test("its commands print what it shows")
  func commands() async throws {
    let commands = try PageCommands(hosts: ["cat-host"])
    defer { commands.remove() }
    try await Self.record(to: commands.path("cat.ndjson"))
    try commands.expect(AdoptingPage(name: "async-middleware"))
  }

  @Test("the session of its test target is what the app records")
  func session() async throws {
    try await expectKept("AsyncMiddleware/Sessions/cat.ndjson", record: Self.record)
  }

  /// Two fetches at once; the second is answered first.
  static func record(to path: String) async throws {
    let clock = SteadyClock()
    let options = RecorderOptions(environment: steadySurroundings(clock))
    let recorder = try SessionRecorder(path: path, store: "cat", options: options)
    let server = Server()
    let store = CatStore(middleware: CatFetching(fetch: server.fetch), recorder: recorder)
    let siamese = Task { await store.dispatch(.fetchCat(breed: "siamese")) }
    await server.isAsked(1)
    clock.pass(0.4)
    let manx = Task { await store.dispatch(.fetchCat(breed: "manx")) }
    await server.isAsked(2)
    clock.pass(0.3)
    server.answer("manx")
    await manx.value
    clock.pass(1.1)
    server.answer("siamese")
    await siamese.value
    recorder.close()
  }

  /// Answers when it is told to.
  @MainActor
  private final class Server {
    private var requests: [String: CheckedContinuation<String, Never>] = [:]
    private var count = 0
    private var watcher: (count: Int, wake: CheckedContinuation<Void, Never>)?

    func fetch(_ breed: String) async -> String {
      await withCheckedContinuation { request in
        requests[breed] = request
        count += 1
        if let watcher, watcher.count == count { watcher.wake.resume() }
      }
    }

    func isAsked(_ times: Int) async {
      guard count < times else { return }
      await withCheckedContinuation { watcher = (times, $0) }
    }

    func answer(_ breed: String) { requests[breed]?.resume(returning: "\(breed).jpg") }
  }
}

@Suite("The sessions of the cat")
struct CatSessions {
  @Test("reproduces", arguments: try SessionFile.files(in: "Sessions"))
  func reproduces(_ session: SessionFile) throws {
    let verdict = try session.verify { catHost.machine(answer: $0).handle }
    #expect(verdict.reproduces, "\(verdict)")
  }
}
