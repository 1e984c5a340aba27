// The app of docs/adopting/own-store.md.
public import Recorder
public import RecorderHost

/// What is in the basket, and what it costs.
public struct BasketState: Codable, Equatable, Sendable {
  /// How many of each item.
  public var pieces: [String: Int] = [:]
  /// The price of all, in cents.
  public var total = 0

  /// An empty basket.
  public init() {}
}

/// What can be done with a basket.
public enum BasketAction: Codable, Sendable {
  case add(item: String, price: Int)
  case remove(item: String, price: Int)
  case clear
}

/// The reducer of the basket.
public func basketReducer(_ state: inout BasketState, _ action: BasketAction) {
  switch action {
  case .add(let item, let price):
    state.pieces[item, default: 0] += 1
    state.total += price
  case .remove(let item, let price):
    // Also if there is none: the mistake that the page finds.
    state.total -= price
    guard let count = state.pieces[item] else { return }
    state.pieces[item] = count > 1 ? count - 1 : nil
  case .clear: state = BasketState()
  }
}

/// The store.
public final class BasketStore {
  /// The current state.
  public private(set) var state = BasketState()
  private let recorder: SessionRecorder

  /// A store that is recorded.
  public init(recorder: SessionRecorder) {
    self.recorder = recorder
  }

  /// Reduces an action.
  public func send(_ action: BasketAction) {
    recorder.step(action, into: &state) { basketReducer(&$0, action) }
  }
}

/// The reducer host.
public var basketHost: ReducerHost<BasketState, BasketAction> {
  ReducerHost(store: "basket", codec: .codable, reduce: basketReducer)
}
