import Recorder

/// What follows from the fact that something was dispatched, whatever it did to the state.
///
/// A subscriber cannot do this: an error that waits behind another toast changes nothing of what
/// it has selected, and nor does clearing an empty queue.
final class ToastSaga {
  /// What the device did: a buzz for each error.
  private(set) var buzzes = 0
  private var listening: Listening?

  init(_ recorder: SessionRecorder, _ store: ReSwift.Store<ToastState>) {
    listening = recorder.listen(for: ToastAction.self) { [weak self, unowned store] action, _ in
      switch action {
      case .enqueueToast(_, .error): self?.buzzes += 1
      case .clearToast:
        store.dispatch(ToastAction.enqueueToast(message: "All cleared", type: .success))
      default: break
      }
    }
  }
}
