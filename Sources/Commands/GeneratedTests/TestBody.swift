import Inspector
import SessionFormat

/// The statements of a test, one a line: a text too long for that becomes a constant before it.
struct TestBody {
  let frame: TestFrame
  /// The lines of the function's body, as seen from the function.
  private(set) var lines: [String] = []
  private var values = 0
  private var hasState = false

  /// The columns for a statement, within a function of a type.
  private static let room = GeneratedTest.width - 4

  init(frame: TestFrame) { self.frame = frame }

  mutating func add(_ state: JSONValue, n: Int, _ why: ReductionScript.Reason) {
    switch why {
    case .start: break
    case .outside: add("// The app changed its state without an action.")
    case .unknown: add("// What led to state \(n) is not known.")
    }
    let name = "state\(n)"
    let literal = SwiftText.literal(of: state.description)
    let whole = hasState ? "state = try recorded(" : "var state: RecordedState = try recorded("
    hasState = true
    if fits(whole + literal + ")") { return add(whole + literal + ")") }
    addConstant(name, state)
    add("\(whole)\(name))")
  }

  mutating func add(
    _ line: ActionLine, _ inputs: [InputLine], type: String?, _ doesThrow: Bool
  ) {
    let margin = (inputs.isEmpty ? 0 : 2) + (doesThrow ? 2 : 0)
    let head = "try step(&state, recorded("
    let tail = type.map { ", as: \($0).self))" } ?? "))"
    let literal = SwiftText.literal(of: line.action.description)
    let number = "  // \(line.n)"
    var statement: [String]
    if fits(head + literal + tail + number, within: margin) {
      statement = [head + literal + tail]
    } else {
      let name = "action\(line.n)"
      addConstant(name, line.action)
      statement = [head + name + tail]
      if !fits(statement[0] + number, within: margin) {
        statement = ["try step(", "  &state, recorded(\(name)\(tail)"]
      }
    }
    if doesThrow { statement = frame.throwing(statement) }
    if !inputs.isEmpty { statement = Self.replaying(inputs, statement) }
    statement[statement.count - 1] += number
    statement.forEach { add($0) }
  }

  private static func replaying(_ inputs: [InputLine], _ body: [String]) -> [String] {
    let pairs = inputs.map {
      "(\(SwiftText.quoted($0.name)), \(SwiftText.literal(of: $0.value.description)))"
    }
    var opening = ["try Inputs.replaying([\(pairs.joined(separator: ", "))]) {"]
    if opening[0].count > room {
      opening = ["try Inputs.replaying(["] + pairs.map { "  \($0)," } + ["]) {"]
    }
    return opening + body.map { "  " + $0 } + ["}"]
  }

  mutating func add(_ expectations: [ReductionScript.Expectation], n: Int) {
    guard !expectations.isEmpty else { return }
    let after = "after\(n)"
    add("")
    add("let \(after) = try StateJSON(of: state)")
    var unwanted: [String] = []
    for expectation in expectations {
      let tokens = expectation.path.tokens
      let place =
        tokens.isEmpty ? after : "\(after)[\(tokens.map(SwiftText.quoted).joined(separator: ", "))]"
      let path = tokens.isEmpty ? "$" : PlaceText.shorthand(tokens)
      let note = "// \(SwiftText.comment(path)) after \(n)"
      if expectation.isUnwanted {
        unwanted.append("\(place) != \(value(expectation, beside: place.count + 16))")
      } else {
        let columns = frame.isEqual(place, "").count + note.count + 2
        let value = value(expectation, beside: columns)
        add(noted: frame.isEqual(place, value), note)
      }
    }
    guard !unwanted.isEmpty else { return }
    add("// With these values it shows the fault.")
    let whole = frame.isTrue(unwanted.joined(separator: " || "))
    if fits(whole) { return add(whole) }
    let parts = frame.isTrue("\n").split(separator: "\n").map(String.init)
    add(parts[0])
    for (place, term) in unwanted.enumerated() { add(place == 0 ? "  \(term)" : "    || \(term)") }
    lines[lines.count - 1] += parts[1]
  }

  private mutating func add(noted statement: String, _ note: String) {
    if fits("\(statement)  \(note)") { return add("\(statement)  \(note)") }
    add(note)
    add(statement)
  }

  /// The expected value as code: a literal, or the name of a constant before the statement.
  private mutating func value(
    _ expectation: ReductionScript.Expectation, beside columns: Int
  ) -> String {
    guard let value = expectation.value else { return "nil" }
    let literal = SwiftText.literal(of: value.description)
    if columns + literal.count <= Self.room || value.height == 0 && literal.count < 60 {
      return literal
    }
    values += 1
    addConstant("value\(values): StateJSON", value)
    return "value\(values)"
  }

  /// A constant with JSON, on several lines if it must be.
  private mutating func addConstant(_ declaration: String, _ value: JSONValue) {
    let whole = "let \(declaration) = \(SwiftText.literal(of: value.description))"
    if fits(whole) { return add(whole) }
    let text = JSONLines(value, width: Self.room - 4).lines
    let hashes = SwiftText.hashes(for: text.joined(separator: "\n"))
    add("let \(declaration) = \(hashes)\"\"\"")
    text.forEach { add("  \($0)") }
    add("  \"\"\"\(hashes)")
  }

  private func fits(_ line: String, within margin: Int = 0) -> Bool {
    margin + line.count <= Self.room
  }

  private mutating func add(_ line: String) { lines.append(line.isEmpty ? line : "  " + line) }
}
