extension ReSwift {
  /// An action that is work to do, as in ReSwift-Thunk: its middleware runs it, and no reducer
  /// ever sees it.
  package struct Thunk<State>: Action {
    package typealias Body = (
      _ dispatch: @escaping DispatchFunction, _ getState: @escaping () -> State?
    ) -> Void

    let body: Body

    package init(body: @escaping Body) { self.body = body }
  }

  /// The middleware that runs thunks.
  package static func createThunkMiddleware<State>() -> Middleware<State> {
    { dispatch, getState in
      { next in
        { action in
          if let thunk = action as? Thunk<State> {
            thunk.body(dispatch, getState)
          } else {
            next(action)
          }
        }
      }
    }
  }
}
