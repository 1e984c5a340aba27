typealias Dispatch = (any Action) -> Void
typealias Middleware<State> = (
  @escaping Dispatch, @escaping () -> State?
) -> (@escaping Dispatch) -> Dispatch

protocol Action {}
struct Add: Action, Codable { var step = 1 }
struct Note: Action, Codable { var text: String }
struct Swallowed: Action, Codable {}
/// Carries what cannot be encoded.
struct Callback: Action { let call: @Sendable () -> Void }
struct OtherCallback: Action { let call: @Sendable () -> Void }

func reduced(_ action: any Action, _ state: Counter?) -> Counter {
  var state = state ?? Counter()
  switch action {
  case let add as Add: state.count += add.step
  case let note as Note: state.log.append(note.text)
  default: break
  }
  return state
}

/// A store of ReSwift's shape: it is no thread's, and its reducer may not dispatch.
final class ChainStore {
  private(set) var state: Counter?
  var subscribers: [(Counter) -> Void] = []
  private var chain: Dispatch = { _ in }
  private var base: Dispatch = { _ in }

  init(
    state: Counter? = Counter(), reducer: @escaping (any Action, Counter?) -> Counter = reduced,
    middleware: [Middleware<Counter>]
  ) {
    self.state = state
    base = { [unowned self] action in
      let next = reducer(action, self.state)
      self.state = next
      for subscriber in self.subscribers { subscriber(next) }
    }
    let dispatch: Dispatch = { [unowned self] in self.dispatch($0) }
    chain = middleware.reversed().reduce(base) { next, middleware in
      middleware(dispatch, { [unowned self] in self.state })(next)
    }
  }

  func dispatch(_ action: any Action) { chain(action) }

  func dispatchPastMiddleware(_ action: any Action) { base(action) }
}
