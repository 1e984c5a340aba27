import Foundation

/// An action that listeners will get.
final class PendingNotification {
  private let action: Any
  private let listeners: [Listener]
  /// The cause of the listeners' dispatches.
  private var cause: Int?
  private var step = ObservedStep(n: nil, isReduced: false)
  /// Whether the reducer itself was seen.
  private var isClaimed = false

  /// - Parameter cause: What the action was dispatched for.
  init(_ action: Any, to listeners: [Listener], cause: Int?) {
    self.action = action
    self.listeners = listeners
    self.cause = cause
  }

  /// Notes that the action is reduced, as this number if the session has it.
  func reduced(as n: Int?) {
    step = ObservedStep(n: n, isReduced: true)
    cause = n
  }

  /// Leaves the delivery to the middleware that the action has passed; false for a second reducer.
  func claim() -> Bool {
    defer { isClaimed = true }
    return !isClaimed
  }

  func tell(in recorder: SessionRecorder) {
    Cause.telling(cause, in: recorder) {
      for listener in listeners { listener.call(action, step) }
    }
  }
}

/// The actions to deliver on one thread, or in one task, while an action of it is dispatched.
///
/// An action waits here from the end of its reducer until the store can take another: until a
/// dispatch within its own begins, or its own ends. What listeners dispatch waits until all of them
/// got the action before, so each gets all in order.
final class NotificationQueue: @unchecked Sendable {  // used in its place only
  @TaskLocal private static var open: [NotificationQueue] = []

  private let recorder: SessionRecorder
  private let place: StepPlace
  private var waiting: [PendingNotification] = []
  /// Actions that passed the recorder's middleware and whose reducers may still run.
  private var passing: [PendingNotification] = []
  private var isDelivering = false
  // Tasks inherit the list, and may come to the same thread later.
  private var isOver = false

  private init(_ recorder: SessionRecorder, _ place: StepPlace = .thisThread) {
    self.recorder = recorder
    self.place = place
  }

  /// The one of this recorder in this place; nil outside of dispatches, and without listeners.
  static func current(of recorder: SessionRecorder) -> NotificationQueue? {
    open.last { $0.recorder === recorder && $0.place.isHere && !$0.isOver }
  }

  /// Those of this place that are still needed; those of other places do not matter here.
  private static var others: [NotificationQueue] { open.filter { $0.place.isHere && !$0.isOver } }

  /// Runs a dispatch, and delivers what is due before and after it.
  static func around<Result>(
    _ listeners: [Listener], of recorder: SessionRecorder, _ dispatch: () -> Result
  ) -> Result {
    if let telling = current(of: recorder) {
      telling.endPassing()
      telling.tell()
      defer { telling.tell() }
      return dispatch()
    }
    guard !listeners.isEmpty else { return dispatch() }
    let telling = NotificationQueue(recorder)
    return $open.withValue(others + [telling]) {
      defer { telling.end() }
      return dispatch()
    }
  }

  /// The same for a dispatch that may wait: what is due is delivered in its task.
  static func around<Result>(
    _ listeners: [Listener], of recorder: SessionRecorder, isolation: isolated (any Actor)?,
    _ dispatch: () async -> Result
  ) async -> Result {
    if let telling = current(of: recorder) {
      telling.endPassing()
      telling.tell()
      defer { telling.tell() }
      return await dispatch()
    }
    guard !listeners.isEmpty else { return await dispatch() }
    let telling = NotificationQueue(recorder, .thisTask)
    return await $open.withValue(others + [telling]) {
      _ = isolation  // so that it stays in it
      let result = await dispatch()
      telling.end()
      return result
    }
  }

  /// Delivers what is left; the dispatch is over.
  private func end() {
    tell()
    isOver = true
  }

  /// Delivers an action as soon as its dispatch allows; at once if none is known.
  static func tell(_ tiding: PendingNotification, in recorder: SessionRecorder) {
    if let telling = current(of: recorder) {
      telling.endPassing()
      return telling.waiting.append(tiding)
    }
    let telling = NotificationQueue(recorder)
    telling.waiting = [tiding]
    $open.withValue(others + [telling]) { telling.end() }
  }

  /// Passes an action on, and delivers it when the reducer must have returned.
  static func pass(_ tiding: PendingNotification?, in recorder: SessionRecorder, _ next: () -> Void)
  {
    guard let tiding, let telling = current(of: recorder) else { return next() }
    telling.passing.append(tiding)
    next()
    if telling.passing.last === tiding { telling.endPassing() }
  }

  /// Whether a middleware delivers the action whose reducer is reached now.
  static func isToldByMiddleware(in recorder: SessionRecorder) -> Bool {
    current(of: recorder)?.passing.last?.claim() ?? false
  }

  /// Treats the action that passed last as reduced: no reducer dispatches, so it has returned.
  private func endPassing() {
    if let last = passing.popLast() { waiting.append(last) }
  }

  private func tell() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !waiting.isEmpty { waiting.removeFirst().tell(in: recorder) }
  }
}

extension SessionRecorder {
  /// The listeners of an action that is dispatched now.
  var currentListeners: [Listener] { isHere ? listeners.all : [] }

  /// An action for those listeners; nil if there are none.
  func tiding<Action>(of action: Action, for listeners: [Listener]) -> PendingNotification? {
    listeners.isEmpty
      ? nil : PendingNotification(action, to: listeners, cause: Cause.current(in: self))
  }
}
