import Inspector
import Query
package import SessionFormat

/// The parts of a state, level by level, down to a depth.
package struct OutlineReport: Report {
  private struct Node {
    let path: JSONPointer
    let depth: Int
    /// The value; nil in place of the children that are not listed.
    let value: JSONValue?
    /// The number of children, or of those that are not listed.
    let count: Int
    /// Whether the value, or further children, were left out of the state when it was recorded.
    var isCut = false
    /// The member's name, or the element's index.
    var name: String { path.tokens.last ?? "" }
  }

  private let path: JSONPointer
  private let n: Int
  private var nodes: [Node] = []
  /// How much is left out of the value; nil if it is whole.
  var leftOut: LeftOut?
  /// The places of dates.
  var enums = EnumPlaces.unknown
  /// Whether the objects and arrays in an array are shown in one line each, by what identifies them.
  var isFolded = false

  /// The most children of one value in the list.
  private static let listed = 20

  /// The outline of a value.
  ///
  /// Complexity: O(nodes listed).
  ///
  /// - Parameters:
  ///   - value: The value at `path` in state `n`, with marks for the parts that are left out.
  ///   - path: The place of the value.
  ///   - n: The state.
  ///   - depth: How many levels below the value are listed.
  init(_ value: JSONValue, at path: JSONPointer, in n: Int, depth: Int) {
    self.path = path
    self.n = n
    add(value, at: path, depth: 0, upTo: depth)
  }

  /// Recursive over the levels, whose number the command limits.
  private mutating func add(_ value: JSONValue, at path: JSONPointer, depth: Int, upTo most: Int) {
    let children = Children(of: value)
    let isCut = CutMark.isMark(value) || CutMark.ends(value)
    // The mark, which is the last child, does not count.
    let count = (children?.count ?? 0) - (children != nil && isCut ? 1 : 0)
    nodes.append(Node(path: path, depth: depth, value: value, count: count, isCut: isCut))
    guard let children, depth < most else { return }
    for place in 0..<min(count, Self.listed) {
      let next: JSONPointer =
        switch children.element(at: place) {
        case .index(let index): path.appending(index)
        case .name(let name): path.appending(name)
        }
      add(children.value(at: place), at: next, depth: depth + 1, upTo: most)
    }
    if count > Self.listed || isCut {
      nodes.append(
        Node(
          path: path, depth: depth + 1, value: nil, count: max(0, count - Self.listed),
          isCut: isCut))
    }
  }

  /// `path`, `n`, `nodes`.
  package var json: JSONValue {
    var json = ReportJSON("outline")
    json.add("path", path)
    json.add("n", n)
    json.add("nodes", rows)
    json.add("leftOut", leftOut?.count)
    return json.value
  }

  /// A row for each value: `path`, `kind`, and `count` or `value`; or `path` and `more`; `cut`.
  package var rows: [JSONValue] {
    ReportJSON.list(of: nodes) { node, json in
      json.add("path", node.path)
      if let value = node.value {
        if Children(of: value) != nil {
          json.add("kind", value.kind.rawValue)
          json.add("count", node.count)
        } else if !node.isCut {
          json.add("kind", value.kind.rawValue)
          json.add("value", value)
        }
      } else {
        json.add("more", node.count)
      }
      if node.isCut { json.add("cut", true) }
    }
  }

  /// A line for each value, indented by its level.
  package func write(to page: inout Page) {
    // The depth of the node whose parts are not shown.
    var folded = Int.max
    for (place, node) in nodes.enumerated() where node.depth <= folded {
      folded = isElement(place) ? node.depth : .max
      let indent = Margin.text(node.depth)
      guard let value = node.value else {
        let cut = "others that were left out when it was recorded"
        let more = node.count > 0 ? "\(node.count) more" + (node.isCut ? ", and \(cut)" : "") : cut
        page.line(.text("\(indent)… \(more)", .dim))
        continue
      }
      let name: Span =
        node.depth == 0
        ? ValueText.path(path) : .text(indent + Self.label(node.name), .name)
      let words =
        folded == node.depth
        ? ValueText.folded(value, isCut: node.isCut) : Self.words(value, node)
      page.line(
        [name, .literal(" "), words] + Span.note(moment: enums.moment(value, at: node.path)))
    }
    CutText.write(missing: leftOut, to: &page)
  }

  /// An index as it is, a name as it is in a path.
  private static func label(_ name: String) -> String {
    PlaceText.isIndex(name) ? name : PlaceText.name(name)
  }

  /// Whether a node is an object or array in an array, and to be folded.
  private func isElement(_ place: Int) -> Bool {
    guard isFolded, nodes[place].value.map({ Children(of: $0) != nil }) == true else {
      return false
    }
    let above = nodes[..<place].last { $0.depth == nodes[place].depth - 1 }
    return above?.value?.kind == .array
  }

  private static func words(_ value: JSONValue, _ node: Node) -> Span {
    let more = node.isCut ? " and more" : ""
    switch value.kind {
    case .object: return .text(CountText.words(node.count, "member") + more, .dim)
    case .array: return .text(CountText.words(node.count, "element") + more, .dim)
    default:
      return node.isCut
        ? .literal("left out when it was recorded", .dim) : ValueText.preview(value)
    }
  }
}
