package import SessionFormat

/// The shortest session that was found.
package struct MinimizedSession: Sendable {
  package struct Kept: Sendable {
    /// Its number, and the number that it had.
    package let n: Int
    package let was: Int
    package let type: String
    package let action: JSONValue
    /// Whether its value is smaller than the recorded one.
    package let isEdited: Bool
  }

  package let bytes: [UInt8]
  /// The same as a branch of the recording; nil if it is none, as that of a replay or of a later part.
  package let plan: BranchPlan?
  package let actions: [Kept]
  /// The number of its first state.
  package let start: Int
  /// The number of actions before, up to the first that shows the failure, or to a later kept one.
  package let total: Int
  /// Whether no action can be left out alone.
  package let isMinimal: Bool
  /// Whether `ddmin` is known to end with no fewer actions; nil if none is left out in the middle.
  package let isCompared: Bool?
  /// The reason why the search ended early.
  package let stopped: MinimizeBudget.Stop?
  /// How many shortened sessions were tried, and how many actions were reduced for that.
  package let tests: Int
  package let reduced: Int
  /// Why the replay was shortened; nil if the recording was.
  package let replay: ReplayCause?
}
