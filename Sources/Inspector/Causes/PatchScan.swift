import SessionFormat

/// Tells from the bytes of a line whether its patch can touch the value at a path, without making
/// a value of anything.
///
/// It reads what a writer lays out: `{"kind":"state","n":1,"patch":[{"op":"replace","path":"/a",…`
/// with `add`, `remove` and `replace`, and no escapes in the paths. Of every other line it says that
/// it may touch. Checksums are not compared, nor are values looked into.
struct PatchScan {
  private let base: UnsafePointer<UInt8>
  private let end: Int
  private var at = 0

  /// Whether the patch of a line may touch the value at a path, given as the text of the pointer.
  ///
  /// Complexity: O(line), at about the speed of memory where its values are strings.
  static func mayTouch(
    _ line: UnsafeBufferPointer<UInt8>, _ path: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let base = line.baseAddress else { return true }
    var scan = PatchScan(base: base, end: line.count)
    guard scan.front() else { return true }
    var touches = false
    let isPlain = scan.operations { operation, text in
      touches = PatchScan.touches(operation, text, path)
      return touches
    }
    return touches || !isPlain
  }

  /// Hands on the path of each operation of a line's patch as it is written; false where the line
  /// has another layout, and what was handed on means nothing.
  static func paths(
    _ line: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    guard let base = line.baseAddress else { return false }
    var scan = PatchScan(base: base, end: line.count)
    return scan.front()
      && scan.operations { _, text in
        body(text)
        return false
      }
  }

  private init(base: UnsafePointer<UInt8>, end: Int) {
    self.base = base
    self.end = end
  }

  private enum Operation { case add, remove, replace }

  /// Passes over the front of a state or outside line up to its first operation.
  private mutating func front() -> Bool {
    if take(#"{"kind":"state","n":"#) {
      return digits() && take(#","patch":["#)
    }
    return take(#"{"kind":"outside","n":"#) && digits() && take(#","t":"#) && digits()
      && take(#","patch":["#)
  }

  /// Hands on each operation until it is told to stop; false where the rest of the line is not laid
  /// out as a writer does.
  private mutating func operations(
    _ body: (Operation, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    if take("]") { return rest() }
    while true {
      guard take(#"{"op":""#) else { return false }
      let operation: Operation
      if take(#"replace","path":""#) {
        operation = .replace
      } else if take(#"add","path":""#) {
        operation = .add
      } else if take(#"remove","path":""#) {
        operation = .remove
      } else {
        return false
      }
      let start = at
      while at < end, base[at] != UInt8(ascii: "\""), base[at] != UInt8(ascii: "\\") { at += 1 }
      let text = UnsafeBufferPointer(start: base + start, count: at - start)
      guard take("\"") else { return false }
      if operation != .remove { guard take(#","value":"#), value() else { return false } }
      guard take("}") else { return false }
      if body(operation, text) { return true }
      if take("]") { return rest() }
      guard take(",") else { return false }
    }
  }

  /// Whether nothing but `threw`, `took` and `crc` follows the patch.
  private mutating func rest() -> Bool {
    if take(#","threw":""#) {
      at -= 1
      guard string() else { return false }
    }
    if take(#","took":"#) { guard digits() else { return false } }
    if take(#","crc":""#) {
      at -= 1
      guard string() else { return false }
    }
    return take("}") && at == end
  }

  /// Passes over a value.
  private mutating func value() -> Bool {
    guard at < end else { return false }
    switch base[at] {
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return container()
    default:
      let start = at
      while at < end, base[at] != UInt8(ascii: ","), base[at] != UInt8(ascii: "}") { at += 1 }
      return at > start
    }
  }

  private mutating func container() -> Bool {
    var depth = 0
    while at < end {
      switch base[at] {
      case UInt8(ascii: "\""):
        guard string() else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          at += 1
          return true
        }
      default: break
      }
      at += 1
    }
    return false
  }

  /// Passes over a string, from its first quote.
  private mutating func string() -> Bool {
    var from = at + 1
    while from < end, let found = Memory.first(UInt8(ascii: "\""), in: base + from, end - from) {
      let quote = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      var slashes = 0
      while base[quote - 1 - slashes] == UInt8(ascii: "\\") { slashes += 1 }
      from = quote + 1
      guard slashes.isMultiple(of: 2) else { continue }
      at = from
      return true
    }
    return false
  }

  private mutating func digits() -> Bool {
    let start = at
    while at < end, base[at] &- 48 < 10 { at += 1 }
    return at > start
  }

  @inline(__always)
  private mutating func take(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard at + length <= end, Memory.order(base + at, text.utf8Start, length) == 0
    else { return false }
    at += length
    return true
  }

  /// Whether an operation can touch the value at a path: it is there, above or below, or moves the
  /// elements of an array on the way.
  private static func touches(
    _ operation: Operation, _ changed: UnsafeBufferPointer<UInt8>,
    _ path: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let slash = UInt8(ascii: "/")
    let least = min(changed.count, path.count)
    var common = 0
    while common < least, changed[common] == path[common] { common += 1 }
    if common == changed.count, common == path.count || path[common] == slash { return true }
    if common == path.count, common == changed.count || changed[common] == slash { return true }
    guard operation != .replace else { return false }
    // The first token in which they differ must be the last of the operation.
    var token = common
    while token > 0, changed[token - 1] != slash { token -= 1 }
    guard token > 0 else { return false }
    var tokenEnd = token
    while tokenEnd < changed.count, changed[tokenEnd] != slash { tokenEnd += 1 }
    guard tokenEnd == changed.count else { return false }
    var pathEnd = token
    while pathEnd < path.count, path[pathEnd] &- 48 < 10 { pathEnd += 1 }
    guard pathEnd > token, pathEnd == path.count || path[pathEnd] == slash else { return false }
    let (digits, place) = (tokenEnd - token, pathEnd - token)
    guard digits > 0 else { return false }
    if digits == 1, changed[token] == UInt8(ascii: "-") { return true }
    // Both may be indexes; one beyond the place in the path moves nothing there.
    guard digits == place else { return digits < place }
    for offset in 0..<digits where changed[token + offset] != path[token + offset] {
      return changed[token + offset] < path[token + offset]
    }
    return true
  }
}
