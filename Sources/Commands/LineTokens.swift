import Inspector

/// The words of a line after the command's word, each as the command's form takes it.
///
/// Options stand before, between or after the arguments; `--` ends them. A path, a condition or an
/// action goes to the end of the line, or to the first option outside its brackets and quotes, also as
/// the value of an option. Each may stand in quotes, as for a shell.
struct LineTokens: Sequence, IteratorProtocol {
  /// One word, or all of a condition.
  struct Token {
    enum Role {
      /// An option's name, maybe with `=VALUE`, as it is typed.
      case option
      /// The value of the option before it.
      case value(CommandOption)
      case argument(Parameter)
      /// A word that the form has no argument for.
      case surplus
      /// `--`.
      case endOfOptions
    }

    let role: Role
    /// As it is typed.
    let typed: Substring
    /// What it means, without the quotes and backslashes of the shell's kind.
    let text: String
    /// The quote that is not closed.
    let quote: Character?
  }

  private let form: Command.Form
  private var rest: Substring
  private var place = 0
  private var takesOptions = true
  private var option: CommandOption?

  init(_ line: String, _ form: Command.Form) {
    rest = line[...]
    self.form = form
  }

  /// What the next word would be if it is not an option; nil if there is no argument left.
  var nextRole: Token.Role {
    if let option { return .value(option) }
    return form.parameters.indices.contains(place) ? .argument(form.parameters[place]) : .surplus
  }

  mutating func next() -> Token? {
    rest = rest.drop(while: isBlank)
    guard !rest.isEmpty else { return nil }
    if option == nil, takesOptions, isOption(rest) { return optionToken() }
    let role = nextRole
    option = nil
    let extent: Parameter.Extent
    switch role {
    case .argument(let parameter):
      if !parameter.arity.isRepeated { place += 1 }
      extent = parameter.kind.extent
    case .value(let option): extent = option.kind.extent
    case .option, .surplus, .endOfOptions: extent = .word
    }
    switch extent {
    case .word: return shellToken(role)
    case .path: return rest.first.map(isQuote) == true ? shellToken(role) : pathToken(role)
    case .rest(let quotes): return restToken(role, quotes)
    case .line:
      takesOptions = false
      return restToken(role, "")
    }
  }

  private mutating func optionToken() -> Token {
    let typed = rest.prefix { !isBlank($0) }
    if typed == "--" {
      rest = rest.dropFirst(2)
      takesOptions = false
      return Token(role: .endOfOptions, typed: typed, text: "--", quote: nil)
    }
    // A value after = may be in quotes.
    let token = shellToken(.option)
    option = form.options.first { $0.name == token.text && $0.value != nil }
    return token
  }

  private mutating func shellToken(_ role: Token.Role) -> Token {
    let end = Self.endOfWord(rest)
    let word = CommandWords(String(rest[..<end]), isPlain: false)
    let typed = rest[..<end]
    rest = rest[end...]
    return Token(role: role, typed: typed, text: word.text, quote: word.quote)
  }

  /// A path: quotes and blanks in its brackets belong to it; outside, a quote is a character as any
  /// other, and a backslash escapes a blank or a backslash.
  private mutating func pathToken(_ role: Token.Role) -> Token {
    let isLast = endsLine(role)
    var brackets = Brackets()
    var (text, blanks) = ("", "")
    let start = rest
    var end = rest.startIndex
    while let next = rest.first {
      if !brackets.isOpen, isBlank(next) {
        if !isLast || endsPath(rest.drop(while: isBlank)) { break }
        blanks.append(next)
        rest.removeFirst()
        continue
      }
      rest.removeFirst()
      text += blanks
      blanks = ""
      if !brackets.isOpen, next == "\\", let escaped = rest.popFirst() {
        text.append(escaped)
      } else {
        text.append(next)
        if brackets.isOpen || !isQuote(next) { brackets.take(next) }
      }
      end = rest.startIndex
    }
    return Token(role: role, typed: start[..<end], text: text, quote: nil)
  }

  /// Whether a path with that role has the rest of the line: if nothing can follow it but a guard.
  private func endsLine(_ role: Token.Role) -> Bool {
    guard case .argument = role else { return true }
    return !form.parameters.indices.contains(place) || form.parameters[place].kind == .guarded
  }

  /// Whether a path ends before this text, which follows its blanks: an option, or a guard.
  private func endsPath(_ text: Substring) -> Bool {
    if text.isEmpty || takesOptions && isOption(text) { return true }
    guard case .argument(let next) = nextRole, next.kind == .guarded else { return false }
    return text.prefix { !isBlank($0) } == "if"
  }

  /// The text up to the first option outside brackets and quotes, without blanks around it.
  private mutating func restToken(_ role: Token.Role, _ quotes: String) -> Token {
    var brackets = Brackets()
    var end = rest.startIndex
    var last: Character = " "
    while end < rest.endIndex {
      if takesOptions, !brackets.isOpen, isBlank(last), isOption(rest[end...]) { break }
      last = rest[end]
      brackets.take(last)
      end = rest.index(after: end)
    }
    let raw = rest[..<end]
    rest = rest[end...]
    let typed = raw[..<(raw.lastIndex { !isBlank($0) }.map(raw.index(after:)) ?? raw.startIndex)]
    return Token(role: role, typed: typed, text: text(of: typed, role, quotes), quote: nil)
  }

  /// What was typed without the quotes around it, or around the condition of a guard.
  private func text(of typed: Substring, _ role: Token.Role, _ quotes: String) -> String {
    guard case .argument(let parameter) = role, parameter.kind == .guarded else {
      return Self.unquoted(typed, quotes) ?? String(typed)
    }
    let condition = typed.dropFirst(2).drop(while: isBlank)
    guard typed.hasPrefix("if "), let text = Self.unquoted(condition, quotes) else {
      return String(typed)
    }
    return "if \(text)"
  }

