/// An array that only grows at its end, and whose copies share all but the last few elements.
///
/// So a followed session can be indexed further while its earlier index is in use. The cost is that
/// of the new lines.
struct GrowingArray<Element: Sendable>: Sendable, RandomAccessCollection {
  private static var chunk: Int { 1 << 13 }

  private var full: [[Element]] = []
  private var tail: [Element] = []

  var startIndex: Int { 0 }
  var endIndex: Int { full.count * Self.chunk + tail.count }

  subscript(index: Int) -> Element {
    let place = index / Self.chunk
    return place < full.count ? full[place][index % Self.chunk] : tail[index % Self.chunk]
  }

  mutating func append(_ element: Element) {
    tail.append(element)
    if tail.count == Self.chunk {
      full.append(tail)
      tail = []
      // Doubling would take up to twice the memory.
      tail.reserveCapacity(Self.chunk)
    }
  }

  /// Removes the elements from an index on.
  ///
  /// Complexity: O(1 + removed elements).
  mutating func truncate(to count: Int) {
    while count < full.count * Self.chunk { tail = full.removeLast() }
    tail.removeLast(tail.count - (count - full.count * Self.chunk))
  }
}
