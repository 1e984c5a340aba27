import Recorder

/// The view model of the toast on the screen: shows the first of the queue, dispatches for the user.
final class ToastScreen {
  private let store: Store<ToastState>
  private let recorder: SessionRecorder
  private(set) var shown: ToastItem?
  /// Whether an error on the screen is followed by a hint, dispatched while the screen is told.
  var answersErrors = false

  init(recorder: SessionRecorder, reducer: @escaping ToastReducer) {
    self.recorder = recorder
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

  /// Dismisses the toast on the screen, if there is one.
  func dequeue() {
    if let shown { dequeue(shown) }
  }

  /// Dismisses a toast, also one that is gone: a tap that comes too late.
  func dequeue(_ item: ToastItem) {
    store.dispatch(ToastAction.dequeueToast(id: item.id))
  }

  func clear() { store.dispatch(ToastAction.clearToast) }

  func mark(_ text: String) { recorder.mark(text) }
}
