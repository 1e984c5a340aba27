import Recorder

/// The toasts of an app: a store that is recorded, its view model, and what a person does there.
final class ToastScreen {
  private let store: ReSwift.Store<ToastState>
  private let viewModel: ToastViewModel
  private let recorder: SessionRecorder
  private var view: ToastView?
  private var saga: ToastSaga?
  private var adviser: ToastAdviser?

  init(recorder: SessionRecorder, reducer: @escaping ReSwift.Reducer<ToastState>) {
    self.recorder = recorder
    // The middleware records which action caused which, the reducer hook what each did.
    store = ReSwift.Store(
      reducer: recorder.reducer(reducer), state: ToastState(),
      middleware: [recorder.middleware()])
    viewModel = ToastViewModel(store)
  }

  /// The toast on the screen.
  var shown: ToastItem? { viewModel.item }
  /// How often the device has buzzed.
  var buzzes: Int { saga?.buzzes ?? 0 }

  /// From now on toasts disappear by themselves.
  func dismissesToasts(with scheduler: any Scheduler) {
    view = ToastView(viewModel, scheduler: scheduler)
  }

  /// From now on errors buzz, and clearing is confirmed.
  func followsActions() { saga = ToastSaga(recorder, store) }

  /// From now on a hint follows an error on the screen, dispatched while the screen gets the state.
  func answersErrors() { adviser = ToastAdviser(store) }

  func enqueue(_ message: String, _ type: ToastType? = nil) {
    viewModel.enqueueToast(message: message, type: type)
  }

  /// Dismisses the toast on the screen, if there is one.
  func dequeue() { viewModel.dequeueToast() }

  /// Dismisses a toast, even one that is gone: a tap that comes too late.
  func dequeue(_ item: ToastItem) { viewModel.dequeueToast(id: item.id) }

  func clear() { viewModel.clear() }

  func mark(_ text: String) { recorder.mark(text) }
}

/// A subscriber that dispatches while it gets a state.
private final class ToastAdviser: ReSwift.StoreSubscriber {
  private let store: ReSwift.Store<ToastState>

  init(_ store: ReSwift.Store<ToastState>) {
    self.store = store
    store.subscribe(self) { $0.select(selectToastItem) }
  }

  func newState(state: ToastItem?) {
    guard state?.type == .error else { return }
    store.dispatch(ToastAction.enqueueToast(message: "Details in Settings", type: .info))
  }
}
