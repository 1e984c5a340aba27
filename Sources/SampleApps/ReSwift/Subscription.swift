extension ReSwift {
  /// The states on their way to a subscriber: narrowed to a part of them, without repetitions.
  package final class Subscription<State> {
    private var observer: (_ old: State?, _ new: State) -> Void = { _, _ in }

    /// Tells a change; the old state is nil if it is the first one that is told.
    func newValues(oldState: State?, newState: State) { observer(oldState, newState) }

    func observe(_ observer: @escaping (_ old: State?, _ new: State) -> Void) {
      self.observer = observer
    }

    /// Tells only a part.
    package func select<Part>(_ selector: @escaping (State) -> Part) -> Subscription<Part> {
      let part = Subscription<Part>()
      observe { old, new in
        part.newValues(oldState: old.map(selector), newState: selector(new))
      }
      return part
    }

    /// Tells only a part.
    package func select<Part>(_ path: KeyPath<State, Part>) -> Subscription<Part> {
      select { $0[keyPath: path] }
    }

    /// Does not tell what the closure says is the same again.
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

    /// Does not tell the changes for which the closure is true.
    package func skip(
      when isSkipped: @escaping (_ old: State, _ new: State) -> Bool
    ) -> Subscription<State> { skipRepeats(isSkipped) }
  }
}

extension ReSwift.Subscription where State: Equatable {
  /// Does not tell an equal state again.
  package func skipRepeats() -> ReSwift.Subscription<State> { skipRepeats(==) }
}
