/// The two forms in which equal sessions may carry their states.
public enum SnapshotForm: String, Sendable {
  /// Every state whole, for programs that know nothing of patches.
  case full
  /// Patches, with a keyframe where they have become as long as the last whole state.
  case delta
}

/// When a state is written as a patch, and when it is repeated whole (session format, "Snapshots").
struct KeyframeRule {
  private var wholeSize = 0
  private var patchBytes = 0

  /// Whether the patches since the last whole state have reached its size.
  var isDue: Bool { wholeSize > 0 && patchBytes >= wholeSize }

  mutating func noteWhole(size: Int) {
    wholeSize = size
    patchBytes = 0
  }

  mutating func notePatch(size: Int) { patchBytes += size }
}
