public import Query
public import SessionFormat

/// Places of the state that are left out of a comparison: one place, or all that a query selects.
///
/// They are written as any path is: `items[0].id`, `/items/0/id`, `$.items[*].id`, `$..timestamp`,
/// `$.items[?@.kind == "draft"]`. What selects an array or object also selects everything below it.
public struct IgnoredPlaces: Sendable, Equatable, CustomStringConvertible {
  private enum Selection: Sendable {
    case place(JSONPointer)
    /// What needs no look at the values.
    case pattern(PathPattern)
    case query(JSONPath)
  }

  /// The places as they were written.
  public let description: String
  private let selection: Selection

  /// The places that this text names.
  ///
  /// - Throws: A `QueryError` with the column of the fault.
  public init(_ text: String) throws(QueryError) {
    description = text
    if let pattern = try? PathPattern(text) {
      selection = .pattern(pattern)
    } else if let place = try? PlacePath(text) {
      selection = .place(JSONPointer(tokens: place.tokens))
    } else {
      selection = .query(try JSONPath(typed: text))
    }
  }

  /// The places that a pattern selects.
  public init(_ pattern: PathPattern) {
    (description, selection) = (pattern.description, .pattern(pattern))
  }

  /// The places among these that are at or below one that is selected in one of two states.
  func covered(
    _ places: [JSONPointer], in states: JSONValue...
  ) -> Set<JSONPointer> {
    switch selection {
    case .place(let place): return Set(places.filter { $0.isAtOrBelow(place) })
    case .pattern(let pattern):
      return Set(places.filter { place in states.contains { pattern.covers(place, in: $0) } })
    case .query(let query):
      // A query that takes too long selects nothing, so that nothing is ignored unseen.
      let selected = states.flatMap { ((try? query.nodes(in: $0)) ?? []).map(\.pointer) }
      return Set(places.filter { place in selected.contains { place.isAtOrBelow($0) } })
    }
  }

  /// Whether both were written in the same way.
  public static func == (left: IgnoredPlaces, right: IgnoredPlaces) -> Bool {
    left.description == right.description
  }
}
