import Foundation
import Recorder

/// The queue of toasts that wait to be shown; the first is on the screen.
struct ToastState: Codable, Equatable, Sendable {
  var items: [ToastItem] = []
}

struct ToastItem: Codable, Equatable, Sendable {
  let id: Int
  let message: String
  let type: ToastType
}

enum ToastType: String, Codable, Sendable {
  case info, success, error
}

enum ToastAction: ReSwift.Action, Codable, Equatable, Sendable {
  case enqueueToast(message: String, type: ToastType?)
  case dequeueToast(id: Int)
  case clearToast
}

/// The reducer, given the source of the ids.
///
/// An id is the time in whole seconds, so two toasts of one second share it: a fault that the
/// recorded sessions show.
func toastReducer(now: @escaping () -> Date) -> ReSwift.Reducer<ToastState> {
  { action, state in
    var state = state ?? ToastState()
    guard let action = action as? ToastAction else { return state }
    switch action {
    case .enqueueToast(let message, let type):
      let id = Int(now().timeIntervalSince1970)
      state.items.append(ToastItem(id: id, message: message, type: type ?? .info))
    case .dequeueToast(let id): state.items.removeAll { $0.id == id }
    case .clearToast: state.items.removeAll()
    }
    return state
  }
}
