/// Counts over all steps of a timeline: actions, reducer times, state sizes, changed places.
///
/// Made from the bytes of lines in the recorder's layout, and from parsed lines otherwise.
/// Deterministic.
package struct SessionStatistics: Equatable, Sendable {
  /// The actions of one type.
  package struct ActionType: Equatable, Sendable {
    package let type: String
    package let count: Int
    /// The times in the reducer, in nanoseconds; nil if no line has one.
    package let took: Times?
  }

  /// Percentiles by the nearest rank, in nanoseconds.
  package struct Times: Equatable, Sendable {
    /// The number of known times.
    package let count: Int
    /// The median.
    package let p50: Int
    /// 90 % are not greater.
    package let p90: Int
    /// 99 % are not greater.
    package let p99: Int
    /// The greatest.
    package let max: Int
  }

  /// The size of a state.
  package struct Size: Equatable, Sendable {
    /// The number of the state.
    package let n: Int
    /// The bytes of its compact text, not counting escapes.
    package let bytes: Int
  }

  /// A number of occurrences.
  package struct Named: Equatable, Sendable {
    package let name: String
    package let count: Int
  }

  /// The number of known actions.
  package let actions: Int
  /// The types of actions, most frequent first.
  package let types: [ActionType]
  /// The sizes of states, at up to ``sizeCount`` steps over the whole length.
  package let sizes: [Size]
  /// The pointers with the most patch operations, at most ``pathCount``, most frequent first.
  ///
  /// A token that is a whole number becomes `*`, so that all elements of an array count as one.
  package let hotPaths: [Named]
  /// The number of other pointers.
  package let otherPaths: Int
  /// The number of states recorded whole, without keyframes.
  package let wholeStates: Int
  /// The number of inputs read, by name.
  package let inputs: [Named]
  /// The number of actions dispatched but not reduced, by type.
  package let dispatched: [Named]
  /// The number of outside changes.
  package let outsides: Int
  /// The number of gaps.
  package let gaps: Int
  /// The number of actions whose reducer threw.
  package let threw: Int

  /// The cut states; changes behind the cuts are not counted.
  package var cut = CutStates()

  /// What damage took; nil if nothing is damaged, or if damage is not left out.
  package var losses: SessionLosses?

  /// The most state sizes.
  package static let sizeCount = 60
  /// The most changed places.
  package static let pathCount = 10
}
