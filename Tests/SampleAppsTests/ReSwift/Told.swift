@testable import SampleApps

/// A subscriber that does what a closure says.
final class Told<State>: ReSwift.StoreSubscriber {
  private let tell: (State) -> Void

  init(_ tell: @escaping (State) -> Void) { self.tell = tell }

  func newState(state: State) { tell(state) }
}

/// An action that adds.
enum SumAction: ReSwift.Action, Codable, Equatable {
  case add(Int)
}

/// A store of a sum.
func makeSumStore(
  state: Int? = 0, _ middleware: [ReSwift.Middleware<Int>] = [], skipsRepeats: Bool = true,
  log: @escaping (String) -> Void = { _ in }
) -> ReSwift.Store<Int> {
  ReSwift.Store(
    reducer: { action, state in
      guard let state else { return 100 }
      guard case SumAction.add(let amount) = action else { return state }
      log("reduce \(state)+\(amount)")
      return state + amount
    }, state: state, middleware: middleware, automaticallySkipsRepeats: skipsRepeats)
}
