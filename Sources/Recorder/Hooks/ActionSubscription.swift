import Foundation
public import SessionFormat

/// An action as ``SessionRecorder/actions(buffering:)`` delivers it, from any thread to any other.
public struct ObservedAction: Sendable, Equatable {
  /// Its place in the session.
  public let step: ObservedStep
  /// The name under which a session lists it.
  public let type: String
  /// The action, encoded as a session has it, with the session's redactions.
  public let action: JSONValue
  /// Whether the action, or a part of it, is not `Encodable` and so is only rendered.
  public let isOpaque: Bool
}

/// A listener that is called until ``cancel()``, or until this is released.
public final class ActionSubscription: Sendable {
  private let end: @Sendable () -> Void

  /// A listener does not keep its recorder alive.
  init(_ listener: Listener, in list: ListenerList) {
    end = { [weak list] in
      listener.end()
      list?.remove(listener)
    }
  }

  deinit { cancel() }

  /// Ends it; may be called from any thread and any number of times.
  ///
  /// No call begins after this; one that has begun on another thread goes on.
  public func cancel() { end() }
}

extension SessionRecorder {
  /// Calls a listener after each action of a type: a reaction to the dispatch itself, whatever it
  /// did to the state.
  ///
  /// ```swift
  /// listening = recorder.observeActions(of: ToastAction.self) { action, _ in
  ///   if case .enqueueToast = action { dismissSoon() }
  /// }
  /// ```
  ///
  /// It is called once for each action, on the thread that dispatched it, after the reducer has
  /// returned. Calls for one thread's actions follow the order of the session; listeners are called
  /// in the order in which they were added. A listener may dispatch, listen, cancel, and close the
  /// recorder. What it dispatches, also from tasks that it starts, is recorded as caused by the
  /// action that it got. All listeners get that action first.
  ///
  /// An app may rely on it: it is called just the same while the recorder is paused, closed, unable
  /// to write, or off. It gets each action whose dispatch begins after it was added.
  ///
  /// A listener that dispatches at once needs ``dispatches()`` or ``middleware()`` in the store, or
  /// ``dispatching(_:_:)`` around its dispatch. If only the reducer is wrapped, it is called before
  /// the store has taken the new state, and many stores refuse a dispatch then. With
  /// `step(_:into:at:reduce:)` it must not even read the state then: the step still has it, and
  /// Swift ends a process that reads what is being changed.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; `(any Action).self` or `Any.self` for all.
  ///   - listener: It must be safe on every thread that dispatches. It is released when listening
  ///     ends.
  /// - Returns: Keep it; listening ends with it.
  public func observeActions<Action>(
    of type: Action.Type, _ listener: @escaping (Action, ObservedStep) -> Void
  ) -> ActionSubscription {
    listen(
      Listener { action, step in
        if let action = action as? Action { listener(action, step) }
      })
  }

  /// The actions that are dispatched from now on, for a task to read: see `observeActions(of:_:)`.
  ///
  /// ```swift
  /// for await action in recorder.actions() { print(action.step.n ?? 0, action.type) }
  /// ```
  ///
  /// It ends when the recorder is released or the reading task is cancelled. Each action is encoded
  /// for it on the thread that dispatched it.
  ///
  /// - Parameter buffering: What becomes of actions that are not read yet.
  public func actions(
    buffering: AsyncStream<ObservedAction>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<ObservedAction> {
    AsyncStream(bufferingPolicy: buffering) { continuation in
      let listening = listen(
        // The recorder calls it, so it is there; a listener does not keep it alive.
        Listener(atEnd: { continuation.finish() }) { [weak self] action, step in
          if let action = self?.listened(action, step) { continuation.yield(action) }
        })
      continuation.onTermination = { _ in listening.cancel() }
    }
  }

  private func listen(_ listener: Listener) -> ActionSubscription {
    if isHere { listeners.add(listener) }
    return ActionSubscription(listener, in: listeners)
  }

  private func listened(_ action: Any, _ step: ObservedStep) -> ObservedAction? {
    let known = known(action)
    return change { $0.hidden(known) }.map {
      ObservedAction(
        step: step, type: $0.type, action: $0.snapshot.value, isOpaque: $0.snapshot.isOpaque)
    }
  }
}
