import Recorder
import SessionFormat

// Classes, as an optional struct that holds a value of the app's type would be looked up among all
// types of the process at each use, which takes longer than a short reducer. By pointers, as each
// access to a property that is handed to a reducer is looked after at run time.

/// The state that a host has.
final class HostState<State> {
  var n: Int
  let value = UnsafeMutablePointer<State>.allocate(capacity: 1)
  /// Has the state as it was last answered; patches start from it.
  var writer: StateWriter
  /// The opaque places as the last `state` line said; one of `outside` says none.
  var statedOpaque: [String]

  init(n: Int, _ value: State, writer: StateWriter, statedOpaque: [String]) {
    (self.n, self.writer, self.statedOpaque) = (n, writer, statedOpaque)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// The same state, which stays as it is when this one goes on.
  func copy() -> HostState {
    HostState(n: n, value.pointee, writer: writer, statedOpaque: statedOpaque)
  }
}

/// An action that was answered, and is reduced as soon as another line comes; the same object serves
/// for the next one.
final class KeptAction<Action> {
  private(set) var n: Int
  let action = UnsafeMutablePointer<Action>.allocate(capacity: 1)
  private(set) var inputs: [InputLine] = []
  /// Whether the action is still to be reduced.
  private(set) var isDue = true

  init(n: Int, _ action: Action) {
    self.n = n
    self.action.initialize(to: action)
  }

  deinit {
    action.deinitialize(count: 1)
    action.deallocate()
  }

  /// Takes the place of an action that was reduced.
  func become(n: Int, _ action: Action) {
    (self.n, isDue) = (n, true)
    if !inputs.isEmpty { inputs = [] }
    self.action.pointee = action
  }

  /// Takes the next input that was recorded for it.
  func take(_ input: InputLine) { inputs += [input] }

  /// Marks the action as reduced.
  func end() { isDue = false }
}
