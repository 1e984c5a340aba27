import Foundation
import SessionFormat

/// An action between its dispatch and the reducer, which it may never reach.
final class DispatchFrame: Sendable {
  @TaskLocal private static var open: [DispatchFrame] = []

  private let recorder: SessionRecorder
  /// The thread of the dispatch or, if it is async, its task.
  private let place: StepPlace
  /// Encodes the app's action; used only in the frame's own place, and released when the dispatch
  /// ends, because tasks that it started still know the frame.
  nonisolated(unsafe) private var encode: (() -> Recording.Action)?
  /// The type of the action.
  private let kind: Any.Type
  /// Where the action was dispatched.
  private let site: CallSite?
  /// The reduced action that this one was dispatched for.
  private let cause: Int?
  /// Whether the action is seen at its dispatch, so that whatever follows happens within it.
  private let isFirst: Bool
  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var progress = Progress.waiting
  /// The dispatch that this one began within, while it is in flight; guarded by the lock.
  nonisolated(unsafe) private var parent: DispatchFrame?
  /// The number by which lines refer to this dispatch, once one does; guarded by the recorder's lock.
  nonisolated(unsafe) private var number: Int?
  /// Whether its `dispatched` line is written; guarded by the recorder's lock.
  nonisolated(unsafe) private var isWritten = false
  /// The type in the line, nil if none is written; used only in the frame's own place.
  nonisolated(unsafe) private var type: String?
  /// Whether another action than this reached a reducer; guarded by the lock.
  nonisolated(unsafe) private var isReplaced = false

  /// How far the action has come.
  private enum Progress: Equatable {
    /// No reducer was reached yet.
    case waiting
    /// It is reduced; the session may have this number for it.
    case reduced(n: Int?)
    /// The dispatch is over, and no reducer was reached.
    case swallowed
  }

  private init(
    recorder: SessionRecorder, place: StepPlace, isFirst: Bool, kind: Any.Type,
    encode: @escaping () -> Recording.Action
  ) {
    self.recorder = recorder
    self.place = place
    self.isFirst = isFirst
    self.encode = encode
    self.kind = kind
    parent = Self.parent(in: recorder)
    cause = Cause.current(in: recorder) ?? parent?.cause
    site = DispatchPlace.take(for: recorder)
  }

  /// Runs a dispatch, and records its action as dispatched only if it did not reach its reducer.
  ///
  /// - Parameters:
  ///   - kind: The type of the action.
  ///   - encode: Encodes the action; called only if it gets a line of its own.
  /// - Returns: What the body returns, and whether the action was reduced.
  static func run<Result>(
    for recorder: SessionRecorder, isFirst: Bool, kind: Any.Type,
    encode: @escaping () -> Recording.Action, _ body: () -> Result
  ) -> (result: Result, isReduced: Bool) {
    let frame = DispatchFrame(
      recorder: recorder, place: .thisThread, isFirst: isFirst, kind: kind, encode: encode)
    let result = $open.withValue(needed + [frame], operation: body)
    return (result, frame.end())
  }

  /// The same for a dispatch that may wait.
  static func run<Result>(
    for recorder: SessionRecorder, isolation: isolated (any Actor)?, kind: Any.Type,
    encode: @escaping () -> Recording.Action, _ body: () async -> Result
  ) async -> (result: Result, isReduced: Bool) {
    let frame = DispatchFrame(
      recorder: recorder, place: .thisTask, isFirst: true, kind: kind, encode: encode)
    let result = await $open.withValue(needed + [frame], operation: body)
    return (result, frame.end())
  }

  /// Ends the dispatch; returns whether its action was reduced.
  private func end() -> Bool {
    let isReduced = lock.withLock {
      // A task started meanwhile knows the frame, and may reduce something else.
      if progress == .waiting { progress = .swallowed }
      return progress != .swallowed && !isReplaced
    }
    if !isReduced { StepScope.leavingOut { _ = announce() } }
    encode = nil
    lock.withLock { parent = nil }
    return isReduced
  }

  /// Whether the action that passes here was seen at its dispatch.
  static func isKnown(in recorder: SessionRecorder) -> Bool {
    waiting(in: recorder)?.isFirst ?? false
  }

  /// The frames of this place that are still needed: those in flight, and each recorder's innermost
  /// one that was reduced.
  ///
  /// Tasks inherit the list. Without this, a chain of tasks, each begun by the dispatch before it,
  /// would make it longer for ever.
  private static var needed: [DispatchFrame] {
    var causes: Set<ObjectIdentifier> = []
    let needed = open.reversed().filter { frame in
      guard frame.place.isHere else { return false }
      switch frame.lock.withLock({ frame.progress }) {
      case .waiting: return true
      case .reduced: return causes.insert(ObjectIdentifier(frame.recorder)).inserted
      case .swallowed: return false
      }
    }
    return needed.reversed()
  }

  /// How many frames are known here.
  static var count: Int { open.count }

  /// Runs the body outside of all dispatches, in a task that may have been started in one.
  static func leave<Result>(
    isolation: isolated (any Actor)?, _ body: () async -> Result
  ) async -> Result {
    await $open.withValue([], operation: body)
  }

