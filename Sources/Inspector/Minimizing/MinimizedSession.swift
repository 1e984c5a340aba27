import SessionFormat

/// The shortest session that was found.
struct MinimizedSession: Sendable {
  /// An action of it.
  struct Kept: Sendable {
    /// Its number, and the one that it had.
    let n: Int
    let was: Int
    let type: String
    let action: JSONValue
    /// Whether it is a smaller one than the recorded one.
    let isEdited: Bool
  }

  /// The bytes of the session file.
  let bytes: [UInt8]
  /// Its actions.
  let actions: [Kept]
  /// The number of its first state.
  let start: Int
  /// How many actions there were, up to the one that shows it.
  let total: Int
  /// Whether no action can be left out alone.
  let isMinimal: Bool
  /// Whether `ddmin` is known to come to no fewer actions; nil if none is left out in the middle.
  let isCompared: Bool?
  /// Why the search ended before its time.
  let stopped: MinimizeBudget.Stop?
  /// How many shortened sessions were tried, and how many actions were reduced for that.
  let tests: Int
  let reduced: Int
  /// Why the replay was made shorter; nil if the recording was.
  let replay: ReplayCause?
}
