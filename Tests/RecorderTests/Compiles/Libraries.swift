// The types of the field's stores that Examples.swift needs, each as its library declares it: of no
// isolation but if it has one.

nonisolated enum ReSwift {
  protocol Action {}
  typealias DispatchFunction = (any Action) -> Void
  typealias Middleware<State> = (@escaping DispatchFunction, @escaping () -> State?) -> (
    @escaping DispatchFunction
  ) -> DispatchFunction

  final class Store<State> {
    var middleware: [Middleware<State>]
    init(
      reducer: @escaping (any Action, State?) -> State, state: State?,
      middleware: [Middleware<State>] = []
    ) { self.middleware = middleware }
    func dispatch(_ action: any Action) {}
  }
}

nonisolated enum Fumiyasac {
  protocol Action {}
  typealias Dispatcher = (any Action) -> Void
  typealias Middleware<State> = (State, any Action, @escaping Dispatcher) -> Void

  final class Store<State> {
    init(
      reducer: @escaping (State, any Action) -> State, state: State,
      middlewares: [Middleware<State>] = []
    ) {}
    func dispatch(action: any Action) {}
  }
}

nonisolated enum Cat {
  enum CatAction: Equatable, Codable { case fetchCat, setCat(String) }
  struct CatStoreState: Codable { var cat: String? }

  @MainActor protocol CatMiddleware {
    func handleAction(
      action: CatAction, state: CatStoreState,
      dispatch: @escaping @MainActor (CatAction) async -> Void) async
  }
}

nonisolated enum TCA09 {
  struct Effect<Output, Failure: Error> {}
  struct Reducer<State, Action, Environment> {
    init(_ reducer: @escaping (inout State, Action, Environment) -> Effect<Action, Never>) {}
    func run(_ state: inout State, _ action: Action, _ environment: Environment)
      -> Effect<Action, Never>
    { Effect() }
  }
  final class Store<State, Action> {
    init<Environment>(
      initialState: State, reducer: Reducer<State, Action, Environment>, environment: Environment
    ) {}
  }
}

nonisolated enum TCA {
  struct Effect<Action> {}
  protocol Reducer<State, Action> {
    associatedtype State
    associatedtype Action
    func reduce(into state: inout State, action: Action) -> Effect<Action>
  }
  struct PrinterReducer<Base: Reducer>: Reducer {
    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      Effect()
    }
  }
  struct Printer<State, Action> {
    init(printChange: @escaping @Sendable (Action, State, State) -> Void) {}
  }
}

extension TCA.Reducer {
  nonisolated func _printChanges(_ printer: TCA.Printer<State, Action>?)
    -> TCA.PrinterReducer<Self>
  { TCA.PrinterReducer() }
}

nonisolated enum SwiftRex {
  struct EndoMut<State> { func runEndoMut(_ state: inout State) {} }
  struct Endo<State> {}
  struct Reducer<Action: Sendable, State: Sendable>: Sendable {
    let reduce: @Sendable (Action) -> EndoMut<State>
    static func reduce(_ f: @escaping @Sendable (Action) -> EndoMut<State>) -> Reducer {
      Reducer(reduce: f)
    }
    static func reduce(_ f: @escaping @Sendable (Action) -> Endo<State>) -> Reducer {
      Reducer { _ in EndoMut() }
    }
    static func reduce(_ f: @escaping @Sendable (Action, inout State) -> Void) -> Reducer {
      Reducer { _ in EndoMut() }
    }
    static func reduce(_ f: @escaping @Sendable (Action, State) -> State) -> Reducer {
      Reducer { _ in EndoMut() }
    }
  }
}

nonisolated enum Katana {
  protocol State {}
  protocol Dispatchable {}
  protocol AnyStateUpdater: Dispatchable {}
  protocol AnySideEffectContext { func getAnyState() -> any State }
  typealias Next = (any Dispatchable) throws -> Void
  typealias StoreInterceptor = (any AnySideEffectContext) -> (@escaping Next) -> (any Dispatchable)
    throws -> Void
}

nonisolated enum Mobius {
  struct Next<Model, Effect> { let model: Model? }
  struct Update<Model, Event, Effect> {
    let run: (Model, Event) -> Next<Model, Effect>
    init(_ update: @escaping (Model, Event) -> Next<Model, Effect>) { run = update }
    func update(model: Model, event: Event) -> Next<Model, Effect> { run(model, event) }
  }
}

nonisolated enum ReactorKit {
  protocol Reactor {
    associatedtype State
    associatedtype Mutation
    func reduce(state: State, mutation: Mutation) -> State
  }
}

nonisolated enum Verge {
  final class Store<State> {
    func commit<Result>(_ name: String, mutation: (inout State) throws -> Result) rethrows
      -> Result?
    { nil }
  }
}

nonisolated enum Fluxor {
  protocol Action {}
  protocol Interceptor {
    associatedtype State
    func actionDispatched(action: any Action, oldState: State, newState: State)
  }
  final class Store<State> {
    func register<I: Interceptor>(interceptor: I) where I.State == State {}
  }
}

nonisolated enum Firefox {
  protocol Action {}
  typealias Reducer<State> = @MainActor (State, any Action) -> State
  typealias Middleware<State> = @MainActor (State, any Action) -> Void

  @MainActor final class Store<State> {
    init(state: State, reducer: @escaping Reducer<State>, middlewares: [Middleware<State>] = []) {}
  }
}