  /// Runs the body outside of all dispatches of this recorder.
  static func leave(_ recorder: SessionRecorder, _ body: () -> Void) {
    guard !open.isEmpty else { return body() }
    $open.withValue(open.filter { $0.recorder !== recorder }, operation: body)
  }

  /// Notes that the action of the innermost frame has reached its reducer.
  static func claim(_ n: Int?, for recorder: SessionRecorder) {
    guard let frame = waiting(in: recorder) else { return }
    frame.lock.withLock { (frame.progress, frame.parent) = (.reduced(n: n), nil) }
  }

  /// The place of the dispatch whose action reaches its reducer now; call it once for each action.
  static func site(in recorder: SessionRecorder) -> CallSite? {
    DispatchPlace.take(for: recorder) ?? waiting(in: recorder)?.site
  }

  /// The action whose subscribers are notified here, or whose reducer runs.
  static func cause(in recorder: SessionRecorder) -> Int? {
    frames(of: recorder).reversed().lazy.compactMap(\.n).first
  }

  /// The number of the action; nil if no reducer was reached.
  private var n: Int? {
    guard case .reduced(let n) = lock.withLock({ progress }) else { return nil }
    return n
  }

  /// The innermost frame whose action is still in flight.
  private static func waiting(in recorder: SessionRecorder) -> DispatchFrame? {
    frames(of: recorder).last { frame in frame.lock.withLock { frame.progress == .waiting } }
  }

  /// The frames of a recorder on this thread or in this task.
  private static func frames(of recorder: SessionRecorder) -> [DispatchFrame] {
    open.filter { $0.recorder === recorder && $0.place.isHere }
  }

  // MARK: What is dispatched within what

  /// The place of the action that reaches its reducer now among the dispatched actions.
  ///
  /// - Parameter type: Its type, as its line gives it.
  static func origin(ofType type: String, in recorder: SessionRecorder) -> DispatchOrigin {
    guard !open.isEmpty, let own = waiting(in: recorder) else {
      return surroundings(in: recorder)
    }
    let within = own.lock.withLock { own.parent }?.announce()
    guard let number = recorder.change({ _ in own.number }) ?? nil else {
      return DispatchOrigin(cause: own.cause, within: within, number: nil)
    }
    guard own.isReplaced(byType: type) else {
      return DispatchOrigin(cause: own.cause, within: within, number: number)
    }
    return DispatchOrigin(cause: own.cause, within: own.announce() ?? number, number: nil)
  }

  /// Whether the action that reaches a reducer is another one than this, because a middleware
  /// passed on another; only for a frame that lines refer to.
  private func isReplaced(byType other: String) -> Bool {
    guard let own = type ?? encode?().type, !own.hasSameBytes(as: other) else { return false }
    lock.withLock { isReplaced = true }
    return true
  }

  /// The place among the dispatches of something dispatched here that has no frame itself.
  static func surroundings(in recorder: SessionRecorder) -> DispatchOrigin {
    let parent = parent(in: recorder)
    return DispatchOrigin(cause: parent?.cause, within: parent?.announce(), number: nil)
  }

  /// The frame that a dispatch here is within; nil if the innermost dispatch has reached its
  /// reducer, which is then the cause.
  ///
  /// That frame may be over: a task that it started dispatches on its behalf.
  private static func parent(in recorder: SessionRecorder) -> DispatchFrame? {
    guard let frame = open.last(where: { $0.recorder === recorder }) else { return nil }
    return frame.lock.withLock { if case .reduced = frame.progress { nil } else { frame } }
  }

  /// Writes the `dispatched` lines of this frame and of those around it, outermost first, unless
  /// they are written already.
  ///
  /// Outside of its own place, for example in a task that it started without waiting, the action
  /// must not be read: the line has only its type. If that is an enum, whose name is that of a
  /// case, the action only gets its number, and its own place writes the line later.
  ///
  /// - Returns: The number by which lines refer to it; nil if nothing is recorded.
  @discardableResult
  private func announce() -> Int? {
    let isOwn = place.isHere
    let known = recorder.change { _ in (number: self.number, isWritten: self.isWritten) }
    if let known, let number = known.number, known.isWritten { return number }
    let within = lock.withLock { parent }?.announce()
    guard recorder.isRecording, recorder.wantsSnapshots else { return nil }
    var action = isOwn ? encode?() : unseen
    action?.from = cause
    action?.within = within
    action?.at = site?.description
    let line = action
    if let line, isOwn { type = line.type }
    return recorder.change { recording in
      let number = self.number ?? recording.newDispatch()
      self.number = number
      if var line, !self.isWritten {
        line.number = number
        recording.dispatched(line)
        self.isWritten = true
      }
      return number
    }
  }
}

extension DispatchFrame {
  /// The action as other places know it; nil if not even its name is known.
  private var unseen: Recording.Action? {
    ActionName.withoutValue(kind, names: recorder.options.actionNames).map { name in
      Recording.Action(type: name, snapshot: Snapshot(value: .null, opaque: [""], cut: [""]))
    }
  }
}

/// The place of an action among those that were dispatched.
struct DispatchOrigin {
  /// The reduced action that it was dispatched for.
  let cause: Int?
  /// The number of the dispatch that it was made within.
  let within: Int?
  /// The number of its own dispatch, if others were dispatched within it before it was reduced.
  let number: Int?
}
