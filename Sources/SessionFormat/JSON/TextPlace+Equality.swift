extension TextPlace {
  /// Whether both values are equal: a walk over both tapes at once.
  ///
  /// Complexity: O(size) where members have the same order.
  func isEqual(to other: TextPlace) -> Bool {
    if text === other.text, node == other.node { return true }
    return TapePair(left: text.tape, right: other.text.tape).areEqual(node, other.node)
  }
}

/// Two tapes that are compared, without recursion.
struct TapePair {
  /// Two containers of equally many children, and the children that are compared next.
  private struct Open {
    let container: Int
    let isObject: Bool
    var own: Int
    var other: Int
    var left: Int
  }

  let left: Tape
  let right: Tape

  /// Whether a value of the left side equals one of the right side.
  func areEqual(_ a: Int, _ b: Int) -> Bool {
    guard match(a, b) else { return false }
    guard left.nodes[a].isContainer else { return true }
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

  private func open(_ a: Int, _ b: Int) -> Open {
    let found = left.nodes[a]
    return Open(
      container: b, isObject: found.kind == .object, own: a &+ 2, other: b &+ 2,
      left: found.count)
  }

  /// Whether two leaves are equal, or two containers of one kind and length.
  @inline(__always)
  private func match(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (left.nodes[a], right.nodes[b])
    guard first.kind == second.kind else { return false }
    switch first.kind {
    case .null, .no, .yes: return true
    case .string: return haveSameText(a, b)
    case .number:
      return haveSameText(a, b)
        || JSONNumber(validText: left.numberText(a)) == JSONNumber(validText: right.numberText(b))
    case .array, .object: return first.count == second.count
    }
  }

  /// The value of the right side's member that is named as a string of the left side says.
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
    let (first, second) = (left.nodes[a], right.nodes[b])
    if first.hasEscapes || second.hasEscapes {
      return left.decodedBytes(a) == right.decodedBytes(b)
    }
    return first.length == second.length
      && Memory.order(left.text + first.offset, right.text + second.offset, first.length) == 0
  }
}
