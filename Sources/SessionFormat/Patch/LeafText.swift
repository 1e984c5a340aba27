/// Leaves copied out of lines into one text, one after the other.
struct LeafText {
  private var nodes: [TapeNode] = []
  private var text: [UInt8] = []

  /// The size of the leaves in bytes.
  var size: Int { text.count + nodes.count * MemoryLayout<TapeNode>.stride }

  /// Copies a leaf of a tape; returns its index among the leaves.
  mutating func add(_ node: Int, _ tape: Tape) -> Int {
    let found = tape.nodes[node]
    let bytes = tape.writtenBytes(node)
    let start = text.count + (found.kind == .string ? 1 : 0)
    nodes.append(TapeNode(found.kind, offset: start, length: found.length, flags: found.flags))
    text.append(contentsOf: bytes)
    return nodes.count - 1
  }

  /// All leaves; each is a value at its index.
  func parsed() -> ParsedText {
    ParsedText(nodes: nodes.count, textCount: text.count) { nodes, text in
      for (place, node) in self.nodes.enumerated() { nodes[place] = node }
      self.text.withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { Memory.copy(start, to: text, bytes.count) }
      }
    }
  }

  /// All leaves, followed by a leaf of another text.
  mutating func parsed(with leaf: TextPlace) -> ParsedText {
    _ = add(leaf.node, leaf.text.tape)
    return parsed()
  }
}
