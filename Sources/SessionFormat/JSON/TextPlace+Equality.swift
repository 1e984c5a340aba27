extension TextPlace {
  /// Whether both values are equal; traverses both tapes together.
  ///
  /// Complexity: O(size) if members have the same order.
  func isEqual(to other: TextPlace) -> Bool {
    if text === other.text, node == other.node { return true }
    let pair = TapePair(
      left: text.tape, right: other.text.tape,
      isVerbatim: text.isVerbatim && other.text.isVerbatim)
    return pair.areEqual(node, other.node)
  }
}

/// Two tapes that are compared without recursion.
struct TapePair {
  /// Two containers with the same number of children, and the children to compare next.
  private struct Open {
    let container: Int
    let isObject: Bool
    var own: Int
    var other: Int
    var left: Int
  }

  let left: Tape
  let right: Tape
  /// Whether the texts are JSON as they are, and not leaves in sequence.
  var isVerbatim = true

  /// Whether a value on the left side equals one on the right side.
  func areEqual(_ a: Int, _ b: Int) -> Bool {
    guard match(a, b) else { return false }
    guard left.nodes[a].isContainer else { return true }
    // Nearly all equal values were written by the same writer.
    if isVerbatim, left.nodes[a].next - a == right.nodes[b].next - b, areWrittenAlike(a, b) {
      return true
    }
    var open = [self.open(a, b)]
    while var current = open.popLast() {
      while current.left > 0 {
        var (own, other) = (current.own, current.other)
        if current.isObject {
          let name = own
          (own, other) = (own &+ 1, other &+ 1)
          current.other = right.next(after: other)
          if !haveSameText(name, other &- 1) {
            guard let found = member(of: current.container, named: name) else { return false }
            other = found
          }
        } else {
          current.other = right.next(after: other)
        }
        current.own = left.next(after: own)
        current.left &-= 1
        guard match(own, other) else { return false }
        if left.nodes[own].isContainer {
          open.append(current)
          current = self.open(own, other)
        }
      }
    }
    return true
  }

  /// Whether two containers have the same text up to the end of the last leaf; after that come only
  /// closing brackets.
  ///
  /// Also false if there is no such leaf.
  func areWrittenAlike(_ a: Int, _ b: Int) -> Bool {
    guard let first = left.writtenRange(a), let second = right.writtenRange(b),
      first.count == second.count
    else { return false }
    return Memory.order(
      left.text + first.lowerBound, right.text + second.lowerBound, first.count) == 0
  }

  private func open(_ a: Int, _ b: Int) -> Open {
    let found = left.nodes[a]
    return Open(
      container: b, isObject: found.kind == .object, own: a &+ 2, other: b &+ 2,
      left: found.count)
  }

  /// Whether two leaves are equal, or two containers have the same kind and count.
  @inline(__always)
  private func match(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (left.nodes[a], right.nodes[b])
    guard first.kind == second.kind else { return false }
    switch first.kind {
    case .null, .no, .yes: return true
    case .string: return haveSameText(a, b)
    case .number:
      if haveSameText(a, b) { return true }
      // Integers without leading zeros have a single text, except for -0.
      if first.isInteger, second.isInteger, first.length > 2 || second.length > 2 { return false }
      return JSONNumber(validText: left.numberText(a))
        == JSONNumber(validText: right.numberText(b))
    case .array, .object: return first.count == second.count
    }
  }

  /// The value of the right side's member whose name equals a string on the left side.
  func member(of object: Int, named name: Int) -> Int? {
    var name = left.string(name)
    let found = name.withUTF8 { bytes in
      bytes.baseAddress.flatMap { right.name(object, $0, bytes.count) }
    }
    return found.map { $0 + 1 }
  }

  /// Whether two strings are equal.
  @inline(__always)
  func haveSameText(_ a: Int, _ b: Int) -> Bool {
    left.haveSameText(a, b, of: right)
  }
}

extension Tape {
  /// The range from the opening bracket of a container to the end of its last leaf; nil if it ends
  /// with an empty container.
  fileprivate func writtenRange(_ container: Int) -> Range<Int>? {
    let next = nodes[container].next
    // The second node of a container is not a value.
    if nodes[next - 2].isContainer, nodes[next - 2].next == next { return nil }
    let last = nodes[next - 1]
    let end = last.offset + last.length + (last.kind == .string ? 1 : 0)
    return nodes[container].offset..<end
  }
}
