package import Inspector
import SessionFormat

/// The arguments and options that a command was given, matched with its form.
package struct Invocation: Sendable {
  /// The command as the user types it, for messages.
  let usage: String
  let command: String
  package let isBatch: Bool
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

  /// The value of an argument or option, or nil if it was left out.
  func value<Value>(
    _ name: String, _ form: ValueForm<Value>
  ) throws(InspectorError) -> Value? {
    guard let text = argument(name) ?? option(name) else { return nil }
    return try form.read(text, of: name, refused)
  }

  /// The error for this use, with the reason.
  package func refused(_ reason: String) -> InspectorError {
    .usage(command: command, reason: reason, usage: usage)
  }

  /// Matches the words of a batch verb, without its session.
  package init(
    _ command: Command, words: [String]
  ) throws(InspectorError) {
    self.init(command, .batch)
    try read(words, command.batch ?? Command.Form())
  }

  /// Matches the rest of a line at the prompt.
  package init(
    _ command: Command, line: String
  ) throws(InspectorError) {
    self.init(command, .prompt)
    let form = command.prompt ?? Command.Form()
    if let last = form.parameters.last, last.takesRestOfLine {
      var text = try readOptions(before: line.trimmed, form)
      for parameter in form.parameters.dropLast() {
        let word = text.prefix { $0 != " " && $0 != "\t" }
        if !word.isEmpty { arguments[parameter.name] = [String(word)] }
        text = String(text.dropFirst(word.count)).trimmed
      }
      if !text.isEmpty { arguments[last.name] = [text] }
      try checkMissing(form)
    } else {
      guard let words = CommandWords.split(line) else { throw refused("a quote is not closed") }
      try read(words, form)
    }
  }

  /// Takes the options before the rest of a line, which is taken unchanged.
  private mutating func readOptions(
    before line: String, _ form: Command.Form
  ) throws(InspectorError) -> String {
    var line = line
    while form.options.contains(where: { line.begins(withOption: $0.name) })
      || (line.hasPrefix("--") && !form.options.isEmpty)
    {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      var values = words.dropFirst().prefix(1)
      try readOption(words[0], &values, form)
      let taken = values.isEmpty ? 2 : 1
      line = line.split(separator: " ", maxSplits: taken).dropFirst(taken).joined().trimmed
    }
    return line
  }

  private init(_ command: Command, _ place: Command.Place) {
    self.command = command.name
    isBatch = place == .batch
    usage = command.usage(place)
  }

  private mutating func read(_ words: [String], _ form: Command.Form) throws(InspectorError) {
    var plain: [String] = []
    var rest = words[...]
    var takesOptions = true
    while let word = rest.popFirst() {
      if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, word.hasPrefix("-"), word.count > 1, !Self.isNumber(word) {
        try readOption(word, &rest, form)
      } else {
        plain.append(word)
      }
    }
    try place(plain, form)
    try checkMissing(form)
  }

  /// `-3` and `-0.5s` are steps, not options.
  private static func isNumber(_ word: String) -> Bool {
    word.dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false
  }

  private mutating func readOption(
    _ word: String, _ rest: inout ArraySlice<String>, _ form: Command.Form
  ) throws(InspectorError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = form.options.first(where: { $0.name == name }) else {
      let near = Suggestions.nearest(to: name, in: form.options.map(\.name))
      throw refused("it has no option \(name)" + Suggestions.text(near))
    }
    guard option.isRepeatable || options[name] == nil else {
      throw refused("\(name) may be given only once")
    }
    guard option.value != nil else {
      guard parts.count == 1 else { throw refused("\(name) takes no value") }
      options[name] = [""]
      return
    }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
      throw refused("\(name) needs a value")
    }
    options[name, default: []].append(value)
  }

  private mutating func place(_ words: [String], _ form: Command.Form) throws(InspectorError) {
    var rest = words[...]
    for parameter in form.parameters {
      switch parameter.arity {
      case .required, .optional:
        if let word = rest.popFirst() { arguments[parameter.name] = [word] }
      case .several, .any:
        arguments[parameter.name] = Array(rest)
        rest = []
      }
    }
    if let extra = rest.first { throw refused("\(extra) is one word too many") }
  }

  private func checkMissing(_ form: Command.Form) throws(InspectorError) {
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
    words += form.parameters.map { parameter in
      switch parameter.arity {
      case .required: parameter.name
      case .optional: "[\(parameter.name)]"
      case .several: "\(parameter.name)..."
      case .any: "[\(parameter.name)]..."
      }
    }
    words += form.options.map { option in
      (option.isRequired ? option.usage : "[\(option.usage)]") + (option.isRepeatable ? "..." : "")
    }
    return words.joined(separator: " ")
  }
}

extension Command {
  /// The index of the session among the words of a batch verb: the first word that is neither an
  /// option nor the value of one.
  package func sessionPlace(in words: [String]) -> Int? {
    var isValue = false
    for (place, word) in words.enumerated() {
      if isValue {
        isValue = false
      } else if word == "-" || !word.hasPrefix("-") {
        return place
      } else {
        isValue = batch?.options.contains { $0.value != nil && $0.name == word } ?? false
      }
    }
    return nil
  }
}

extension String {
  /// Whether this is an option, or continues after one.
  fileprivate func begins(withOption name: String) -> Bool {
    hasPrefix(name) && (count == name.count || dropFirst(name.count).first == " ")
  }
}
