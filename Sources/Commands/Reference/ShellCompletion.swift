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
  /// The part of the word at the cursor that is completed, without that quote: of an option with its
  /// value, the value.
  private var typed: String
  /// What stands before it in the word: an option and its sign.
  private var front = ""
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
    let pending = walk(line.dropLast())
    if let pending {
      complete(pending)
    } else if typed.hasPrefix("-"), !isBehindDashes {
      completeOption()
    } else if !hasFirst {
      words = table.commands(.batch).map { HelpBlock.Definition($0.name, $0.summary) }
      files = .sessions
    } else {
      completeArgument()
    }
    words = words.compactMap { word in
      guard word.term.hasPrefix(typed), VisibleText.escaped(word.term) == word.term else {
        return nil
      }
      return HelpBlock.Definition(front + word.term, word.text)
    }
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
    front = "\(name)="
    typed = String(typed[typed.index(after: sign)...])
    complete(option)
  }

  private mutating func complete(_ option: CommandOption) {
    let choices = plain.first.flatMap { option.choicesAfter[$0] } ?? option.choices
    complete(option.kind, named: option.value ?? "", choices)
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
    complete(parameter.kind, named: parameter.name, parameter.choices)
  }

  /// Completes a value by its kind, by its words, or by the name that stands for it in the usage.
  private mutating func complete(
    _ kind: Parameter.Kind, named name: String, _ choices: [String]
  ) {
    switch kind {
    case .path, .query, .pattern, .condition: (words, files) = (fromSession(kind), .open)
    case .step, .changedStep, .actionType: words = fromSession(kind)
    case .topic:
      words = table.commands.map { HelpBlock.Definition($0.name, $0.summary) }
      words += HelpTopic.all.map { HelpBlock.Definition($0.name, $0.summary) }
    default:
      words = choices.map { HelpBlock.Definition($0) }
      switch name {
      case "CMD": files = .programs
      case "PATH": files = .sessions
      case _ where name.contains("SESSION"): files = .sessions
      case _ where name.contains("FILE"): files = .files
      default: break
      }
    }
  }

  /// Where states are looked at for paths: the last one is often empty.
  private static let places = ["end", "50%", "75%", "25%"]

  /// What a shell acts on.
  ///
  /// A name of a session that has it is not offered: a stranger may have made it, and not every shell
  /// quotes it.
  private static let active = "`$\"'\\;&|<>(){}!*?~#\t"
  /// What it acts on in quotes; in double quotes bash may also look for an old command.
  private static let activeInQuotes: [Character: String] = ["'": "'\\", "\"": "\"$`\\!"]

  /// What the prompt offers for a kind of argument, on the session of the line.
  private func fromSession(_ kind: Parameter.Kind) -> [HelpBlock.Definition] {
    guard let file = plain.first.map(ofHome), file != "-", isQuick(file),
      let session = try? context.session(file)
    else { return [] }
    var workspace = Workspace(session, context: context)
    let named = plain.dropFirst().first { $0.allSatisfy(\.isNumber) }
    let active = quote.flatMap { Self.activeInQuotes[$0] } ?? Self.active
    for place in named.map({ [$0] }) ?? Self.places {
      _ = try? workspace.run("goto \(place)", abbreviated: false)
      let words = Self.inert(workspace.completions(of: kind, typed), active)
      if !words.isEmpty { return words.map { HelpBlock.Definition($0) } }
    }
    return []
  }

  /// What a shell would make of the name: it hands over a word at the cursor as it is typed.
  private func ofHome(_ file: String) -> String {
    let fronts = ["~/", "$HOME/", "${HOME}/"]
    guard let front = fronts.first(where: file.hasPrefix), let home = context.environment["HOME"]
    else { return file }
    return "\(home)/\(file.dropFirst(front.count))"
  }

  /// Whether it is read at once: completion must not wait for a large archive to be inflated.
  private func isQuick(_ file: String) -> Bool {
    !file.hasSuffix(".gz") || (Platform.size(of: file) ?? .max) <= Self.quickArchive
  }

  /// The most bytes of an archive that is inflated for a completion.
  private static let quickArchive = 256 << 10

  /// The words without those on which a shell acts.
  ///
  /// Of a mark the beginning up to a blank is enough, if no other mark begins so.
  private static func inert(_ words: [String], _ active: String) -> [String] {
    words.compactMap { word in
      if word.hasPrefix("@") {
        let start = word.prefix { !active.contains($0) && $0 != " " }
        let isOne = words.count { $0.hasPrefix(start) } == 1
        if start.count > 1, isOne { return String(start) }
      }
      return word.contains(where: active.contains) ? nil : word
    }
  }

  /// A line for each word, with what it means after a tab; then a colon and what else fits.
  var text: String {
    words.map { $0.text.isEmpty ? "\($0.term)\n" : "\($0.term)\t\($0.text)\n" }.joined()
      + ":\(files.rawValue)\n"
  }
}
