// Finds members by name. It first tries the member after the last found one, because types ask for
// them in the order of writing. Then it compares a few names or uses a hash table. So no object is
// scanned for each of its keys, whatever the order of requests.

extension Tape {
  /// The node of the value with that name, or 0 if the object has none.
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

  /// Moves the cursor to the next member; returns the node of the found member's value.
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
    let hash = Int(truncatingIfNeeded: NameHash.hash(UnsafeRawPointer(name), length))
    let slots = tables.items + table
    let mask = slots[-1]
    var slot = hash & mask
    while slots[slot] != 0 {
      if isName(slots[slot], name, length) { return found(slots[slot], object) }
      slot = (slot &+ 1) & mask
    }
    return 0
  }

  @inline(__always)
  private mutating func isName(
    _ node: Int, _ name: UnsafePointer<UInt8>, _ length: Int
  ) -> Bool {
    comparisons &+= 1
    return hasText(node, name, length)
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

  /// Whether two strings, the second one of a tape that may be another, have the same bytes.
  @inline(__always)
  func haveSameText(_ own: Int, _ other: Int, of tape: Tape) -> Bool {
    let (first, second) = (nodes[own], tape.nodes[other])
    if first.hasEscapes || second.hasEscapes {
      return EscapedText.areEqual(
        text + first.offset, first.length, tape.text + second.offset, second.length)
    }
    return first.length == second.length
      && Memory.order(text + first.offset, tape.text + second.offset, first.length) == 0
  }
}
