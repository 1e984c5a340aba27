import Recorder

/// Reactions to a dispatch itself, whatever it did to the state.
///
/// A subscriber cannot do this: an error that waits behind another toast changes nothing that it
/// has selected, nor does clearing an empty queue.
final class ToastSaga {
  /// How often the device buzzed: once for each error.
  private(set) var buzzes = 0
  private var listening: ActionSubscription?

  init(_ recorder: SessionRecorder, _ store: ReSwift.Store<ToastState>) {
    listening = recorder.observeActions(of: ToastAction.self) {
      [weak self, unowned store] action, _ in
      switch action {
      case .enqueueToast(_, .error): self?.buzzes += 1
      case .clearToast:
        store.dispatch(ToastAction.enqueueToast(message: "All cleared", type: .success))
      default: break
      }
    }
  }
}
