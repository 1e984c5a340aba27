package import SessionFormat

/// A session as comma-separated values (RFC 4180), a row an action, for tables and databases.
package struct TableExport {
  private let session: Session
  /// The places of the state whose values after the action are columns.
  private let places: [(name: String, path: JSONPointer)]
  private let interrupted: () -> Bool

  /// - Parameter places: Each by the name of its column.
  package init(
    _ session: Session, places: [(name: String, path: JSONPointer)],
    interrupted: @escaping () -> Bool
  ) {
    (self.session, self.places, self.interrupted) = (session, places, interrupted)
  }

  /// Writes the table in pieces of whole lines.
  ///
  /// - Returns: What the form has no place for, in words.
  /// - Throws: Damage that is met, and ``InspectorError/interrupted``.
  package func write(
    to sink: (String) throws(InspectorError) -> Void
  ) throws(InspectorError) -> [String] {
    if let fault = session.fault { throw .session(fault) }
    let names = ["n", "t", "took", "type", "from", "threw", "action"] + places.map(\.name)
    try sink(Self.row(names.map(Self.text)))
    let timeline = Timeline(session).passing
    for n in stride(from: session.first + 1, through: session.last, by: 1) {
      if interrupted() { throw .interrupted }
      let action = session.hasAction(n) ? try session.action(n) : nil
      let line = session.hasState(n) ? try session.stateLine(n) : nil
      let state = places.isEmpty || line == nil ? nil : try timeline.state(n)
      let fixed: [String?] = [
        String(n), action.map { String($0.t) }, line?.took.map(String.init),
        (action?.type).map(Self.text), action?.from.map(String.init), (line?.threw).map(Self.text),
        action.map { $0.action.description },
      ]
      try sink(
        Self.row(
          fixed + places.map { place in state.flatMap { Self.cell(place.path.value(in: $0)) } }))
    }
    return LeftOutLines.words([.inputs, .outsides, .marks, .dispatched], of: session)
  }

  /// A text as it is, any other value as JSON; nothing for a missing one.
  private static func cell(_ value: JSONValue?) -> String? {
    value.flatMap { $0.string.map(text) ?? $0.description }
  }

  /// A text of the session, as it may be looked at.
  ///
  /// What is unsafe to show is escaped, and so is a beginning that a spreadsheet takes for that of a
  /// formula. JSON needs neither: its writer escapes as JSON does.
  private static func text(_ text: String) -> String {
    let shown = VisibleText.escaped(text)
    guard let first = shown.unicodeScalars.first, formulaSigns.contains(first) else { return shown }
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
