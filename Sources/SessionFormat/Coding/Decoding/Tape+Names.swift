#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Finding members by name: the one behind the last that was found is tried first, as types ask in
// the order in which they were written; then a few are compared, or a hash table is asked. So an
// object is never scanned for each of its keys, whatever the order they are asked for in.

extension Tape {
  /// The node of the value of that name, or 0 where the object has none.
  mutating func member(of object: Int, _ name: UnsafePointer<UInt8>, _ length: Int) -> Int {
    let links = nodes[object &+ 1].links
    let first = object &+ 2
    let end = nodes[object].next
    guard end > first else { return 0 }
    var place = Int(links.cursor)
    if isName(place, name, length) { return found(place, object) }
    if links.table > 0 { return tabled(object, Int(links.table), name, length) }
    var left = nodes[object].count &- 1
    while left > 0 {
      place = next(after: place &+ 1)
      if place == end { place = first }
      if isName(place, name, length) { return found(place, object) }
      left &-= 1
    }
    return 0
  }

  /// Moves the cursor behind a member; answers the node of its value.
  @inline(__always)
  private func found(_ name: Int, _ object: Int) -> Int {
    let behind = next(after: name &+ 1)
    let cursor = behind == nodes[object].next ? object &+ 2 : behind
    nodes[object &+ 1].links.cursor = UInt32(truncatingIfNeeded: cursor)
    return name &+ 1
  }

  private mutating func tabled(
    _ object: Int, _ table: Int, _ name: UnsafePointer<UInt8>, _ length: Int
  ) -> Int {
    let hash = NameHash.hash(UnsafeRawPointer(name), length)
    let slots = tables.items + table
    let mask = slots[-1]
    let bits = Int(truncatingIfNeeded: hash)
    var slot = bits & mask
    while slots[slot] != 0 {
      let place = slots[slot] & 0xFFFF_FFFF
      if (slots[slot] ^ bits) & ~0xFFFF_FFFF == 0, isName(place, name, length) {
        return found(place, object)
      }
      slot = (slot &+ 1) & mask
    }
    return 0
  }

  @inline(__always)
  private mutating func isName(
    _ node: Int, _ name: UnsafePointer<UInt8>, _ length: Int
  ) -> Bool {
    comparisons &+= 1
    let found = nodes[node]
    if found.hasEscapes {
      let decoded = decodedBytes(node)
      return decoded.count == length
        && decoded.withUnsafeBufferPointer { bytes in
          bytes.baseAddress.map { memcmp($0, name, length) == 0 } ?? true
        }
    }
    return found.length == length && memcmp(text + found.offset, name, length) == 0
  }

  func hash(ofName node: Int) -> UInt64 {
    let name = nodes[node]
    guard name.hasEscapes else {
      return NameHash.hash(UnsafeRawPointer(text + name.offset), name.length)
    }
    return decodedBytes(node).withUnsafeBytes { bytes in
      bytes.baseAddress.map { NameHash.hash($0, bytes.count) } ?? NameHash.hash(text, 0)
    }
  }

  func haveSameText(_ left: Int, _ right: Int) -> Bool {
    if nodes[left].hasEscapes || nodes[right].hasEscapes {
      return decodedBytes(left) == decodedBytes(right)
    }
    return nodes[left].length == nodes[right].length
      && memcmp(text + nodes[left].offset, text + nodes[right].offset, nodes[left].length) == 0
  }
}

// MARK: - Leaves

extension Tape {
  /// The string of a node that is one.
  @inline(__always)
  func string(_ node: Int) -> String {
    let found = nodes[node]
    if found.hasEscapes { return String(decoding: decodedBytes(node), as: UTF8.self) }
    return String(
      decoding: UnsafeBufferPointer(start: text + found.offset, count: found.length),
      as: UTF8.self)
  }

  /// The bytes of a string, its escapes decoded.
  func decodedBytes(_ node: Int) -> [UInt8] {
    let found = nodes[node]
    let raw = UnsafeBufferPointer(start: text + found.offset, count: found.length)
    guard found.hasEscapes else { return Array(raw) }
    // The scanner begins at the opening quote and ends at the closing one; the builder saw both.
    let quoted = UnsafeBufferPointer(start: text + found.offset - 1, count: found.length + 2)
    var scanner = ByteScanner(quoted)
    guard let text = try? scanner.string() else { return [] }
    return Array(text.utf8)
  }

  func numberText(_ node: Int) -> String {
    let found = nodes[node]
    return String(
      decoding: UnsafeBufferPointer(start: text + found.offset, count: found.length),
      as: UTF8.self)
  }

  /// A leaf as a value; nil for a container.
  func leaf(_ node: Int) -> JSONValue? {
    switch nodes[node].kind {
    case .null: .null
    case .no: .bool(false)
    case .yes: .bool(true)
    case .number: .number(JSONNumber(validText: numberText(node)))
    case .string: .string(string(node))
    case .array, .object: nil
    }
  }

  /// A whole number of at most 18 digits, which is nearly every one; nil sends to the general way.
  @inline(__always)
  func smallInteger(_ node: Int) -> Int? {
    let found = nodes[node]
    guard found.kind == .number, found.isInteger, found.length <= 18 else { return nil }
    let start = text + found.offset
    var place = start[0] == UInt8(ascii: "-") ? 1 : 0
    var value = 0
    while place < found.length {
      value = value &* 10 &+ Int(start[place] &- 48)
      place &+= 1
    }
    return start[0] == UInt8(ascii: "-") ? 0 &- value : value
  }

  /// A number as the nearest `Double`, or what the strings for NaN and the infinities stand for.
  func double(_ node: Int) -> Double? {
    if let number = shortDecimal(node) { return number }
    return leaf(node).flatMap { Double(encoded: $0) }
  }

  /// A number whose digits are below 2^53 with a small power of ten, which two exact doubles give
  /// by one operation, so correctly rounded; nil sends to the general way.
  @inline(__always)
  private func shortDecimal(_ node: Int) -> Double? {
    let found = nodes[node]
    guard found.kind == .number, found.length <= 19 else { return nil }
    let start = text + found.offset
    let isNegative = start[0] == UInt8(ascii: "-")
    var (place, fraction, mantissa) = (isNegative ? 1 : 0, -1, 0 as UInt64)
    while place < found.length {
      let byte = start[place]
      if byte &- 48 < 10 {
        mantissa = mantissa &* 10 &+ UInt64(byte &- 48)
        if fraction >= 0 { fraction &+= 1 }
      } else if byte == UInt8(ascii: ".") {
        fraction = 0
      } else {
        return nil
      }
      place &+= 1
    }
    guard mantissa < 1 << 53 else { return nil }
    let magnitude = Double(mantissa)
    let value = fraction > 0 ? magnitude / Self.powers[fraction] : magnitude
    return isNegative ? -value : value
  }

  /// The powers of ten that a double holds exactly.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
