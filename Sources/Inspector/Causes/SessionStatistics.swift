/// Counts over all steps of a timeline: actions, reducer times, state sizes, changed places.
///
/// Made from the bytes of the lines where a writer laid them out, and from the parsed lines else.
/// Deterministic.
public struct SessionStatistics: Equatable, Sendable {
  /// The actions of one type.
  public struct ActionType: Equatable, Sendable {
    /// The type.
    public let type: String
    /// How many there are.
    public let count: Int
    /// The times in the reducer, in nanoseconds; nil if no line tells one.
    public let took: Times?
  }

  /// Percentiles by the nearest rank, in nanoseconds.
  public struct Times: Equatable, Sendable {
    /// How many times are known.
    public let count: Int
    /// The median.
    public let p50: Int
    /// Nine of ten are not greater.
    public let p90: Int
    /// Ninety-nine of a hundred are not greater.
    public let p99: Int
    /// The greatest.
    public let max: Int
  }

  /// The size of a state.
  public struct Size: Equatable, Sendable {
    /// The state.
    public let n: Int
    /// The bytes of its compact text, escapes not counted.
    public let bytes: Int
  }

  /// How often something came.
  public struct Named: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// How many there are.
    public let count: Int
  }

  /// How many actions are known.
  public let actions: Int
  /// The types of actions, those with most actions first.
  public let types: [ActionType]
  /// How large states were, at up to ``sizeCount`` steps over the whole length.
  public let sizes: [Size]
  /// The pointers at which most operations of patches are, at most ``pathCount`` of them, those with
  /// most operations first.
  ///
  /// A token that is a whole number is `*`, so that all elements of an array count as one.
  public let hotPaths: [Named]
  /// How many more pointers there are.
  public let otherPaths: Int
  /// How many states are recorded whole, keyframes not counted.
  public let wholeStates: Int
  /// How many inputs were drawn, by their names.
  public let inputs: [Named]
  /// How many actions were dispatched and not reduced, by their types.
  public let dispatched: [Named]
  /// How many changes came from outside.
  public let outsides: Int
  /// How many gaps there are.
  public let gaps: Int
  /// In how many actions the reducer threw.
  public let threw: Int

  /// How many states are cut, so that changes behind the cuts are not counted.
  public var cutStates = 0
  /// Why they are.
  var cutLimits = CutLimits()

  /// How many sizes of states are told.
  public static let sizeCount = 60
  /// How many changed places are told.
  public static let pathCount = 10
}
