/// A restricted JSONPath that selects places of a value: names, indexes, `*`, `..name`.
///
/// The session format uses it for redactions, and the inspector for what a comparison ignores. A
/// pattern that selects an array or object also selects everything below it.
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

  /// The pattern that this text spells: `$`, then `.name`, `['name']`, `[0]`, `.*`, `[*]`,
  /// `..name`, `..['name']` or `..*`.
  ///
  /// - Throws: A ``PathPatternError`` with the column of the fault.
  public init(_ text: String) throws(PathPatternError) {
    var reader = PatternReader(text)
    steps = try reader.steps()
    description = text
  }

  /// The pattern `$`, which selects everything.
  package static let everything = PathPattern(description: "$", steps: [])

  private init(description: String, steps: [Step]) {
    self.description = description
    self.steps = steps
  }

  private init(_ steps: [Step]) {
    self.init(description: "$" + steps.map(Self.text).joined(), steps: steps)
  }

  /// The pattern that selects every member with that name, at any depth.
  package init(anywhere name: String) { self.init([.descendant(name)]) }

  /// A step of a place that a program names: a member, or any member or element.
  package enum Token: Hashable, Sendable {
    case name(String)
    case any
  }

  /// The pattern of a place, or of all below it that is not named.
  ///
  /// - Parameter isOpen: Whether it ends in `..*`.
  package init(_ tokens: [Token], isOpen: Bool = false) {
    let steps = tokens.map { token in
      switch token {
      case .any: Step.any
      case .name(let name): Step.name(name)
      }
    }
    self.init(isOpen ? steps + [.anyDescendant] : steps)
  }

  /// The pattern with other names.
  ///
  /// - Parameter change: Gets the name of each step in order, nil for one without; nil keeps it.
  package func mappingNames(_ change: (String?) -> String?) -> PathPattern {
    let new: [Step] = steps.map { step in
      switch step {
      case .name(let name): return .name(change(name) ?? name)
      case .descendant(let name): return .descendant(change(name) ?? name)
      case .index, .any, .anyDescendant:
        _ = change(nil)
        return step
      }
    }
    return new == steps ? self : PathPattern(new)
  }

  private static func text(of step: Step) -> String {
    switch step {
    case .any: return "[*]"
    case .anyDescendant: return "..*"
    case .index(let index): return "[\(index)]"
    case .name(let name), .descendant(let name):
      let plain = step.isDescendant ? "..\(name)" : ".\(name)"
      if (try? PathPattern("$" + plain))?.steps == [step] { return plain }
      return (step.isDescendant ? ".." : "") + bracketed(name)
    }
  }

  private static func bracketed(_ name: String) -> String {
    let escaped = name.unicodeScalars.map { scalar in
      scalar == "'" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
    }
    return "['\(escaped.joined())']"
  }

  /// Whether it selects an element by its index.
  package var hasIndex: Bool {
    steps.contains { if case .index = $0 { true } else { false } }
  }

  /// The last name on the way to each place that it selects; nil if it needs none.
  package var neededName: String? {
    for step in steps.reversed() {
      switch step {
      case .name(let name), .descendant(let name): return name
      case .index, .any, .anyDescendant: continue
      }
    }
    return nil
  }

  /// Whether the pattern selects this place or one above it in an unknown value; a token of digits
  /// may be a name or an index.
  ///
  /// Complexity: O(steps × depth). A file may contain patterns, so nothing is tried twice.
  public func covers(_ place: JSONPointer) -> Bool {
    var reached = Reached(steps)
    for token in place.tokens where !reached.isSelected {
      reached.pass { $0.selectsMember(token) || $0.selectsElement(JSONPointer.index(token)) }
    }
    return reached.isSelected
  }

  /// Whether the pattern selects this place or one above it in one of these values.
  ///
  /// An index selects nothing in an object, and a name nothing in an array.
  ///
  /// The place itself may be missing, but its container must exist.
  ///
  /// Complexity: O(values × steps × depth).
  public func covers(_ place: JSONPointer, in values: JSONValue...) -> Bool {
    values.contains { covers(place.tokens, in: $0) }
  }

  private func covers(_ tokens: [String], in value: JSONValue) -> Bool {
    var reached = Reached(steps)
    var value: JSONValue? = value
    for token in tokens where !reached.isSelected {
      if let elements = value?.array {
        let index = JSONPointer.index(token)
        reached.pass { $0.selectsElement(index) }
        value = index.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      } else if value?.object != nil {
        reached.pass { $0.selectsMember(token) }
        value = value?[token]
      } else {
        return false
      }
    }
    return reached.isSelected
  }

  /// The progress of a pattern on the way to a place.
  private struct Reached {
    private let steps: [Step]
    /// The numbers of steps that can match the tokens so far.
    private var counts: Set<Int> = [0]

    init(_ steps: [Step]) { self.steps = steps }

    var isSelected: Bool { counts.contains(steps.count) }

    /// Moves on by a token.
    mutating func pass(_ selects: (Step) -> Bool) {
      counts = counts.reduce(into: []) { next, done in
        let step = steps[done]
        if selects(step) { next.insert(done + 1) }
        if step.isDescendant { next.insert(done) }
      }
    }
  }
}

