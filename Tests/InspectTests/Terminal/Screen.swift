/// What stands on a terminal of so many columns and rows after a program wrote to it.
///
/// It knows what line editing and a pager write: text of one and two columns, line ends, cursor
/// motions, erasing, inserting and deleting. It scrolls, and keeps what scrolled out.
struct Screen {
  private var columns: Int
  private var rows: Int
  private var lines: [[Character]] = [[]]
  private var top = 0
  private var row = 0
  private var column = 0

  /// The second column of a wide character.
  private static let second: Character = "\u{0}"

  init(_ text: String = "", columns: Int, rows: Int = 24) {
    (self.columns, self.rows) = (columns, rows)
    show(text)
  }

  /// Changes its size as a terminal does that breaks no line anew: what is too far right is cut off,
  /// and the cursor stays in sight.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    for place in top..<lines.count { lines[place] = Array(lines[place].prefix(columns)) }
    column = min(column, columns - 1)
    top = max(top, row - rows + 1)
  }

  mutating func show(_ text: String) {
    var rest = Substring(text).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1B}": escape(&rest)
      case "\r": column = 0
      case "\n": lineFeed()
      case "\u{8}": column = max(0, min(column, columns - 1) - 1)
      case "\u{7}": break
      default: write(scalar)
      }
    }
  }

  /// What stands from the last line on that begins with a text; lines that are full go on in the next.
  func tail(from start: String) -> String {
    let shown = lines.map { String($0.filter { $0 != Self.second }).trimmedEnd }
    let first = shown.lastIndex { $0.hasPrefix(start) } ?? 0
    let last = shown.lastIndex { !$0.isEmpty } ?? 0
    return zip(lines, shown).dropFirst(first).prefix(last + 1 - first).map { line, text in
      // A wide letter that does not fit leaves one column free.
      line.count >= columns - 1 ? text : text + "\n"
    }.joined().trimmedEnd
  }

  /// The lines without blanks at their ends, up to the last that has anything.
  var text: String {
    var shown = lines.map { line in
      String(line.filter { $0 != Self.second }).trimmedEnd
    }
    while shown.last?.isEmpty == true { shown.removeLast() }
    return shown.map { $0 + "\n" }.joined()
  }

  private mutating func lineFeed() {
    row += 1
    while lines.count <= row { lines.append([]) }
    top = max(top, row - rows + 1)
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    let width = Self.width(of: scalar)
    guard width > 0 else { return }
    if column + width > columns {
      column = 0
      lineFeed()
    }
    fill(to: column + width)
    lines[row][column] = Character(scalar)
    if width == 2 { lines[row][column + 1] = Self.second }
    column += width
  }

  private mutating func fill(to count: Int) {
    while lines[row].count < count { lines[row].append(" ") }
  }

  /// Letters and signs of East Asia and emoji take two columns; the tests have no others.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x200D, 0xFE0F, 0x300...0x36F: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60,
      0x1F300...0x1FAFF:
      2
    default: 1
    }
  }

  private mutating func escape(_ rest: inout Substring.UnicodeScalarView.SubSequence) {
    guard rest.popFirst() == "[" else { return }
    var parameters = ""
    while let scalar = rest.popFirst() {
      guard ("@"..."~").contains(scalar) else {
        parameters.unicodeScalars.append(scalar)
        continue
      }
      if !parameters.hasPrefix("?") { control(scalar, parameters) }
      return
    }
  }

  private mutating func control(_ sign: Unicode.Scalar, _ parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let first = numbers.first ?? nil
    let count = max(1, first ?? 1)
    switch sign {
    case "A": row = max(top, row - count)
    case "B": for _ in 0..<count where row - top < rows - 1 { lineFeed() }
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, min(column, columns - 1) - count)
    case "G": column = min(columns, count) - 1
    case "H":
      row = top + count - 1
      column = (numbers.count > 1 ? numbers[1] ?? 1 : 1) - 1
      while lines.count <= row { lines.append([]) }
    case "J":
      erase(first ?? 0)
      if (first ?? 0) == 0 {
        lines.removeSubrange((row + 1)...)
      } else {
        for place in top..<lines.count { lines[place] = [] }
      }
    case "K": erase(first ?? 0)
    case "@":
      fill(to: column)
      lines[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
      lines[row] = Array(lines[row].prefix(columns))
    case "P":
      fill(to: column)
      lines[row].removeSubrange(column..<min(lines[row].count, column + count))
    default: break
    }
  }

  private mutating func erase(_ part: Int) {
    switch part {
    case 0: lines[row] = Array(lines[row].prefix(column))
    case 1:
      fill(to: column + 1)
      for place in 0...column { lines[row][place] = " " }
    default: lines[row] = []
    }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    String(reversed().drop { $0 == " " || $0 == "\n" }.reversed())
  }
}
