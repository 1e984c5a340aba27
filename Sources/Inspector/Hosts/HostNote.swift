import SessionFormat

/// What a host did that is not held against its replay, but that whoever made it should know.
package enum HostNote: Equatable, Sendable {
  /// It wrote more than it was asked for; the beginning of the first such line.
  case answeredMore(line: String)
  /// It did not leave with status 0 at the end of its input.
  case left(HostDeath.Ending)
  /// It did not leave within so many seconds of the end of its input.
  case stayed(seconds: Int)
  /// It answered an action under another type than it was given.
  case answeredType(n: Int, given: String, answered: String)
  /// It ended, or fell silent, for nothing that came again, and another one took its place.
  case replaced(HostRestart)
}

/// What the processes of one host did, whoever asked them.
final class HostNotes {
  var all: [HostNote] = []
}

extension HostNote {
  /// The note in words: one line, lower case, without full stop.
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
    case .replaced(let restart): restart.words
    }
  }
}

extension HostDeath.Ending {
  /// `signal 4 (Illegal instruction)` or `exit status 3`.
  fileprivate var words: String {
    HostDeath(command: "", action: nil, ending: self, standardError: []).endingText
  }
}

/// What a host did between its last answer and its end.
package struct HostLeaving: Equatable, Sendable {
  /// The first lines that it wrote, without their line ends.
  package var lines: [[UInt8]] = []
  /// How it ended; nil if it did not by itself.
  package var ending: HostDeath.Ending?
  /// How many seconds it was waited for; nil if it was not until the end of its time.
  package var stayed: Int?

  /// Nothing so far.
  package init() {}
}

extension HostClient {
  /// Lets the host leave in its own time.
  ///
  /// What is still on its way, behind the last step that is of interest, it may answer.
  ///
  /// Complexity: waits for the host, five seconds at the most.
  ///
  /// - Returns: What it and those before it did that they were not asked for.
  package func leave() -> [HostNote] {
    var leaving = left
    if leaving == nil, isOpen { leaving = connection?.leave() }
    var awaited = AwaitedLines(posted, name)
    let last = leaving?.lines.first { line in
      !line.isEmpty && !awaited.take(line)
    }
    var notes: [HostNote] = []
    if let line = surplus.first ?? last {
      notes.append(
        .answeredMore(line: ShortText.beginning(of: String(decoding: line, as: UTF8.self), 80)))
    }
    // In an action that is still on its way it may end as it was reduced from another state.
    if awaited.isEmpty {
      if let ending = leaving?.ending, ending != .status(0) { notes.append(.left(ending)) }
      if let seconds = leaving?.stayed { notes.append(.stayed(seconds: seconds)) }
    }
    self.notes.add(notes)
    if leaving != nil { close() }
    return self.notes
  }

  /// Forgets what is known of its host, which may be built anew.
  package func forgetHabits() { (surplus, notes) = (SurplusStates(), []) }

  /// Notes if the host answered an action under another type than it was given, unless it brought the
  /// action into the form of today.
  func note(_ answered: ActionLine?, asAnswerTo given: ActionLine) {
    guard let answered, !answered.type.hasSameBytes(as: given.type),
      !answered.extra.contains(where: { $0.name == "migrated" })
    else { return }
    let types = (
      ShortText.beginning(of: given.type, 80), ShortText.beginning(of: answered.type, 80)
    )
    notes.add([.answeredType(n: given.n, given: types.0, answered: types.1)])
  }

  /// Notes the first state that the host has written unasked so far, without waiting for it to leave.
  package func noteSurplus() {
    if let line = surplus.first {
      notes.add([
        .answeredMore(line: ShortText.beginning(of: String(decoding: line, as: UTF8.self), 80))
      ])
    }
    // One that had to be seen to leave has.
    if left != nil { close() }
  }

  /// What comes of asking the host, passing over states that it says unasked.
  ///
  /// It is asked once more if one of them turns out to have been taken for an answer: then it is
  /// known which of its states are answers.
  ///
  /// - Parameters:
  ///   - body: Asks the host, from its start on.
  ///   - isInDoubt: Whether what came of it may come of such a state.
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
    // Nothing that was built on its answers stands, nor the states that it was asked to keep.
    close()
    return try body()
  }

  /// Whether an answer that a verdict rests on was none, but a state that was not asked for.
  ///
  /// Of a host that has answered one action alone that may come out only if it leaves.
  func hasTakenSurplus() -> Bool {
    if surplus.isUnsure, isOpen, left == nil, let leaving = connection?.leave() {
      surplus.look(at: leaving.lines)
      left = leaving
    }
    return surplus.wasTaken
  }
}

/// What a host may still write, as it was asked for it.
private struct AwaitedLines {
  /// How many states of a number are due.
  private var due: [Int: Int] = [:]
  private let all: Set<Int>
  private let host: String

  init(_ posted: PostedLines, _ host: String) {
    for n in posted.unanswered { due[n, default: 0] += 1 }
    (all, self.host) = (Set(due.keys), host)
  }

  var isEmpty: Bool { due.isEmpty }

  /// Whether a line is among them, or is of no kind that this version knows.
  mutating func take(_ line: [UInt8]) -> Bool {
    guard let kind = try? VerbatimLine.kind(of: line, from: host) else { return false }
    let number = kind.number ?? VerbatimLine.number(line)
    switch kind {
    case .state: return end(number)
    case .other(.answer(.error(let error))): return error.n == nil ? !isEmpty : end(error.n)
    case .other(.answer): return !all.isEmpty
    case .other: return kind.isChatter
    default: return number.map(all.contains) ?? false
    }
  }

  private mutating func end(_ n: Int?) -> Bool {
    guard let n, let count = due[n] else { return false }
    due[n] = count > 1 ? count - 1 : nil
    return true
  }
}

extension [HostNote] {
  /// Adds notes of another process of the same host, but for those of a kind that is noted.
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

  /// The hosts that were replaced.
  package var restarts: [HostRestart] {
    compactMap { if case .replaced(let restart) = $0 { restart } else { nil } }
  }

  /// All else.
  package var withoutRestarts: [HostNote] {
    filter { if case .replaced = $0 { false } else { true } }
  }
}
