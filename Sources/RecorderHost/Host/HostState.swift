import Recorder
import SessionFormat

// These are classes because an optional struct with a value of the app's type would be looked up
// among all types of the process at each use. That takes longer than a short reducer. Values are
// behind pointers to avoid exclusivity checks when a reducer accesses them.

/// The current state of a host.
final class HostState<State> {
  var n: Int
  let value = UnsafeMutablePointer<State>.allocate(capacity: 1)
  /// Holds the last answered state; patches start from it.
  var writer: StateWriter
  /// The opaque places of the last `state` line; an `outside` line has none.
  var writtenOpaque: [String]

  init(n: Int, _ value: State, writer: StateWriter, writtenOpaque: [String]) {
    (self.n, self.writer, self.writtenOpaque) = (n, writer, writtenOpaque)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// A copy, which does not change when this state does.
  func copy() -> HostState {
    HostState(n: n, value.pointee, writer: writer, writtenOpaque: writtenOpaque)
  }
}

/// An action that was answered and is reduced as soon as another line comes.
///
/// The object is reused for the next action.
final class KeptAction<Action> {
  private(set) var n: Int
  let action = UnsafeMutablePointer<Action>.allocate(capacity: 1)
  private(set) var inputs: [InputLine] = []
  /// Whether the action has not been reduced yet.
  private(set) var isDue = true

  init(n: Int, _ action: Action) {
    self.n = n
    self.action.initialize(to: action)
  }

  deinit {
    action.deinitialize(count: 1)
    action.deallocate()
  }

  /// Replaces an action that was reduced.
  func become(n: Int, _ action: Action) {
    (self.n, isDue) = (n, true)
    if !inputs.isEmpty { inputs = [] }
    self.action.pointee = action
  }

  /// Adds the next recorded input of the action.
  func take(_ input: InputLine) { inputs += [input] }

  /// Marks the action as reduced.
  func end() { isDue = false }
}
