/// Why a replay differs from its recording, as far as controlled re-runs and the values show.
public struct Diagnosis: Equatable, Sendable {
  /// What makes a replay differ.
  public enum Cause: String, CaseIterable, Sendable {
    /// The order of a Set or Dictionary, or a `hashValue`.
    case hashing
    /// The date or time, read from the system.
    case clock
    /// The address of something in memory, or the content of uninitialised memory.
    case addresses
    /// The system's time zone.
    case timeZone = "time-zone"
    /// The system's language and region.
    case locale
    /// A global or static value, or an object that states share.
    case hiddenState = "hidden-state"
    /// A random number or a new UUID.
    case random
    /// The order in which threads run.
    case scheduling
    /// A value that does not decode to what was encoded.
    case lossyCoding = "lossy-coding"
    /// The last digit of a calculation.
    case floatingPoint = "floating-point"
    /// The reducer or its types are not the ones that were recorded.
    case changedCode = "changed-code"
    /// Something from outside that is not in the recording.
    case unrecordedInput = "unrecorded-input"
    /// Something left out of the comparison (ignored, hidden or rendered) differs before the step.
    case leftOut = "left-out"
  }

  /// The beginning of what ``untested`` has if no line of the source can be found.
  package static let sourceLines = "the lines of the source"

  /// How sure a finding is.
  public enum Confidence: String, Comparable, Sendable {
    /// It fits; others may fit too, or nothing of it was witnessed.
    case possible
    /// It fits better than any other, and was witnessed: by a call, an experiment that leaves something else open, or
    /// the values themselves.
    case likely
    /// Re-runs with it and without it differ. Chance alone would make them differ in fewer than one
    /// of a thousand searches, however rare the effect.
    case certain

    private var rank: Int {
      switch self {
      case .possible: 0
      case .likely: 1
      case .certain: 2
      }
    }

    /// Whether the first is less sure than the second.
    public static func < (left: Confidence, right: Confidence) -> Bool { left.rank < right.rank }
  }

  /// A cause and the evidence for it.
  public struct Finding: Equatable, Sendable {
    /// The cause.
    public let cause: Cause
    /// How sure it is.
    public let confidence: Confidence
    /// The evidence, in words.
    public let evidence: [String]
    /// The probability that chance alone makes the re-runs differ as much; nil if not certain.
    public let odds: Double?
    /// What the step asked of the world that fits the cause, as it was witnessed.
    public internal(set) var asked: [Asked] = []
    /// The earlier step that left what is carried to this one; nil if none is known.
    public internal(set) var origin: Int?

    init(cause: Cause, confidence: Confidence, evidence: [String], odds: Double? = nil) {
      self.cause = cause
      self.confidence = confidence
      self.evidence = evidence
      self.odds = odds
    }
  }

  /// A question of the step to the world.
  public struct Asked: Hashable, Sendable {
    /// What it asks for: `clock`, `getrandom`, `getenv HOME`.
    public let what: String
    /// Which clock, if it is not the time of the day: `CLOCK_MONOTONIC`, `times`.
    public internal(set) var clock: String?
    /// Where the app asks; nil if that is not known.
    public internal(set) var line: SourceLine?
    /// Whether the app asks through the recorder's `Inputs`.
    ///
    /// For the time or for chance it asks only if no recorded
    /// value fits: on another thread, once more than it was recorded, by another name or of another type.
    public internal(set) var isInput = false
    /// What came, the first time: `1795240610.25`, `UTC`, `is not there`; nil if that is not known.
    ///
    /// Causes leave it out, as it may be a secret of the machine.
    public internal(set) var came: String?
  }

  /// Re-runs of the step under one set of conditions.
  public struct Runs: Equatable, Sendable {
    /// What was held still or changed, in words.
    public let conditions: String
    /// How many there were.
    public let count: Int
    /// How many different results they had, counted up to two.
    public let results: Int
    /// How many had the recorded result.
    public let asRecorded: Int
  }

  /// The step.
  public let n: Int
  /// The causes, the surest first; empty if none was found.
  public let findings: [Finding]
  /// The re-runs, in the order of the first of each kind.
  public let runs: [Runs]
  /// What could not be tested, and why.
  public let untested: [String]
  /// Events in processes of re-runs that do not concern the step, such as a process that was killed
  /// and asked again.
  public let notes: [String]
}
