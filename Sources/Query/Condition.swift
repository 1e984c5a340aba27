public import SessionFormat

/// A test for each step: an RFC 9535 filter expression over the step's document.
///
/// The document is an object with the members `n`, `t`, `type`, `action`, `state`, `before` and
/// `patch`; `$` and `@` are that object. A path without `$` begins at the state: `cart.total` is
/// `$.state.cart.total`. A path alone is true if it selects something, even `false` or `null`.
///
/// ```swift
/// let negative = try Condition(#"cart.total < 0 && $.type == "applyCoupon""#)
/// try negative.holds(in: document)
/// negative.referencedMembers   // ["state", "type"]
/// ```
public struct Condition: Sendable, CustomStringConvertible {
  /// The condition as it was written.
  public let description: String

  /// The names of the document's members that the condition reads; nil if they are unknown, as for
  /// `$..x` or `$[*]`.
  ///
  /// All other members may be left out of the document.
  public let referencedMembers: Set<String>?

  /// The places that the condition reads.
  package let reads: DocumentReads

  let syntax: LogicalSyntax

  /// The condition that this text spells; blanks around it are ignored.
  ///
  /// - Throws: A ``QueryError`` with the column of the fault; a member that no step has is one.
  public init(_ text: String) throws(QueryError) {
    try self.init(QueryParser(text, over: .step), text)
  }

  /// A condition over any document, where each path begins with `$` or `@`.
  package init(overAny text: String) throws(QueryError) {
    try self.init(QueryParser(text), text)
  }

  private init(_ parser: QueryParser, _ text: String) throws(QueryError) {
    var parser = parser
    syntax = try parser.wholeCondition()
    description = text
    reads = DocumentReads(syntax)
    referencedMembers = reads.members
  }

  /// Whether the condition is true for the document.
  ///
  /// Complexity: O(nodes visited), as for ``JSONPath/nodes(in:limit:)``.
  ///
  /// - Parameters:
  ///   - document: The step as a value.
  ///   - limit: The most nodes to visit.
  /// - Throws: A ``QueryError`` if the limit is exceeded, or if a regular expression in the
  ///   document takes too many states.
  public func holds(
    in document: JSONValue, limit: Int = JSONPath.defaultLimit
  ) throws(QueryError) -> Bool {
    try holds(in: document, limit: limit, interrupted: nil)
  }

  /// The same with a cancellation: if `interrupted`, which is called from time to time, returns
  /// true, this ends as if the limit were exceeded.
  package func holds(
    in document: JSONValue, limit: Int = JSONPath.defaultLimit, interrupted: (() -> Bool)?
  ) throws(QueryError) -> Bool {
    try QueryRun(root: document, limit: limit, interrupted: interrupted)
      .holds(syntax, at: document)
  }

  /// Whether the condition is true for a document with marks for left-out values; nil if that
  /// depends on them.
  package func truth(
    in document: JSONValue, interrupted: (() -> Bool)? = nil
  ) throws(QueryError) -> Bool? {
    try QueryRun(root: document, seesCuts: true, interrupted: interrupted)
      .truth(syntax, at: document)
  }

  /// Whether the condition is true for a document with these values at the places that it reads, in
  /// their order; a value is nil if its place is missing.
  ///
  /// - Parameter counts: What is kept between documents.
  package func holds(
    placed values: [JSONValue?], counts: NodeCounts? = nil, interrupted: (() -> Bool)? = nil
  ) throws(QueryError) -> Bool {
    try QueryRun(places: values, counts: counts, interrupted: interrupted)
      .holds(reads.placed, at: .null)
  }
}
