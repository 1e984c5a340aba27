package import Inspector

/// A line at the prompt: the command's word, and the rest unchanged.
package enum PromptLine {
  /// The parts; nil if the line is blank or a comment (`#`).
  package static func split(_ line: String) -> (word: String, rest: String)? {
    let text = line.drop { $0 == " " || $0 == "\t" }
    guard let first = text.first, first != "#" else { return nil }
    let word = text.prefix { $0 != " " && $0 != "\t" }
    return (String(word), String(text.dropFirst(word.count)))
  }
}

extension Workspace {
  /// Runs a line of the prompt; nil if it has no command.
  ///
  /// - Parameter abbreviated: Whether an unambiguous beginning of a command's name is enough.
  package mutating func run(
    _ line: String, abbreviated: Bool
  ) throws(InspectorError) -> CommandResult? {
    guard let (word, rest) = PromptLine.split(line) else { return nil }
    let command = try context.table.prompt(word, abbreviated: abbreviated)
    return try command.run(on: &self, try Invocation(command, line: rest))
  }
}
