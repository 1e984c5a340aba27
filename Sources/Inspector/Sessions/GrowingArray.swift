/// How many elements a chunk has.
///
/// It is no member, because a generic type looks up its metadata to find one.
private let chunk = 1 << 13

/// An array that only grows at its end, and whose copies share all but the last few elements.
///
/// So a followed session can be indexed further while its earlier index is in use. The cost is that
/// of the new lines.
struct GrowingArray<Element: Sendable>: Sendable, RandomAccessCollection {
  private var full: [[Element]] = []
  private var tail: [Element] = []
  /// Every look at a step asks for it, and what a collection has by itself is generic and slow.
  private(set) var count = 0

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    let place = index / chunk
    return place < full.count ? full[place][index % chunk] : tail[index % chunk]
  }

  mutating func append(_ element: Element) {
    tail.append(element)
    count += 1
    if tail.count == chunk {
      full.append(tail)
      tail = []
      // Doubling would take up to twice the memory.
      tail.reserveCapacity(chunk)
    }
  }

  /// Removes the elements from an index on.
  ///
  /// Complexity: O(1 + removed elements).
  mutating func truncate(to count: Int) {
    self.count = count
    while count < full.count * chunk { tail = full.removeLast() }
    tail.removeLast(tail.count - (count - full.count * chunk))
  }
}
