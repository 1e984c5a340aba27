import Inspector

/// What can be at the end of a line of a shell, for a program that completes it.
///
/// The scripts of the shells ask for this, so that all of them know the same.
struct ShellCompletion {
  /// What else fits, which the shell itself can list.
  enum Files: String {
    case none, sessions, files, programs
    /// Nothing else, and the words may go on: no space follows one.
    case open
  }

  private(set) var words: [HelpBlock.Definition] = []
  private(set) var files = Files.none

  private let table: CommandTable
  private let context: CommandContext
  /// The quote that is open at the cursor, or nil.
  private let quote: Character?
  /// The word at the cursor, without that quote.
  private let typed: String
  private var verb: Command?
  /// The words after the verb that are no options.
  private var plain: [String] = []
  private var hasFirst = false
  private var isBehindDashes = false

  /// - Parameter line: The words after the name of the program; the last is the one at the cursor,
  ///   with the quote before it if that is open.
  init(_ line: [String], _ context: CommandContext) {
    table = context.table
    self.context = context
    let last = line.last ?? ""
    quote = last.first.flatMap { $0 == "'" || $0 == "\"" ? $0 : nil }
    typed = String(last.dropFirst(quote == nil ? 0 : 1))
    let pending = walk(Self.joined(line).dropLast())
    if let pending {
      complete(choices(of: pending), of: pending.value ?? "", "")
    } else if typed.hasPrefix("-"), !isBehindDashes {
      completeOption()
    } else if !hasFirst {
      words = table.commands(.batch).map { HelpBlock.Definition($0.name, $0.summary) }
      files = .sessions
    } else {
      completeArgument()
    }
    words.removeAll { !$0.term.hasPrefix(typed) || VisibleText.escaped($0.term) != $0.term }
  }

  /// Bash takes `--format=json` for three words.
  private static func joined(_ line: [String]) -> [String] {
    line.enumerated().filter { place, word in
      word != "=" || place == 0 || !line[place - 1].hasPrefix("--")
    }.map(\.element)
  }

  /// Reads the words before the cursor; the option whose value is at the cursor, if it is one.
  private mutating func walk(_ line: ArraySlice<String>) -> CommandOption? {
    var pending: CommandOption?
    for word in line {
      if pending != nil {
        pending = nil
      } else if word == "--", !isBehindDashes {
        isBehindDashes = true
      } else if word.hasPrefix("-"), word.count > 1, !isBehindDashes {
        pending = options.first { $0.value != nil && $0.name == word }
      } else if !hasFirst {
        hasFirst = true
        verb = table.commands(.batch).first { $0.name == word }
        if verb == nil { plain.append(word) }
      } else {
        plain.append(word)
      }
    }
    return pending
  }

  private var options: [CommandOption] { (verb?.batch?.options ?? []) + table.options }

  private mutating func completeOption() {
    guard let sign = typed.firstIndex(of: "=") else {
      words = options.map { HelpBlock.Definition($0.name, $0.summary) }
      return
    }
    let name = typed[..<sign]
    guard let option = options.first(where: { $0.name == name }) else { return }
    complete(choices(of: option), of: option.value ?? "", "\(name)=")
  }

  private func choices(of option: CommandOption) -> [String] {
    plain.first.flatMap { option.choicesAfter[$0] } ?? option.choices
  }

  private mutating func completeArgument() {
    guard let verb, let form = verb.batch else { return }
    let place = plain.count - (verb.takesSession ? 1 : 0)
    guard place >= 0 else {
      files = .sessions
      return
    }
    guard let last = form.parameters.last else { return }
    let isOneOfSeveral = last.arity == .several || last.arity == .any
    guard place < form.parameters.count || isOneOfSeveral else { return }
    let parameter = place < form.parameters.count ? form.parameters[place] : last
    switch parameter.kind {
    case .path, .query: (words, files) = (fromSession("print "), .open)
    case .condition: (words, files) = (fromSession("find "), .open)
    case .step: words = fromSession("goto ")
    case .topic:
      words = table.commands.map { HelpBlock.Definition($0.name, $0.summary) }
      words += HelpTopic.all.map { HelpBlock.Definition($0.name, $0.summary) }
    default: complete(parameter.choices, of: parameter.name, "")
    }
  }

  /// Completes a value by its words, or by the name that stands for it in the usage.
  private mutating func complete(_ choices: [String], of name: String, _ front: String) {
    words = choices.map { HelpBlock.Definition(front + $0) }
    switch name {
    case "GLOB": words = fromSession("break ")
    case "COND": (words, files) = (fromSession("find "), .open)
    case "CMD": files = .programs
    case _ where name.contains("SESSION"): files = .sessions
    case _ where name.contains("FILE"): files = .files
    default: break
    }
  }

  /// Where states are looked at for paths: the last one is often empty.
  private static let places = ["end", "50%", "75%", "25%"]

  /// What a shell acts on.
  ///
  /// A name of a session that has it is not offered: a stranger may have made it, and not every shell
  /// quotes it.
  private static let active = "`$\"'\\;&|<>(){}!*?~# \t"
  /// What it acts on in quotes; in double quotes bash may also look for an old command.
  private static let activeInQuotes: [Character: String] = ["'": "'\\", "\"": "\"$`\\!"]

  /// What the prompt offers after a command, on the session of the line.
  private func fromSession(_ command: String) -> [HelpBlock.Definition] {
    // Completion must not wait for an archive to be inflated.
    guard let file = plain.first, file != "-", !file.hasSuffix(".gz"),
      let session = try? context.session(file)
    else { return [] }
    var workspace = Workspace(session, context: context)
    let line = command + typed
    let named = plain.dropFirst().first { $0.allSatisfy(\.isNumber) }
    for place in named.map({ [$0] }) ?? Self.places {
      _ = try? workspace.run("goto \(place)", abbreviated: false)
      let found = workspace.completions(line, at: line.utf8.count)
      // Of a condition only the last part is new.
      let before = String(
        String(decoding: line.utf8.prefix(found.start), as: UTF8.self).dropFirst(command.count))
      let active = quote.flatMap { Self.activeInQuotes[$0] } ?? Self.active
      let words = Self.inert(found.candidates.map { before + $0 }, active)
      if !words.isEmpty { return words.map { HelpBlock.Definition($0) } }
    }
    return []
  }

  /// The words without those on which a shell acts.
  ///
  /// Of a mark its beginning is enough, if no other mark begins so.
  private static func inert(_ words: [String], _ active: String) -> [String] {
    words.compactMap { word in
      guard word.contains(where: active.contains) else { return word }
      let start = word.prefix { !active.contains($0) }
      let isOne = start.hasPrefix("@") && words.count { $0.hasPrefix(start) } == 1
      return isOne && start.count > 1 ? String(start) : nil
    }
  }

  /// A line for each word, with what it means after a tab; then a colon and what else fits.
  var text: String {
    words.map { $0.text.isEmpty ? "\($0.term)\n" : "\($0.term)\t\($0.text)\n" }.joined()
      + ":\(files.rawValue)\n"
  }
}
