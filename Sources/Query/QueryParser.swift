internal import SessionFormat

/// Parses paths (RFC 9535, sections 2.2 to 2.5).
///
/// Only recursive if the grammar nests: for parentheses, filters and function arguments. Together
/// these are bounded by ``depthLimit``.
struct QueryParser {
  /// The most levels of parentheses, filters and function calls in a query.
  static let depthLimit = 64

  var scanner: QueryScanner
  var depth = 0
  /// The document of a condition over steps; nil if a query may have any document.
  let step: StepDocument?
  /// How many filters are open; in one, `@` is an element.
  private var filters = 0
  /// Whether a path without `$` is read, in which `.1` is as good as `[1]`.
  private var isInPlace = false

  /// Whether a text that is no regular expression is refused, as for people; by RFC 9535, section 2.4.6,
  /// it never matches.
  let refusesPatterns: Bool

  init(_ text: String, over step: StepDocument? = nil, refusesPatterns: Bool = false) {
    scanner = QueryScanner(text)
    self.step = step
    self.refusesPatterns = refusesPatterns || step != nil
  }

  /// A whole query: one path from `$` and nothing else.
  mutating func wholePath() throws(QueryError) -> PathSyntax {
    if let first = scanner.peek, QueryScanner.isBlank(first) { throw scanner.fault(.blankAtEdge) }
    guard scanner.peek == "$" else { throw scanner.fault(.missingRoot) }
    let path = try path()
    if scanner.isAtEnd { return path }
    let end = scanner.position
    scanner.skipBlanks()
    if scanner.isAtEnd { throw scanner.fault(.blankAtEdge, at: end) }
    throw scanner.fault(.expectedSegment)
  }

  /// A path from `$` or `@`, which is the next character.
  mutating func path() throws(QueryError) -> PathSyntax {
    let start: PathSyntax.Start = scanner.peek == "@" ? .current : .root
    scanner.position += 1
    let column = scanner.position
    var segments: [PathSegment] = []
    while let segment = try segment() {
      if segments.isEmpty, start == .root || filters == 0 { try checkMember(segment, at: column) }
      segments.append(segment)
    }
    return PathSyntax(start: start, segments: segments)
  }

  /// Refuses a first step from the document to a member that no step has.
  private func checkMember(_ segment: PathSegment, at start: Int) throws(QueryError) {
    guard let step, !segment.isDescendant else { return }
    for case .name(let name) in segment.selectors where !step.members.contains(name) {
      throw scanner.fault(.notAMember(name, of: step.members), at: start)
    }
  }

  /// A path without `$`, which begins at the state; its first name or bracket is next.
  mutating func bare(in step: StepDocument) throws(QueryError) -> PathSyntax {
    let start = scanner.position
    guard filters == 0 else {
      let word = scanner.run(while: QueryScanner.isInName)
      throw scanner.fault(.bareInFilter(word), at: start)
    }
    let state = PathSegment(isDescendant: false, selectors: [.name(step.bare)])
    let first =
      scanner.peek == "[" ? try bracketed() : [try shorthand()]
    var segments = [state, PathSegment(isDescendant: false, selectors: first)]
    isInPlace = true
    defer { isInPlace = false }
    while let segment = try segment() { segments.append(segment) }
    var path = PathSyntax(start: .root, segments: segments.map(\.asPlace))
    path.isBare = true
    return path
  }

  /// The next segment; if there is none, returns nil without taking the blanks.
  mutating func segment() throws(QueryError) -> PathSegment? {
    let end = scanner.position
    scanner.skipBlanks()
    switch scanner.peek {
    case "[": return PathSegment(isDescendant: false, selectors: try bracketed())
    case ".":
      scanner.position += 1
      guard scanner.take(".") else {
        return PathSegment(isDescendant: false, selectors: [try shorthand()])
      }
      let selectors = scanner.peek == "[" ? try bracketed() : [try shorthand()]
      return PathSegment(isDescendant: true, selectors: selectors)
    default:
      scanner.position = end
      return nil
    }
  }

  /// The selector after a dot: `*` or a name without quotes.
  private mutating func shorthand() throws(QueryError) -> PathSelector {
    if scanner.take("*") { return .wildcard }
    let start = scanner.position
    let wide = scanner.run { QueryScanner.isInName($0) || $0 == "-" }
    guard let first = scanner.peek, QueryScanner.beginsName(first) else {
      let isIndex = !wide.isEmpty && wide.utf8.allSatisfy { $0 &- 48 < 10 }
      if isIndex {
        guard isInPlace, filters == 0 else { throw scanner.fault(.dottedIndex) }
        return .name(scanner.take { ("0"..."9").contains($0) })
      }
      throw scanner.fault(wide.isEmpty ? .expectedName : .nameNeedsQuotes(wide))
    }
    let name = scanner.take(while: QueryScanner.isInName)
    if scanner.peek == "-" { throw scanner.fault(.nameNeedsQuotes(wide), at: start) }
    return .name(name)
  }

  private mutating func bracketed() throws(QueryError) -> [PathSelector] {
    scanner.position += 1
    var selectors: [PathSelector] = []
    repeat {
      scanner.skipBlanks()
      selectors.append(try selector())
      scanner.skipBlanks()
    } while scanner.take(",")
    guard scanner.take("]") else {
      if case .filter? = selectors.last { throw operatorFault(else: .expectedBracket) }
      throw scanner.fault(.expectedBracket)
    }
    return selectors
  }

  private mutating func selector() throws(QueryError) -> PathSelector {
    switch scanner.peek {
    case "*":
      scanner.position += 1
      return .wildcard
    case "'", "\"":
      return .name(try scanner.quotedText() ?? "")
    case "?":
      try descend()
      scanner.position += 1
      scanner.skipBlanks()
      filters += 1
      let condition = try condition()
      filters -= 1
      depth -= 1
      return .filter(condition)
    default: return try indexOrSlice()
    }
  }

  private mutating func indexOrSlice() throws(QueryError) -> PathSelector {
    let start = try scanner.integer()
    let end = scanner.position
    scanner.skipBlanks()
    guard scanner.take(":") else {
      scanner.position = end
      if let start { return .index(start) }
      let word = scanner.run { QueryScanner.isInName($0) || $0 == "-" }
      throw scanner.fault(word.isEmpty ? .expectedSelector : .nameNeedsQuotes(word))
    }
    var slice = Slice(start: start)
    scanner.skipBlanks()
    slice.end = try scanner.integer()
    scanner.skipBlanks()
    if scanner.take(":") {
      scanner.skipBlanks()
      slice.step = try scanner.integer()
    }
    return .slice(slice)
  }

  /// Enters one more level; the caller decrements `depth` when it leaves the level.
  mutating func descend() throws(QueryError) {
    guard depth < Self.depthLimit else { throw scanner.fault(.tooDeep(limit: Self.depthLimit)) }
    depth += 1
  }
}

extension PathSegment {
  /// The segment in a path without `$`, which is read as a place is: an index may be a name, and a
  /// name an index.
  fileprivate var asPlace: PathSegment {
    guard !isDescendant, selectors.count == 1 else { return self }
    switch selectors[0] {
    case .index(let index) where index >= 0:
      return PathSegment(isDescendant: false, selectors: [.token(index)])
    case .name(let name):
      guard let index = Int(name), index >= 0, String(index) == name else { return self }
      return PathSegment(isDescendant: false, selectors: [.token(index)])
    default: return self
    }
  }
}
