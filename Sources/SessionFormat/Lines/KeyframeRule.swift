/// When a state is written as a patch, and when it is repeated whole (session format, "Snapshots").
///
/// Everything that writes states follows this one rule: recorder, branches and rewritten sessions.
package struct KeyframeRule: Sendable {
  private var wholeSize = 0
  private var patchBytes = 0

  /// No state so far.
  package init() {}

  /// Whether the patches since the last whole state have reached its size.
  package var isDue: Bool { wholeSize > 0 && patchBytes >= wholeSize }

  /// Whether a patch of that many bytes is written in place of a state of that many.
  package static func takesPatch(size: Int, over whole: Int) -> Bool { size <= whole }

  /// Notes a state that was written whole, or repeated.
  package mutating func noteWhole(size: Int) {
    wholeSize = size
    patchBytes = 0
  }

  /// Notes a patch.
  package mutating func notePatch(size: Int) { patchBytes += size }
}
