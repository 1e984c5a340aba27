/// The range of one member or element in the text, and its sort key.
struct EncodedPiece {
  var start: Int
  var end: Int
  /// The range of the compared bytes: a name without its quotes, or an element.
  var keyStart: Int
  var keyEnd: Int
  /// The first bytes that differ between pieces, as a number; it decides most comparisons.
  var prefix: UInt64 = 0
}

/// Pieces in raw memory, which is reused for the next container.
struct EncodedPieces {
  private(set) var items = UnsafeMutablePointer<EncodedPiece>.allocate(capacity: 0)
  private var capacity = 0
  var count = 0

  func free() { items.deallocate() }

  /// Removes all pieces, and frees the memory after a large use.
  mutating func clear() {
    count = 0
    if capacity > 1 << 12 { become(UnsafeMutablePointer.allocate(capacity: 0), 0) }
  }

  /// Adds a piece.
  @inline(__always)
  mutating func append(_ start: Int, _ end: Int, key: (start: Int, end: Int)) {
    if count == capacity { grow() }
    (items + count).initialize(
      to: EncodedPiece(start: start, end: end, keyStart: key.start, keyEnd: key.end))
    count &+= 1
  }

  private mutating func grow() {
    let room = max(capacity * 2, 8)
    let larger = UnsafeMutablePointer<EncodedPiece>.allocate(capacity: room)
    larger.moveInitialize(from: items, count: count)
    become(larger, room)
  }

  private mutating func become(_ items: UnsafeMutablePointer<EncodedPiece>, _ capacity: Int) {
    self.items.deallocate()
    (self.items, self.capacity) = (items, capacity)
  }
}

/// Sorts pieces by their bytes.
///
/// The standard library's sort calls a closure for each comparison, which is expensive in debug
/// builds.
enum PieceSort {
  static func sort(_ pieces: EncodedPieces, in text: UnsafePointer<UInt8>) {
    let count = pieces.count
    setPrefixes(pieces.items, count, text)
    if count <= 8 { return insert(pieces.items, count, text) }
    withUnsafeTemporaryAllocation(of: EncodedPiece.self, capacity: count) { other in
      guard let second = other.baseAddress else { return }
      let first = pieces.items
      second.initialize(from: first, count: count)
      var (from, to) = (first, second)
      var width = 1
      while width < count {
        mergeRuns(from, to, count, width, text)
        swap(&from, &to)
        width = width &* 2
      }
      if from != first { first.update(from: from, count: count) }
    }
  }

  /// Insertion sort, for few pieces.
  private static func insert(
    _ pieces: UnsafeMutablePointer<EncodedPiece>, _ count: Int, _ text: UnsafePointer<UInt8>
  ) {
    var next = 1
    while next < count {
      var place = next
      while place > 0, precedes(pieces + place, pieces + (place &- 1), text) {
        (pieces[place], pieces[place &- 1]) = (pieces[place &- 1], pieces[place])
        place &-= 1
      }
      next &+= 1
    }
  }

  private static func mergeRuns(
    _ from: UnsafeMutablePointer<EncodedPiece>, _ to: UnsafeMutablePointer<EncodedPiece>,
    _ count: Int, _ width: Int, _ text: UnsafePointer<UInt8>
  ) {
    var start = 0
    while start < count {
      let middle = min(start &+ width, count)
      let end = min(middle &+ width, count)
      var (left, right, out) = (start, middle, start)
      while out < end {
        let takesLeft =
          left < middle && (right >= end || !precedes(from + right, from + left, text))
        if takesLeft {
          to[out] = from[left]
          left &+= 1
        } else {
          to[out] = from[right]
          right &+= 1
        }
        out &+= 1
      }
      start = end
    }
  }

  @inline(__always)
  private static func precedes(
    _ left: UnsafePointer<EncodedPiece>, _ right: UnsafePointer<EncodedPiece>,
    _ text: UnsafePointer<UInt8>
  ) -> Bool {
    if left.pointee.prefix != right.pointee.prefix {
      return left.pointee.prefix < right.pointee.prefix
    }
    let lengths = (
      left.pointee.keyEnd &- left.pointee.keyStart, right.pointee.keyEnd &- right.pointee.keyStart
    )
    let order = Memory.order(
      text + left.pointee.keyStart, text + right.pointee.keyStart, min(lengths.0, lengths.1))
    return order != 0 ? order < 0 : lengths.0 < lengths.1
  }

  /// Sets each prefix to the eight bytes after the common beginning of all keys.
  private static func setPrefixes(
    _ pieces: UnsafeMutablePointer<EncodedPiece>, _ count: Int, _ text: UnsafePointer<UInt8>
  ) {
    guard count > 0 else { return }
    let first = text + pieces[0].keyStart
    var common = pieces[0].keyEnd &- pieces[0].keyStart
    var place = 1
    while place < count, common > 0 {
      let key = text + pieces[place].keyStart
      common = min(common, pieces[place].keyEnd &- pieces[place].keyStart)
      var same = 0
      while same < common, key[same] == first[same] { same &+= 1 }
      common = same
      place &+= 1
    }
    place = 0
    while place < count {
      let start = pieces[place].keyStart &+ common
      let length = min(pieces[place].keyEnd &- start, 8)
      var word: UInt64 = 0
      var byte = 0
      while byte < length {
        word = word << 8 | UInt64(text[start &+ byte])
        byte &+= 1
      }
      pieces[place].prefix =
        length == 0 ? 0 : word << UInt64(truncatingIfNeeded: (8 &- length) &* 8)
      place &+= 1
    }
  }
}