  /// The text inside quotes that enclose all of it; nil if there are none.
  private static func unquoted(_ typed: Substring, _ quotes: String) -> String? {
    guard let first = typed.first, quotes.contains(first), typed.last == first else { return nil }
    var inside = typed.dropFirst()
    while let next = inside.first, next != first {
      // The shell's rule: in single quotes a backslash is a backslash.
      inside = inside.dropFirst(next == "\\" && first == "\"" ? 2 : 1)
    }
    guard inside.count == 1 else { return nil }
    return CommandWords(String(typed), isPlain: false).text
  }

  /// The end of the shell's word that begins here: the next blank outside quotes.
  private static func endOfWord(_ text: Substring) -> Substring.Index {
    var end = text.startIndex
    var quote: Character?
    while end < text.endIndex {
      let next = text[end]
      if next == "\\", quote != "'",
        let behind = text.index(end, offsetBy: 2, limitedBy: text.endIndex)
      {
        end = behind
        continue
      }
      if let open = quote {
        if next == open { quote = nil }
      } else if next == "'" || next == "\"" {
        quote = next
      } else if next == " " || next == "\t" {
        break
      }
      end = text.index(after: end)
    }
    return end
  }

  private func isBlank(_ letter: Character) -> Bool { letter == " " || letter == "\t" }
  private func isQuote(_ letter: Character) -> Bool { letter == "'" || letter == "\"" }

  /// Whether an option begins here; `-3` and `-0.5s` are steps, and `-` is standard input.
  private func isOption(_ text: Substring) -> Bool {
    Self.isOption(text.prefix { !isBlank($0) })
  }

  /// Whether a word is an option, or `--`.
  static func isOption(_ word: some StringProtocol) -> Bool {
    guard word.hasPrefix("-"), word.count > 1 else { return false }
    return word == "--"
      || word.drop { $0 == "-" }.first.map { $0.isASCII && $0.isLetter } == true
  }
}

extension LineTokens.Token {
  /// Its text; of a file's name with the home folder in place of a `~` without quotes, as in a shell.
  func text(_ home: String?) -> String {
    let kind: Parameter.Kind? =
      switch role {
      case .argument(let parameter): parameter.kind
      case .value(let option): option.kind
      case .option, .surplus, .endOfOptions: nil
      }
    guard kind == .file, let home, typed == "~" || typed.hasPrefix("~/") else { return text }
    return home + text.dropFirst()
  }
}

/// The brackets and quotes that are open at a place of a path, a condition or JSON.
private struct Brackets {
  private var depth = 0
  private var quote: Character?
  private var isEscaped = false

  var isOpen: Bool { depth > 0 || quote != nil }

  mutating func take(_ letter: Character) {
    if isEscaped {
      isEscaped = false
    } else if let quote {
      if letter == "\\" { isEscaped = true } else if letter == quote { self.quote = nil }
    } else {
      switch letter {
      case "'", "\"": quote = letter
      case "[", "(", "{": depth += 1
      case "]", ")", "}": depth = max(0, depth - 1)
      default: break
      }
    }
  }
}

extension Parameter {
  /// How far an argument goes on the line.
  enum Extent {
    /// To the next blank outside quotes, as in a shell.
    case word
    /// To the end of the line, the first option or a guard, outside brackets.
    case path
    /// To the end of the line or the first option; all of it may stand in one of these quotes.
    case rest(quotes: String)
    /// To the end of the line, unchanged.
    case line
  }
}

extension Parameter.Kind {
  var extent: Parameter.Extent {
    switch self {
    case .path, .query, .pattern: .path
    case .condition, .guarded, .phrase: .rest(quotes: "'\"")
    case .line, .settingValue: .line
    // JSON may be a text in double quotes.
    case .action, .replacement: .rest(quotes: "'")
    case .step, .changedStep, .actionType, .branch, .ownBranch, .command, .alias, .display, .topic,
      .rule, .file, .setting, .text:
      .word
    }
  }

  /// Whether the words of a batch verb that are left belong to it, with a blank between them.
  package var joinsWords: Bool {
    switch extent {
    case .path, .rest, .line: true
    case .word: false
    }
  }

  /// An argument without the blanks around it, which belong to none but a whole line; the name at the
  /// end of a pointer may end with a blank, and a query with blanks around it is refused (RFC 9535,
  /// section 2.1.1).
  func trimmed(_ text: String) -> String {
    switch (extent, text.trimmed.first) {
    case (.line, _), (.path, "$"): text
    case (.path, "/"): String(text.drop { $0 == " " || $0 == "\t" })
    default: text.trimmed
    }
  }

  /// Whether a word that is typed after it belongs to it for sure.
  var goesOnAfterBlank: Bool {
    switch extent {
    case .rest, .line: true
    case .word, .path: false
    }
  }
}

extension Parameter.Kind {
  /// Whether it may name what the session does not have, and is then refused unless `--anyway`.
  package var mayBeNowhere: Bool {
    switch self {
    case .path, .query, .pattern, .condition, .guarded, .actionType: true
    // An action may well be of a type that was never dispatched.
    case .action, .replacement: false
    case .step, .changedStep, .branch, .ownBranch, .command, .alias, .display, .topic, .rule, .file,
      .setting, .settingValue, .line, .phrase, .text:
      false
    }
  }
}

extension Parameter.Arity {
  var isRepeated: Bool { self == .several || self == .any }
}
