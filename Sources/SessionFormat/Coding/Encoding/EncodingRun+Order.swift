extension EncodingRun {
  /// Sorts members or elements as the session format requires.
  func putInFileOrder(_ frame: UnsafeMutablePointer<EncodingFrame>) {
    findPieces(of: frame)
    guard state.pointee.pieces.count > 1 else { return }
    let isObject = frame.pointee.content == .object
    if isObject && frame.pointee.hasEscapedName { decodeNames() }
    let keys = isObject && frame.pointee.hasEscapedName ? state.pointee.scratch : state.pointee.text
    PieceSort.sort(state.pointee.pieces, in: keys.bytes)
    let repeats = isObject && hasRepeatedNeighbours(keys.bytes)
    rearrange(frame)
    if repeats {
      frame.pointee.mustScan = true
      dropRepeatedNames(frame)
    }
  }

  /// Writes the decoded names into `scratch`, and makes them the keys of the members.
  private func decodeNames() {
    state.pointee.scratch.truncate(to: 0)
    var piece = state.pointee.pieces.items
    let end = piece + state.pointee.pieces.count
    while piece < end {
      let name = state.pointee.text.decoded(piece.pointee.keyStart - 1)
      piece.pointee.keyStart = state.pointee.scratch.count
      name.withUnsafeBufferPointer { name in
        if let start = name.baseAddress { state.pointee.scratch.append(start, name.count) }
      }
      piece.pointee.keyEnd = state.pointee.scratch.count
      piece += 1
    }
  }

  private func hasRepeatedNeighbours(_ text: UnsafePointer<UInt8>) -> Bool {
    let base = state.pointee.pieces.items
    var piece = base + 1
    while piece < base + state.pointee.pieces.count {
      let other = piece - 1
      let length = piece.pointee.keyEnd &- piece.pointee.keyStart
      if piece.pointee.prefix == other.pointee.prefix,
        length == other.pointee.keyEnd &- other.pointee.keyStart,
        Memory.order(text + piece.pointee.keyStart, text + other.pointee.keyStart, length) == 0
      {
        return true
      }
      piece += 1
    }
    return false
  }

  /// If a name is repeated, its first position gets the last value, as in ``JSONValue``.
  func dropRepeatedNames(_ frame: UnsafeMutablePointer<EncodingFrame>) {
    guard frame.pointee.mustScan || namesRepeat(frame) else { return }
    scanPieces(of: frame)
    let found = state.pointee.pieces
    var kept: [EncodedPiece] = []
    var places: [[UInt8]: Int] = [:]
    for piece in UnsafeBufferPointer(start: found.items, count: found.count) {
      let name = state.pointee.text.decoded(piece.keyStart - 1)
      if let place = places[name] {
        kept[place] = piece
      } else {
        places[name] = kept.count
        kept.append(piece)
      }
    }
    guard kept.count < found.count else { return }
    for (place, piece) in kept.enumerated() { found.items[place] = piece }
    state.pointee.pieces.count = kept.count
    rearrange(frame)
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

  /// Rewrites the frame with only the members or elements in `pieces`, in that order.
  private func rearrange(_ frame: UnsafeMutablePointer<EncodingFrame>) {
    let start = frame.pointee.start
    let text = state.pointee.text.bytes
    let pieces = state.pointee.pieces
    state.pointee.scratch.truncate(to: 0)
    state.pointee.scratch.reserve(state.pointee.text.count - start)
    state.pointee.scratch.append(text[start])
    var moved: [(from: EncodedPiece, to: Int)] = []
    let mustMove = state.pointee.opaque.count > frame.pointee.opaque
    var place = 0
    while place < pieces.count {
      if place > 0 { state.pointee.scratch.append(UInt8(ascii: ",")) }
      let piece = pieces.items + place
      if mustMove { moved.append((piece.pointee, start + state.pointee.scratch.count)) }
      state.pointee.scratch.append(
        text + piece.pointee.start, piece.pointee.end &- piece.pointee.start)
      place &+= 1
    }
    state.pointee.text.replace(from: start, with: state.pointee.scratch)
    frame.pointee.count = pieces.count
    if mustMove { moveOpaque(from: frame.pointee.opaque, moved) }
  }

  private func moveOpaque(from first: Int, _ moved: [(from: EncodedPiece, to: Int)]) {
    // Both the old places and the new ones of the pieces ascend.
    let old = Array(state.pointee.opaque[first...])
    var places: [Int] = []
    for (piece, start) in moved {
      var place = old.indices.partitionPoint { old[$0] >= piece.start }
      while place < old.count, old[place] < piece.end {
        places.append(old[place] - piece.start + start)
        place += 1
      }
    }
    state.pointee.opaque.replaceSubrange(first..., with: places)
  }
}

// MARK: - Pieces

extension EncodingRun {
  /// Finds the members of an object, the elements of an array, or its pairs of key and value.
  private func findPieces(of frame: UnsafeMutablePointer<EncodingFrame>) {
    let marks = state.pointee.marks.count - frame.pointee.marks
    if frame.pointee.mustScan || marks != frame.pointee.count { return scanPieces(of: frame) }
    let starts = state.pointee.marks.items + frame.pointee.marks
    let end = state.pointee.text.count
    let text = state.pointee.text.bytes
    state.pointee.pieces.clear()
    // A dictionary writes keys and values alternately.
    let isPairs = frame.pointee.content == .array && frame.pointee.order == .keys
    let step = isPairs ? 2 : 1
    var place = 0
    while place &+ step <= marks {
      let start = starts[place]
      let next = place &+ step < marks ? starts[place &+ step] &- 1 : end
      var key = (start: start, end: next)
      // A pair is sorted by its key, and by its value where keys are written alike: the comma between
      // them comes before all that can follow a number.
      if frame.pointee.content == .object {
        // Without escapes the next quote ends the name; names with escapes are decoded anyway.
        let quote = Memory.first(0x22, in: text + start + 1, next - start - 1)
        key = (start &+ 1, quote.map { $0 - UnsafeMutableRawPointer(text) } ?? next)
      }
      state.pointee.pieces.append(start, next, key: key)
      place &+= step
    }
  }

  /// Does the same by reading the text, for frames that were put together from several runs.
  private func scanPieces(of frame: UnsafeMutablePointer<EncodingFrame>) {
    let text = state.pointee.text
    let isObject = frame.pointee.content == .object
    let isPair = !isObject && frame.pointee.order == .keys
    state.pointee.pieces.clear()
    var at = frame.pointee.start + 1
    while at < text.count {
      let start = at
      let keyEnd = text.endOfValue(at: at)
      at = keyEnd
      if isObject || isPair, at < text.count { at = text.endOfValue(at: at + 1) }
      state.pointee.pieces.append(
        start, at, key: isObject ? (start + 1, keyEnd - 1) : (start, at))
      at += 1
    }
  }
}
