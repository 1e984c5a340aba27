import SessionFormat

/// Decides from a line's bytes, without parsing, whether its patch can touch the value at a path.
///
/// It reads the recorder's layout: `{"kind":"state","n":1,"patch":[{"op":"replace","path":"/a",…`
/// with `add`, `remove`, `replace` and `splice`, and no escapes in the paths. Any other line counts as one
/// that may touch it. Checksums and values are not examined.
struct PatchScan {
  private var line: LineBytes
  private var facts = Facts()
  /// The offset behind the patch.
  private var patchEnd = 0

  /// Whether the patch of a line may touch the value at a path, given as the text of the pointer.
  ///
  /// Complexity: O(line), at about the speed of memory if its values are strings.
  static func mayTouch(
    _ line: UnsafeBufferPointer<UInt8>, _ path: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let line = LineBytes(line) else { return true }
    var scan = PatchScan(line: line)
    guard scan.front() else { return true }
    var touches = false
    let isPlain = scan.operations { operation, text in
      touches = PatchScan.touches(operation, text, path)
      return touches
    }
    return touches || !isPlain
  }

  /// What a state line says in addition to its patch or state.
  struct Facts {
    var isWhole = false
    var threw = false
    /// Nanoseconds in the reducer.
    var took: Int?
  }

  /// Passes on each operation of a line's patch with its path as written.
  ///
  /// - Returns: Nil if the line has another layout; ignore the operations then.
  static func facts(
    _ line: UnsafeBufferPointer<UInt8>, _ body: (Operation, UnsafeBufferPointer<UInt8>) -> Void
  ) -> Facts? {
    guard let line = LineBytes(line) else { return nil }
    var scan = PatchScan(line: line)
    if scan.wholeFront() { return scan.rest() ? scan.facts : nil }
    scan.line = line
    guard scan.front() else { return nil }
    let isPlain = scan.operations { operation, text in
      body(operation, text)
      return false
    }
    return isPlain ? scan.facts : nil
  }

  /// The bytes of a line's patch with its brackets; nil if the line has another layout, or no patch.
  static func patchSize(_ line: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let line = LineBytes(line) else { return nil }
    var scan = PatchScan(line: line)
    guard scan.front() else { return nil }
    let start = scan.line.at
    let isPlain = scan.operations { _, _ in false }
    return isPlain ? scan.patchEnd - start + 1 : nil
  }

  /// The operations in the recorder's layout.
  enum Operation { case add, remove, replace, splice }

  /// Skips the front of a state or outside line up to its first operation.
  private mutating func front() -> Bool {
    if line.take(#"{"kind":"state","n":"#) {
      return line.number() != nil && line.take(#","patch":["#)
    }
    return line.take(#"{"kind":"outside","n":"#) && line.number() != nil && line.take(#","t":"#)
      && line.number() != nil && line.take(#","patch":["#)
  }

  /// Skips the front of a line with a whole state, and the state.
  private mutating func wholeFront() -> Bool {
    facts.isWhole =
      line.take(#"{"kind":"state","n":"#) && line.number() != nil && line.take(#","state":"#)
      && line.value()
    return facts.isWhole
  }

  /// Passes on each operation until `body` returns true; false if the rest has another layout.
  private mutating func operations(
    _ body: (Operation, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    if endsPatch() { return rest() }
    while true {
      guard line.take(#"{"op":""#) else { return false }
      let operation: Operation
      if line.take(#"replace","path":""#) {
        operation = .replace
      } else if line.take(#"add","path":""#) {
        operation = .add
      } else if line.take(#"remove","path":""#) {
        operation = .remove
      } else if line.take(#"splice","path":""#) {
        operation = .splice
      } else {
        return false
      }
      guard let text = line.plainText() else { return false }
      guard rest(of: operation), line.take("}") else { return false }
      if body(operation, text) { return true }
      if endsPatch() { return rest() }
      guard line.take(",") else { return false }
    }
  }

  private mutating func endsPatch() -> Bool {
    guard line.take("]") else { return false }
    patchEnd = line.at
    return true
  }

  /// Skips the members behind the path of an operation.
  private mutating func rest(of operation: Operation) -> Bool {
    switch operation {
    case .remove: true
    case .add, .replace: line.take(#","value":"#) && line.value()
    case .splice:
      line.take(#","at":"#) && line.number() != nil && line.take(#","del":"#)
        && line.number() != nil && line.take(#","ins":"#) && line.string()
    }
  }

  /// Whether only `threw`, `took` and `crc` follow the patch.
  private mutating func rest() -> Bool {
    if line.take(#","threw":"#) {
      facts.threw = true
      guard line.string() else { return false }
    }
    if line.take(#","took":"#) {
      facts.took = line.number()
      guard facts.took != nil else { return false }
    }
    if line.take(#","crc":"#), !line.string() { return false }
    return line.take("}") && line.isAtEnd
  }

  /// Whether an operation can touch the value at a path: it is at, above or below the path, or
  /// shifts the elements of an array on it.
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
    guard operation != .replace, operation != .splice else { return false }
    // The first token that differs must be the last of the operation.
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
    // Both may be indexes; an index after the path's own shifts nothing there.
    guard digits == place else { return digits < place }
    for offset in 0..<digits where changed[token + offset] != path[token + offset] {
      return changed[token + offset] < path[token + offset]
    }
    return true
  }
}
