/// Counts over all steps of a timeline: actions, reducer times, state sizes, changed places.
///
/// Made from the bytes of the lines where a writer laid them out, and from the parsed lines else.
/// Deterministic.
package struct SessionStatistics: Equatable, Sendable {
  /// The actions of one type.
  package struct ActionType: Equatable, Sendable {
    /// The type.
    package let type: String
    /// How many there are.
    package let count: Int
    /// The times in the reducer, in nanoseconds; nil if no line tells one.
    package let took: Times?
  }

  /// Percentiles by the nearest rank, in nanoseconds.
  package struct Times: Equatable, Sendable {
    /// How many times are known.
    package let count: Int
    /// The median.
    package let p50: Int
    /// Nine of ten are not greater.
    package let p90: Int
    /// Ninety-nine of a hundred are not greater.
    package let p99: Int
    /// The greatest.
    package let max: Int
  }

  /// The size of a state.
  package struct Size: Equatable, Sendable {
    /// The state.
    package let n: Int
    /// The bytes of its compact text, escapes not counted.
    package let bytes: Int
  }

  /// How often something came.
  package struct Named: Equatable, Sendable {
    /// Its name.
    package let name: String
    /// How many there are.
    package let count: Int
  }

  /// How many actions are known.
  package let actions: Int
  /// The types of actions, those with most actions first.
  package let types: [ActionType]
  /// How large states were, at up to ``sizeCount`` steps over the whole length.
  package let sizes: [Size]
  /// The pointers at which most operations of patches are, at most ``pathCount`` of them, those with
  /// most operations first.
  ///
  /// A token that is a whole number is `*`, so that all elements of an array count as one.
  package let hotPaths: [Named]
  /// How many more pointers there are.
  package let otherPaths: Int
  /// How many states are recorded whole, keyframes not counted.
  package let wholeStates: Int
  /// How many inputs were drawn, by their names.
  package let inputs: [Named]
  /// How many actions were dispatched and not reduced, by their types.
  package let dispatched: [Named]
  /// How many changes came from outside.
  package let outsides: Int
  /// How many gaps there are.
  package let gaps: Int
  /// In how many actions the reducer threw.
  package let threw: Int

  /// How many states are cut, so that changes behind the cuts are not counted.
  package var cutStates = 0
  /// Why they are.
  package var cutLimits = CutLimits()

  /// How many sizes of states are told.
  package static let sizeCount = 60
  /// How many changed places are told.
  package static let pathCount = 10
}
