#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where one member or element lies in the text, and what it is ordered by.
struct EncodedPiece {
  var start: Int
  var end: Int
  /// The bytes that are compared: a name without its quotes, or an element.
  var keyStart: Int
  var keyEnd: Int
  /// The first bytes that differ between pieces, as a number, so that most comparisons are one.
  var prefix: UInt64 = 0
}

extension EncodingRun {
  /// Puts members or elements in the order that the session format asks for.
  func putInFileOrder(_ frame: UnsafeMutablePointer<EncodingFrame>) {
    var pieces = self.pieces(of: frame)
    guard pieces.count > 1 else { return }
    if frame.pointee.content == .object && frame.pointee.hasEscapedName {
      let names = pieces.map { state.pointee.text.decoded($0.keyStart - 1) }
      let order = names.indices.sorted { names[$0].lexicographicallyPrecedes(names[$1]) }
      pieces = order.map { pieces[$0] }
    } else {
      PieceSort.sort(&pieces, in: state.pointee.text.bytes)
    }
    let repeats = frame.pointee.content == .object && hasRepeatedNeighbours(pieces)
    rearrange(frame, pieces)
    if repeats {
      frame.pointee.mustScan = true
      dropRepeatedNames(frame)
    }
  }

  private func hasRepeatedNeighbours(_ pieces: [EncodedPiece]) -> Bool {
    let text = state.pointee.text.bytes
    return pieces.withUnsafeBufferPointer { pieces in
      guard let base = pieces.baseAddress else { return false }
      var piece = base + 1
      while piece < base + pieces.count {
        let other = piece - 1
        let length = piece.pointee.keyEnd &- piece.pointee.keyStart
        if piece.pointee.prefix == other.pointee.prefix,
          length == other.pointee.keyEnd &- other.pointee.keyStart,
          memcmp(text + piece.pointee.keyStart, text + other.pointee.keyStart, length) == 0
        {
          return true
        }
        piece += 1
      }
      return false
    }
  }

  /// Where a name comes twice, its first place gets the last value, as ``JSONValue`` has it.
  func dropRepeatedNames(_ frame: UnsafeMutablePointer<EncodingFrame>) {
    guard frame.pointee.mustScan || namesRepeat(frame) else { return }
    let pieces = scannedPieces(of: frame)
    var kept: [EncodedPiece] = []
    var places: [[UInt8]: Int] = [:]
    for piece in pieces {
      let name = state.pointee.text.decoded(piece.keyStart - 1)
      if let place = places[name] {
        kept[place] = piece
      } else {
        places[name] = kept.count
        kept.append(piece)
      }
    }
    if kept.count < pieces.count { rearrange(frame, kept) }
  }

  /// Whether two names of the frame have the same hash.
  private func namesRepeat(_ frame: UnsafeMutablePointer<EncodingFrame>) -> Bool {
    let hashes = state.pointee.names.items + frame.pointee.names
    let count = state.pointee.names.count - frame.pointee.names
    if count > 32 {
      return Set(UnsafeBufferPointer(start: hashes, count: count)).count < count
    }
    var place = 1
    while place < count {
      let hash = hashes[place]
      var other = 0
      while other < place {
        if hashes[other] == hash { return true }
        other &+= 1
      }
      place &+= 1
    }
    return false
  }

  /// Writes the frame anew with these members or elements only, in this order.
  private func rearrange(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ pieces: [EncodedPiece]
  ) {
    let start = frame.pointee.start
    let text = state.pointee.text.bytes
    state.pointee.scratch.truncate(to: 0)
    state.pointee.scratch.reserve(state.pointee.text.count - start)
    state.pointee.scratch.append(text[start])
    var moved: [(from: EncodedPiece, to: Int)] = []
    let mustMove = state.pointee.opaque.count > frame.pointee.opaque
    pieces.withUnsafeBufferPointer { pieces in
      guard let base = pieces.baseAddress else { return }
      var place = 0
      while place < pieces.count {
        if place > 0 { state.pointee.scratch.append(UInt8(ascii: ",")) }
        let piece = base + place
        if mustMove { moved.append((base[place], start + state.pointee.scratch.count)) }
        state.pointee.scratch.append(
          text + piece.pointee.start, piece.pointee.end &- piece.pointee.start)
        place &+= 1
      }
    }
    state.pointee.text.replace(from: start, with: state.pointee.scratch)
    frame.pointee.count = pieces.count
    if mustMove { moveOpaque(from: frame.pointee.opaque, moved) }
  }

