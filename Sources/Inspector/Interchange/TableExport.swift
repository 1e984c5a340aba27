package import SessionFormat

/// A session as comma-separated values (RFC 4180), a row an action, for tables and databases.
package struct TableExport {
  private let session: Session
  /// The places of the state whose values after the action are columns.
  private let places: [(name: String, path: JSONPointer)]
  private let interrupted: () -> Bool
  /// Whether a database reads it, by the kinds of its columns, and not a person or a spreadsheet.
  private let isTyped: Bool
  /// What the values of the places were that are written so far.
  private(set) var kinds: [ColumnKind]

  /// - Parameter places: Each by the name of its column.
  package init(
    _ session: Session, places: [(name: String, path: JSONPointer)], isTyped: Bool = false,
    interrupted: @escaping () -> Bool
  ) {
    (self.session, self.places, self.interrupted) = (session, places, interrupted)
    self.isTyped = isTyped
    kinds = places.map { _ in ColumnKind() }
  }

  static let fixed = ["n", "t", "took", "type", "from", "threw", "action"]

  /// Writes the table in pieces of whole lines.
  ///
  /// - Returns: What the form has no place for, in words.
  /// - Throws: Damage that is met, and ``InspectorError/interrupted``.
  package mutating func write(
    to sink: (String) throws(InspectorError) -> Void
  ) throws(InspectorError) -> [String] {
    if let fault = session.fault { throw .session(fault) }
    try sink(Self.row((Self.fixed + places.map(\.name)).map(text)))
    let timeline = Timeline(session).passing
    for n in stride(from: session.first + 1, through: session.last, by: 1) {
      if interrupted() { throw .interrupted }
      let action = session.hasAction(n) ? try session.action(n) : nil
      let line = session.hasState(n) ? try session.stateLine(n) : nil
      let state = places.isEmpty || line == nil ? nil : try timeline.state(n)
      let fixed: [String?] = [
        String(n), action.map { String($0.t) }, line?.took.map(String.init),
        (action?.type).map(text), action?.from.map(String.init), (line?.threw).map(text),
        action.map { $0.action.description },
      ]
      var cells = fixed
      for (number, place) in places.enumerated() {
        let value = state.flatMap(place.path.value)
        if let value { kinds[number].note(value) }
        cells.append(cell(value))
      }
      try sink(Self.row(cells))
    }
    return LeftOutLines.words([.inputs, .outsides, .marks, .dispatched], of: session)
  }

  /// A text as it is, any other value as JSON; nothing for a missing one, and for null in a typed table.
  private func cell(_ value: JSONValue?) -> String? {
    guard let value, !(isTyped && value == .null) else { return nil }
    return value.string.map(text) ?? value.description
  }

  /// A text of the session, as it may be looked at.
  ///
  /// What is unsafe to show is escaped, and so is a beginning that a spreadsheet takes for that of a
  /// formula. JSON needs neither: its writer escapes as JSON does.
  private func text(_ text: String) -> String {
    let shown = VisibleText.escaped(text)
    guard !isTyped, let first = shown.unicodeScalars.first, Self.formulaSigns.contains(first) else {
      return shown
    }
    let digits = String(first.value, radix: 16, uppercase: true)
    return "\\u{\(digits)}" + String(shown.unicodeScalars.dropFirst())
  }

  /// The signs in ASCII and their full-width forms.
  private static let formulaSigns = "=+-@＝＋－＠".unicodeScalars

  /// A line of cells: a missing value is nothing, an empty text two quotes.
  private static func row(_ cells: [String?]) -> String {
    cells.map { cell in
      guard let cell else { return "" }
      let isPlain = !cell.isEmpty && !cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
      return isPlain ? cell : "\"\(cell.replacing("\"", with: "\"\""))\""
    }.joined(separator: ",") + "\n"
  }
}
