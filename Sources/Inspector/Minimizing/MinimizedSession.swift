package import SessionFormat

/// The shortest session that was found.
package struct MinimizedSession: Sendable {
  /// An action of it.
  package struct Kept: Sendable {
    /// Its number, and the one that it had.
    package let n: Int
    package let was: Int
    package let type: String
    package let action: JSONValue
    /// Whether it is a smaller one than the recorded one.
    package let isEdited: Bool
  }

  /// The bytes of the session file.
  package let bytes: [UInt8]
  /// Its actions.
  package let actions: [Kept]
  /// The number of its first state.
  package let start: Int
  /// How many actions there were, up to the one that shows it.
  package let total: Int
  /// Whether no action can be left out alone.
  package let isMinimal: Bool
  /// Whether `ddmin` is known to come to no fewer actions; nil if none is left out in the middle.
  package let isCompared: Bool?
  /// Why the search ended before its time.
  package let stopped: MinimizeBudget.Stop?
  /// How many shortened sessions were tried, and how many actions were reduced for that.
  package let tests: Int
  package let reduced: Int
  /// Why the replay was made shorter; nil if the recording was.
  package let replay: ReplayCause?
}
