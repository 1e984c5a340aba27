// Finds what two states share by address, so that shared parts need not be compared.

/// A run of children that two containers do not share; the children between two runs are equal.
package struct UnsharedRun: Equatable, Sendable {
  /// The indices in the first container.
  package var old: Range<Int>
  /// The indices in the second container.
  package var new: Range<Int>

  package init(old: Range<Int>, new: Range<Int>) { (self.old, self.new) = (old, new) }
}

extension JSONValue {
  /// The runs that two arrays or objects do not share, in order.
  ///
  /// Nil if one of them is as it was parsed, because then they share everything or nothing.
  ///
  /// Complexity: O(runs × log count).
  package func unsharedRuns(with other: JSONValue) -> [UnsharedRun]? {
    switch (node, other.node) {
    case (.array(let a), .array(let b)): a.unsharedRuns(with: b)
    case (.object(let a), .object(let b)): a.entries.unsharedRuns(with: b.entries)
    default: nil
    }
  }
}

extension Rope {
  /// The runs that two sequences do not share, in order.
  func unsharedRuns(with other: Rope) -> [UnsharedRun] {
    var runs: [UnsharedRun] = []
    root.addUnsharedRuns(with: other.root, old: 0, new: 0, to: &runs)
    return runs
  }
}

extension RopeNode {
  /// Recursive; the depth of the tree is logarithmic.
  fileprivate func addUnsharedRuns(
    with other: RopeNode, old: Int, new: Int, to runs: inout [UnsharedRun]
  ) {
    if self === other { return }
    guard case .branch(let a) = content, case .branch(let b) = other.content else {
      return Self.add(old..<old + count, new..<new + other.count, to: &runs)
    }
    let shorter = min(a.count, b.count)
    var (start, atEnd, old, new) = (0, 0, old, new)
    while start < shorter, a[start] === b[start] {
      old += a[start].count
      new += a[start].count
      start += 1
    }
    while atEnd < shorter - start, a[a.count - 1 - atEnd] === b[b.count - 1 - atEnd] { atEnd += 1 }
    let (middle, others) = (a[start..<a.count - atEnd], b[start..<b.count - atEnd])
    guard middle.count == others.count else {
      // The trees differ in shape here, so their children cannot be matched one by one.
      let length = middle.reduce(0) { $0 + $1.count }
      let otherLength = others.reduce(0) { $0 + $1.count }
      return Self.add(old..<old + length, new..<new + otherLength, to: &runs)
    }
    for (child, counterpart) in zip(middle, others) {
      child.addUnsharedRuns(with: counterpart, old: old, new: new, to: &runs)
      old += child.count
      new += counterpart.count
    }
  }

  private static func add(_ old: Range<Int>, _ new: Range<Int>, to runs: inout [UnsharedRun]) {
    if let last = runs.last, last.old.upperBound == old.lowerBound,
      last.new.upperBound == new.lowerBound
    {
      runs[runs.count - 1].old = last.old.lowerBound..<old.upperBound
      runs[runs.count - 1].new = last.new.lowerBound..<new.upperBound
    } else {
      runs.append(UnsharedRun(old: old, new: new))
    }
  }
}
