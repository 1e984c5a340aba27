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

  /// The queries in its filters without which it selects nothing, each asked of all values that its
  /// filter is asked of.
  package var filterQueries: [JSONPath] {
    syntax.needed().dropFirst().map { JSONPath(segments: $0, as: description) }
  }

  fileprivate init(segments: [PathSegment], as description: String) {
    syntax = PathSyntax(start: .root, segments: segments)
    self.description = description
  }
}

extension Condition {
  /// Queries of the state, of more than one place, without which it cannot hold; each is asked of all
  /// values that its filter is asked of.
  package var stateQueries: [JSONPath] {
    syntax.needed().compactMap { segments in
      guard let first = segments.first, !first.isDescendant, first.selectors.count == 1,
        case .name(let member)? = first.selectors.first, member == "state" || member == "before",
        !segments.allSatisfy({ $0.selectsOne && !$0.isDescendant })
      else { return nil }
      return JSONPath(segments: Array(segments.dropFirst()), as: description)
    }
  }
}

extension Condition {
  /// Queries of a whole step, whatever member they lead into, without which it cannot hold.
  package var stepQueries: [JSONPath] {
    syntax.needed().compactMap { segments in
      guard segments.first?.isDescendant == true else { return nil }
      return JSONPath(segments: Array(segments), as: description)
    }
  }
}

extension JSONPath {
  /// The query that a person typed: with `$`, or in shorthand from the state on, as `items[*].id`.
  package init(typed text: String) throws(QueryError) {
    guard !text.hasPrefix("$") else {
      try self.init(text, refusesPatterns: true)
      return
    }
    let sign = text.hasPrefix("[") ? "$" : "$."
    do { try self.init(sign + text, refusesPatterns: true) } catch {
      throw QueryError(
        error.kind, column: error.column.map { max(1, $0 - sign.unicodeScalars.count) })
    }
  }
}
