public import SessionFormat

/// Whether a replay equals its recording, and where it does not first.
public struct Verdict: Equatable, Sendable {
  /// What was left out of the comparison by a pattern.
  public struct Ignored: Equatable, Sendable {
    /// The pattern.
    public let pattern: String
    /// In how many states something was left out.
    public let states: Int
    /// The first action after which something was left out.
    public let first: Int?
  }

  /// The first stand-in for a hidden value: what differs from there on may come from it.
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

  /// A difference that is not held against the replay, as a stand-in may be its cause.
  public struct Doubt: Equatable, Sendable {
    /// Where, and in what.
    public let divergence: Divergence
    /// Whether nothing differs but hidden places themselves.
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
    /// Whether it was encoded in the recording, and only the host could not.
    public let isInReplay: Bool
    /// How many of its members and elements were left out when it was recorded.
    public internal(set) var leftOut = 0
  }

  /// The file.
  public let file: String
  /// The store.
  public let store: String
  /// The built-in sample that replayed it, as no host was named; nil for a host that was named.
  public package(set) var sample: String?
  /// Whether that sample has the types that the recording names.
  var isSampleKnownToFit = false
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
  /// The first step at which replay and recording part; nil if they are equal.
  public let divergence: Divergence?
  /// The recorded crash, where the replay died of it too.
  public let reproducedCrash: HostDeath?
  /// The death of the host in the last action, where nobody knows what became of the app in it, as
  /// its state is lost: nothing to compare.
  public internal(set) var unjudgedDeath: HostDeath?
  /// A torn last line of the recording, which was left out.
  public let tornLine: SessionError?
  /// What the host did beside that is not held against it.
  package var notes: [HostNote] = []
  /// Hosts that ended, or fell silent, for nothing that came again.
  package var restarts: [HostRestart] { notes.restarts }
  /// Where the types of the recording and of the host differ, as far as both tell them.
  package internal(set) var types: [TypeChange] = []
  /// What the host did to recorded values, which are of other types than its own; nil if they are
  /// of the same.
  package internal(set) var migration: Migration?
  /// The steps that differ by themselves; nil if that was not asked.
  package internal(set) var steps: StepFaults?
  /// How a second replay compares with the first; nil if there was none.
  package internal(set) var repetition: Repetition?
  /// Why the first step that differs does; nil if none does, or if that was not asked.
  public internal(set) var diagnosis: Diagnosis?

  /// Whether the recording reproduces, as far as it is comparable, and in each way that was asked.
  public var reproduces: Bool {
    divergence == nil && steps?.count ?? 0 == 0 && repetition?.difference == nil
  }

  /// The built-in sample whose replay differs, if nothing says that it is the app that was recorded.
  package var doubtfulSample: String? { reproduces || isSampleKnownToFit ? nil : sample }

  /// Whether nothing speaks against the replay, but not for it either: something differs elsewhere than
  /// at hidden places, which may come from stand-ins, or no step is left that was found equal, nor a
  /// crash that came again.
  public var isDoubtful: Bool {
    let isWithoutEqual = equal == 0 && reproducedCrash == nil && !notComparable.isEmpty
    return reproduces
      && (doubts.contains { !$0.isRedacted } || (opaque != nil && equal == 0) || isWithoutEqual)
  }

  /// Whether a replay came to each state that was recorded, and nothing was left out of the comparison.
  var isEqualThroughout: Bool {
    divergence == nil && equal == actions && doubts.isEmpty && opaque == nil
      && migration?.isEmpty != false && ignored.allSatisfy { $0.states == 0 }
  }

  /// Whether the replay came to a step from states that differ, or may, where nothing is compared.
  func leavesOut(before n: Int) -> Bool {
    ignored.contains { $0.first.map { $0 < n } ?? false } || opaque.map { $0.n < n } ?? false
      || doubts.contains { $0.divergence.n < n }
  }

  /// The first step at which anything differs: from the recording, by itself, or between replays.
  var firstFault: Int? {
    [divergence?.n, repetition?.difference?.n, steps?.faults.first?.n].compactMap { $0 }.min()
  }
}
