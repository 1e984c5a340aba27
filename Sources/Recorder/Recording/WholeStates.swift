/// A count of the states that were written whole.
struct WholeStates {
  /// A keyframe is worth a check of its state once the lines of states have taken that much since
  /// the last one: a state of a hundred bytes has a keyframe at every other step.
  private static let leastBytes = 4_096

  /// How many there are after the first of a segment, without keyframes that repeat
  /// a small state after little was written.
  private(set) var count = 0
  /// How many bytes the lines of states and keyframes took since a whole state was counted.
  private var bytes = 0

  /// Adds the size of a line.
  mutating func add(bytes count: Int) { bytes += count }

  /// Adds a state that is written whole itself, or is repeated by a keyframe.
  mutating func add(whole isWhole: Bool, keyframe isKeyframe: Bool) {
    guard isWhole || isKeyframe && bytes >= Self.leastBytes else { return }
    count += 1
    bytes = 0
  }
}
