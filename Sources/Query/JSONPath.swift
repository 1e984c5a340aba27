public import SessionFormat

/// A query that selects values of a JSON document (all of RFC 9535).
///
/// Both the query and the document may be hostile: nesting is bounded, regular expressions run in
/// linear time, and a query with too many visits stops with an error.
///
/// ```swift
/// let path = try JSONPath("$.items[?@.price < 10].id")
/// for node in try path.nodes(in: state) { print(node.normalizedPath, node.value) }
/// // $['items'][2]['id'] "b7"
/// ```
public struct JSONPath: Sendable, CustomStringConvertible {
  /// How many nodes a query may visit by default.
  public static let defaultLimit = 10_000_000

  /// The query as it was written.
  public let description: String

  let syntax: PathSyntax

  /// The query that this text spells; it begins with `$`.
  ///
  /// - Throws: A ``QueryError`` with the column of the fault.
  public init(_ text: String) throws(QueryError) { try self.init(text, refusesPatterns: false) }

  init(_ text: String, refusesPatterns: Bool) throws(QueryError) {
    var parser = QueryParser(text, refusesPatterns: refusesPatterns)
    syntax = try parser.wholePath()
    description = text
  }

  /// Whether the query selects at most one node in any document.
  public var isSingular: Bool { syntax.isSingular }

  /// The nodes that the query selects in a document with marks for left-out values, and whether it
  /// met a mark.
  package func nodes(
    inMarked document: JSONValue
  ) throws(QueryError) -> (nodes: [Node], metMark: Bool) {
    let run = QueryRun(root: document, seesCuts: true)
    return (try nodes(from: document, run), run.metCut)
  }

  /// The nodes that the query selects, in the order of RFC 9535 and, for members, of the text.
  ///
  /// A node that is selected twice is returned twice. Complexity: O(nodes visited); each deep
  /// comparison and each pattern match counts as nodes in proportion to its size.
  ///
  /// - Parameters:
  ///   - root: The document.
  ///   - limit: The most nodes to visit, including those that filters visit. A node whose path is
  ///     kept counts as two, and as more if its name is long.
  /// - Throws: A ``QueryError`` if the limit is exceeded, or if a regular expression in the
  ///   document takes too many states.
  public func nodes(
    in root: JSONValue, limit: Int = Self.defaultLimit
  ) throws(QueryError) -> [Node] {
    try nodes(from: root, QueryRun(root: root, limit: limit))
  }

  private func nodes(from root: JSONValue, _ run: QueryRun) throws(QueryError) -> [Node] {
    var walk = NodeWalk(syntax, from: root, run: run, keepsPaths: true)
    var nodes: [Node] = []
    while let found = try walk.next() { nodes.append(Node(value: found.value, link: found.link)) }
    return nodes
  }

  /// The first nodes that the query selects within a bound of visits; fewer if it is reached before.
  package func firstNodes(_ count: Int, in root: JSONValue, visits: Int = 20_000) -> [Node] {
    let run = QueryRun(root: root, limit: visits)
    var walk = NodeWalk(syntax, from: root, run: run, keepsPaths: true)
    var nodes: [Node] = []
    while nodes.count < count, let found = try? walk.next() {
      nodes.append(Node(value: found.value, link: found.link))
    }
    return nodes
  }
}
