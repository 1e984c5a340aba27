import Foundation
package import Inspector
import SessionFormat

/// The arguments and options that a command was given, matched with its form.
package struct Invocation: Sendable {
  /// The command as the user types it, for messages.
  let usage: String
  let command: String
  package let isBatch: Bool
  private let form: Command.Form
  private var arguments: [String: [String]] = [:]
  private var options: [String: [String]] = [:]

  /// The argument of that name, or nil if it was left out.
  package func argument(_ name: String) -> String? { arguments[name]?.first }
  package func arguments(_ name: String) -> [String] { arguments[name] ?? [] }
  /// How many arguments are `-`, which is standard input.
  package var standardInputs: Int { arguments.values.joined().count { $0 == "-" } }
  /// The value of an option, or nil if it was not given.
  package func option(_ name: String) -> String? { options[name]?.last }
  package func options(_ name: String) -> [String] { options[name] ?? [] }
  package func flag(_ name: String) -> Bool { options[name] != nil }

  /// What was given for arguments and options, with what each means, in the order of the form.
  var operands: [(kind: Parameter.Kind, text: String)] {
    form.parameters.flatMap { parameter in
      arguments(parameter.name).map { (parameter.kind, $0) }
    } + form.options.flatMap { option in options(option.name).map { (option.kind, $0) } }
  }

  /// The value of an argument or option, or nil if it was left out.
  func value<Value>(
    _ name: String, _ form: ValueForm<Value>
  ) throws(InspectorError) -> Value? {
    guard let text = argument(name) ?? option(name) else { return nil }
    return try form.read(text, of: name) { refused($0, at: text[...]) }
  }

  /// The error for this use, with the reason.
  ///
  /// - Parameter word: The word at fault, as it was typed; nil if there is no such word.
  package func refused(_ reason: String, at word: Substring? = nil) -> InspectorError {
    .usage(command: command, reason: reason, usage: usage, word: word.map(String.init))
  }

  /// Matches the words of a batch verb, without its session.
  package init(
    _ command: Command, words: [String]
  ) throws(InspectorError) {
    self.init(command, .batch)
    try read(words, command.batch ?? Command.Form())
  }

  /// Matches the rest of a line at the prompt.
  ///
  /// - Parameter home: What `~` stands for at the beginning of a file's name.
  package init(
    _ command: Command, line: String, home: String? = nil
  ) throws(InspectorError) {
    self.init(command, .prompt)
    try read(LineTokens(line, command.prompt ?? Command.Form()), home)
  }

  private init(_ command: Command, _ place: Command.Place) {
    self.command = command.name
    form = command.form(place) ?? Command.Form()
    isBatch = place == .batch
    usage = command.usage(place)
  }

  private mutating func read(_ tokens: LineTokens, _ home: String?) throws(InspectorError) {
    var plain: [String] = []
    var option: String?
    for token in tokens {
      guard token.quote == nil else { throw refused("a quote is not closed", at: token.typed) }
      switch token.role {
      case .option:
        option = try readOption(token.text)
      case .value:
        if let name = option { try add(token.text(home), typed: token.typed, to: name) }
        option = nil
      case .argument: plain.append(token.text(home))
      case .surplus: throw surplus(token.typed)
      case .endOfOptions: break
      }
    }
    if let option { throw refused("\(option) needs a value", at: option[...]) }
    try place(plain)
  }

  private mutating func read(_ words: [String], _ form: Command.Form) throws(InspectorError) {
    var plain: [String] = []
    var rest = words[...]
    var takesOptions = true
    while let word = rest.popFirst() {
      if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, LineTokens.isOption(word) {
        guard let option = try readOption(word) else { continue }
        guard var value = rest.popFirst() else {
          throw refused("\(option) needs a value", at: option[...])
        }
        let first = value
        if joinsWords(option) {
          while let next = rest.first, !LineTokens.isOption(next) {
            value += " \(next)"
            rest.removeFirst()
          }
        }
        try add(value, typed: first[...], to: option)
      } else {
        plain.append(word)
      }
    }
    try place(plain)
  }

  /// Adds the value that follows an option; what looks like another option is hardly meant as one.
  private mutating func add(
    _ value: String, typed: Substring, to option: String
  ) throws(InspectorError) {
    guard !typed.hasPrefix("--") || typed == "--" else {
      throw refused("\(option) needs a value; one that begins so is \(option)=\(typed)", at: typed)
    }
    options[option, default: []].append(value)
  }

  /// Reads an option, with its value if that stands after `=`; returns its name if the value is next.
  private mutating func readOption(_ word: String) throws(InspectorError) -> String? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = form.options.first(where: { $0.name == name }) else {
      let near = Suggestions.nearest(to: name, in: form.options.map(\.name))
      throw refused("it has no option \(name)" + Suggestions.text(near), at: parts[0])
    }
    guard option.isRepeatable || options[name] == nil else {
      throw refused("\(name) may be given only once", at: parts[0])
    }
    guard option.value != nil else {
      guard parts.count == 1 else { throw refused("\(name) takes no value", at: word[...]) }
      options[name] = [""]
      return nil
    }
    guard parts.count > 1 else { return name }
    options[name, default: []].append(String(parts[1]))
    return nil
  }

  /// Whether the words after an option belong to its value: to a condition or a path, if no arguments
  /// may be meant.
  private func joinsWords(_ option: String) -> Bool {
    form.parameters.isEmpty
      && form.options.contains { $0.name == option && $0.kind.joinsWords }
  }

  /// How many of the words that are left an argument of joined words consists of.
  private func joined(_ rest: ArraySlice<String>, of place: Int) -> Int {
    guard form.parameters.indices.contains(place + 1) else { return rest.count }
    guard form.parameters[place + 1].kind == .step else { return min(1, rest.count) }
    // A step may follow a path.
    return rest.count > 1 && Self.looksLikeStep(rest.last ?? "") ? rest.count - 1 : rest.count
  }

  private static func looksLikeStep(_ word: String) -> Bool {
    word == "start" || word == "end" || word.first.map { "@+-0123456789".contains($0) } == true
  }

  private mutating func place(_ words: [String]) throws(InspectorError) {
    var rest = words[...]
    for (place, parameter) in form.parameters.enumerated() {
      if parameter.kind.joinsWords, !rest.isEmpty {
        let count = joined(rest, of: place)
        let words = rest.prefix(count)
        try refuseFile(among: words)
        let whole = parameter.kind.trimmed(words.joined(separator: " "))
        arguments[parameter.name] = [try text(of: parameter, whole)]
        rest = rest.dropFirst(count)
      } else if parameter.arity.isRepeated {
        arguments[parameter.name] = Array(rest)
        rest = []
      } else if let word = rest.popFirst() {
        arguments[parameter.name] = [word]
      }
    }
    if let extra = rest.first { throw surplus(extra, .last) }
    try checkMissing()
  }

  /// The error for a word of a line behind all arguments.
  private func surplus(_ word: Substring) -> InspectorError {
    let line = word.base
    if word.first == "|" {
      let shell = String(line[word.startIndex...].dropFirst()).trimmed
      return CommandTable.closeBar(command, "\(command) | \(shell)", at: String(word))
    }
    let before = line[..<word.startIndex].drop { $0 == " " || $0 == "\t" }
    return surplus(String(word), .behind(String(before)))
  }

  /// The error for a word too many, with the option for which it may be meant.
  private func surplus(_ word: String, _ place: InspectorError.WordPlace) -> InspectorError {
    if Self.looksLikeFile(word), !Platform.isThere(word) {
      return .usage(
        command: command, reason: "there is no file \(word), and it is one word too many",
        usage: usage, word: word, place: place)
    }
    let isName = word.first?.isLetter == true && !Platform.isFile(word)
    let option = isName ? form.options.first { $0.kind == .actionType } : nil
    let remedy = option.map { "; for actions of a type write \($0.name) \(word)" } ?? ""
    return .usage(
      command: command, reason: "\(word) is one word too many\(remedy)", usage: usage, word: word,
      place: place)
  }

  /// Whether a word can only mean a file: by its ending, or by a folder that exists, as the type of
  /// an action may have a slash in it, too.
  private static func looksLikeFile(_ word: String) -> Bool {
    if [".ndjson", ".gz", ".html"].contains(where: word.hasSuffix) { return true }
    guard let end = word.lastIndex(of: "/"), end > word.startIndex else { return false }
    return Platform.isFolder(String(word[..<end]))
  }

  /// The error for a step that stands in the wrong place beside a path, with the line that was
  /// meant.
  func misplaced(step: String, path: String) -> InspectorError {
    let order = form.parameters.map(\.kind).filter { [.step, .path, .query].contains($0) }
    guard let place = order.firstIndex(of: .step) else {
      guard !isBatch else {
        return .usage(command: command, reason: "it takes no step", usage: usage, word: step)
      }
      return .usage(
        command: command, reason: "a step goes with goto",
        usage: "goto \(step) ;; \(command) \(path)", word: step)
    }
    let words = place == 0 ? [step, path] : [path, step]
    return .usage(
      command: command, reason: "the step goes \(place == 0 ? "first" : "last")",
      usage: isBatch
        ? ShellLine.text([command, "SESSION"] + words)
        : ([command] + words).joined(separator: " "),
      word: step)
  }

  /// Refuses a verb of one session to which another file was given: it would become a part of the
  /// text behind it.
  private func refuseFile(among words: ArraySlice<String>) throws(InspectorError) {
    guard isBatch, words.count > 1,
      let file = words.first(where: { word in
        word.contains { $0 == "." || $0 == "/" } && Platform.isFile(word)
      })
    else { return }
    throw refused(
      "it takes one session, and \(file) is another file; run it once for each of them",
      at: file[...])
  }

  /// What an argument says: of `if COND` the condition.
  private func text(of parameter: Parameter, _ words: String) throws(InspectorError) -> String {
    guard parameter.kind == .guarded else { return words }
    let condition = words.dropFirst(2)
    guard words.hasPrefix("if"), condition.first.map({ $0 == " " || $0 == "\t" }) != false else {
      let word = words.prefix { $0 != " " }
      throw refused("\(word) is one word too many: a condition follows if", at: word)
    }
    guard !condition.allSatisfy({ $0 == " " || $0 == "\t" }) else {
      throw refused("a condition follows if", at: words[...])
    }
    return String(condition).trimmed
  }

  private func checkMissing() throws(InspectorError) {
    for parameter in form.parameters
    where parameter.arity.isNeeded && arguments(parameter.name).isEmpty {
      throw refused("\(parameter.name) is missing")
    }
  }
}

