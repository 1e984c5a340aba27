import Foundation
import Recorder

/// The toast queue as an app: what the screen would do, done by a view model.
enum ToastApp {
  /// Ids come through a recorded input: the session reproduces.
  static let recordedIDs = make(
    "toast", "a queue of toasts; ids are recorded inputs", now: Inputs.date)
  /// Ids come straight from the clock: the session does not reproduce.
  static let clockIDs = make(
    "toast-clock", "a queue of toasts; ids come from the clock in the reducer", now: { Date() })

  private static func make(
    _ name: String, _ summary: String, now: @escaping @Sendable () -> Date
  ) -> SampleApp {
    SampleApp(
      name: name, summary: summary,
      scenarios: [
        Scenario("queue", "toasts come and go; two of one second go together, by mistake") {
          await playQueue(ToastScreen(recorder: $0, now: now))
        },
        Scenario("burst", "a view model answers errors with toasts of its own, while it is told") {
          playBurst(ToastScreen(recorder: $0, now: now))
        },
      ],
      serve: {
        let reducer = toastReducer(now: now)
        let host = ReducerHost<ToastState, ToastAction>(store: name, codec: .codable) {
          $0 = reducer($1, $0)
        }
        return host.run()
      })
  }

  private static func playQueue(_ screen: ToastScreen) async {
    await startOfSecond()
    screen.enqueue("ようこそ")
    screen.mark("signed in")
    await startOfSecond()
    screen.dequeue()
    screen.enqueue("Draft saved", .success)
    screen.mark("save while offline")
    screen.enqueue("Upload failed", .error)
    await startOfSecond()
    // The user waves the first toast away, and the second goes with it.
    screen.dequeue()
    screen.enqueue("接続しました", .success)
    screen.clear()
    screen.enqueue("All caught up")
    await startOfSecond()
    screen.enqueue("See you tomorrow 👋")
    screen.dequeue()
    screen.dequeue()
  }

  private static func playBurst(_ screen: ToastScreen) {
    screen.answersErrors = true
    screen.enqueue("Sync failed", .error)
    screen.enqueue("Still offline", .info)
    screen.clear()
    screen.enqueue("Disk almost full", .error)
    screen.clear()
  }

  /// Waits until a second of the clock has just begun, so that what follows happens within one.
  private static func startOfSecond() async {
    let passed = Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 1)
    try? await Task.sleep(nanoseconds: UInt64((1.02 - passed) * 1e9))
  }
}

/// The view model of the toast on the screen: shows the first of the queue, dispatches for the user.
final class ToastScreen {
  private let store: Store<ToastState>
  private let recorder: SessionRecorder
  private(set) var shown: ToastItem?
  var answersErrors = false

  init(recorder: SessionRecorder, now: @escaping () -> Date) {
    self.recorder = recorder
    let reducer: (any Action, ToastState?) -> ToastState = toastReducer(now: now)
    // The middleware tells which action caused which, the reducer hook what each did.
    store = Store(
      reducer: recorder.reducer(reducer), state: ToastState(),
      middleware: [recorder.middleware()])
    store.subscribe(select: \.items.first) { [unowned self] in newState($0) }
  }

  private func newState(_ item: ToastItem?) {
    shown = item
    guard answersErrors, item?.type == .error else { return }
    store.dispatch(ToastAction.enqueueToast(message: "Details in Settings", type: .info))
  }

  func enqueue(_ message: String, _ type: ToastType? = nil) {
    store.dispatch(ToastAction.enqueueToast(message: message, type: type))
  }

  func dequeue() {
    if let shown { store.dispatch(ToastAction.dequeueToast(id: shown.id)) }
  }

  func clear() { store.dispatch(ToastAction.clearToast) }

  func mark(_ text: String) { recorder.mark(text) }
}
