/// The two forms in which equal sessions may carry their states.
package enum SnapshotForm: String, Sendable {
  /// Every state whole, for programs that know nothing of patches.
  case full
  /// Patches, with a keyframe where they have become as long as the last whole state.
  case delta
}
