public import SessionFormat

/// A question that is asked of each step: an RFC 9535 filter expression over the step's document.
///
/// The document is an object with the members `n`, `t`, `type`, `action`, `state`, `before` and
/// `patch`; `$` and `@` are that object. A bare path is true if it selects something, also if
/// it selects `false` or `null`.
///
/// ```swift
/// let negative = try Condition(#"$.state.cart.total < 0 && $.type == "applyCoupon""#)
/// try negative.holds(in: document)
/// negative.referencedMembers   // ["state", "type"]
/// ```
public struct Condition: Sendable, CustomStringConvertible {
  /// The condition as it was written.
  public let description: String

  /// The names of the document's members that the condition reads; nil if that can't be told,
  /// as in `$..x` or `$[*]`.
  ///
  /// A member that is not among them may be left out of the document.
  public let referencedMembers: Set<String>?

  /// What the condition reads.
  package let reads: DocumentReads

  private let syntax: LogicalSyntax

  /// The condition that this text writes; blanks around it mean nothing.
  ///
  /// - Throws: A ``QueryError`` with the column of the fault.
  public init(_ text: String) throws(QueryError) {
    var parser = QueryParser(text)
    syntax = try parser.wholeCondition()
    description = text
    reads = DocumentReads(syntax)
    referencedMembers = reads.members
  }

  /// Whether the condition is true of the document.
  ///
  /// Complexity: O(nodes visited), as of ``JSONPath/nodes(in:limit:)``.
  ///
  /// - Parameters:
  ///   - document: The step as a value.
  ///   - limit: The most nodes to visit.
  /// - Throws: A ``QueryError`` where the limit is passed, or where a regular expression that stands
  ///   in the document takes too many states.
  public func holds(
    in document: JSONValue, limit: Int = JSONPath.defaultLimit
  ) throws(QueryError) -> Bool {
    try holds(in: document, limit: limit, interrupted: nil)
  }

  /// The same, which ends as where the limit is passed when `interrupted` says so; it is asked now
  /// and then.
  package func holds(
    in document: JSONValue, limit: Int = JSONPath.defaultLimit, interrupted: (() -> Bool)?
  ) throws(QueryError) -> Bool {
    try QueryRun(root: document, limit: limit, interrupted: interrupted)
      .holds(syntax, at: document)
  }

  /// Whether the condition is true of a document with marks where values were left out; nil if
  /// that depends on what was left out.
  package func truth(
    in document: JSONValue, limit: Int = JSONPath.defaultLimit, interrupted: (() -> Bool)? = nil
  ) throws(QueryError) -> Bool? {
    try QueryRun(root: document, limit: limit, seesCuts: true, interrupted: interrupted)
      .truth(syntax, at: document)
  }

  /// Whether the condition is true of a document that has these values at the places that it reads,
  /// in their order; nil if there is none.
  ///
  /// - Parameter memo: What is kept from one document to the next.
  package func holds(
    placed values: [JSONValue?], memo: FilterMemo? = nil, interrupted: (() -> Bool)? = nil
  ) throws(QueryError) -> Bool {
    let run = QueryRun(
      places: values, limit: JSONPath.defaultLimit, memo: memo, interrupted: interrupted)
    return try run.holds(reads.placed, at: .null)
  }
}
