import SessionFormat

/// A search tree of named values, whose versions share nodes.
struct SharedTree<Element: Codable & Sendable>: Sendable {
  fileprivate final class Node: Sendable {
    let name: String
    let value: Element
    let (left, right): (Node?, Node?)

    init(_ name: String, _ value: Element, _ left: Node?, _ right: Node?) {
      (self.name, self.value, self.left, self.right) = (name, value, left, right)
    }

    var all: [Node] { (left?.all ?? []) + [self] + (right?.all ?? []) }
  }

  private var root: Node?

  subscript(name: String) -> Element? {
    get {
      var node = root
      while let found = node, found.name != name {
        node = name < found.name ? found.left : found.right
      }
      return node?.value
    }
    set {
      root = Self.without(name, root)
      if let newValue { root = Self.with(name, newValue, root) }
    }
  }

  private static func with(_ name: String, _ value: Element, _ node: Node?) -> Node {
    guard let node else { return Node(name, value, nil, nil) }
    return name < node.name
      ? Node(node.name, node.value, with(name, value, node.left), node.right)
      : Node(node.name, node.value, node.left, with(name, value, node.right))
  }

  private static func without(_ name: String, _ node: Node?) -> Node? {
    guard let node else { return nil }
    if name < node.name {
      return Node(node.name, node.value, without(name, node.left), node.right)
    }
    if name > node.name {
      return Node(node.name, node.value, node.left, without(name, node.right))
    }
    return node.right?.all.reduce(node.left) { with($1.name, $1.value, $0) } ?? node.left
  }
}

extension SharedTree: Codable {
  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Name.self)
    for name in members.allKeys {
      self[name.stringValue] = try members.decode(Element.self, forKey: name)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Name.self)
    for node in root?.all ?? [] {
      try members.encode(node.value, forKey: Name(stringValue: node.name))
    }
  }
}

extension SharedTree: StructureSharing {
  func changes(since old: SharedTree) -> [StructureChange<Element>]? {
    var changes: [StructureChange<Element>] = []
    Self.compare(old.root, root, &changes)
    return changes
  }

  private static func compare(
    _ old: Node?, _ new: Node?, _ changes: inout [StructureChange<Element>]
  ) {
    if old === new { return }
    if let old, let new, old.name == new.name {
      changes.append(.member(new.name, old: old.value, new: new.value))
      compare(old.left, new.left, &changes)
      compare(old.right, new.right, &changes)
      return
    }
    let (before, after) = (old?.all ?? [], new?.all ?? [])
    for node in before {
      let other = after.first { $0.name == node.name }
      changes.append(.member(node.name, old: node.value, new: other?.value))
    }
    for node in after where !before.contains(where: { $0.name == node.name }) {
      changes.append(.member(node.name, old: nil, new: node.value))
    }
  }
}
