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
          Memory.order(text + piece.pointee.keyStart, text + other.pointee.keyStart, length) == 0
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
          let quote = Memory.first(0x22, in: text + start + 1, next - start - 1)
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
