extension Composable {
  /// A store: it reduces what is sent, starts the effects, and reduces what they send.
  ///
  /// It belongs to the main actor. An action that is sent during a reduction or a notification is
  /// reduced afterwards, in order. Observers are notified once all of that is done, so they may
  /// miss states in between. Effects that work elsewhere must return with `receive(on:)`: an effect
  /// that sends from elsewhere ends the process.
  @MainActor
  final class Store<State, Action: Sendable> {
    private(set) var state: State
    private let reduce: (inout State, Action) -> Effect<Action, Never>
    private let cancellations = Cancellations()
    private var observers: [(State) -> Void] = []
    private var queue: [Action] = []
    private var isSending = false
    /// The actions whose effects have not ended, by the number of the effect.
    private var running: [Int: Action] = [:]
    private var lastEffect = 0

    init<Environment>(
      initialState: State, reducer: Reducer<State, Action, Environment>, environment: Environment
    ) {
      state = initialState
      reduce = { reducer.run(&$0, $1, environment) }
    }

    /// The actions whose effects have not ended, in order.
    var inFlight: [Action] { running.sorted { $0.key < $1.key }.map(\.value) }

    /// Calls the observer with the state now, and after each send.
    func observe(_ observer: @escaping (State) -> Void) {
      observers.append(observer)
      observer(state)
    }

    func send(_ action: Action) {
      queue.append(action)
      guard !isSending else { return }
      isSending = true
      defer { isSending = false }
      while !queue.isEmpty {
        var current = state
        while !queue.isEmpty {
          let action = queue.removeFirst()
          start(reduce(&current, action), of: action)
        }
        state = current
        for observer in observers { observer(state) }
      }
    }

    private func start(_ effect: Effect<Action, Never>, of action: Action) {
      lastEffect += 1
      let key = lastEffect
      running[key] = action
      _ = effect.start(in: cancellations) { [weak self] event in
        MainActor.assumeIsolated {
          switch event {
          case .value(let action): self?.send(action)
          case .finished: self?.running[key] = nil
          }
        }
      }
    }
  }
}
