/// Decides when a state is written as a patch and when as a whole (session format, "Snapshots").
///
/// All writers of states follow this rule: the recorder, branches and rewritten sessions.
package struct KeyframeRule: Sendable {
  private var wholeSize = 0
  private var patchBytes = 0

  /// A rule before the first state.
  package init() {}

  /// Whether the patches since the last whole state have reached its size.
  package var isDue: Bool { wholeSize > 0 && patchBytes >= wholeSize }

  /// Whether a patch of `size` bytes is written instead of a state of `whole` bytes.
  package static func takesPatch(size: Int, over whole: Int) -> Bool { size <= whole }

  /// Notes a state that was written or repeated as a whole.
  package mutating func noteWhole(size: Int) {
    wholeSize = size
    patchBytes = 0
  }

  package mutating func notePatch(size: Int) { patchBytes += size }
}
