import Inspector
import SessionFormat

/// What damage took, in words and as JSON.
enum LossText {
  /// The most ranges or kinds that are listed.
  static let listed = ReadingText.listed

  /// `no state`, `state 8`, `states 3 to 5, 8`.
  static func words(
    _ ranges: [ClosedRange<Int>], of thing: String, _ things: String? = nil
  ) -> String {
    guard let first = ranges.first else { return "no \(thing)" }
    let isOne = ranges.count == 1 && first.count == 1
    let words = ranges.prefix(listed).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
    let rest = ranges.count - words.count
    return "\(isOne ? thing : things ?? thing + "s") " + words.joined(separator: ", ")
      + (rest > 0 ? ", and \(rest) more" : "")
  }

  static func json(_ ranges: [ClosedRange<Int>]) -> JSONValue {
    .array(ranges.map { ["from": .number($0.lowerBound), "to": .number($0.upperBound)] })
  }

  /// What the lines were: `an input of action 3, 2 unreadable`.
  static func words(_ lines: LostLines) -> String {
    var words = lines.kinds.map { kind in
      let ranges = Set(kind.numbers).sorted().ranges
      return switch kind.name {
      case "session": "the header"
      case "input": Self.words(ranges, of: "an input of action", "inputs of actions")
      case "outside", "mark", "dispatched":
        Self.words(ranges, of: "\(kind.name) after", "\(kind.name) after")
      default: Self.words(ranges, of: kind.name)
      }
    }
    if lines.unreadable > 0 { words.append("\(lines.unreadable) unreadable") }
    return words.joined(separator: "; ")
  }

  /// A row for each kind of lines: `kind` (none if their fronts cannot be read), `count`, `n`.
  static func json(_ lines: LostLines) -> JSONValue {
    let rows = ReportJSON.list(of: lines.kinds) { kind, row in
      row.add("kind", kind.name)
      row.add("count", kind.numbers.count)
      if kind.name != "session" { row.add("n", json(Set(kind.numbers).sorted().ranges)) }
    }
    return .array(rows + (lines.unreadable > 0 ? [["count": .number(lines.unreadable)]] : []))
  }
}

extension SessionLosses: JSONMembers {
  /// `lines`, `bytes`, `kinds`, `actions`, `states`, `inputs`.
  func add(to json: inout ReportJSON) {
    json.add("lines", lines.count)
    json.add("bytes", bytes)
    json.add("kinds", LossText.json(lines))
    json.add("actions", LossText.json(actions))
    json.add("states", LossText.json(states))
    json.add("inputs", LossText.json(inputs))
  }

  /// The lines that are left out, and what is not known without them.
  func write(to page: inout Page) {
    let lines = CountText.words(lines.count, "damaged line")
    let kinds = self.lines.count == 0 ? "" : ": \(LossText.words(self.lines))"
    page.line(
      .literal("damage: ", .error),
      .text("\(lines) of \(CountText.words(bytes, "byte")) left out\(kinds)"))
    let unknown = [
      actions.isEmpty ? nil : LossText.words(actions, of: "action"),
      states.isEmpty ? nil : LossText.words(states, of: "state"),
    ].compactMap(\.self)
    if !unknown.isEmpty {
      page.line(
        .literal("unknown: ", .error), .text("\(unknown.joined(separator: "; ")), by this damage"))
    }
    guard !inputs.isEmpty else { return }
    page.line(
      .literal("unknown: ", .error),
      .text("\(LossText.words(inputs, of: "whether action", "whether actions")) drew more inputs"))
  }
}
