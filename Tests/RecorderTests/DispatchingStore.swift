@testable import Recorder

/// What a store of ReSwift's shape swallows and runs instead.
struct Thunk: Action {
  let body: (@escaping Dispatch, () -> Counter?) -> Void
}

func thunks(
  dispatch: @escaping Dispatch, getState: @escaping () -> Counter?
) -> (@escaping Dispatch) -> Dispatch {
  { next in
    { action in
      if let thunk = action as? Thunk { thunk.body(dispatch, getState) } else { next(action) }
    }
  }
}

/// Swallows what is meant to be, and dispatches a note before and after what is added.
func chatty(
  dispatch: @escaping Dispatch, getState: @escaping () -> Counter?
) -> (@escaping Dispatch) -> Dispatch {
  { next in
    { action in
      if action is Swallowed { return }
      guard action is Add else { return next(action) }
      dispatch(Note(text: "before"))
      next(action)
      dispatch(Note(text: "after"))
    }
  }
}

/// Passes on another action than it was given, after one of its own.
func replacing(
  dispatch: @escaping Dispatch, getState: @escaping () -> Counter?
) -> (@escaping Dispatch) -> Dispatch {
  { next in
    { action in
      guard action is Swallowed else { return next(action) }
      dispatch(Note(text: "before"))
      next(Add(step: 5))
    }
  }
}

/// The ways to see what is dispatched.
enum Attachment: CaseIterable {
  /// `dispatches()` first and the reducer wrapped.
  case firstAndReducer
  /// `dispatches()` first and `middleware()` last.
  case firstAndLast
  /// `middleware()` first and the reducer wrapped: it does what `dispatches()` does.
  case middlewareAndReducer
  /// `dispatches()` first, and a store that tells what it has reduced.
  case firstAndObserver
  /// `dispatches()` first, `middleware()` last and the reducer wrapped: one of them is too many.
  case all

  func store(
    _ recorder: SessionRecorder, _ others: [Middleware<Counter>],
    reducing reducer: @escaping (any Action, Counter?) -> Counter = reduced
  ) -> ChainStore {
    switch self {
    case .firstAndReducer:
      ChainStore(
        reducer: recorder.reducer(reducer), middleware: [recorder.dispatches()] + others)
    case .firstAndLast:
      ChainStore(
        reducer: reducer, middleware: [recorder.dispatches()] + others + [recorder.middleware()])
    case .middlewareAndReducer:
      ChainStore(
        reducer: recorder.reducer(reducer), middleware: [recorder.middleware()] + others)
    case .firstAndObserver:
      ChainStore(
        reducer: { action, old in
          let new = reducer(action, old)
          recorder.observe(action, from: old, to: new)
          return new
        }, middleware: [recorder.dispatches()] + others)
    case .all:
      ChainStore(
        reducer: recorder.reducer(reducer),
        middleware: [recorder.dispatches()] + others + [recorder.middleware()])
    }
  }

  var hook: String {
    switch self {
    case .firstAndLast: "middleware"
    case .firstAndObserver: "callback"
    case .firstAndReducer, .middlewareAndReducer, .all: "reducer"
    }
  }
}
