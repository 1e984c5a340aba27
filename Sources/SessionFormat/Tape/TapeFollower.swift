/// Parses a text that is nearly the same as another one, like consecutive states of an app.
///
/// The parts that both have in common are compared, not parsed again.
///
/// The bytes are compared from the left. At a difference, the leaf there is parsed and the
/// comparison continues after it. If anything but a leaf differs, this fails. The result is the
/// same as that of parsing the whole text.
struct TapeFollower {
  /// A text that differs in more leaves is parsed normally.
  static let mostChanges = 64

  private let old: Tape
  private let text: UnsafeBufferPointer<UInt8>
  /// The next node to copy.
  private var node = 0
  /// The offsets up to which both texts are known to agree.
  private var (from, to) = (0, 0)
  /// The leaves that are written differently, in order.
  private(set) var changed: [Int] = []

  init(_ old: Tape, _ text: UnsafeBufferPointer<UInt8>) {
    (self.old, self.text) = (old, text)
    changed.reserveCapacity(4)
  }

  /// Fills in the nodes of the text; there are as many as in the old one.
  ///
  /// False if more than leaves differs; the nodes are then meaningless.
  mutating func fill(
    _ nodes: UnsafeMutablePointer<TapeNode>, by builder: inout TapeBuilder, _ leaf: inout Tape
  ) -> Bool {
    guard let start = text.baseAddress else { return false }
    while true {
      let shorter = min(old.textCount &- from, text.count &- to)
      let equal = Memory.equalCount(old.text + from, start + to, shorter)
      let shift = to &- from
      from &+= equal
      to &+= equal
      if from == old.textCount, to == text.count {
        copyRest(nodes, shift: shift)
        return true
      }
      copy(nodes, shift: shift)
      guard node < old.count, changed.count < Self.mostChanges, !old.isName(node),
        let place = old.leafRange(node), place.lowerBound <= from,
        builder.leaf(&leaf, at: place.lowerBound &+ shift)
      else { return false }
      nodes[node] = leaf.nodes[0]
      changed.append(node)
      node &+= 1
      (from, to) = (place.upperBound, builder.at)
    }
  }

  /// Copies all remaining nodes.
  private func copyRest(_ nodes: UnsafeMutablePointer<TapeNode>, shift: Int) {
    if shift == 0 {
      let size = (old.count &- node) * MemoryLayout<TapeNode>.stride
      return Memory.copy(old.nodes + node, to: nodes + node, size)
    }
    var place = node
    while place < old.count {
      nodes[place] = old.nodes[place].moved(by: shift)
      if old.nodes[place].isContainer {
        place &+= 1
        nodes[place] = old.nodes[place]
      }
      place &+= 1
    }
  }

  /// Copies the nodes before the offset up to which the texts agree.
  private mutating func copy(_ nodes: UnsafeMutablePointer<TapeNode>, shift: Int) {
    var last = node
    while node < old.count {
      let found = old.nodes[node]
      if found.offset >= from { break }
      // A container before another value that both texts share is copied whole.
      if shift == 0, found.isContainer, found.next < old.count, old.nodes[found.next].offset < from
      {
        Memory.copy(
          old.nodes + node, to: nodes + node, (found.next &- node) * MemoryLayout<TapeNode>.stride)
        node = found.next
        continue
      }
      last = node
      nodes[node] = found.moved(by: shift)
      node &+= 1
      if found.isContainer {
        nodes[node] = old.nodes[node]
        node &+= 1
      }
    }
    guard last < node, let place = old.leafRange(last) else { return }
    // The texts differ in this leaf. A number that ends here may continue in the other text.
    let isRead =
      place.upperBound < from
      || (place.upperBound == from && old.nodes[last].kind != .number)
    if !isRead { node = last }
  }
}

extension Tape {
  /// The range of a written leaf, with its quotes; nil for a container.
  @inline(__always)
  fileprivate func leafRange(_ node: Int) -> Range<Int>? {
    let found = nodes[node]
    if found.isContainer { return nil }
    let quote = found.kind == .string ? 1 : 0
    return found.offset &- quote..<found.offset &+ found.length &+ quote
  }

  /// Whether a leaf is a member's name: a colon follows it.
  fileprivate func isName(_ node: Int) -> Bool {
    guard nodes[node].kind == .string, let range = leafRange(node) else { return false }
    var at = range.upperBound
    while at < textCount, text[at] <= 0x20 { at &+= 1 }
    return at < textCount && text[at] == UInt8(ascii: ":")
  }

  /// Recomputes the sizes of the containers around these leaves, which came from the old tape.
  func measureAgain(_ leaves: [Int], since old: Tape) {
    for leaf in leaves {
      let growth = measure(leaf).textSize &- old.measure(leaf).textSize
      if growth == 0 { continue }
      descend(to: leaf) { container, _, _ in nodes[container &+ 1].grow(by: growth) }
    }
  }
}
