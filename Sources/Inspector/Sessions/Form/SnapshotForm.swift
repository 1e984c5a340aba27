/// The two forms in which equal sessions may store their states.
package enum SnapshotForm: String, Sendable {
  /// Every state whole, for programs that do not support patches.
  case full
  /// Patches, with a keyframe when they have become as long as the last whole state.
  case delta
}
