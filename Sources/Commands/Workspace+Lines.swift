package import Inspector

extension Workspace {
  /// The commands of a line, with the aliases in it replaced by what they stand for.
  package func commands(_ line: String) throws(InspectorError) -> [PromptCommand] {
    try commands(line, expanding: [])
  }

  /// - Parameter names: The aliases that are being replaced, which mean commands within themselves.
  private func commands(
    _ line: String, expanding names: Set<String>
  ) throws(InspectorError) -> [PromptCommand] {
    var all: [PromptCommand] = []
    for command in try PromptLine.commands(line) {
      guard !names.contains(command.word), let text = aliases[command.word] else {
        all.append(command)
        continue
      }
      let expanded = try text.with(command.rest, named: command.word)
      var own = try commands(expanded, expanding: names.union([command.word]))
      if let shell = command.shell, let last = own.popLast() {
        let whole = last.shell.map { "\($0) | \(shell)" } ?? shell
        own.append(PromptCommand(word: last.word, rest: last.rest, shell: whole))
      }
      all += own
    }
    return all
  }

  /// Runs one command of a line; its shell command is for the caller.
  ///
  /// - Parameter abbreviated: Whether an unambiguous beginning of a command's name is enough.
  package mutating func run(
    _ command: PromptCommand, abbreviated: Bool
  ) throws(InspectorError) -> CommandResult {
    let declared = try context.table.prompt(command.word, abbreviated: abbreviated)
    let home = context.environment["HOME"]
    return try declared.run(on: &self, try Invocation(declared, line: command.rest, home: home))
  }

  /// Runs a line with one command; nil if it has none.
  package mutating func run(
    _ line: String, abbreviated: Bool
  ) throws(InspectorError) -> CommandResult? {
    let commands = try commands(line)
    guard let command = commands.first else { return nil }
    guard commands.count == 1, command.shell == nil else {
      throw .usage(
        command: command.word, reason: "only one command can be run here, and no shell command",
        usage: "COMMAND")
    }
    return try run(command, abbreviated: abbreviated)
  }
}

extension Workspace {
  /// The words that can be at a byte of a line, which may have several commands.
  package func completionsOfLine(_ line: String, at cursor: Int) -> Completions {
    let head = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    guard let start = PromptLine.start(ofLastIn: head) else {
      return Completions(start: cursor, candidates: [], appendsSpace: false)
    }
    let command = String(decoding: line.utf8.dropFirst(start), as: UTF8.self)
    // One more than are listed: it tells whether there are others.
    let found = completions(command, at: cursor - start, limit: Self.listedWords + 1)
    return found.listed(upTo: Self.listedWords, completing: command, at: start)
  }

  /// The most words that are listed.
  private static let listedWords = 200

  /// Whether an empty line repeats a line: if it moves, and changes no branch.
  package func repeats(_ line: String) -> Bool {
    let commands = (try? commands(line)) ?? []
    let declared = commands.compactMap { try? context.table.prompt($0.word, abbreviated: true) }
    return declared.contains(where: \.repeats) && !declared.contains { $0.group == .change }
  }

  /// Whether an empty line behind this one does not repeat the motion before it: if it goes
  /// elsewhere, or changes a branch.
  package func endsMotion(_ line: String) -> Bool {
    let commands = (try? commands(line)) ?? []
    let declared = commands.compactMap { try? context.table.prompt($0.word, abbreviated: true) }
    return declared.contains { $0.group == .move || $0.group == .change }
  }
}
