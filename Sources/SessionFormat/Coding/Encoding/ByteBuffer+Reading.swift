// Reads what was written. That is needed if an object was put together from several runs, and for
// the paths of errors and opaque places.

extension ByteBuffer {
  /// The quoted string at an offset.
  func quoted(at start: Int) -> String { String(decoding: decoded(start), as: UTF8.self) }

  /// The decoded bytes of the quoted string at an offset.
  func decoded(_ start: Int) -> [UInt8] {
    EscapedText.decoded(
      UnsafeBufferPointer(start: bytes + start + 1, count: endOfString(at: start) - start - 2))
  }

  /// The end of the value that begins at an offset.
  func endOfValue(at start: Int) -> Int {
    var (at, depth) = (start, 0)
    while at < count {
      switch bytes[at] {
      case UInt8(ascii: "\""): at = endOfString(at: at) - 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return at }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): if depth == 0 { return at }
      default: break
      }
      at += 1
    }
    return count
  }

  private func endOfString(at start: Int) -> Int {
    var at = start + 1
    while at < count, bytes[at] != UInt8(ascii: "\"") {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return at + 1
  }

  /// The paths of the values that begin at these offsets, which must ascend.
  func pointers(to places: [Int]) -> [JSONPointer] {
    var pointers: [JSONPointer] = []
    var path: [PathStep] = []
    var at = 0
    while at < count, pointers.count < places.count {
      if at == places[pointers.count] {
        pointers.append(JSONPointer(tokens: path.map { $0.token(in: self) }))
      }
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "\""):
        let end = endOfString(at: at)
        if end < count, bytes[end] == UInt8(ascii: ":") { path[path.count - 1].name = at }
        at = end - 1
      case UInt8(ascii: "["): path.append(PathStep(index: 0))
      case UInt8(ascii: "{"): path.append(PathStep(name: at))
      case UInt8(ascii: "]"), UInt8(ascii: "}"): path.removeLast()
      case UInt8(ascii: ","): path[path.count - 1].index? += 1
      default: break
      }
      at += 1
    }
    return pointers
  }
}

/// A level on the way to a place: an index, or the offset of a name.
private struct PathStep {
  var index: Int?
  var name: Int?

  func token(in text: ByteBuffer) -> String {
    index.map { String($0) } ?? name.map { text.quoted(at: $0) } ?? ""
  }
}
