/// Finds the children that differ between two values in texts.
///
/// Two states are mostly equal and written by the same writer. Comparing their bytes on the tapes
/// shows that before any part becomes a value.
struct TextDifference {
  private let old: TextPlace
  private let new: TextPlace
  private let pair: TapePair

  /// A comparison of two values; nil if one of them is not in a text.
  init?(_ old: JSONValue, _ new: JSONValue) {
    guard case .text(let old) = old.node, case .text(let new) = new.node else { return nil }
    (self.old, self.new) = (old, new)
    pair = TapePair(
      left: old.text.tape, right: new.text.tape,
      isVerbatim: old.text.isVerbatim && new.text.isVerbatim)
  }

  /// The members that may differ, in the order of both.
  ///
  /// Nil unless both are objects with the same names in the same order.
  func members() -> [DifferenceWalk.Child]? {
    let (left, right) = (pair.left, pair.right)
    let (first, second) = (left.nodes[old.node], right.nodes[new.node])
    guard first.kind == .object, second.kind == .object, first.count == second.count else {
      return nil
    }
    var children: [DifferenceWalk.Child] = []
    var (a, b) = (old.node &+ 2, new.node &+ 2)
    for _ in 0..<first.count {
      guard pair.haveSameText(a, b) else { return nil }
      if !pair.areSeenEqual(a &+ 1, b &+ 1) {
        let (old, new) = (JSONValue(old.text, a &+ 1), JSONValue(new.text, b &+ 1))
        children.append((left.string(a), old, new))
      }
      (a, b) = (left.next(after: a &+ 1), right.next(after: b &+ 1))
    }
    return children
  }

  /// The elements of two arrays that may differ; nil if one of the values is not an array.
  ///
  /// - Parameter aligned: Whether equal elements between others are sought.
  func elements(aligned: Bool) -> DifferenceWalk.Children? {
    guard pair.left.nodes[old.node].kind == .array, pair.right.nodes[new.node].kind == .array
    else { return nil }
    let (a, b) = (pair.left.children(old.node), pair.right.children(new.node))
    var middle = ArrayMiddle(a.count, b.count)
    middle.trim { pair.areEqual(a[$0], b[$1]) }
    if aligned { middle.align { pair.areEqual(a[$0], b[$1]) } }
    if middle.isAligned {
      return .listed(
        middle.children({ JSONValue(old.text, a[$0]) }, { JSONValue(new.text, b[$0]) }))
    }
    return .elements(
      start: middle.start, old: a[middle.oldRange].map { JSONValue(old.text, $0) }[...],
      new: b[middle.newRange].map { JSONValue(new.text, $0) }[...])
  }
}

extension TapePair {
  /// Whether two values are equal by their bytes; for containers, false proves nothing.
  fileprivate func areSeenEqual(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (left.nodes[a], right.nodes[b])
    guard first.isContainer else { return areEqual(a, b) }
    return isVerbatim && second.kind == first.kind && first.next - a == second.next - b
      && areWrittenAlike(a, b)
  }
}

extension Tape {
  /// The nodes of an array's elements.
  fileprivate func children(_ array: Int) -> [Int] {
    var children: [Int] = []
    children.reserveCapacity(nodes[array].count)
    var node = array &+ 2
    for _ in 0..<nodes[array].count {
      children.append(node)
      node = next(after: node)
    }
    return children
  }
}
