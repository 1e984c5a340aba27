import Inspector
import Query
import SessionFormat

private let limit = 4000

/// A line with a JSONPath, and a document.
let pathTarget = FuzzTarget(name: "path", largest: 256) { bytes in
  guard let (first, rest) = Input.lines(bytes) else { return }
  let text = String(decoding: first, as: UTF8.self)
  guard let path = parsed(text, JSONPath.init), let document = Input.value(rest) else { return }
  let nodes: [JSONPath.Node]
  do throws(QueryError) { nodes = try path.nodes(in: document, limit: limit) } catch {
    return requireShowable(error.description)
  }
  require(!path.isSingular || nodes.count <= 1, "a singular path selects one node at most")
  for node in nodes.prefix(16) {
    require(node.pointer.value(in: document) == node.value, "a node is where its pointer points")
    let again = requireSuccess("a normalized path is a path") { try JSONPath(node.normalizedPath) }
    require(again.isSingular, "a normalized path is singular")
    let found = requireSuccess("it is cheap") { try again.nodes(in: document) }
    require(found.map(\.path) == [node.path], "a normalized path selects its node")
    require(found[0].normalizedPath == node.normalizedPath, "and is normalized")
  }
  requireSameCondition(path, text, document, isSelecting: !nodes.isEmpty)
}

/// A bare path as a condition is true if it selects something.
private func requireSameCondition(
  _ path: JSONPath, _ text: String, _ document: JSONValue, isSelecting: Bool
) {
  guard let condition = try? Condition(text),
    let holds = try? condition.holds(in: document, limit: limit)
  else { return }
  require(holds == isSelecting, "a path holds where it selects")
}

/// The members of a step; a condition with another one is refused.
private let members = ["n", "t", "type", "action", "state", "before", "patch"]

/// The text with each first name of a path from `$` or `@` replaced by a member of a step, which the
/// letters of the name choose; names in filters are left alone.
private func overStep(_ text: String) -> String {
  var (result, rest, depth) = ("", text[...], 0)
  while let letter = rest.popFirst() {
    result.append(letter)
    if letter == "[" { depth += 1 } else if letter == "]" { depth = max(0, depth - 1) }
    guard letter == "$" || (letter == "@" && depth == 0), rest.first == ".",
      case let name = rest.dropFirst().prefix(while: { $0.isLetter || $0.isNumber || $0 == "_" }),
      !name.isEmpty, !members.contains(String(name))
    else { continue }
    let sum = name.utf8.reduce(0) { $0 &+ Int($1) }
    result += "." + members[sum % members.count]
    rest = rest[name.endIndex...]
  }
  return result
}

/// A step whose state, payload and patch are a document.
private func step(of document: JSONValue) -> JSONValue {
  .object([
    ("n", 3), ("t", 1500), ("type", "add"), ("action", document), ("state", document),
    ("before", ["a": 1]), ("patch", [document]),
  ])
}

/// A line with a condition, and a document that is the state of a step.
let conditionTarget = FuzzTarget(name: "condition", largest: 256) { bytes in
  guard let (first, rest) = Input.lines(bytes) else { return }
  let written = String(decoding: first, as: UTF8.self)
  let text = (try? Condition(written)) == nil ? overStep(written) : written
  // A text that is no condition may still be a regular expression.
  guard let condition = parsed(text, Condition.init) else { return requirePattern(text) }
  guard let document = Input.value(rest).map(step) else { return }
  guard let holds = try? condition.holds(in: document, limit: limit) else { return }
  if let opposite = try? Condition("!(\(text))"),
    let other = try? opposite.holds(in: document, limit: limit)
  {
    require(holds != other, "a condition and its opposite")
  }
  // Members that are not referenced may be left out.
  guard let members = condition.referencedMembers, let object = document.object else { return }
  let needed = JSONValue.object(Array(object.filter { members.contains($0.name) }))
  if let other = try? condition.holds(in: needed, limit: limit) {
    require(holds == other, "a condition reads what it references")
  }
}

/// Matches a text as a regular expression on itself.
///
/// Repetitions of ten or more are left out: with thousands of states only few inputs are tried.
private func requirePattern(_ text: String) {
  let digits = text.utf8.map { 48...57 ~= $0 }
  guard !zip(digits, digits.dropFirst()).contains(where: { $0 && $1 }) else { return }
  guard let pattern = try? IRegexp(text), let matches = try? pattern.matches(text, limit: limit),
    let isFound = try? pattern.isFound(in: text, limit: limit)
  else { return }
  require(!matches || isFound, "what matches is found")
}

private func parsed<T>(_ text: String, _ parse: (String) throws(QueryError) -> T) -> T? {
  do throws(QueryError) { return try parse(text) } catch {
    requireShowable(error.description)
    if let column = error.column {
      require(1...text.unicodeScalars.count + 1 ~= column, "a fault lies within the text")
    }
    return nil
  }
}
