/// Reads a text that says nearly what another one says, as the states of an app do one after the
/// other: what both write alike is not read again, only found.
///
/// The bytes are compared from the left. Where they part, the leaf there is read, and the comparison
/// goes on behind it; where anything but a leaf differs the texts are no pair for this. What it
/// answers is what reading the whole text would.
struct TapeFollower {
  /// A text that differs in more leaves is read as any other.
  static let mostChanges = 64

  private let old: Tape
  private let text: UnsafeBufferPointer<UInt8>
  /// The node that is copied next.
  private var node = 0
  /// Up to where both texts are known to agree.
  private var (from, to) = (0, 0)
  /// The leaves that are written otherwise, in order.
  private(set) var changed: [Int] = []

  init(_ old: Tape, _ text: UnsafeBufferPointer<UInt8>) {
    (self.old, self.text) = (old, text)
    changed.reserveCapacity(4)
  }

  /// Fills in the nodes of the text, of which there are as many as of the old one; false if more
  /// than leaves differs, after which they mean nothing.
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

  /// Copies all nodes that are left.
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

  /// Copies the nodes of what lies before the place up to which the texts agree.
  private mutating func copy(_ nodes: UnsafeMutablePointer<TapeNode>, shift: Int) {
    var last = node
    while node < old.count {
      let found = old.nodes[node]
      if found.offset >= from { break }
      // A container before another value that both texts have is copied whole.
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
    // A leaf that the texts part in; a number that ends there may go on in the other text.
    let isRead =
      place.upperBound < from
      || (place.upperBound == from && old.nodes[last].kind != .number)
    if !isRead { node = last }
  }
}

extension Tape {
  /// Where a leaf is written, with its quotes; nil of a container.
  @inline(__always)
  fileprivate func leafRange(_ node: Int) -> Range<Int>? {
    let found = nodes[node]
    if found.isContainer { return nil }
    let quote = found.kind == .string ? 1 : 0
    return found.offset &- quote..<found.offset &+ found.length &+ quote
  }

  /// Whether a leaf is the name of a member: what follows it is a colon.
  fileprivate func isName(_ node: Int) -> Bool {
    guard nodes[node].kind == .string, let range = leafRange(node) else { return false }
    var at = range.upperBound
    while at < textCount, text[at] <= 0x20 { at &+= 1 }
    return at < textCount && text[at] == UInt8(ascii: ":")
  }

  /// Counts anew what the containers around those leaves hold, which took what the other tape says.
  func measureAgain(_ leaves: [Int], since old: Tape) {
    for leaf in leaves {
      let growth = leafSize(leaf) &- old.leafSize(leaf)
      if growth == 0 { continue }
      descend(to: leaf) { container, _, _ in nodes[container &+ 1].grow(by: growth) }
    }
  }

  private func leafSize(_ node: Int) -> Int { leafRange(node)?.count ?? 0 }
}
