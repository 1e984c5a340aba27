// Stand-ins for what docs/adopting/composable.md needs of the two libraries, with their signatures.

/// The Composable Architecture 0.9.
public enum TCA {
  /// Work that tells one value, or none.
  public struct Effect<Output, Failure: Error> {
    let start: (@escaping (Output) -> Void) -> Void

    /// Nothing to do.
    public static var none: Effect { Effect { _ in } }

    /// Work that calls back.
    public static func future(_ work: @escaping (@escaping (Output) -> Void) -> Void) -> Effect {
      Effect(start: work)
    }

    /// The effect with its value changed.
    public func map<Other>(_ transform: @escaping (Output) -> Other) -> Effect<Other, Failure> {
      Effect<Other, Failure> { tell in start { tell(transform($0)) } }
    }
  }

  /// A reducer that returns effects.
  public struct Reducer<State, Action, Environment> {
    let reduce: (inout State, Action, Environment) -> Effect<Action, Never>

    /// A reducer of a function.
    public init(_ reduce: @escaping (inout State, Action, Environment) -> Effect<Action, Never>) {
      self.reduce = reduce
    }

    /// Reduces an action.
    public func run(
      _ state: inout State, _ action: Action, _ environment: Environment
    ) -> Effect<Action, Never> {
      reduce(&state, action, environment)
    }
  }

  /// A store that starts effects and reduces what they tell.
  public final class Store<State, Action> {
    /// The current state.
    public private(set) var state: State
    private let reduce: (inout State, Action) -> Effect<Action, Never>

    /// A store.
    public init<Environment>(
      initialState: State, reducer: Reducer<State, Action, Environment>, environment: Environment
    ) {
      state = initialState
      reduce = { reducer.run(&$0, $1, environment) }
    }

    /// Reduces an action and starts its effect.
    public func send(_ action: Action) {
      reduce(&state, action).start { self.send($0) }
    }
  }
}

/// The Composable Architecture 1.x.
public enum TCA1 {
  /// Work that tells actions.
  public struct Effect<Action> {
    /// Nothing to do.
    public static var none: Effect { Effect() }
  }

  /// A feature's reducer.
  public protocol Reducer<State, Action> {
    /// What it changes.
    associatedtype State
    /// What it is told.
    associatedtype Action
    /// Changes the state by an action.
    func reduce(into state: inout State, action: Action) -> Effect<Action>
  }

  /// A store.
  public final class Store<State, Action> {
    /// The current state.
    public private(set) var state: State
    private let reduce: (inout State, Action) -> Effect<Action>

    /// A store.
    public init<R: Reducer<State, Action>>(initialState: State, reducer: () -> R) {
      let reducer = reducer()
      state = initialState
      reduce = { reducer.reduce(into: &$0, action: $1) }
    }

    /// Reduces an action.
    public func send(_ action: Action) { _ = reduce(&state, action) }
  }
}
