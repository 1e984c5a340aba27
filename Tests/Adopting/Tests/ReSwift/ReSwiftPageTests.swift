import Commands
import Foundation
import Inspector
import Recorder
import RecorderHost
import SampleApps
import TestSupport
import Testing

@testable import AdoptingReSwift

@Suite("docs/adopting/reswift.md")
struct ReSwiftPageTests {
  @Test("its commands print what it shows")
  func commands() throws {
    let commands = try PageCommands(hosts: ["toast-host"])
    defer { commands.remove() }
    try Self.record(to: commands.path("toast.ndjson"))
    try Self.record(to: commands.path("clock.ndjson"), now: { Date(timeIntervalSince1970: 1000) })
    try commands.expect(AdoptingPage(name: "reswift"))
  }

  @Test("the session of its test target is what the app records")
  func session() async throws {
    try await expectKept("ReSwift/Sessions/toast.ndjson") { try Self.record(to: $0) }
  }

  static func record(
    to path: String,
    now: @escaping () -> Date = { Inputs.value("date") { Date(timeIntervalSince1970: 1000) } }
  ) throws {
    let clock = SteadyClock()
    let options = RecorderOptions(environment: steadySurroundings(clock))
    let recorder = try SessionRecorder(path: path, store: "app", options: options)
    let store = makeAppStore(recorder: recorder, now: now)
    store.dispatch(ToastActions.enqueueToast(message: "Draft saved", type: .success))
    clock.pass(0.3)
    store.dispatch(ToastActions.enqueueToast(message: "Upload failed", type: .error))
    clock.pass(2)
    recorder.mark("waved away")
    store.dispatch(ToastActions.dequeueToast(id: 1000))
    recorder.close()
  }

  @Test("its listener hears of each error, recorded or not, also where the store was there before")
  func listens() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try SessionRecorder(path: path, store: "app")
    let store = Store<AppState>(
      reducer: appReducer(now: Inputs.date), state: AppState(),
      middleware: [createThunkMiddleware()])
    attach(recorder, to: store)
    let buzzer = ErrorBuzzer(recorder: recorder)
    for type in [ToastType.info, .error, .success, .error] {
      store.dispatch(ToastActions.enqueueToast(message: "a", type: type))
      if type == .success { recorder.close() }
    }
    #expect(buzzer.buzzes == 2)
    #expect(store.state.toast.items.count == 4)
    #expect(try SessionFile(path: path).verify { toastHost.machine(answer: $0).handle }.reproduces)
  }
}

@Suite("The sessions of the toasts")
struct ToastSessions {
  @Test("reproduces", arguments: try SessionFile.files(in: "Sessions"))
  func reproduces(_ session: SessionFile) throws {
    let verdict = try session.verify { toastHost.machine(answer: $0).handle }
    #expect(verdict.reproduces, "\(verdict)")
  }
}