  private func moveOpaque(from first: Int, _ moved: [(from: EncodedPiece, to: Int)]) {
    let byStart = moved.sorted { $0.from.start < $1.from.start }
    let places: [Int] = state.pointee.opaque[first...].compactMap { place in
      // The last piece that begins at or before the place.
      var (low, high) = (0, byStart.count)
      while low < high {
        let middle = (low + high) / 2
        if byStart[middle].from.start <= place { low = middle + 1 } else { high = middle }
      }
      guard low > 0, place < byStart[low - 1].from.end else { return nil }
      return place - byStart[low - 1].from.start + byStart[low - 1].to
    }
    state.pointee.opaque.replaceSubrange(first..., with: places.sorted())
  }
}

// MARK: - Pieces

extension EncodingRun {
  /// The members of an object, the elements of an array, or its pairs of key and value.
  private func pieces(of frame: UnsafeMutablePointer<EncodingFrame>) -> [EncodedPiece] {
    let marks = state.pointee.marks.count - frame.pointee.marks
    if frame.pointee.mustScan || marks != frame.pointee.count { return scannedPieces(of: frame) }
    let starts = state.pointee.marks.items + frame.pointee.marks
    let end = state.pointee.text.count
    let text = state.pointee.text.bytes
    return [EncodedPiece](unsafeUninitializedCapacity: marks) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      var place = 0
      switch (frame.pointee.content, frame.pointee.order) {
      case (.object, _):
        while place < marks {
          let (start, next) = (starts[place], place &+ 1 < marks ? starts[place &+ 1] &- 1 : end)
          // Without escapes the next quote ends the name; with them the names are decoded anyway.
          let quote = memchr(text + start + 1, 0x22, next - start - 1)
          let nameEnd = quote.map { $0 - UnsafeMutableRawPointer(text) } ?? next
          (base + place).initialize(
            to: EncodedPiece(start: start, end: next, keyStart: start &+ 1, keyEnd: nameEnd))
          place &+= 1
        }
        count = place
      case (_, .keys):
        // A dictionary writes a key and a value in turn.
        while place &+ 1 < marks {
          let (start, value) = (starts[place], starts[place &+ 1])
          let next = place &+ 2 < marks ? starts[place &+ 2] &- 1 : end
          (base + count).initialize(
            to: EncodedPiece(start: start, end: next, keyStart: start, keyEnd: value &- 1))
          count += 1
          place &+= 2
        }
      default:
        while place < marks {
          let (start, next) = (starts[place], place &+ 1 < marks ? starts[place &+ 1] &- 1 : end)
          (base + place).initialize(
            to: EncodedPiece(start: start, end: next, keyStart: start, keyEnd: next))
          place &+= 1
        }
        count = place
      }
    }
  }

  /// The same, read from the text, where the frame was put together from several runs.
  private func scannedPieces(of frame: UnsafeMutablePointer<EncodingFrame>) -> [EncodedPiece] {
    let text = state.pointee.text
    let isObject = frame.pointee.content == .object
    var pieces: [EncodedPiece] = []
    var at = frame.pointee.start + 1
    while at < text.count {
      let start = at
      let keyEnd = text.endOfValue(at: at)
      at = keyEnd
      let isPair = !isObject && frame.pointee.order == .keys
      if isObject || isPair, at < text.count { at = text.endOfValue(at: at + 1) }
      pieces.append(
        isObject
          ? EncodedPiece(start: start, end: at, keyStart: start + 1, keyEnd: keyEnd - 1)
          : EncodedPiece(start: start, end: at, keyStart: start, keyEnd: keyEnd))
      at += 1
    }
    return pieces
  }
}

/// Sorts pieces by their bytes: a merge sort by hand, as those of the standard library call a
/// closure for each comparison, which debug builds pay dearly.
enum PieceSort {
  static func sort(_ pieces: inout [EncodedPiece], in text: UnsafePointer<UInt8>) {
    let count = pieces.count
    withUnsafeTemporaryAllocation(of: EncodedPiece.self, capacity: count) { other in
      pieces.withUnsafeMutableBufferPointer { pieces in
        guard let first = pieces.baseAddress, let second = other.baseAddress else { return }
        setPrefixes(first, count, text)
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
    let order = memcmp(
      text + left.pointee.keyStart, text + right.pointee.keyStart, min(lengths.0, lengths.1))
    return order != 0 ? order < 0 : lengths.0 < lengths.1
  }

  /// Sets the prefixes to the eight bytes behind what all keys begin with.
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
