/// The nesting depth of a value, about how many bytes its compact text takes, and of how many values
/// it consists.
///
/// For a ``Rope`` it is what the elements add to their container.
struct Measure: Sendable {
  var height = 0
  var textSize = 0
  /// Arrays, objects and what is in them, each once; names are none.
  var values = 0

  /// Half of the range stays free, so that one addition cannot overflow.
  static let largest = Int.max / 2

  @inline(__always)
  mutating func add(_ other: Measure) {
    height = max(height, other.height)
    textSize = min(textSize &+ other.textSize, Self.largest)
    values = min(values &+ other.values, Self.largest)
  }

  /// Counts a child of a container that this measures, but for its values.
  @inline(__always)
  mutating func add(child: Measure) {
    if child.height >= height { height = child.height &+ 1 }
    textSize &+= child.textSize &+ 1
  }

  /// Counts the name of a member.
  @inline(__always)
  mutating func add(nameOf length: Int) { textSize &+= length &+ 3 }

  /// The measure of an array or object with this content.
  var asContainer: Measure {
    Measure(
      height: height + 1, textSize: min(textSize &+ 2, Self.largest), values: values &+ 1)
  }
}