extension Command {
  /// The words of the command, as help shows them.
  package func usage(_ place: Place) -> String {
    guard let form = form(place) else { return name }
    var words = place == .batch ? ["inspect", name] : [name]
    if place == .batch, takesSession { words.append("SESSION") }
    let parameters = form.parameters.map { parameter in
      switch parameter.arity {
      case .required: parameter.name
      case .optional: "[\(parameter.name)]"
      case .several: "\(parameter.name)..."
      case .any: "[\(parameter.name)]..."
      }
    }
    let options = form.options.map { option in
      (option.isRequired ? option.usage : "[\(option.usage)]") + (option.isRepeatable ? "..." : "")
    }
    // Behind what takes the rest of the line an option would be a part of it.
    let takesLine = form.parameters.contains {
      if case .line = $0.kind.extent { true } else { false }
    }
    words += takesLine ? options + parameters : parameters + options
    return words.joined(separator: " ")
  }
}

extension Command {
  /// The index of the session among the words of a batch verb: the first word that is neither an
  /// option nor the value of one, or the one behind `--`.
  package func sessionPlace(in words: [String]) -> Int? {
    var isValue = false
    for (place, word) in words.enumerated() {
      if isValue {
        isValue = false
      } else if word == "-" || !word.hasPrefix("-") {
        return place
      } else if word == "--" {
        return place + 1 < words.count ? place + 1 : nil
      } else {
        isValue = batch?.options.contains { $0.value != nil && $0.name == word } ?? false
      }
    }
    return nil
  }
}
