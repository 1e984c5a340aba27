extension ReSwift {
  /// The states that reach a subscriber: narrowed to a part of them, without repetitions.
  package final class Subscription<State> {
    private var observer: (_ old: State?, _ new: State) -> Void = { _, _ in }

    /// Sends a change; the old state is nil for the first one.
    func newValues(oldState: State?, newState: State) { observer(oldState, newState) }

    func observe(_ observer: @escaping (_ old: State?, _ new: State) -> Void) {
      self.observer = observer
    }

    /// Sends only a part.
    package func select<Part>(_ selector: @escaping (State) -> Part) -> Subscription<Part> {
      let part = Subscription<Part>()
      observe { old, new in
        part.newValues(oldState: old.map(selector), newState: selector(new))
      }
      return part
    }

    /// Sends only a part.
    package func select<Part>(_ path: KeyPath<State, Part>) -> Subscription<Part> {
      select { $0[keyPath: path] }
    }

    /// Skips a state that the closure calls a repetition.
    package func skipRepeats(
      _ isRepeat: @escaping (_ old: State, _ new: State) -> Bool
    ) -> Subscription<State> {
      let changes = Subscription()
      observe { old, new in
        if let old, isRepeat(old, new) { return }
        changes.newValues(oldState: old, newState: new)
      }
      return changes
    }

    /// Skips the changes for which the closure is true.
    package func skip(
      when isSkipped: @escaping (_ old: State, _ new: State) -> Bool
    ) -> Subscription<State> { skipRepeats(isSkipped) }
  }
}

extension ReSwift.Subscription where State: Equatable {
  /// Skips a state that equals the one before.
  package func skipRepeats() -> ReSwift.Subscription<State> { skipRepeats(==) }
}
