import Recorder

/// The part of the store that the toast's view sees: the first toast of the queue, and what a
/// person can do with it.
final class ToastViewModel: ReSwift.StoreSubscriber {
  private let store: ReSwift.Store<ToastState>
  private(set) var item: ToastItem?
  /// The view, which gets each new toast.
  var onChange: (ToastItem?) -> Void = { _ in }

  init(_ store: ReSwift.Store<ToastState>) {
    self.store = store
    store.subscribe(self) { $0.select(selectToastItem) }
  }

  deinit { store.unsubscribe(self) }

  func newState(state: ToastItem?) {
    item = state
    onChange(state)
  }

  func enqueueToast(message: String, type: ToastType?) {
    store.dispatch(ToastAction.enqueueToast(message: message, type: type))
  }

  /// Dismisses the toast on the screen, if there is one.
  func dequeueToast() {
    if let item { dequeueToast(id: item.id) }
  }

  /// Dismisses a toast, even one that is gone: a tap that comes too late.
  func dequeueToast(id: Int) { store.dispatch(ToastAction.dequeueToast(id: id)) }

  func clear() { store.dispatch(ToastAction.clearToast) }
}

/// The toast on the screen.
func selectToastItem(_ state: ToastState) -> ToastItem? { state.items.first }

/// The view of the toast; a shown toast disappears by itself after a while.
final class ToastView {
  static let dismissAfter = 2.0

  private let viewModel: ToastViewModel
  private let scheduler: any Scheduler
  private var callOff: () -> Void = {}

  init(_ viewModel: ToastViewModel, scheduler: any Scheduler) {
    self.viewModel = viewModel
    self.scheduler = scheduler
    viewModel.onChange = { [unowned self] in show($0) }
    show(viewModel.item)
  }

  private func show(_ item: ToastItem?) {
    callOff()
    guard item != nil else { return }
    callOff = scheduler.after(Self.dismissAfter) { [weak self] in self?.viewModel.dequeueToast() }
  }
}
