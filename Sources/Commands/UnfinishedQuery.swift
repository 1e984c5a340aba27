/// Where in a path or condition the cursor is: the part that is being typed, and the filters around it.
struct UnfinishedQuery {
  /// Where the last path, word or text in quotes begins.
  let start: String.Index
  /// The paths whose elements the open filters test, the outermost first.
  let filtered: [Substring]

  private enum Kind {
    /// A path: only its brackets matter.
    case path
    /// A condition, also that of a filter.
    case condition
    /// A bracket with a name or an index.
    case bracket
  }

  private struct Level {
    var kind: Kind
    var begin: String.Index
    var path: Substring?
  }

  /// Complexity: O(length).
  ///
  /// - Parameter isCondition: Whether the text is a condition, and not a path.
  init(_ typed: Substring, isCondition: Bool) {
    var levels = [Level(kind: isCondition ? .condition : .path, begin: typed.startIndex)]
    var quote: Character?
    var isEscaped = false
    for index in typed.indices {
      let letter = typed[index]
      let last = levels.count - 1
      if let open = quote {
        if letter == open, !isEscaped { quote = nil }
        isEscaped = letter == "\\" && !isEscaped
        continue
      }
      switch (letter, levels[last].kind) {
      case ("\"", .condition), ("'", .condition):
        quote = letter
        levels[last].begin = index
      case ("\"", .bracket), ("'", .bracket): quote = letter
      case ("[", _): levels.append(Level(kind: .bracket, begin: index))
      case ("]", _) where last > 0: levels.removeLast()
      case ("?", .bracket):
        let path = typed[levels[last - 1].begin..<levels[last].begin]
        levels[last] = Level(kind: .condition, begin: typed.index(after: index), path: path)
      case (_, .condition) where " \t(),!&|=<>".contains(letter):
        levels[last].begin = typed.index(after: index)
      default: break
      }
    }
    start = levels.last { $0.kind != .bracket }?.begin ?? typed.startIndex
    filtered = levels.compactMap(\.path)
  }
}
