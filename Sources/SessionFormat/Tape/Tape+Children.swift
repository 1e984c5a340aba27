// Access to the children of a finished tape, by index and by name.

extension Tape {
  /// Wraps memory that somebody else frees.
  init(
    text: UnsafePointer<UInt8>, textCount: Int, nodes: UnsafeMutablePointer<TapeNode>, count: Int,
    tables: OffsetStack
  ) {
    (self.text, self.textCount, self.nodes, self.count) = (text, textCount, nodes, count)
    capacity = count
    self.tables = tables
  }

  /// The node of a container's child (of its name, in an object) at an index below the count.
  ///
  /// Complexity: O(1); it steps over at most 63 children.
  func child(_ container: Int, at place: Int) -> Int {
    let isObject = nodes[container].kind == .object
    var node = container &+ 2
    if place > Self.markMask { node = marks(container)[place / (Self.markMask + 1) - 1] }
    var left = place & Self.markMask
    while left > 0 {
      node = next(after: isObject ? node &+ 1 : node)
      left &-= 1
    }
    return node
  }

  /// The node of a member's name; nil if the object has no member with that name.
  func name(_ object: Int, _ name: UnsafePointer<UInt8>, _ length: Int) -> Int? {
    let table = Int(nodes[object &+ 1].links.table)
    if table > 0 { return tabled(table, name, length) }
    var node = object &+ 2
    let end = nodes[object].next
    while node < end {
      if hasText(node, name, length) { return node }
      node = next(after: node &+ 1)
    }
    return nil
  }

  /// The index of a member in its object, given the node of its name.
  ///
  /// Complexity: O(log count).
  func place(of name: Int, in object: Int) -> Int { child(of: object, holding: name).place }

  /// The child of a container (its name, in an object) that is or contains a node, and its index.
  ///
  /// Complexity: O(log count).
  func child(of container: Int, holding target: Int) -> (node: Int, place: Int) {
    let isObject = nodes[container].kind == .object
    let count = nodes[container].count
    var (place, node) = (0, container &+ 2)
    if count > Self.markMask {
      let marks = marks(container)
      var (low, high) = (0, count / (Self.markMask + 1))
      if count & Self.markMask == 0 { high -= 1 }
      while low < high {
        let middle = (low + high) / 2
        if marks[middle] <= target { low = middle + 1 } else { high = middle }
      }
      if low > 0 { (place, node) = (low * (Self.markMask + 1), marks[low - 1]) }
    }
    while true {
      let next = next(after: isObject ? node &+ 1 : node)
      if next > target { return (node, place) }
      node = next
      place &+= 1
    }
  }

  /// Calls a body with each container around a value, from the root inwards, and with the child
  /// (its name, in an object) that leads to the value.
  ///
  /// The value must be on the tape.
  ///
  /// Complexity: O(depth × log count).
  @inline(__always)
  func descend(to value: Int, _ body: (_ container: Int, _ child: Int, _ place: Int) -> Void) {
    var container = 0
    while container != value {
      let (child, place) = child(of: container, holding: value)
      body(container, child, place)
      container = nodes[container].kind == .object ? child &+ 1 : child
    }
  }

  /// The nodes of the 64th, 128th … child, in memory.
  private func marks(_ container: Int) -> UnsafeMutablePointer<Int> {
    let table = tables.items + Int(nodes[container &+ 1].links.table)
    // An object has a hash table before them: the number of slots minus one, then the slots.
    return nodes[container].kind == .object ? table + table[-1] + 1 : table - 1
  }

  private func tabled(_ table: Int, _ name: UnsafePointer<UInt8>, _ length: Int) -> Int? {
    let hash = Int(truncatingIfNeeded: NameHash.hash(UnsafeRawPointer(name), length))
    let slots = tables.items + table
    let mask = slots[-1]
    var slot = hash & mask
    while slots[slot] != 0 {
      if hasText(slots[slot], name, length) { return slots[slot] }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Whether a string, with its escapes decoded, has these bytes.
  func hasText(_ node: Int, _ text: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    let found = nodes[node]
    guard found.hasEscapes else {
      return found.length == length && Memory.order(self.text + found.offset, text, length) == 0
    }
    var written = EscapedText(self.text + found.offset, found.length)
    for place in 0..<length {
      guard let byte = written.next(), byte == text[place] else { return false }
    }
    return written.next() == nil
  }
}
