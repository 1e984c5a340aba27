import SessionFormat

/// What a host did that does not fail its replay, but that its author should know.
package enum HostNote: Equatable, Sendable {
  /// It wrote more than was requested; `line` is the beginning of the first such line.
  case answeredMore(line: String)
  /// It did not exit with status 0 at the end of its input.
  case left(HostDeath.Ending)
  /// It did not exit within this number of seconds after the end of its input.
  case stayed(seconds: Int)
  /// It answered an action with another type than it was given.
  case answeredType(n: Int, given: String, answered: String)
  /// From a recorded state on it reduced a step to something else than the recording, and from the first
  /// state on it did not; `again` says whether it did so a second time.
  case differsFrom(start: Int, n: Int, again: Bool)
  /// It ended or fell silent for a reason that did not recur, and another host replaced it.
  case replaced(HostRestart)
}

/// What the processes of one host did, for all clients that share it.
final class HostNotes {
  var all: [HostNote] = []
}

extension HostNote {
  /// How a host failed that reused states; nil if it is about something else.
  var failureOfReuse: HostFailure? {
    if case .replaced(let restart) = self, restart.request == .reuse {
      restart.failure
    } else {
      nil
    }
  }

  /// The note as a message: one line in lower case without a full stop.
  package var words: String {
    switch self {
    case .answeredMore(let line): "the host answered more than it was asked for: \(line)"
    case .left(let ending):
      "the host did not leave with status 0 at the end of its input: \(ending.words)"
    case .stayed(let seconds):
      "the host did not leave within \(seconds) s of the end of its input, and was ended"
    case .answeredType(let n, let given, let answered):
      "the host answered action \(n) under another type than it was given: \(answered), given was "
        + given
    case .differsFrom(let start, let n, let again):
      "a host that starts from the recorded state \(start) reduces action \(n) to something else; from "
        + "the first state on it does not: "
        + (again
          ? "the reducer probably keeps state outside the store"
          : "it differs from one run to another")
    case .replaced(let restart): restart.words
    }
  }
}

extension HostDeath.Ending {
  /// `signal 4 (Illegal instruction)` or `exit status 3`.
  package var words: String {
    HostDeath(command: "", action: nil, ending: self, standardError: []).endingText
  }
}

/// What a host did between its last answer and its end.
package struct HostLeaving: Equatable, Sendable {
  /// The first lines that it wrote, without their line ends.
  package var lines: [[UInt8]] = []
  /// How it ended; nil if it did not exit by itself.
  package var ending: HostDeath.Ending?
  /// The seconds that it was waited for; nil if it exited in time.
  package var stayed: Int?

  /// Nothing so far.
  package init() {}
}

extension HostClient {
  /// Lets the host exit by itself.
  ///
  /// It may still answer what is in flight after the last step of interest.
  ///
  /// Complexity: waits for the host, at most five seconds.
  ///
  /// - Returns: What it and its predecessors did without being asked.
  package func leave() -> [HostNote] {
    var leaving = left
    if leaving == nil, header != nil { leaving = connection?.leave() }
    var awaited = AwaitedLines(posted, name)
    let last = leaving?.lines.first { line in
      !line.isEmpty && !awaited.take(line)
    }
    noteMore(surplus.first ?? last)
    // An action in flight may end it, because that was reduced from another state.
    if awaited.isEmpty {
      if let ending = leaving?.ending, ending != .status(0) { notes.add([.left(ending)]) }
      if let seconds = leaving?.stayed { notes.add([.stayed(seconds: seconds)]) }
    }
    if leaving != nil { close() }
    return notes
  }

  /// Forgets what is known of the host, which may be rebuilt.
  package func forgetHabits() { (surplus, notes) = (SurplusStates(), []) }

  /// Notes an action that the host answered with another type than given, unless it migrated it.
  func note(_ answered: ActionLine?, asAnswerTo given: ActionLine) {
    guard let answered, !answered.type.hasSameBytes(as: given.type),
      !answered.isMigrated
    else { return }
    let types = (
      ShortText.beginning(of: given.type, 80), ShortText.beginning(of: answered.type, 80)
    )
    notes.add([.answeredType(n: given.n, given: types.0, answered: types.1)])
  }

