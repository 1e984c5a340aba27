public import SessionFormat

/// What a state is made of, level by level, as far as one looks.
public struct OutlineReport: Report {
  private struct Node {
    let path: JSONPointer
    let depth: Int
    /// What is there; nil in the place of the children that are left out.
    let value: JSONValue?
    /// How many children it has, or how many are left out.
    let count: Int
    /// The member's name, or the element's index.
    var name: String { path.tokens.last ?? "" }
  }

  private let path: JSONPointer
  private let n: Int
  private var nodes: [Node] = []
  /// How much is left out of the value; nil if it is whole.
  var leftOut: LeftOut?

  /// How many children of one value are told.
  private static let listed = 20

  /// The outline of a value.
  ///
  /// Complexity: O(nodes told).
  ///
  /// - Parameters:
  ///   - value: What stands at `path` in state `n`.
  ///   - path: The place of the value.
  ///   - n: The state.
  ///   - depth: How many levels below the value are told.
  init(_ value: JSONValue, at path: JSONPointer, in n: Int, depth: Int) {
    self.path = path
    self.n = n
    add(value, at: path, depth: 0, upTo: depth)
  }

  /// Recursive over the levels told, whose number the command bounds.
  private mutating func add(_ value: JSONValue, at path: JSONPointer, depth: Int, upTo most: Int) {
    let children = Children(of: value)
    let count = children?.count ?? 0
    nodes.append(Node(path: path, depth: depth, value: value, count: count))
    guard let children, depth < most else { return }
    for place in 0..<min(count, Self.listed) {
      let next: JSONPointer =
        switch children.element(at: place) {
        case .index(let index): path.appending(index)
        case .name(let name): path.appending(name)
        }
      add(children.value(at: place), at: next, depth: depth + 1, upTo: most)
    }
    if count > Self.listed {
      nodes.append(
        Node(path: path, depth: depth + 1, value: nil, count: count - Self.listed))
    }
  }

  /// `path`, `n`, `nodes`.
  public var json: JSONValue {
    var json = ReportJSON("outline")
    json.add("path", path.description)
    json.add("n", n)
    json.add("nodes", .array(rows))
    json.add("leftOut", leftOut?.count)
    return json.value
  }

  /// A row for each value: `path`, `kind`, and `count` or `value`; or `path` and `more`.
  public var rows: [JSONValue] {
    nodes.map { node in
      var json = ReportJSON()
      json.add("path", node.path.description)
      guard let value = node.value else {
        json.add("more", node.count)
        return json.value
      }
      json.add("kind", value.kind.rawValue)
      if Children(of: value) == nil {
        json.add("value", value)
      } else {
        json.add("count", node.count)
      }
      return json.value
    }
  }

  /// A line for each value, indented by its level.
  public func write(to page: inout Page) {
    for node in nodes {
      let indent = Margin.text(node.depth)
      guard let value = node.value else {
        page.line(.text("\(indent)… \(node.count) more", .dim))
        continue
      }
      let name: Span = node.depth == 0 ? ValueText.path(path) : .text(indent + node.name, .name)
      page.line(name, .literal("  "), Self.words(value, node.count))
    }
    CutText.write(missing: leftOut, to: &page)
  }

  private static func words(_ value: JSONValue, _ count: Int) -> Span {
    switch value.kind {
    case .object: .text(ValueText.count(count, "member"), .dim)
    case .array: .text(ValueText.count(count, "element"), .dim)
    default: ValueText.preview(value)
    }
  }
}
