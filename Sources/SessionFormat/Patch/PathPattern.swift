/// A restricted JSONPath that says which places of a value are meant: names, indexes, `*`, `..name`.
///
/// The session format uses it for redactions, the inspector for what a comparison leaves out. A
/// pattern that selects an array or object means everything below it too.
///
/// ```swift
/// let ids = try PathPattern("$.items[*].id")
/// ids.covers(try JSONPointer("/items/3/id"))   // true
/// ```
public struct PathPattern: Hashable, Sendable, CustomStringConvertible {
  enum Step: Hashable, Sendable {
    case name(String)
    case index(Int)
    case any
    case descendant(String)
    case anyDescendant
  }

  /// The pattern as it was written.
  public let description: String
  let steps: [Step]

  /// The pattern that this text writes: `$`, then `.name`, `['name']`, `[0]`, `.*`, `[*]`, `..name`
  /// or `..*`.
  ///
  /// - Throws: A ``PathPatternError`` with the column of the fault.
  public init(_ text: String) throws(PathPatternError) {
    var reader = PatternReader(text)
    steps = try reader.steps()
    description = text
  }

  /// Whether the pattern selects this place or one above it.
  ///
  /// Complexity: O(2^descendants × depth) at worst, O(depth) in practice.
  public func covers(_ place: JSONPointer) -> Bool {
    Self.match(steps[...], place.tokens[...])
  }

  private static func match(_ steps: ArraySlice<Step>, _ tokens: ArraySlice<String>) -> Bool {
    guard let step = steps.first else { return true }
    guard let token = tokens.first else { return false }
    let (restSteps, restTokens) = (steps.dropFirst(), tokens.dropFirst())
    switch step {
    case .name(let name):
      return name.hasSameBytes(as: token) && match(restSteps, restTokens)
    case .index(let index):
      return JSONPointer.index(token) == index && match(restSteps, restTokens)
    case .any:
      return match(restSteps, restTokens)
    case .descendant(let name):
      if name.hasSameBytes(as: token), match(restSteps, restTokens) { return true }
      return match(steps, restTokens)
    case .anyDescendant:
      return match(restSteps, restTokens) || match(steps, restTokens)
    }
  }
}

/// A text that is no path pattern.
public struct PathPatternError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text.
  public let text: String
  /// The character at fault, from 1.
  public let column: Int

  /// The fault in words.
  public var description: String {
    "column \(column) of \(JSONValue.string(text)): a pattern is $ and then .name, ['name'], [0], "
      + "[*], .*, ..name or ..*, for example $.items[*].id"
  }
}

private struct PatternReader {
  let text: String
  var rest: Substring

  init(_ text: String) {
    self.text = text
    rest = text[...]
  }

  mutating func steps() throws(PathPatternError) -> [PathPattern.Step] {
    guard rest.popFirst() == "$" else { throw fault(back: 1) }
    var steps: [PathPattern.Step] = []
    while let first = rest.popFirst() {
      switch first {
      case ".":
        if rest.first == "." {
          rest.removeFirst()
          steps.append(rest.first == "*" ? star(.anyDescendant) : .descendant(try name()))
        } else {
          steps.append(rest.first == "*" ? star(.any) : .name(try name()))
        }
      case "[": steps.append(try bracket())
      default: throw fault(back: 1)
      }
    }
    return steps
  }

  private mutating func star(_ step: PathPattern.Step) -> PathPattern.Step {
    rest.removeFirst()
    return step
  }

  /// A name without quotes: letters, digits, `_` and whatever is not ASCII.
  private mutating func name() throws(PathPatternError) -> String {
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || !$0.isASCII }
    guard let first = name.first, !("0"..."9" ~= first) else { throw fault() }
    rest = rest.dropFirst(name.count)
    return String(name)
  }

  private mutating func bracket() throws(PathPatternError) -> PathPattern.Step {
    let step: PathPattern.Step
    switch rest.first {
    case "*":
      rest.removeFirst()
      step = .any
    case "'", "\"":
      step = .name(try quoted())
    default:
      let digits = rest.prefix { "0"..."9" ~= $0 }
      guard let index = JSONPointer.index(String(digits)) else { throw fault() }
      rest = rest.dropFirst(digits.count)
      step = .index(index)
    }
    guard rest.popFirst() == "]" else { throw fault() }
    return step
  }

  private mutating func quoted() throws(PathPatternError) -> String {
    let quote = rest.removeFirst()
    var name = ""
    while let next = rest.popFirst() {
      if next == quote { return name }
      if next == "\\" {
        guard let escaped = rest.popFirst(), "'\"\\".contains(escaped) else { throw fault(back: 1) }
        name.append(escaped)
      } else {
        name.append(next)
      }
    }
    throw fault()
  }

  /// The fault at the next character, or at the one `back` before it.
  private func fault(back: Int = 0) -> PathPatternError {
    PathPatternError(text: text, column: max(1, text.count - rest.count - back + 1))
  }
}
