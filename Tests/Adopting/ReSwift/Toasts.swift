// The app of docs/adopting/reswift.md.
import Foundation
import Recorder
import RecorderHost
import SampleApps

enum ToastType: String, Codable {
  case info, success, error
}

struct ToastItem: Codable, Equatable {
  let id: Int
  let message: String
  let type: ToastType
}

struct ToastState: Codable {
  var items: [ToastItem] = []
}

struct AppState: Codable {
  var toast = ToastState()
}

enum ToastActions: Action, Codable {
  case enqueueToast(message: String, type: ToastType)
  case dequeueToast(id: Int)
  case clearToast
}

func appReducer(now: @escaping () -> Date) -> Reducer<AppState> {
  { action, state in
    var state = state ?? AppState()
    switch action as? ToastActions {
    case .enqueueToast(let message, let type):
      let id = Int(now().timeIntervalSince1970)
      state.toast.items.append(ToastItem(id: id, message: message, type: type))
    case .dequeueToast(let id): state.toast.items.removeAll { $0.id == id }
    case .clearToast: state.toast.items = []
    case nil: break
    }
    return state
  }
}

func makeAppStore(
  recorder: SessionRecorder, now: @escaping () -> Date = Inputs.date
) -> Store<AppState> {
  Store<AppState>(
    reducer: recorder.reducer(appReducer(now: now)), state: AppState(),
    middleware: [recorder.dispatches(), createThunkMiddleware()])
}

/// A store that was made without a recorder.
func attach(_ recorder: SessionRecorder, to store: Store<AppState>) {
  store.middleware = [recorder.dispatches()] + store.middleware + [recorder.middleware()]
}

var toastHost: ReducerHost<AppState, ToastActions> {
  ReducerHost(store: "app", codec: .codable) { $0 = appReducer(now: Inputs.date)($1, $0) }
}

/// The executable `toast-host`.
public func runToastHost() {
  exit(toastHost.run())
}

final class ErrorBuzzer {
  private(set) var buzzes = 0
  private var listening: ActionSubscription?

  init(recorder: SessionRecorder) {
    listening = recorder.observeActions(of: ToastActions.self) { [weak self] action, _ in
      if case .enqueueToast(_, .error) = action { self?.buzzes += 1 }
    }
  }
}
