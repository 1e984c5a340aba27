package import Inspector

/// Words of the process as a line that a shell takes.
package enum ShellLine {
  /// The line to show with an error; nil if the fault is no word of it, or a file that the error names.
  package static func shown(_ arguments: [String], for error: InspectorError) -> String? {
    error.caret == nil ? nil : text(arguments)
  }

  /// The line that starts the tool with these arguments.
  package static func text(_ arguments: [String]) -> String {
    (["inspect"] + arguments.map(quoted)).joined(separator: " ")
  }

  /// The name of a file in the current folder, as a shell takes it and as no program takes for an
  /// option.
  static func file(_ name: String) -> String { quoted(name.hasPrefix("-") ? "./" + name : name) }

  /// A word as a shell takes it.
  package static func quoted(_ word: String) -> String {
    if word.wholeMatch(of: #/[A-Za-z0-9%+,\-.\/:=@_]+/#) != nil { return word }
    // Within double quotes a single one is itself, so that the word stays readable.
    if word.contains("'"), !word.contains(where: { "\"$`\\!".contains($0) }) {
      return "\"\(word)\""
    }
    return "'\(word.replacing("'", with: #"'\''"#))'"
  }
}
