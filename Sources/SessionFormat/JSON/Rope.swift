/// An element of a ``Rope``, which knows its measure.
protocol RopeElement: Sendable {
  /// The levels and bytes of compact text that this adds to its container.
  var share: Measure { get }

  /// Retains a part of a sequence that is being freed.
  static func add(_ node: RopeNode<Self>, to remains: inout RopeRemains)
  /// Retains the parts of this that are too deep to be freed recursively.
  func addParts(to remains: inout RopeRemains)
}

extension RopeElement {
  static func add(_ node: RopeNode<Self>, to remains: inout RopeRemains) {}
  func addParts(to remains: inout RopeRemains) {}
}

/// A sequence whose changed copies share nearly everything with the original: a tree of short
/// arrays, all at the same depth.
///
/// A change copies only the arrays on its path. The tree stores its measure, so a container's
/// height and size need no traversal.
struct Rope<Element: RopeElement>: Sendable {
  /// The longest leaf, and twice the longest that a merge makes.
  static var leafLimit: Int { 16 }
  /// The most children of a branch.
  static var branchLimit: Int { 16 }

  let root: RopeNode<Element>

  init(root: RopeNode<Element>) { self.root = root }

  /// A sequence of these elements.
  ///
  /// Complexity: O(count).
  init(_ elements: [Element]) {
    var level = RopeNode.leaves(of: elements)
    while level.count > 1 { level = RopeNode.branches(of: level) }
    root = level[0]
  }

  var count: Int { root.count }
  var measure: Measure { root.measure }

  /// The element at an index below the count.
  ///
  /// Complexity: O(log count).
  subscript(place: Int) -> Element {
    let (places, elements) = leaf(holding: place)
    return elements[place - places.lowerBound]
  }

  /// The elements stored together with the one at an index below the count, and their indices.
  ///
  /// Complexity: O(log count).
  func leaf(holding place: Int) -> (places: Range<Int>, elements: [Element]) {
    var (node, start) = (root, 0)
    while true {
      switch node.content {
      case .leaf(let elements): return (start..<start + elements.count, elements)
      case .branch(let children):
        var child = 0
        while place >= start + children[child].count {
          start += children[child].count
          child += 1
        }
        node = children[child]
      }
    }
  }

  /// This sequence with another element at an index below the count.
  ///
  /// Complexity: O(log count).
  func replacing(at place: Int, with element: Element) -> Rope {
    Rope(root: root.replacing(at: place, with: element))
  }

  /// This sequence with an element inserted before an index from 0 to the count.
  ///
  /// Complexity: O(log count).
  func inserting(_ element: Element, at place: Int) -> Rope {
    let grown = root.inserting(element, at: place)
    return Rope(root: grown.count == 1 ? grown[0] : RopeNode(branch: grown))
  }

  /// This sequence without the element at an index below the count.
  ///
  /// Complexity: O(log count).
  func removing(at place: Int) -> Rope {
    var node = root.removing(at: place)
    while case .branch(let children) = node.content, children.count == 1 { node = children[0] }
    return Rope(root: node)
  }

  /// The index of the first wanted element; nil if there is none.
  ///
  /// Complexity: O(count).
  func place(where isWanted: (borrowing Element) -> Bool) -> Int? {
    root.place(where: isWanted)
  }

  /// The first index from which a condition holds up to the end; the count if it never holds.
  ///
  /// Complexity: O(log² count).
  func firstPlace(where holds: (Element) -> Bool) -> Int {
    (0..<count).partitionPoint { holds(self[$0]) }
  }
}

extension Rope: Sequence {
  /// Iterates over the elements, leaf by leaf.
  struct Iterator: IteratorProtocol {
    private var leaf: [Element] = []
    private var place = 0
    /// The open branches, each with its next child.
    private var open: [(children: [RopeNode<Element>], next: Int)] = []

    init(_ root: RopeNode<Element>) { enter(root) }

    @inline(never)
    private mutating func enter(_ node: RopeNode<Element>) {
      var node = node
      while case .branch(let children) = node.content {
        open.append((children, 1))
        node = children[0]
      }
      if case .leaf(let elements) = node.content { (leaf, place) = (elements, 0) }
    }

    mutating func next() -> Element? {
      guard findElement() else { return nil }
      defer { place += 1 }
      return leaf[place]
    }

    /// Moves to a leaf that has another element; false if there is none.
    @inline(__always)
    private mutating func findElement() -> Bool { place < leaf.count || findLeaf() }

    /// Moves to the next leaf; not inlined, as each loop over a rope would have a copy.
    @inline(never)
    private mutating func findLeaf() -> Bool {
      while place == leaf.count {
        guard let last = open.last else { return false }
        guard last.next < last.children.count else {
          open.removeLast()
          continue
        }
        open[open.count - 1].next += 1
        enter(last.children[last.next])
      }
      return true
    }

    /// Skips a leaf that begins here and is shared with the other; returns whether there was one.
    fileprivate mutating func skipSharedLeaf(_ other: inout Iterator) -> Bool {
      guard findElement(), other.findElement(), place == 0, other.place == 0,
        leaf.count == other.leaf.count
      else { return false }
      let isShared = leaf.withUnsafeBufferPointer { own in
        other.leaf.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
      }
      if isShared { (place, other.place) = (leaf.count, other.leaf.count) }
      return isShared
    }
  }

  func makeIterator() -> Iterator { Iterator(root) }

  /// Whether both have the same count and agree pair by pair; shared leaves agree.
  ///
  /// Complexity: O(count) without shared elements; O(changes × log count) if few differ.
  @inline(never)
  func agrees(with other: Rope, _ areEqual: (Element, Element) -> Bool) -> Bool {
    if root === other.root { return true }
    guard count == other.count else { return false }
    let runs = unsharedRuns(with: other)
    let isMostlyShared =
      runs.reduce(0) { $0 + $1.old.count } < count / 8 && runs.allSatisfy { $0.old == $0.new }
    if isMostlyShared {
      return runs.allSatisfy { run in run.old.allSatisfy { areEqual(self[$0], other[$0]) } }
    }
    var (own, others) = (makeIterator(), other.makeIterator())
    while true {
      if own.skipSharedLeaf(&others) { continue }
      guard let element = own.next(), let second = others.next() else { return true }
      guard areEqual(element, second) else { return false }
    }
  }
}
