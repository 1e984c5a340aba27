import Foundation
import SessionFormat

/// Where the lines of a session begin, and of which kind they are, found without parsing them.
///
/// What a writer puts first (`kind`, `n`, then `state` or `patch`) is read from the front of each
/// line; a line of another layout is parsed.
struct LineIndex: Sendable {
  enum Kind: UInt8, Sendable {
    case session, action, input, state, keyframe, outside, dispatched, mark, gap, end, unknown
    /// A line that cannot be read.
    case damaged
  }

  struct Entry: Sendable {
    let start: Int
    let count: Int
    /// The line in the file, from 1.
    let number: Int
    let kind: Kind
    let n: Int
    /// Whether the line carries a whole state.
    let isWhole: Bool
  }

  private(set) var entries: [Entry] = []
  /// Whether a byte order mark was passed over.
  private(set) var hadByteOrderMark = false
  /// Whether the last line has no line end.
  private(set) var endsWithoutLineFeed = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      hadByteOrderMark = true
      start = 3
    }
    var number = 0
    while start < bytes.count {
      number += 1
      let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start...])
      let length = rest.firstIndex(of: 0x0A)
      endsWithoutLineFeed = length == nil
      var end = start + (length ?? rest.count)
      let next = end + 1
      if end > start, length != nil, bytes[end - 1] == 0x0D { end -= 1 }
      let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
      if line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) {
        entries.append(Self.entry(line, start: start, number: number))
      }
      start = next
    }
  }

  private static func entry(
    _ line: UnsafeBufferPointer<UInt8>, start: Int, number: Int
  ) -> Entry {
    var front = LineFront(line)
    let (kind, n, isWhole) = front.read() ?? parsed(line)
    return Entry(
      start: start, count: line.count, number: number, kind: kind, n: n, isWhole: isWhole)
  }

  private static func parsed(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> (Kind, Int, Bool) {
    guard let document = try? JSONParser().parse(line), let name = document["kind"]?.string
    else { return (.damaged, 0, false) }
    let kind = LineFront.kinds.first { $0.name.elementsEqual(name.utf8) }?.kind ?? .unknown
    // A line that needs a number and has none is read again, for its fault, when it is met.
    guard let n = document["n"]?.int, (0...Int.max / 4).contains(n) else {
      return (kind == .unknown || kind == .session ? kind : .damaged, 0, false)
    }
    return (kind, n, kind == .keyframe || document["state"] != nil)
  }
}

/// Reads the front of a line in the layout that a writer gives it.
private struct LineFront {
  static let kinds: [(name: [UInt8], kind: LineIndex.Kind)] = [
    "action": .action, "state": .state, "input": .input, "keyframe": .keyframe,
    "outside": .outside, "dispatched": .dispatched, "mark": .mark, "gap": .gap, "end": .end,
    "session": .session,
  ].map { (Array($0.key.utf8), $0.value) }.sorted { $0.1.rawValue < $1.1.rawValue }

  private let line: UnsafeBufferPointer<UInt8>
  private var at = 0

  init(_ line: UnsafeBufferPointer<UInt8>) { self.line = line }

  mutating func read() -> (LineIndex.Kind, Int, Bool)? {
    guard take(#"{"kind":""#), let kind = kind(), take("\"") else { return nil }
    if kind == .session { return (kind, 0, false) }
    guard take(#","n":"#), let n = number(), take(",") else { return nil }
    switch kind {
    case .state:
      let isWhole = take(#""state":"#)
      return isWhole || take(#""patch":"#) ? (kind, n, isWhole) : nil
    case .outside: return nil  // rare, and its content does not come first
    default: return (kind, n, kind == .keyframe)
    }
  }

  private mutating func kind() -> LineIndex.Kind? {
    for (name, kind) in Self.kinds
    where at + name.count < line.count && line[at..<at + name.count].elementsEqual(name)
      && line[at + name.count] == UInt8(ascii: "\"")
    {
      at += name.count
      return kind
    }
    return nil
  }

  private mutating func number() -> Int? {
    var value = 0
    let start = at
    while at < line.count, line[at] &- 48 < 10, at - start < 15 {
      value = value * 10 + Int(line[at] - 48)
      at += 1
    }
    return at > start ? value : nil
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard at + count <= line.count,
      line[at..<at + count].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: count))
    else { return false }
    at += count
    return true
  }
}
