// If some leaves of a small array or object change, it is rewritten as its own text. That copies a
// few bytes; a list of its children would cost an allocation, and a retain for each child.

extension TextPlace {
  /// The most nodes and bytes that are copied for one change.
  private static let nodeLimit = 64
  private static let textLimit = 1024

  /// A new leaf.
  private struct Leaf {
    /// The node that it replaces.
    let node: Int
    let bytes: UnsafeBufferPointer<UInt8>
    let kind: TapeNode.Kind
    let flags: UInt64
    let textSize: Int
  }

  /// This array or object with other leaves at ascending indices below the count.
  ///
  /// Nil if it is not small, or if an old or new value is not a leaf.
  ///
  /// Complexity: O(its size), which is bounded.
  func splicing(_ changes: [(place: Int, element: JSONValue)]) -> JSONValue? {
    let found = text.tape.nodes[node]
    guard found.isContainer, found.next - node <= Self.nodeLimit else { return nil }
    return withExtendedLifetime(changes) {
      guard let leaves = leaves(changes), let size = size(with: leaves), size <= Self.textLimit
      else { return nil }
      let spliced = ParsedText(nodes: found.next - node, textCount: size) { nodes, text in
        write(leaves, nodes, text)
      }
      return JSONValue(.text(TextPlace(spliced, 0)))
    }
  }

  /// The new leaves with the nodes that they replace.
  private func leaves(_ changes: [(place: Int, element: JSONValue)]) -> [Leaf]? {
    let tape = text.tape
    let isObject = tape.nodes[node].kind == .object
    var leaves: [Leaf] = []
    leaves.reserveCapacity(changes.count)
    var (child, place) = (node &+ 2, 0)
    for change in changes {
      while place < change.place {
        child = tape.next(after: isObject ? child &+ 1 : child)
        place &+= 1
      }
      let old = isObject ? child &+ 1 : child
      guard !tape.nodes[old].isContainer, let leaf = Self.leaf(change.element, at: old) else {
        return nil
      }
      leaves.append(leaf)
    }
    return leaves
  }

  private static func leaf(_ value: JSONValue, at node: Int) -> Leaf? {
    let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    switch value.node {
    case .null: return Leaf(node: node, bytes: nothing, kind: .null, flags: 0, textSize: 4)
    case .bool(let isTrue):
      return Leaf(
        node: node, bytes: nothing, kind: isTrue ? .yes : .no, flags: 0, textSize: isTrue ? 4 : 5)
    case .text(let place):
      let tape = place.text.tape
      let found = tape.nodes[place.node]
      guard !found.isContainer else { return nil }
      return Leaf(
        node: node, bytes: tape.writtenBytes(place.node), kind: found.kind, flags: found.flags,
        textSize: place.measure.textSize)
    case .number, .string, .array, .object: return nil
    }
  }

  /// The byte count of all leaves and names; nil if there is more to copy than those.
  private func size(with leaves: [Leaf]) -> Int? {
    let tape = text.tape
    var (size, next, place) = (0, 0, node)
    while place < tape.nodes[node].next {
      if next < leaves.count, leaves[next].node == place {
        size &+= leaves[next].bytes.count
        next &+= 1
      } else if tape.nodes[place].isContainer {
        // A table of names or of indices.
        guard tape.nodes[place &+ 1].links.table == 0 else { return nil }
        place &+= 1
      } else {
        size &+= tape.writtenBytes(place).count
      }
      place &+= 1
    }
    return size
  }

  private func write(
    _ leaves: [Leaf], _ nodes: UnsafeMutablePointer<TapeNode>, _ text: UnsafeMutablePointer<UInt8>
  ) {
    let tape = self.text.tape
    var (next, place, at) = (0, node, 0)
    while place < tape.nodes[node].next {
      let found = tape.nodes[place]
      if next < leaves.count, leaves[next].node == place {
        let leaf = leaves[next]
        nodes[place &- node] = Self.write(
          leaf.bytes, leaf.kind, leaf.flags, wordLength: leaf.textSize, text, &at)
        next &+= 1
      } else if found.isContainer {
        var container = TapeNode(found.kind, offset: 0, length: 0)
        container.close(next: found.next &- node, count: found.count)
        nodes[place &- node] = container
        place &+= 1
        nodes[place &- node] = tape.nodes[place]
      } else {
        nodes[place &- node] = Self.write(
          tape.writtenBytes(place), found.kind, found.flags, wordLength: found.length, text, &at)
      }
      place &+= 1
    }
    var measure = tape.nodes[node &+ 1].measure
    for leaf in leaves {
      measure.textSize &+= leaf.textSize &- TextPlace(self.text, leaf.node).measure.textSize
    }
    nodes[1] = TapeNode(measure: measure)
  }

  /// Writes a leaf after the others; returns its node.
  private static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, _ kind: TapeNode.Kind, _ flags: UInt64, wordLength: Int,
    _ text: UnsafeMutablePointer<UInt8>, _ at: inout Int
  ) -> TapeNode {
    guard let start = bytes.baseAddress else {
      return TapeNode(kind, offset: 0, length: wordLength, flags: flags)
    }
    Memory.copy(start, to: text + at, bytes.count)
    defer { at &+= bytes.count }
    return kind == .string
      ? TapeNode(kind, offset: at &+ 1, length: bytes.count &- 2, flags: flags)
      : TapeNode(kind, offset: at, length: bytes.count, flags: flags)
  }
}

extension Tape {
  /// The bytes of a string with its quotes, or of a number; none for a word.
  @inline(__always)
  func writtenBytes(_ node: Int) -> UnsafeBufferPointer<UInt8> {
    let found = nodes[node]
    switch found.kind {
    case .string:
      return UnsafeBufferPointer(start: text + found.offset - 1, count: found.length &+ 2)
    case .number: return UnsafeBufferPointer(start: text + found.offset, count: found.length)
    default: return UnsafeBufferPointer(start: nil, count: 0)
    }
  }
}
