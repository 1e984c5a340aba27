import SessionFormat

/// Beginnings and ends of secrets, to find them at the places of the whole ones.
///
/// A text field gets a secret key by key, so the states before have all its beginnings; an edit
/// inside it leaves two parts around what is inserted. Elsewhere such parts are any words.
struct SecretParts: Sendable {
  /// A place of values that follow each other: elements of an array are one.
  struct Place: Hashable, Sendable {
    /// What it is rooted at.
    let source: String
    /// The names that lead to it; nil for an element.
    let names: [String?]
  }

  /// The shortest secret that a part is of.
  private struct Whole: Sendable {
    var count: Int
    /// How many bytes at its beginning are the same in all of its form.
    var publicCount: Int
  }

  /// The parts of a place, by their hashes; an end is hashed from its last byte.
  private struct Table: Sendable {
    var beginnings: [UInt64: Whole] = [:]
    var ends: [UInt64: Whole] = [:]
  }

  private var tables: [Place: Table] = [:]
  /// The first and last bytes of all: what rules out most texts.
  private var edges = ByteForms(least: edge)
  private var size = 0
  /// Whether there were more secrets than are kept.
  private(set) var isFull = false

  /// How many secret bytes a part has.
  private static let edge = 6
  /// Parts of shorter secrets are not looked for.
  private static let leastWhole = 8
  /// How far a long secret is looked for by its parts.
  private static let mostBytes = 4096
  private static let sizeLimit = 1 << 19

  /// Keeps the parts of a secret of a place.
  ///
  /// Complexity: O(length).
  ///
  /// - Parameter isLine: Whether it is all that follows in a line. Then any words may end it, and only the ends of
  ///   what stands before its first blank count.
  mutating func add(_ secret: [UInt8], publicCount: Int, isLine: Bool = false, at place: Place) {
    let whole = Whole(count: secret.count, publicCount: publicCount)
    guard !contains(secret, at: place) else { return }
    var table = tables[place] ?? Table()
    guard size < Self.sizeLimit else {
      isFull = true
      return
    }
    tables[place] = nil
    Self.add(secret.prefix(Self.mostBytes), whole, to: &table.beginnings)
    var last = secret[...]
    if isLine {
      let blank = secret.dropFirst(Self.leastWhole).firstIndex { $0 <= 0x20 }
      last = secret[..<(blank ?? secret.endIndex)]
    }
    Self.add(
      last.suffix(Self.mostBytes).reversed(), Whole(count: last.count, publicCount: publicCount),
      to: &table.ends)
    tables[place] = table
    size += min(secret.count, Self.mostBytes)
    for edge in [secret.prefix(Self.edge), last.suffix(Self.edge)]
    where !edges.add(Array(edge), isWord: false) { isFull = true }
  }

  /// Whether the parts of a secret of a place are kept, if it has any.
  func contains(_ secret: [UInt8], at place: Place) -> Bool {
    guard secret.count >= Self.leastWhole else { return true }
    let hash = secret.prefix(Self.mostBytes).reduce(Self.start, Self.mixed)
    guard let known = tables[place]?.beginnings[hash] else { return false }
    return known.count <= secret.count
  }

  private static func add(
    _ bytes: some Sequence<UInt8>, _ whole: Whole, to table: inout [UInt64: Whole]
  ) {
    var hash = start
    for byte in bytes {
      hash = mixed(hash, byte)
      if let known = table[hash], known.count <= whole.count { continue }
      table[hash] = whole
    }
  }

  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// Whether a text may have a part; false is reliable.
  func mayFind(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    !edges.isEmpty && !edges.ranges(in: text).isEmpty
  }

  /// The parts in a text of a place.
  ///
  /// A beginning counts if it is a word of its own, and an end if little of the secret is missing; two
  /// that are all of it count both.
  ///
  /// Complexity: O(count × longest part).
  func spans(in text: UnsafeBufferPointer<UInt8>, at place: Place) -> [SecretSpan] {
    guard let table = tables[place] else { return [] }
    var found: [Range<Int>] = []
    var begun: [(range: Range<Int>, missing: Int)] = []
    for start in text.indices where text.isBoundary(start) {
      guard let (count, whole) = Self.longest(text, from: start, by: 1, in: table.beginnings) else {
        continue
      }
      let end = text.startOfCharacter(start + count)
      guard end - start >= whole.publicCount + Self.edge else { continue }
      begun.append((start..<end, whole.count - (end - start)))
      if text.isBoundary(end) || Self.isMost(end - start, of: whole) { found.append(start..<end) }
    }
    for end in text.indices.map({ $0 + 1 }) where text.isBoundary(end) {
      guard let (count, whole) = Self.longest(text, from: end - 1, by: -1, in: table.ends),
        count >= Self.edge
      else { continue }
      let start = text.endOfCharacter(end - count)
      let first = begun.last { $0.range.upperBound <= start && $0.missing <= end - start }
      guard first != nil || Self.isMost(end - start, of: whole) else { continue }
      found += [start..<end] + [first?.range].compactMap(\.self)
    }
    return found.map { SecretSpan(range: $0, kind: .copy) }
  }

  private static func isMost(_ count: Int, of whole: Whole) -> Bool { 3 * count >= 2 * whole.count }

  /// How many bytes from a place on, forwards or backwards, are a part.
  private static func longest(
    _ text: UnsafeBufferPointer<UInt8>, from first: Int, by step: Int, in table: [UInt64: Whole]
  ) -> (count: Int, whole: Whole)? {
    var (hash, place, whole) = (start, first, Whole?.none)
    while place >= 0, place < text.count {
      hash = mixed(hash, text[place])
      guard let next = table[hash] else { break }
      place += step
      whole = next
    }
    return whole.map { (abs(place - first), $0) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  private func isInside(_ place: Int) -> Bool { place < count && self[place] & 0xC0 == 0x80 }

  /// The start of the character that a place is in.
  fileprivate func startOfCharacter(_ place: Int) -> Int {
    var place = place
    while place > 0, isInside(place) { place -= 1 }
    return place
  }

  /// The end of the character that a place is in.
  fileprivate func endOfCharacter(_ place: Int) -> Int {
    var place = place
    while isInside(place) { place += 1 }
    return place
  }
}
