// Replaces many elements at once.

extension Rope {
  /// This sequence with other elements at ascending indices below the count.
  ///
  /// A node above several of them is copied only once.
  /// Complexity: O(changes × log count), at most O(count).
  func exchanging(_ changes: ArraySlice<(place: Int, element: Element)>) -> Rope {
    changes.isEmpty ? self : Rope(root: root.exchanging(changes, from: 0))
  }
}

extension RopeNode {
  /// Recursive; the tree is shallow.
  fileprivate func exchanging(
    _ changes: ArraySlice<(place: Int, element: Element)>, from start: Int
  ) -> RopeNode {
    var rest = changes
    switch content {
    case .leaf(var elements):
      for change in changes { elements[change.place - start] = change.element }
      return RopeNode(leaf: elements)
    case .branch(var children):
      var start = start
      for child in children.indices {
        let end = start + children[child].count
        let own = rest.prefix { $0.place < end }
        if !own.isEmpty { children[child] = children[child].exchanging(own, from: start) }
        rest = rest.dropFirst(own.count)
        if rest.isEmpty { break }
        start = end
      }
      return RopeNode(branch: children)
    }
  }
}
