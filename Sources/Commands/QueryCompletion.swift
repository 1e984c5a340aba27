import Query
import SessionFormat

/// What can be at the end of a query or a condition: paths, functions, the values of a comparison.
struct QueryCompletion {
  /// What paths begin at.
  struct Document {
    /// The state, where paths without `$` begin.
    let state: JSONValue
    /// The payload of an action here; nil if none is known.
    let payload: () -> JSONValue?
    /// The types of the session's actions.
    let types: () -> [String]
    /// The most nodes that a query may visit in it.
    var visits = PathCompletion.visits
  }

  /// The byte of the text at which the completed part begins.
  let start: Int
  /// Whether it is the right side of a comparison.
  var isCompared: Bool { compared != nil }

  private let part: String
  private let filtered: [Substring]
  private let isCondition: Bool
  /// The path on the left of the comparison whose right side is typed.
  private var compared: Substring?

  /// - Parameter isCondition: Whether `$` is the step, and not the state.
  init(_ typed: String, isCondition: Bool) {
    self.isCondition = isCondition
    let query = UnfinishedQuery(typed[...], isCondition: isCondition)
    part = String(typed[query.start...])
    filtered = query.filtered
    start = typed[..<query.start].utf8.count
    let before = typed[..<query.start].trimmedEnd
    let left = before.droppingComparison ?? before.droppingPatternComma
    compared = left.map { $0[UnfinishedQuery($0, isCondition: isCondition).start...] }
  }

  /// Whether the values of the comparison are all that can be meant, if there are any.
  func isValue(_ values: [String]) -> Bool {
    part.hasPrefix("\"") || part.hasPrefix("'") || part.isEmpty && !values.isEmpty
  }

  private var isFiltered: Bool { !filtered.isEmpty }

  /// The functions that begin like the typed part, with their parenthesis.
  var functions: [String] {
    guard isCondition || isFiltered else { return [] }
    return ["count(", "length(", "match(", "search(", "value("].filter { $0.hasPrefix(part) }
  }

  // MARK: Paths

  /// At most `limit` whole parts that begin like the typed one.
  ///
  /// Complexity: O(the members of a value, or of 200 nodes).
  func paths(in document: Document, _ limit: Int) -> [String] {
    if isFiltered, part.isEmpty || part.hasPrefix("@") {
      let below = part.isEmpty || part == "@" ? "$." : "$" + part.dropFirst()
      let all = elements(in: document)
      return PathCompletion(below, inAll: all, limit, visits: document.visits).words.map {
        "@" + $0.dropFirst()
      }
    }
    if part.hasPrefix("$") || !isCondition {
      return rooted(in: document, limit) ?? members.filter { $0.hasPrefix(part) }
    }
    guard !isFiltered else { return [] }
    guard part.isEmpty else {
      return PathCompletion(part, inAll: [document.state], limit, visits: document.visits).words
    }
    let top = PathCompletion("$.", in: document.state, limit).words
    return top.map { String($0.dropFirst($0.hasPrefix("$.") ? 2 : 1)) } + members
  }

  private var members: [String] {
    isCondition
      ? ["n", "t", "type", "action", "state", "before", "patch"].map { "$.\($0)" } : []
  }

  /// The paths below a value of the document; nil if the part does not get to one.
  private func rooted(in document: Document, _ limit: Int) -> [String]? {
    guard let (prefix, value) = root(of: part[...], in: document) else { return nil }
    let below = (prefix.isEmpty ? "" : "$") + part.dropFirst(prefix.count)
    let words = PathCompletion(below, inAll: [value], limit, visits: document.visits).words
    return prefix.isEmpty ? words : words.map { prefix + $0.dropFirst() }
  }

  /// The beginning of a path that leads to a value, below which paths are as below `$`.
  private func root(
    of path: Substring, in document: Document
  ) -> (prefix: String, value: JSONValue)? {
    guard isCondition, path.hasPrefix("$") else { return ("", document.state) }
    let roots = [
      ("$.state", { document.state }), ("$.before", { document.state }),
      ("$.action", document.payload),
    ]
    for (prefix, value) in roots
    where path.hasPrefix(prefix + ".") || path.hasPrefix(prefix + "[") || path == prefix {
      return value().map { (prefix, $0) }
    }
    return nil
  }

  // MARK: Values

  /// The elements that the innermost filter tests.
  private func elements(in document: Document) -> [JSONValue] {
    var current: [JSONValue] = []
    for path in filtered {
      current = nodes(of: path, in: document, at: current).flatMap { node in
        Children(of: node).map { all in
          (0..<min(all.count, Self.looked)).map { all.value(at: $0) }
        } ?? []
      }
      current = Array(current.prefix(Self.looked))
    }
    return current
  }

  private func nodes(
    of path: Substring, in document: Document, at current: [JSONValue]
  ) -> [JSONValue] {
    let (values, below): ([JSONValue], String)
    if path.hasPrefix("@") {
      (values, below) = (current, "$" + path.dropFirst())
    } else if let (prefix, value) = root(of: path, in: document) {
      (values, below) = ([value], (prefix.isEmpty ? "" : "$") + path.dropFirst(prefix.count))
    } else {
      return []
    }
    return PathCompletion.values(at: below, in: values, Self.looked, visits: document.visits)
  }

  /// The most nodes that are looked at.
  private static let looked = 200
  /// A place with more values than this has no few.
  private static let few = 20
  /// The most bytes of a value that is offered.
  private static let longest = 60

  /// The few values that the left side of the comparison has in a state, as they are written in a
  /// condition; none if nothing is compared.
  func values(in document: Document) -> [String] {
    guard let compared else { return [] }
    let values: [JSONValue] =
      compared == "$.type"
      ? document.types().map { .string($0) }
      : nodes(
        of: compared, in: document, at: isFiltered ? elements(in: document) : [])
    var words: [String] = []
    for value in values where value.array == nil && value.object == nil {
      guard let word = literal(value), !words.contains(word) else { continue }
      words.append(word)
      if words.count > Self.few, compared != "$.type" { return [] }
    }
    return words.filter { $0.hasPrefix(part) }
  }

  /// A value in the quotes that were begun.
  private func literal(_ value: JSONValue) -> String? {
    guard value.textSize <= Self.longest || compared == "$.type" else { return nil }
    let text = value.description
    guard part.hasPrefix("'"), value.kind == .string else { return text }
    let inside = text.dropFirst().dropLast()
    return inside.contains { $0 == "'" || $0 == "\\" } ? nil : "'\(inside)'"
  }
}

extension Substring {
  fileprivate var trimmedEnd: Substring {
    let end = lastIndex { $0 != " " && $0 != "\t" }.map(index(after:)) ?? startIndex
    return self[..<end]
  }

  /// What is before the comparison at the end; nil if there is none.
  fileprivate var droppingComparison: Substring? {
    ["==", "!=", "<=", ">=", "<", ">"].first(where: hasSuffix).map {
      dropLast($0.count).trimmedEnd
    }
  }

  /// What is before the comma at the end of `match(PATH,`.
  fileprivate var droppingPatternComma: Substring? {
    guard last == ",", let open = lastIndex(of: "("),
      self[..<open].hasSuffix("match") || self[..<open].hasSuffix("search")
    else { return nil }
    return dropLast().trimmedEnd
  }
}
