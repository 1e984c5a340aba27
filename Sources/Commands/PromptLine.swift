package import Inspector

/// A command of a line at the prompt: its word, and the rest unchanged.
package struct PromptCommand: Equatable, Sendable {
  package let word: String
  /// What follows the word, with the blanks before it.
  package let rest: String
  /// The shell command that reads the results; nil if there is none.
  package let shell: String?

  /// The command without its shell command.
  var text: String { word + rest }
}

/// The grammar of a line at the prompt.
///
/// ```
/// line    = command *( ";;" command ) [ "#" comment ]
/// command = word rest [ " | " shell command ]
/// ```
///
/// Within quotes (`"…"` or `'…'`), and after a backslash, these signs mean themselves. A comment
/// begins the line or follows a blank. A quote that is not closed goes to the end of the line.
package enum PromptLine {
  /// The commands of a line, from left to right; none if it is blank or a comment.
  ///
  /// - Throws: ``InspectorError/usage(command:reason:usage:)`` if a side of a bar is missing.
  package static func commands(_ line: String) throws(InspectorError) -> [PromptCommand] {
    var commands: [PromptCommand] = []
    for part in Signs(line).parts {
      let text = String(line.utf8[part.command]) ?? ""
      let shell = try part.shell.map { (range) throws(InspectorError) in
        let shell = (String(line.utf8[range]) ?? "").trimmed
        guard !shell.isEmpty, !text.trimmed.isEmpty else {
          throw .usage(
            command: "|", reason: "a command is missing \(shell.isEmpty ? "after" : "before") it",
            usage: "COMMAND | SHELL-COMMAND")
        }
        return shell
      }
      let trimmed = text.drop { $0 == " " || $0 == "\t" }
      guard !trimmed.isEmpty else { continue }
      let word = trimmed.prefix { $0 != " " && $0 != "\t" }
      commands.append(
        PromptCommand(
          word: String(word), rest: String(trimmed.dropFirst(word.count)), shell: shell))
    }
    return commands
  }

  /// The byte at which the last command of an unfinished line begins; nil if the line ends in a
  /// comment or a shell command.
  package static func start(ofLastIn line: String) -> Int? {
    let signs = Signs(line)
    guard !signs.endsInComment, let last = signs.parts.last, last.shell == nil else { return nil }
    return line.utf8.distance(from: line.startIndex, to: last.command.lowerBound)
  }
}

/// The signs of the grammar in a line, and the parts between them.
private struct Signs {
  struct Part {
    var command: Range<String.Index>
    var shell: Range<String.Index>?
  }

  private(set) var parts: [Part] = []
  private(set) var endsInComment = false

  init(_ line: String) {
    let bytes = line.utf8
    var start = line.startIndex
    var bar: String.Index?
    func part(to end: String.Index) -> Part {
      Part(command: start..<(bar ?? end), shell: bar.map { bytes.index(after: $0)..<end })
    }
    var quote: UInt8?
    var before: UInt8?
    var place = line.startIndex
    while place < line.endIndex {
      let byte = bytes[place]
      var next = bytes.index(after: place)
      let following = next < line.endIndex ? bytes[next] : nil
      if byte == UInt8(ascii: "\\") {
        if following != nil { next = bytes.index(after: next) }
      } else if let open = quote {
        if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "#") where before.isBlankOrNone:
          parts.append(part(to: place))
          endsInComment = true
          return
        case UInt8(ascii: ";") where following == byte:
          parts.append(part(to: place))
          next = bytes.index(after: next)
          (start, bar) = (next, nil)
        case UInt8(ascii: "|")
        where bar == nil && before.isBlankOrNone && following.isBlankOrNone:
          bar = place
        default: break
        }
      }
      before = byte
      place = next
    }
    parts.append(part(to: line.endIndex))
  }
}

extension UInt8? {
  /// Whether this is a space or a tab, or the line begins or ends here.
  fileprivate var isBlankOrNone: Bool {
    self == nil || self == UInt8(ascii: " ") || self == UInt8(ascii: "\t")
  }
}
