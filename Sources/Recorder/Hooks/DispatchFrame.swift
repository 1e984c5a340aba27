import Foundation
import SessionFormat

/// An action on its way from a dispatch to the reducer, which it may never reach.
final class DispatchFrame: Sendable {
  @TaskLocal private static var open: [DispatchFrame] = []

  private let recorder: SessionRecorder
  /// The thread of the dispatch or, where it is async, its task.
  private let place: StepPlace
  /// Encodes the action, which is the app's: used in the frame's own place only, and let go of with
  /// the end of the dispatch, as tasks that it has started know the frame.
  nonisolated(unsafe) private var encode: (() -> Recording.Action)?
  /// The type of the action.
  private let kind: Any.Type
  /// Where the action was dispatched.
  private let site: CallSite?
  /// The reduced action that this one was dispatched for.
  private let cause: Int?
  /// Whether the action is seen at its dispatch, so that whatever follows is on its way.
  private let isFirst: Bool
  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var progress = Progress.waiting
  /// What this one was dispatched within, while it is on its way; guarded by the lock.
  nonisolated(unsafe) private var parent: DispatchFrame?
  /// The number by which lines refer to this dispatch, once one does; guarded by the recorder's lock.
  nonisolated(unsafe) private var number: Int?
  /// Whether its `dispatched` line stands; guarded by the recorder's lock.
  nonisolated(unsafe) private var isWritten = false
  /// The type that the line gives, nil if it does not stand; used in the frame's own place only.
  nonisolated(unsafe) private var type: String?
  /// Whether what reached a reducer was another action than this; guarded by the lock.
  nonisolated(unsafe) private var isReplaced = false

  /// How far the action is.
  private enum Progress: Equatable {
    /// No reducer was reached yet.
    case waiting
    /// It is reduced, as this number where the session has it.
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

  /// Runs what an action passes on its way, and records it as dispatched only if it did not reach
  /// its reducer.
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

  /// Ends the dispatch; whether its action was reduced.
  private func end() -> Bool {
    let isReduced = lock.withLock {
      // A task that was started meanwhile knows the frame, and may reduce something else.
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

  /// The frames of this place that may still be asked for: those on their way, and the innermost of
  /// each recorder that was reduced.
  ///
  /// Tasks inherit the list, so a row of them, each begun by the dispatch before it, would else
  /// make it longer for ever.
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

  /// Runs what is on no action's way, in a task that may have been started on one.
  static func leave<Result>(
    isolation: isolated (any Actor)?, _ body: () async -> Result
  ) async -> Result {
    await $open.withValue([], operation: body)
  }

  /// Runs what is on no action's way of this recorder.
  static func leave(_ recorder: SessionRecorder, _ body: () -> Void) {
    guard !open.isEmpty else { return body() }
    $open.withValue(open.filter { $0.recorder !== recorder }, operation: body)
  }

  /// Says that the action of the innermost frame has reached its reducer.
  static func claim(_ n: Int?, for recorder: SessionRecorder) {
    guard let frame = waiting(in: recorder) else { return }
    frame.lock.withLock { (frame.progress, frame.parent) = (.reduced(n: n), nil) }
  }

  /// Where the action was dispatched that reaches its reducer now; asked once for each.
  static func site(in recorder: SessionRecorder) -> CallSite? {
    DispatchPlace.take(for: recorder) ?? waiting(in: recorder)?.site
  }

  /// The action whose subscribers are told here, or whose reducer runs.
  static func cause(in recorder: SessionRecorder) -> Int? {
    frames(of: recorder).reversed().lazy.compactMap(\.n).first
  }

  /// The number of the action; nil if no reducer was reached.
  private var n: Int? {
    guard case .reduced(let n) = lock.withLock({ progress }) else { return nil }
    return n
  }

  /// The innermost frame whose action is still on its way.
  private static func waiting(in recorder: SessionRecorder) -> DispatchFrame? {
    frames(of: recorder).last { frame in frame.lock.withLock { frame.progress == .waiting } }
  }

  /// The frames of a recorder on this thread or in this task.
  private static func frames(of recorder: SessionRecorder) -> [DispatchFrame] {
    open.filter { $0.recorder === recorder && $0.place.isHere }
  }

  // MARK: What is dispatched within what

  /// Where the action that reaches its reducer now stands among those that were dispatched.
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

  /// Whether what reaches a reducer in place of this one is another action, as a middleware may pass
  /// on another than it was given; for one that lines refer to.
  private func isReplaced(byType other: String) -> Bool {
    guard let own = type ?? encode?().type, !own.hasSameBytes(as: other) else { return false }
    lock.withLock { isReplaced = true }
    return true
  }

  /// Where something that is dispatched here, and is no frame itself, stands among the others.
  static func surroundings(in recorder: SessionRecorder) -> DispatchOrigin {
    let parent = parent(in: recorder)
    return DispatchOrigin(cause: parent?.cause, within: parent?.announce(), number: nil)
  }

  /// What is dispatched here is dispatched within this one; nil if the innermost dispatch has
  /// reached its reducer, which is then the cause.
  ///
  /// It may be over: a task that it has started dispatches on its behalf.
  private static func parent(in recorder: SessionRecorder) -> DispatchFrame? {
    guard let frame = open.last(where: { $0.recorder === recorder }) else { return nil }
    return frame.lock.withLock { if case .reduced = frame.progress { nil } else { frame } }
  }

  /// Writes the `dispatched` lines of this one and of those around it, the outermost first, unless
  /// they stand already.
  ///
  /// In another place than its own, as in a task that it has started and does not wait for, its action
  /// must not be looked at: its line says no more than the type. If that is an enum, whose name is that
  /// of a case, it only gets its number, and its line follows from its own place.
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
  /// The action as it is known in other places than its own; nil if not even its name is.
  private var unseen: Recording.Action? {
    ActionName.withoutValue(kind, names: recorder.options.actionNames).map { name in
      Recording.Action(type: name, snapshot: Snapshot(value: .null, opaque: [""], cut: [""]))
    }
  }
}

/// Where an action stands among those that were dispatched.
struct DispatchOrigin {
  /// The reduced action that it was dispatched for.
  let cause: Int?
  /// The number of the dispatch that it came within.
  let within: Int?
  /// The number of its own dispatch, where others were dispatched within it before it was reduced.
  let number: Int?
}
