import SessionFormat

// Classes, as an optional struct that holds a value of the app's type would be looked up among all
// types of the process at each use, which takes longer than a short reducer.

/// The state that a host has.
final class HostState<State> {
  var n: Int
  var value: State
  /// The state as it was last answered; patches start from it.
  var encoded: AnsweredValue
  /// The opaque places as the last `state` line said; one of `outside` says none.
  var statedOpaque: [String]

  init(n: Int, _ value: State, encoded: AnsweredValue, statedOpaque: [String]) {
    (self.n, self.value, self.encoded, self.statedOpaque) = (n, value, encoded, statedOpaque)
  }

  /// The same state, which stays as it is when this one goes on.
  func copy() -> HostState {
    HostState(n: n, value, encoded: encoded, statedOpaque: statedOpaque)
  }
}

/// An action that was answered, and is reduced as soon as another line comes; the same object serves
/// for the next one.
final class KeptAction<Action> {
  private(set) var n: Int
  private(set) var action: Action
  var inputs: [InputLine] = []
  /// Whether the action is still to be reduced.
  private(set) var isDue = true

  init(n: Int, _ action: Action) { (self.n, self.action) = (n, action) }

  /// Takes the place of an action that was reduced.
  func become(n: Int, _ action: Action) {
    (self.n, self.action, inputs, isDue) = (n, action, [], true)
  }

  /// Marks the action as reduced.
  func end() { isDue = false }
}
