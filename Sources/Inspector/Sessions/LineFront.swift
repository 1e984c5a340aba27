import SessionFormat

/// Reads the front of a line, if it has the recorder's layout.
enum LineFront {
  private static let kinds: [(name: StaticString, kind: LineIndex.Kind)] = [
    ("action\"", .action), ("state\"", .state), ("input\"", .input), ("keyframe\"", .keyframe),
    ("mark\"", .mark), ("dispatched\"", .dispatched), ("gap\"", .gap), ("end\"", .end),
    ("session\"", .session), ("outside\"", .outside),
  ]

  /// The place that the front gives; nil for another layout, and for `outside`, whose content does
  /// not come first.
  static func place(_ line: UnsafeBufferPointer<UInt8>) -> LineIndex.Place? {
    guard let base = line.baseAddress else { return nil }
    var at = 0
    guard take(#"{"kind":""#, base, line.count, &at), let kind = kind(base, line.count, &at)
    else { return nil }
    switch kind {
    case .session: return LineIndex.Place(kind: kind, n: 0, isWhole: false)
    case .outside: return nil
    default: break
    }
    guard take(#","n":"#, base, line.count, &at), let n = number(base, line.count, &at),
      at < line.count, base[at] == UInt8(ascii: ",")
    else { return nil }
    guard kind == .state else {
      return LineIndex.Place(kind: kind, n: n, isWhole: kind == .keyframe)
    }
    if take(#","patch":"#, base, line.count, &at) {
      return LineIndex.Place(kind: kind, n: n, isWhole: false)
    }
    guard take(#","state":"#, base, line.count, &at) else { return nil }
    return LineIndex.Place(kind: kind, n: n, isWhole: true)
  }

  /// The kind with that name.
  static func kind(_ name: String) -> LineIndex.Kind? {
    kinds.first { "\($0.name)" == name + "\"" }?.kind
  }

  private static func kind(
    _ base: UnsafePointer<UInt8>, _ count: Int, _ at: inout Int
  ) -> LineIndex.Kind? {
    for (name, kind) in kinds where take(name, base, count, &at) { return kind }
    return nil
  }

  private static func number(
    _ base: UnsafePointer<UInt8>, _ count: Int, _ at: inout Int
  ) -> Int? {
    var value = 0
    let start = at
    while at < count, base[at] &- 48 < 10, at - start < 15 {
      value = value * 10 + Int(base[at] - 48)
      at += 1
    }
    return at > start ? value : nil
  }

  @inline(__always)
  private static func take(
    _ text: StaticString, _ base: UnsafePointer<UInt8>, _ count: Int, _ at: inout Int
  ) -> Bool {
    let length = text.utf8CodeUnitCount
    guard at + length <= count, base[at] == text.utf8Start[0],
      Memory.order(base + at, text.utf8Start, length) == 0
    else { return false }
    at += length
    return true
  }
}
