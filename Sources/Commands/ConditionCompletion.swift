import SessionFormat

/// What can be at the end of a condition: members of the step, paths below them, types of actions.
struct ConditionCompletion {
  /// The byte of the condition at which the completed part begins.
  let start: Int
  private let part: String
  private let isType: Bool
  private let types: () -> [String]
  private let value: (_ member: String) -> JSONValue?

  /// - Parameters:
  ///   - value: The value of `state`, `before` or `action` here.
  init(
    _ typed: String, types: @escaping () -> [String],
    value: @escaping (_ member: String) -> JSONValue?
  ) {
    (self.types, self.value) = (types, value)
    let begin = Self.lastPart(of: typed)
    part = String(typed[begin...])
    start = typed[..<begin].utf8.count
    isType = (part.hasPrefix("\"") || part.hasPrefix("'")) && Self.comparesType(typed[..<begin])
  }

  /// At most so many whole parts that begin like the typed one.
  func words(_ limit: Int) -> [String] {
    if isType {
      let quote = part.prefix(1)
      return types().map { "\(quote)\($0)\(quote)" }.filter { $0.hasPrefix(part) }
    }
    for (prefix, member) in [("$.state", "state"), ("$.before", "before"), ("$.action", "action")] {
      guard part.hasPrefix(prefix + ".") || part.hasPrefix(prefix + "["), let value = value(member)
      else { continue }
      // Below the prefix a path is written as below $.
      let below = PathCompletion("$" + part.dropFirst(prefix.count), in: value, limit)
      return below.words.map { prefix + $0.dropFirst() }
    }
    let members = ["n", "t", "type", "action", "state", "before", "patch"].map { "$.\($0)" }
    if part.hasPrefix("$") { return members.filter { $0.hasPrefix(part) } }
    let paths = value("state").map { state in
      part.isEmpty
        ? PathCompletion("$.", in: state, limit).words.map {
          String($0.dropFirst($0.hasPrefix("$.") ? 2 : 1))
        }
        : PathCompletion(part, in: state, limit).words
    }
    return (paths ?? []) + (part.isEmpty ? members : [])
  }

  /// Where the last path or text begins: behind the last operator or blank outside brackets and quotes.
  private static func lastPart(of typed: String) -> String.Index {
    var begin = typed.startIndex
    var depth = 0
    var quote: Character?
    for index in typed.indices {
      let letter = typed[index]
      if let open = quote {
        if letter == open { quote = nil }
        continue
      }
      switch letter {
      case "\"", "'":
        quote = letter
        if depth == 0 { begin = index }
      case "[": depth += 1
      case "]": depth = max(0, depth - 1)
      case _ where depth == 0 && " \t(),!&|=<>".contains(letter): begin = typed.index(after: index)
      default: break
      }
    }
    return begin
  }

  private static func comparesType(_ before: Substring) -> Bool {
    let text = before.filter { $0 != " " }
    return [
      "$.type==", "$.type!=", "@.type==", "@.type!=", "match($.type,", "search($.type,",
    ].contains { text.hasSuffix($0) }
  }
}