extension PathPattern.Step {
  func selectsMember(_ name: String) -> Bool {
    switch self {
    case .index: false
    case .any, .anyDescendant: true
    case .name, .descendant: isName(name)
    }
  }

  func selectsElement(_ index: Int?) -> Bool {
    switch self {
    case .index(let wanted): wanted == index
    case .any, .anyDescendant: index != nil
    case .name, .descendant: false
    }
  }

  /// Whether the step selects this name, here or further down.
  func isName(_ name: String) -> Bool {
    switch self {
    case .name(let wanted), .descendant(let wanted): wanted.hasSameBytes(as: name)
    case .index, .any, .anyDescendant: false
    }
  }

  var isDescendant: Bool {
    switch self {
    case .descendant, .anyDescendant: true
    case .name, .index, .any: false
    }
  }
}

/// A text that is not a path pattern.
public struct PathPatternError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text.
  public let text: String
  /// The character (Unicode scalar) at fault, from 1.
  public let column: Int

  /// The fault in words.
  public var description: String {
    "column \(column) of \(JSONValue.string(text)): a pattern is $ and then .name, ['name'], [0], "
      + "[*], .*, ..name, ..['name'] or ..*, for example $.items[*].id"
  }
}

private struct PatternReader {
  let text: String
  // Scalars, because a quote with a combining mark after it would be one Character.
  var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    self.text = text
    rest = text[...].unicodeScalars
  }

  mutating func steps() throws(PathPatternError) -> [PathPattern.Step] {
    guard rest.popFirst() == "$" else { throw fault(back: 1) }
    var steps: [PathPattern.Step] = []
    while let first = rest.popFirst() {
      switch first {
      case ".":
        if rest.first == "." {
          rest.removeFirst()
          steps.append(try descendant())
        } else {
          steps.append(rest.first == "*" ? star(.any) : .name(try name()))
        }
      case "[": steps.append(try bracket())
      default: throw fault(back: 1)
      }
    }
    return steps
  }

  private mutating func descendant() throws(PathPatternError) -> PathPattern.Step {
    if rest.first == "*" { return star(.anyDescendant) }
    guard rest.first == "[" else { return .descendant(try name()) }
    let start = rest
    rest.removeFirst()
    switch try bracket() {
    case .name(let name): return .descendant(name)
    case .any: return .anyDescendant
    default:
      // An index at any depth has no sensible meaning.
      rest = start
      throw fault()
    }
  }

  private mutating func star(_ step: PathPattern.Step) -> PathPattern.Step {
    rest.removeFirst()
    return step
  }

  /// A name without quotes: letters, digits, `_` and any non-ASCII character.
  private mutating func name() throws(PathPatternError) -> String {
    let name = rest.prefix {
      switch $0 {
      case "a"..."z", "A"..."Z", "0"..."9", "_": true
      default: !$0.isASCII
      }
    }
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
    guard rest.first == "]" else { throw fault() }
    rest.removeFirst()
    return step
  }

  private mutating func quoted() throws(PathPatternError) -> String {
    let quote = rest.removeFirst()
    var name = String.UnicodeScalarView()
    while let next = rest.popFirst() {
      if next == quote { return String(name) }
      if next == "\\" {
        guard let escaped = rest.first, ["'", "\"", "\\"].contains(escaped) else { throw fault() }
        rest.removeFirst()
        name.append(escaped)
      } else {
        name.append(next)
      }
    }
    throw fault()
  }

  /// The fault at the next character, or at the one `back` before it.
  private func fault(back: Int = 0) -> PathPatternError {
    PathPatternError(text: text, column: max(1, text.unicodeScalars.count - rest.count - back + 1))
  }
}
