internal import SessionFormat

/// One evaluation of a query: the document and the remaining budget.
final class QueryRun: QueryBudget {
  private let root: JSONValue
  /// The values at the document's places, if there is no document.
  let places: [JSONValue?]
  /// The counts that are kept between documents.
  let counts: NodeCounts?

  /// Whether the document may have marks for left-out values (``CutMark``).
  let seesCuts: Bool
  /// Whether the left-out values could change the result.
  private(set) var metCut = false

  /// The last computed pattern; usually one pattern is applied to many values.
  private var pattern: (text: String, compiled: IRegexp?)?

  init(
    root: JSONValue = .null, places: [JSONValue?] = [], limit: Int = JSONPath.defaultLimit,
    counts: NodeCounts? = nil, seesCuts: Bool = false, interrupted: (() -> Bool)? = nil
  ) {
    self.counts = counts
    self.seesCuts = seesCuts
    self.root = root
    self.places = places
    super.init(limit: limit, interrupted: interrupted)
  }

  /// The value at which a path begins.
  private func start(_ path: PathSyntax, at current: JSONValue) -> JSONValue? {
    switch path.start {
    case .root: root
    case .current: current
    case .place(let index): places[index]
    }
  }

  // MARK: - What was left out

  /// Notes that the evaluation needs something that may have been left out.
  func meetCut() { metCut = true }

  /// Whether a condition holds with `@` as that value; nil if that depends on what was left out.
  ///
  /// Recursive; the parser bounds the nesting.
  func truth(_ condition: LogicalSyntax, at current: JSONValue) throws(QueryError) -> Bool? {
    switch condition {
    case .or(let alternatives): return try truth(alternatives, at: current, decidedBy: true)
    case .and(let terms): return try truth(terms, at: current, decidedBy: false)
    case .not(let inner): return try truth(inner, at: current).map { !$0 }
    case .exists, .comparison, .pattern:
      let before = metCut
      metCut = false
      defer { metCut = metCut || before }
      let holds = try holds(condition, at: current)
      // A found node exists, whatever else was left out.
      if case .exists = condition, holds { return true }
      return metCut ? nil : holds
    }
  }

  /// The truth of several terms, of which one that is `decisive` settles all.
  private func truth(
    _ terms: [LogicalSyntax], at current: JSONValue, decidedBy decisive: Bool
  ) throws(QueryError) -> Bool? {
    var isSure = true
    for term in terms {
      let holds = try truth(term, at: current)
      if holds == decisive { return decisive }
      if holds == nil { isSure = false }
    }
    return isSure ? !decisive : nil
  }

  // MARK: - Conditions

  /// Whether a condition holds with `@` as that value.
  ///
  /// Recursive; the parser bounds the nesting.
  func holds(_ condition: LogicalSyntax, at current: JSONValue) throws(QueryError) -> Bool {
    switch condition {
    case .or(let alternatives):
      for alternative in alternatives where try holds(alternative, at: current) {
        return true
      }
      return false
    case .and(let terms):
      for term in terms where try !holds(term, at: current) {
        return false
      }
      return true
    case .not(let inner): return try !holds(inner, at: current)
    case .exists(let path):
      if let count = try remembered(path, in: start(path, at: current)) { return count > 0 }
      return try first(path, at: current, isExistence: true) != nil
    case .pattern(let test): return try matches(test, at: current)
    case .comparison(let left, let comparison, let right):
      try spend(1)
      let stop = NodeLimit(left, comparison, right)
      let values = (
        try value(left, at: current, stop: stop), try value(right, at: current, stop: stop)
      )
      return try compare(values.0, comparison, values.1)
    }
  }

  // MARK: - Values

  /// The value of an expression; nil is Nothing in RFC 9535.
  ///
  /// - Parameter stop: When a count may stop early.
  func value(
    _ syntax: ValueSyntax, at current: JSONValue, stop: NodeLimit? = nil
  ) throws(QueryError) -> JSONValue? {
    switch syntax {
    case .literal(let value): return value
    case .path(let path): return try first(path, at: current)
    case .length(let argument): return try length(value(argument, at: current))
    case .count(let path):
      if let count = try remembered(path, in: start(path, at: current)) { return .number(count) }
      var walk = walk(path, at: current)
      var count = 0
      while count < stop?.count ?? .max, try walk.next() != nil { count += 1 }
      return .number(count)
    case .value(let path):
      var walk = walk(path, at: current)
      let only = try walk.next()
      return try walk.next() == nil ? only?.value : nil
    }
  }

  private func length(_ value: JSONValue?) throws(QueryError) -> JSONValue? {
    if seesCuts, let value, CutMark.ends(value) { meetCut() }
    if let text = value?.string {
      try spend(bytes: text.utf8.count)
      return .number(text.unicodeScalars.count)
    }
    return value.flatMap(Children.init).map { .number($0.count) }
  }

  private func walk(_ path: PathSyntax, at current: JSONValue) -> NodeWalk {
    NodeWalk(path, from: start(path, at: current), run: self, keepsPaths: false)
  }

  /// The first node that a path selects.
  ///
  /// - Parameter isExistence: Whether it matters only if there is one.
  private func first(
    _ path: PathSyntax, at current: JSONValue, isExistence: Bool = false
  ) throws(QueryError) -> JSONValue? {
    guard path.isSingular else {
      var walk = walk(path, at: current)
      return try walk.next()?.value
    }
    guard var value = start(path, at: current) else { return nil }
    for segment in path.segments {
      try spend(1)
      if seesCuts, CutMark.isMark(value) {
        meetCut()
        return nil
      }
      switch segment.selectors[0] {
      case .name(let name):
        guard let member = value[name] else {
          if seesCuts, CutMark.ends(value) { meetCut() }
          return nil
        }
        value = member
      case .index(let index):
        let isCut = seesCuts && CutMark.ends(value)
        guard let children = Children(of: value), !isCut || index >= 0,
          let place = children.place(of: index)
        else {
          if isCut { meetCut() }
          return nil
        }
        value = children.value(at: place)
      case .token(let index):
        guard let children = Children(of: value), let place = children.place(ofToken: index)
        else {
          if seesCuts, CutMark.ends(value) { meetCut() }
          return nil
        }
        value = children.value(at: place)
      case .wildcard, .slice, .filter: return nil
      }
    }
    if seesCuts, CutMark.isMark(value) {
      if !isExistence || !CutMark.isAbsent(value) { meetCut() }
      return nil
    }
    return value
  }

  // MARK: - Patterns

  private func matches(_ test: PatternTest, at current: JSONValue) throws(QueryError) -> Bool {
    guard let subject = try value(test.subject, at: current), subject.kind == .string,
      let pattern = try pattern(test, at: current)
    else { return false }
    let result = subject.withStringBytes { bytes in
      Result { () throws(QueryError) in
        try pattern.matches(bytes, isWhole: test.isWhole, within: self)
      }
    }
    return try result.get()
  }

  private func pattern(
    _ test: PatternTest, at current: JSONValue
  ) throws(QueryError) -> IRegexp? {
    switch test.pattern {
    case .literal(let pattern): return pattern
    case .computed(let syntax):
      guard let text = try value(syntax, at: current)?.string else { return nil }
      try spend(bytes: text.utf8.count)
      if let pattern, pattern.text.hasSameBytes(as: text) { return pattern.compiled }
      // Parsing a pattern costs far more per byte than comparing one.
      try spend(text.utf8.count)
      let compiled = try IRegexp.read(text, column: test.column)
      try spend(compiled?.size ?? 0)
      pattern = (text, compiled)
      return compiled
    }
  }
}
