import Inspector
import SessionFormat

extension Workspace {
  /// The step that a word means: `12`, `+2`, `-2`, `50%`, `start`, `end`, `1.5s`, `@mark`.
  func step(_ word: String, _ invocation: Invocation) throws(InspectorError) -> Int {
    let (first, last) = (timeline.first, timeline.last)
    switch word {
    case "start": return first
    case "end": return last
    default: break
    }
    if word.hasPrefix("@") { return try mark(String(word.dropFirst()), invocation) }
    if word.hasSuffix("%"), let share = Double(word.dropLast()), (0...100).contains(share) {
      return first + Int((Double(last - first) * share / 100).rounded())
    }
    if word.hasSuffix("s"), let seconds = Double(word.dropLast()), seconds.isFinite, seconds >= 0 {
      return try step(atNanoseconds: seconds * 1e9)
    }
    guard let number = Int(word.hasPrefix("+") ? String(word.dropFirst()) : word) else {
      throw invocation.refused(
        "\(word) is not a step: give a number, +2, -2, 50%, start, end, 1.5s or @mark")
    }
    let isRelative = word.hasPrefix("+") || word.hasPrefix("-")
    let sum = isRelative ? n.addingReportingOverflow(number) : (number, false)
    // Beyond the integer range the number itself is just as good for the error.
    let target = sum.1 ? number : sum.0
    guard (first...last).contains(target) else {
      throw .noSuchStep(n: target, first: first, last: last)
    }
    return target
  }

  /// The last step that had begun by that time.
  private func step(atNanoseconds time: Double) throws(InspectorError) -> Int {
    var (low, high) = (timeline.first, timeline.last)
    while low < high {
      let middle = (low + high + 1) / 2
      // The time of an action lost in a gap is not known; that of the next one is.
      let known = min(timeline.action(atOrAfter: middle) ?? high, high)
      let begun = timeline.hasAction(known) ? Double(try timeline.step(known).action.t) : .infinity
      if begun <= time { low = known } else { high = middle - 1 }
    }
    return low
  }

  /// The step after which a mark was set that has this text or begins with it.
  private func mark(_ text: String, _ invocation: Invocation) throws(InspectorError) -> Int {
    var begun: [(n: Int, text: String)] = []
    for n in session.steps.events.keys where n <= timeline.fork {
      for case .mark(let mark) in try session.events(n) {
        if mark.text.hasSameBytes(as: text) { return n }
        begun.append((n, mark.text))
      }
    }
    let matching = begun.filter { $0.text.hasPrefix(text) }
    if matching.count == 1 { return matching[0].n }
    let names = NameText(kind: ("mark", "marks"), known: begun.map(\.text))
    throw invocation.refused(names.words(for: text))
  }

  /// The value at a path of the current state.
  func value(at path: JSONPointer) throws(InspectorError) -> JSONValue {
    let state = try timeline.state(n)
    try timeline.requireKnown(path, in: n)
    guard let value = path.value(in: state) else {
      throw .noSuchPlace(
        path: path.description, n: n, suggestion: ValuePath.suggestion(path, in: state))
    }
    return value
  }
}

/// Paths as a person types them.
enum ValuePath {
  /// The pointer of `/items/0/message` (RFC 6901), `""` or the shorthand `items[0].message`.
  static func parse(_ text: String) throws(InspectorError) -> JSONPointer {
    if text.isEmpty || text == "\"\"" { return .root }
    if text.hasPrefix("/") {
      do { return try JSONPointer(text) } catch {
        throw .badPath(text: text, reason: "after ~ comes 0 or 1")
      }
    }
    return try shorthand(text)
  }

  private static func shorthand(_ text: String) throws(InspectorError) -> JSONPointer {
    var tokens: [String] = []
    var rest = text[...]
    var takesName = true
    while let first = rest.first {
      if first == "[" {
        guard let name = bracketed(&rest) else {
          throw .badPath(text: text, reason: "a bracket is not closed")
        }
        guard !name.isEmpty else { throw .badPath(text: text, reason: "a bracket is empty") }
        tokens.append(name)
        takesName = false
      } else {
        if first == ".", !tokens.isEmpty {
          rest = rest.dropFirst()
        } else if !takesName {
          throw .badPath(text: text, reason: "after a bracket comes . or [")
        }
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { throw .badPath(text: text, reason: "a name is missing") }
        tokens.append(String(name))
        rest = rest.dropFirst(name.count)
      }
    }
    return JSONPointer(tokens: tokens)
  }

  /// Takes a bracket, and returns its content without quotes; nil if it is not closed.
  private static func bracketed(_ rest: inout Substring) -> String? {
    rest.removeFirst()
    let quote = rest.first.flatMap { $0 == "'" || $0 == "\"" ? $0 : nil }
    if quote != nil { rest.removeFirst() }
    var name = ""
    while let next = rest.popFirst() {
      let isEnd = quote.map { next == $0 && rest.first == "]" } ?? (next == "]")
      guard isEnd else {
        name.append(next)
        continue
      }
      if quote != nil { rest.removeFirst() }
      return name
    }
    return nil
  }

  /// The nearest path that exists, if a name was mistyped.
  static func suggestion(_ path: JSONPointer, in state: JSONValue) -> String? {
    var value = state
    for (depth, token) in path.tokens.enumerated() {
      let here = JSONPointer(tokens: Array(path.tokens[..<depth]))
      if let next = JSONPointer(tokens: [token]).value(in: value) {
        value = next
        continue
      }
      if let count = value.array?.count {
        return "\(here) has \(CountText.words(count, "element"))"
      }
      guard let names = value.object?.map(\.name) else {
        return "\(here) is \(value.kind == .null ? "null" : "a \(value.kind.rawValue)")"
      }
      let near = Suggestions.nearest(to: token, in: names)
      if let name = near.first { return "did you mean \(here.appending(name))?" }
      let some = names.prefix(8).joined(separator: ", ")
      return
        "\(here.isRoot ? "the state" : here.description) has \(some.isEmpty ? "no members" : some)"
    }
    return nil
  }
}
