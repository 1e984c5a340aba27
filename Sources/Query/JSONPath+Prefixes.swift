extension JSONPath {
  /// How many segments the query has.
  package var segmentCount: Int { syntax.segments.count }

  /// The query of the first segments.
  package func prefix(_ count: Int) -> JSONPath {
    JSONPath(segments: Array(syntax.segments.prefix(count)), as: description)
  }

  /// The name that a segment selects alone; nil if it selects by anything else.
  package func name(ofSegment place: Int) -> String? {
    let segment = syntax.segments[place]
    guard segment.selectors.count == 1, case .name(let name)? = segment.selectors.first else {
      return nil
    }
    return name
  }

  /// The query of all that a segment could select if it took any name.
  package func anyName(inSegment place: Int) -> JSONPath {
    let any = PathSegment(
      isDescendant: syntax.segments[place].isDescendant, selectors: [.wildcard])
    return JSONPath(segments: syntax.segments.prefix(place) + [any], as: description)
  }

  private init(segments: [PathSegment], as description: String) {
    syntax = PathSyntax(start: .root, segments: segments)
    self.description = description
  }
}

extension JSONPath {
  /// The query that a person typed: with `$`, or in shorthand from the state on, as `items[*].id`.
  package init(typed text: String) throws(QueryError) {
    guard !text.hasPrefix("$") else {
      try self.init(text)
      return
    }
    let sign = text.hasPrefix("[") ? "$" : "$."
    do { try self.init(sign + text) } catch {
      throw QueryError(
        error.kind, column: error.column.map { max(1, $0 - sign.unicodeScalars.count) })
    }
  }
}