  /// Notes the first unrequested state so far, without waiting for the host to exit.
  package func noteSurplus() {
    noteMore(surplus.first)
    // A host that had to be left to exit is gone.
    if left != nil { close() }
  }

  private func noteMore(_ line: [UInt8]?) {
    guard let line else { return }
    let text = ShortText.beginning(of: String(decoding: line, as: UTF8.self), 80)
    notes.add([.answeredMore(line: text)])
  }

  /// The result of a run with the host that skips states written without a request.
  ///
  /// It runs again if such a state was taken for an answer: by then it is known which of the host's
  /// states are answers.
  ///
  /// - Parameters:
  ///   - body: The run, from the host's start on.
  ///   - isInDoubt: Whether a result may be due to such a state.
  package func passingOverSurplus<T>(
    _ body: () throws(InspectorError) -> T, isInDoubt: (T) -> Bool = { _ in true }
  ) throws(InspectorError) -> T {
    let before = surplus.arePassedOver
    surplus.arePassedOver = true
    defer { surplus.arePassedOver = before }
    surplus.startOver()
    do throws(InspectorError) {
      let made = try body()
      guard isInDoubt(made), hasTakenSurplus() else { return made }
    } catch {
      guard surplus.wasTaken else { throw error }
    }
    surplus.startOver()
    // Whatever was built on its answers is invalid, including the states it was asked to keep.
    left = nil
    close()
    return try body()
  }

  /// Whether an answer behind a verdict was really an unrequested state.
  ///
  /// If the host has answered only one action, that may show only when it exits.
  func hasTakenSurplus() -> Bool {
    if surplus.isUnsure, isOpen, left == nil, let leaving = connection?.leave() {
      surplus.look(at: leaving.lines)
      left = leaving
    }
    return surplus.wasTaken
  }
}

extension ActionLine {
  /// Whether the host reports that it migrated the action to the current form.
  var isMigrated: Bool { extra.contains { $0.name == "migrated" } }
}

/// The lines that a host may still write on request.
private struct AwaitedLines {
  /// The number of due states for each number.
  private var due: [Int: Int] = [:]
  private let all: Set<Int>
  private let host: String

  init(_ posted: InFlightRequests, _ host: String) {
    for n in posted.unanswered { due[n, default: 0] += 1 }
    (all, self.host) = (Set(due.keys), host)
  }

  var isEmpty: Bool { due.isEmpty }

  /// Whether a line is one of them, or of a kind unknown to this version.
  mutating func take(_ line: [UInt8]) -> Bool {
    guard let kind = try? VerbatimLine.kind(of: line, from: host) else { return false }
    switch kind {
    case .state(let number): return end(number)
    case .other(.answer(.error(let error))): return error.n == nil ? !isEmpty : end(error.n)
    case .other(.answer): return !all.isEmpty
    case .other: return kind.isChatter
    default: return kind.number.map(all.contains) ?? false
    }
  }

  private mutating func end(_ n: Int?) -> Bool {
    guard let n, let count = due[n] else { return false }
    due[n] = count > 1 ? count - 1 : nil
    return true
  }
}

extension [HostNote] {
  /// Adds notes of another process of the same host, except kinds that are already noted.
  package mutating func add(_ others: [HostNote]) {
    self += others.filter { other in
      !contains { note in
        switch (note, other) {
        case (.replaced, .replaced): note == other
        case (.answeredMore, .answeredMore), (.left, .left), (.stayed, .stayed),
          (.answeredType, .answeredType):
          true
        default: false
        }
      }
    }
  }

  package var restarts: [HostRestart] {
    compactMap { if case .replaced(let restart) = $0 { restart } else { nil } }
  }

  package var withoutRestarts: [HostNote] {
    filter { if case .replaced = $0 { false } else { true } }
  }
}
