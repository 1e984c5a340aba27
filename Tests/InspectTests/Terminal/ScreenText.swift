/// What stands on a screen of so many columns after a program wrote to it: text, and nothing that
/// moves but line ends, carriage returns and backspaces.
struct ScreenText {
  let columns: Int
  private(set) var lines: [[Character]] = [[]]
  private var column = 0

  /// A screen to which a text was written.
  init(_ text: String, columns: Int) {
    self.columns = columns
    for character in text { write(character) }
  }

  /// The lines without blanks at their ends, up to the last that has anything.
  var text: String {
    var shown = lines.map { line in
      String(String(line).reversed().drop { $0 == " " }.reversed())
    }
    while shown.last?.isEmpty == true { shown.removeLast() }
    return shown.map { $0 + "\n" }.joined()
  }

  private mutating func write(_ character: Character) {
    switch character {
    case "\r": column = 0
    case "\n", "\r\n":
      lines.append([])
      column = 0
    case "\u{8}": column = max(0, column - 1)
    default:
      if column == columns {
        lines.append([])
        column = 0
      }
      let last = lines.count - 1
      while lines[last].count <= column { lines[last].append(" ") }
      lines[last][column] = character
      column += 1
    }
  }
}
