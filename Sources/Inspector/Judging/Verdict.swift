public import SessionFormat

/// Whether a replay equals its recording, and the first divergence if it does not.
public struct Verdict: Equatable, Sendable {
  /// The differences that a pattern left out of the comparison.
  public struct Ignored: Equatable, Sendable {
    /// The pattern.
    public let pattern: String
    /// In how many states something was left out.
    public let states: Int
    /// The first action after which something was left out.
    public let first: Int?
  }

  /// The first stand-in for a hidden value: any later difference may come from it.
  public struct StandIn: Equatable, Sendable {
    /// The kinds of lines.
    public enum Line: String, Sendable {
      /// An `action` line.
      case action
      /// An `input` line.
      case input
      /// A `state` line.
      case state
      /// An `outside` line.
      case outside
    }

    /// The number of the line's step.
    public let n: Int
    /// The line.
    public let line: Line
    /// The place in the action, the input's value or the state.
    public let path: JSONPointer
  }

  /// A difference that does not count as a divergence, as a stand-in may be its cause.
  public struct Doubt: Equatable, Sendable {
    /// The difference and its step.
    public let divergence: Divergence
    /// Whether only hidden places themselves differ.
    public let isRedacted: Bool
  }

  /// The first value that the recorder or the host could not encode, and only rendered.
  public struct Opaque: Equatable, Sendable {
    /// The number of the step.
    public let n: Int
    /// The line: that of the action or of the state.
    public let line: StandIn.Line
    /// The place in the action or the state.
    public let path: JSONPointer
    /// Whether the recording has it encoded, and only the host could not encode it.
    public let isInReplay: Bool
    /// How many of its members and elements were left out when it was recorded.
    public internal(set) var leftOut = 0
  }

  /// How many replays there were.
  package struct Replays: Equatable, Sendable {
    /// Those that were made; the last is the one that is judged.
    package let made: Int
    /// How many there were to be if none differs.
    package let requested: Int
  }

  /// The file.
  public package(set) var file: String
  /// The store.
  public let store: String
  /// The built-in sample that replayed it if no host was named; nil if one was named.
  public package(set) var sample: String?
  /// Whether that sample has the types that the recording names.
  var isSampleKnownToFit = false
  /// The number of its last action.
  package internal(set) var last = 0
  /// How many actions the recording has.
  public let actions: Int
  /// How many steps were compared and found equal.
  public let equal: Int
  /// Steps that cannot be compared.
  package let notComparable: StepNumbers
  /// What patterns left out.
  public let ignored: [Ignored]
  /// The first stand-in for a hidden value; nil if nothing is hidden.
  public let standIn: StandIn?
  /// Differences that may come from stand-ins, at most one a step; their steps are not comparable.
  public let doubts: [Doubt]
  /// The first value that was left out as it was only rendered; nil if none was.
  public let opaque: Opaque?
  /// The first step at which the replay diverges from the recording; nil if they are equal.
  public let divergence: Divergence?
  /// The recorded crash, if the replay crashed too.
  public let reproducedCrash: HostDeath?
  /// The death of the host in the last action, if that action's outcome in the app is unknown
  /// because its state is lost: there is nothing to compare.
  public internal(set) var unjudgedDeath: HostDeath?
  /// A torn last line of the recording, which was left out.
  public let tornLine: SessionError?
  /// What else the host did that does not count as a fault.
  package var notes: [HostNote] = []
  /// Hosts that ended or hung for a reason that did not recur.
  package var restarts: [HostRestart] { notes.restarts }
  /// The differences between the types of the recording and of the host, as far as both list them.
  package internal(set) var types: [TypeDifference] = []
  /// What the host did to recorded values of types other than its own; nil if the types are the
  /// same.
  package internal(set) var migration: Migration?
  /// The steps that are wrong on their own; nil if that was not requested.
  package internal(set) var steps: StepFaults?
  /// The comparison of a second replay with the first; nil if there was none.
  package internal(set) var repetition: Repetition?
  /// How many replays there were; nil if one was requested.
  package internal(set) var replays: Replays?
  /// The reason for the first difference; nil if there is none, or if that was not requested.
  public internal(set) var diagnosis: Diagnosis?

  /// Whether the recording reproduces as far as it is comparable, in each requested way.
  public var reproduces: Bool {
    divergence == nil && steps?.count ?? 0 == 0 && repetition?.difference == nil
  }

  /// The built-in sample whose replay differs, if nothing shows that it is the recorded app.
  package var doubtfulSample: String? { reproduces || isSampleKnownToFit ? nil : sample }

  /// Whether there is no evidence against the replay, but none for it either.
  ///
  /// Either something differs outside hidden places, which may come from stand-ins, or no step was
  /// found equal and no crash was reproduced.
  public var isDoubtful: Bool {
    let isWithoutEqual = equal == 0 && reproducedCrash == nil && !notComparable.isEmpty
    return reproduces
      && (doubts.contains { !$0.isRedacted } || (opaque != nil && equal == 0) || isWithoutEqual)
  }

  /// Whether a replay reached each recorded state and nothing was left out of the comparison.
  var isEqualThroughout: Bool {
    divergence == nil && equal == actions && doubts.isEmpty && opaque == nil
      && migration?.isEmpty != false && ignored.allSatisfy { $0.states == 0 }
  }

  /// Whether the replay reached a step from states that may differ where nothing is compared.
  func leavesOut(before n: Int) -> Bool {
    ignored.contains { $0.first.map { $0 < n } ?? false } || opaque.map { $0.n < n } ?? false
      || doubts.contains { $0.divergence.n < n }
  }

  /// The first step behind which the replay differs at ignored places; nil if it differs at no such place before a
  /// step, or if other places may.
  func firstIgnored(before n: Int) -> Int? {
    let places = ignored.compactMap(\.first).filter { $0 < n }
    let isElse = opaque.map { $0.n < n } ?? false || doubts.contains { $0.divergence.n < n }
    return places.count == 1 && !isElse ? places.first : nil
  }

  /// The first step at which anything differs: from the recording, by itself, or between replays.
  var firstFault: Int? {
    [divergence?.n, repetition?.difference?.n, steps?.faults.first?.n].compactMap { $0 }.min()
  }
}
