public import SessionFormat

/// A query for places in a JSON document (RFC 9535, the whole of it).
///
/// The query and the document may both be hostile: nesting is bounded, regular expressions run in
/// linear time, and a query that visits too much stops with an error.
///
/// ```swift
/// let path = try JSONPath("$.items[?@.price < 10].id")
/// for node in try path.nodes(in: state) { print(node.normalizedPath, node.value) }
/// // $['items'][2]['id'] "b7"
/// ```
public struct JSONPath: Sendable, CustomStringConvertible {
  /// How many nodes a query may visit where nothing else is said.
  public static let defaultLimit = 10_000_000

  /// The query as it was written.
  public let description: String

  private let syntax: PathSyntax

  /// The query that this text writes, beginning with `$`.
  ///
  /// - Throws: A ``QueryError`` with the column of the fault.
  public init(_ text: String) throws(QueryError) {
    var parser = QueryParser(text)
    syntax = try parser.wholePath()
    description = text
  }

  /// Whether the query selects at most one node on any document.
  public var isSingular: Bool { syntax.isSingular }

  /// The nodes that the query selects in a document with marks for what is left out, and whether a mark
  /// was met on the way.
  package func nodes(
    inMarked document: JSONValue
  ) throws(QueryError) -> (nodes: [Node], metMark: Bool) {
    let run = QueryRun(root: document, limit: Self.defaultLimit, seesCuts: true)
    var walk = NodeWalk(syntax, from: document, run: run, keepsPaths: true)
    var nodes: [Node] = []
    while let found = try walk.next() { nodes.append(Node(value: found.value, link: found.link)) }
    return (nodes, run.metCut)
  }

  /// The nodes that the query selects, in the order of RFC 9535; members in the order of the text.
  ///
  /// A node that is selected twice comes twice. Complexity: O(nodes visited), each deep comparison
  /// and each match of a pattern counted as nodes in proportion to its size.
  ///
  /// - Parameters:
  ///   - root: The document.
  ///   - limit: The most nodes to visit, those that filters look at included; a node whose path is kept
  ///     counts as two, and as more if its name is long.
  /// - Throws: A ``QueryError`` where the limit is passed, or where a regular expression that stands
  ///   in the document takes too many states.
  public func nodes(
    in root: JSONValue, limit: Int = Self.defaultLimit
  ) throws(QueryError) -> [Node] {
    let run = QueryRun(root: root, limit: limit)
    var walk = NodeWalk(syntax, from: root, run: run, keepsPaths: true)
    var nodes: [Node] = []
    while let found = try walk.next() { nodes.append(Node(value: found.value, link: found.link)) }
    return nodes
  }
}
