/// A part of a ``Rope``: up to 16 elements, or up to 16 parts of the same depth.
final class RopeNode<Element: RopeElement>: Sendable {
  enum Content: Sendable {
    case leaf([Element])
    case branch([RopeNode])
  }

  /// Only changed while the node is freed, when nobody else can access it.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) var content: Content
  let count: Int
  let measure: Measure

  init(leaf elements: [Element]) {
    content = .leaf(elements)
    count = elements.count
    var measure = Measure()
    for element in elements { measure.add(element.share) }
    self.measure = measure
  }

  init(branch children: [RopeNode]) {
    content = .branch(children)
    var (count, measure) = (0, Measure())
    for child in children {
      count += child.count
      measure.add(child.measure)
    }
    (self.count, self.measure) = (count, measure)
  }

  deinit {
    guard measure.height > RopeRemains.shallow else { return }
    var remains = RopeRemains()
    remains.add(takeContent())
    remains.free()
  }

  /// Takes the content out of a node that is being freed.
  func takeContent() -> Content {
    defer { content = .leaf([]) }
    return content
  }

  /// Leaves of about equal length with these elements: one, unless they are too many for it.
  @inline(never)
  static func leaves(of elements: [Element]) -> [RopeNode] {
    if elements.count <= Rope<Element>.leafLimit { return [RopeNode(leaf: elements)] }
    return pieces(elements.count, atMost: Rope<Element>.leafLimit).map {
      RopeNode(leaf: Array(elements[$0]))
    }
  }

  /// Branches of about equal length with these children: one, unless they are too many for it.
  @inline(never)
  static func branches(of children: [RopeNode]) -> [RopeNode] {
    if children.count <= Rope<Element>.branchLimit { return [RopeNode(branch: children)] }
    return pieces(children.count, atMost: Rope<Element>.branchLimit).map {
      RopeNode(branch: Array(children[$0]))
    }
  }

  /// Ranges of about equal length, none longer than the limit.
  private static func pieces(_ length: Int, atMost limit: Int) -> [Range<Int>] {
    let count = (length + limit - 1) / limit
    return (0..<count).map { length * $0 / count..<length * ($0 + 1) / count }
  }

  /// Reads the elements in place, because copying them would cost more than the search.
  func place(where isWanted: (borrowing Element) -> Bool) -> Int? {
    switch content {
    case .leaf(let elements):
      return elements.withUnsafeBufferPointer { elements in
        for place in elements.indices where isWanted(elements[place]) { return place }
        return nil
      }
    case .branch(let children):
      var before = 0
      for child in children {
        if let place = child.place(where: isWanted) { return before + place }
        before += child.count
      }
      return nil
    }
  }

  func replacing(at place: Int, with element: Element) -> RopeNode {
    switch content {
    case .leaf(var elements):
      elements[place] = element
      return RopeNode(leaf: elements)
    case .branch(var children):
      let (child, inner) = child(holding: place, children)
      children[child] = children[child].replacing(at: inner, with: element)
      return RopeNode(branch: children)
    }
  }

  /// This node with an element inserted: one node, or two if this one was full.
  func inserting(_ element: Element, at place: Int) -> [RopeNode] {
    switch content {
    case .leaf(var elements):
      elements.insert(element, at: place)
      return Self.leaves(of: elements)
    case .branch(var children):
      // An element after the last goes into the last child.
      let (child, inner) =
        place == count
        ? (children.count - 1, children[children.count - 1].count) : child(holding: place, children)
      let grown = children[child].inserting(element, at: inner)
      children[child] = grown[0]
      if grown.count > 1 { children.insert(contentsOf: grown[1...], at: child + 1) }
      return Self.branches(of: children)
    }
  }

  /// This node without an element; an empty leaf if it was the only one.
  func removing(at place: Int) -> RopeNode {
    switch content {
    case .leaf(var elements):
      elements.remove(at: place)
      return RopeNode(leaf: elements)
    case .branch(var children):
      let (child, inner) = child(holding: place, children)
      let rest = children[child].removing(at: inner)
      if rest.count == 0, children.count > 1 {
        children.remove(at: child)
      } else {
        children[child] = rest
        mergeAround(child, &children)
      }
      return RopeNode(branch: children)
    }
  }

  /// Joins a child with a neighbour if both together are at most half full, so that a shrinking
  /// rope stays shallow.
  private func mergeAround(_ child: Int, _ children: inout [RopeNode]) {
    for left in [child - 1, child] where left >= 0 && left + 1 < children.count {
      switch (children[left].content, children[left + 1].content) {
      case (.leaf(let first), .leaf(let second))
      where first.count + second.count <= Rope<Element>.leafLimit / 2:
        children.replaceSubrange(left...left + 1, with: [RopeNode(leaf: first + second)])
      case (.branch(let first), .branch(let second))
      where first.count + second.count <= Rope<Element>.branchLimit / 2:
        children.replaceSubrange(left...left + 1, with: [RopeNode(branch: first + second)])
      default: continue
      }
      return
    }
  }

  private func child(holding place: Int, _ children: [RopeNode]) -> (child: Int, place: Int) {
    var (child, place) = (0, place)
    while place >= children[child].count {
      place -= children[child].count
      child += 1
    }
    return (child, place)
  }
}
