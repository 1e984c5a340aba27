import Foundation

/// The place where a step's reducer runs: one thread or, if it is async, one task, which may move
/// between threads.
package enum StepPlace: Equatable {
  case thread(UInt)
  case task(Int)

  /// The current thread.
  package static var thisThread: StepPlace { .thread(Platform.threadIdentity) }

  /// The current task; the current thread outside of tasks.
  package static var thisTask: StepPlace {
    withUnsafeCurrentTask { task in task.map { .task($0.hashValue) } } ?? thisThread
  }

  /// Whether the caller runs there.
  var isHere: Bool {
    switch self {
    case .thread(let thread): thread == Platform.threadIdentity
    case .task: self == Self.thisTask
    }
  }
}

/// The step whose reducer runs in the current task or thread.
///
/// Tasks that a reducer starts inherit the scope, but are in another place or outlive the step.
/// Both are checked, so that nothing of theirs counts as the reducer's.
package final class StepScope: Sendable {
  @TaskLocal package static var current: StepScope?

  /// The number of the step's action; changes only if nobody else knows the scope.
  nonisolated(unsafe) package private(set) var n: Int
  package let inputs: any InputSource
  /// The innermost step of each recorder around this one, and this one.
  private let causes: [Cause]
  private let place: StepPlace
  /// The step whose reducer this one began in.
  private let outer: StepScope?
  private let birth = ForkGuard.generation
  /// One for all steps: held for an instant; making one takes longer than a short reducer.
  private static let lock = NSLock()
  nonisolated(unsafe) private var phase: Phase
  /// Nanoseconds that went to recording while the reducer ran; guarded by the lock.
  nonisolated(unsafe) private var leftOut: UInt64 = 0
  /// Nanoseconds that went to recording while the reducer ran.
  package var ownTime: UInt64 { Self.lock.withLock { leftOut } }

  /// How far the step is; guarded by the lock.
  package enum Phase {
    /// Begun by a middleware, whose reducer has not been seen.
    case dispatched
    /// In the reducer.
    case reducing
    /// The state after it is known.
    case done
  }

  /// A step that begins here; without a recorder it is a replayed one.
  package init(
    n: Int, inputs: any InputSource, recorder: (any RecorderIdentity)? = nil, phase: Phase,
    place: StepPlace = .thisThread
  ) {
    self.n = n
    self.place = place
    self.inputs = inputs
    self.phase = phase
    outer = Self.ofThisPlace
    var causes = outer?.causes ?? []
    if !causes.isEmpty { causes.removeAll { $0.recorder === recorder } }
    if let recorder { causes.append(Cause(recorder: recorder, n: n)) }
    self.causes = causes
  }

  /// Reuses the scope for a replayed step that comes after this one; false if this one was begun
  /// under other circumstances.
  ///
  /// Nobody else may hold the scope, as a task that the reducer started would.
  package func goOn(to n: Int) -> Bool {
    guard causes.isEmpty, isInItsPlace, birth == ForkGuard.generation, Self.current == nil
    else { return false }
    (self.n, phase, leftOut) = (n, .reducing, 0)
    return true
  }

  /// Whether the reducer may still draw inputs; false in a child made by `fork`, where the lock may
  /// stay locked for ever.
  var isOpen: Bool { birth == ForkGuard.generation && Self.lock.withLock { phase != .done } }

  /// Whether its reducer runs; false in a child made by `fork`.
  private var isReducing: Bool {
    birth == ForkGuard.generation
      && Self.lock.withLock { if case .reducing = phase { true } else { false } }
  }

  /// Whether the caller runs where the step's reducer does.
  var isInItsPlace: Bool { place.isHere }

  /// Marks the step as done; false if it was already.
  package func finish() -> Bool {
    Self.lock.withLock {
      defer { phase = .done }
      return phase != .done
    }
  }

  /// Notes that the recorder worked for that many nanoseconds while the reducer ran; they are not
  /// time of the reducer, nor of those within which it runs.
  package func leaveOut(_ time: UInt64) {
    Self.lock.withLock { leftOut &+= time }
    outer?.leaveOut(time)
  }

  /// Does the recorder's own work; inside a reducer it does not count as the reducer's time.
  static func leavingOut<Result>(_ body: () -> Result) -> Result {
    guard let step = ofThisPlace, step.isReducing else { return body() }
    let start = step.inputs.now()
    let result = body()
    let end = step.inputs.now()
    if end > start { step.leaveOut(end - start) }
    return result
  }

  /// The nanoseconds of the reducer between two times, without the recorder's own.
  package func time(from start: UInt64, to end: UInt64) -> Int {
    let time = max(start, end) - start
    return Int(clamping: time - min(time, ownTime))
  }

  /// Hands a middleware's step to the reducer; false if a reducer has it already.
  func claimForReducer() -> Bool {
    Self.lock.withLock {
      guard phase == .dispatched else { return false }
      phase = .reducing
      return true
    }
  }

  /// The action of that recorder in whose step the caller is, done or not; each recorder counts its
  /// own actions.
  static func cause(in recorder: any RecorderIdentity) -> Int? {
    ofThisPlace?.causes.first { $0.recorder === recorder }?.n
  }

  /// The actions of other recorders in whose steps the caller is.
  static func causes(besides recorder: any RecorderIdentity) -> [Cause] {
    (ofThisPlace?.causes ?? []).filter { $0.recorder !== recorder }
  }

  private static var ofThisPlace: StepScope? { current.flatMap { $0.isInItsPlace ? $0 : nil } }

  /// Runs a reducer inside the scope.
  package func run<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self) { body() }
  }

  /// Runs an async reducer inside the scope.
  package func run<Result>(
    isolation: isolated (any Actor)?, _ body: () async -> Result
  ) async -> Result {
    await Self.$current.withValue(self, operation: body)
  }
}

/// An action that others are dispatched for.
struct Cause: Sendable {
  let recorder: any RecorderIdentity
  let n: Int
}

/// A recorder, which is only told apart from others: each counts its own actions.
package typealias RecorderIdentity = AnyObject & Sendable
