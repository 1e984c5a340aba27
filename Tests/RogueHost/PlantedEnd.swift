/// An end planted at a place in a host's answers.
struct PlantedEnd: Sendable {
  /// What happens there.
  enum Way: Sendable {
    /// A signal ends the process.
    case signal(Int32)
    /// The process exits at once with that status.
    case leave(Int32)
    /// Its output is closed, and the process lives on.
    case close
    /// It writes nothing more.
    case silence
    /// The line continues with nonsense.
    case nonsense
  }

  let way: Way
  /// The number of the answer: -1 the header, 0 the first state, then the actions; nil at the end.
  let n: Int?
  /// The line of that answer.
  let line: Int
  /// How much of the line is written before, in thousandths.
  let part: Int
  /// A file that is created then; if it already exists, nothing happens.
  ///
  /// Nil if it happens each time.
  let mark: String?

  /// Parses arguments: `signal:9`, `leave:3`, `close`, `silence` or `nonsense`, then the number or
  /// `end`, the line, the part, and optionally the mark.
  init?(_ arguments: ArraySlice<String>) {
    let words = Array(arguments)
    guard (4...5).contains(words.count), let line = Int(words[2]), let part = Int(words[3]) else {
      return nil
    }
    let parts = words[0].split(separator: ":").map(String.init)
    let value = parts.count > 1 ? Int32(parts[1]) ?? 0 : 0
    switch parts.first {
    case "signal": way = .signal(value)
    case "leave": way = .leave(value)
    case "close": way = .close
    case "silence": way = .silence
    case "nonsense": way = .nonsense
    default: return nil
    }
    (n, self.line, self.part) = (Int(words[1]), line, part)
    mark = words.count > 4 ? words[4] : nil
  }
}
