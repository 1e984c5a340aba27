/// How many levels a value has, and about how many bytes of compact text it takes.
///
/// Of a ``Rope`` it is what the elements add to the container that they are in.
struct Measure: Sendable {
  var height = 0
  var textSize = 0

  /// Half of the range is left free, so that one more addition never overflows.
  static let largest = Int.max / 2

  @inline(__always)
  mutating func add(_ other: Measure) {
    height = max(height, other.height)
    textSize = min(textSize &+ other.textSize, Self.largest)
  }

  /// That of an array or object whose content takes this.
  var asContainer: Measure {
    Measure(height: height + 1, textSize: min(textSize &+ 2, Self.largest))
  }
}
