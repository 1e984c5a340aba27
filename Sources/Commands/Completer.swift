import Inspector
import SessionFormat

/// The words that can be at the cursor of a line at the prompt.
package struct Completions: Equatable, Sendable {
  /// The byte in the line at which the completed word begins.
  package let start: Int
  /// Whole words that fit, in the order in which they are listed.
  package let candidates: [String]
  /// Whether a space follows if only one is left.
  package let appendsSpace: Bool
  /// Whether there are others: then the last candidate is what was typed and three dots, and no word.
  package let isCut: Bool

  package init(start: Int, candidates: [String], appendsSpace: Bool, isCut: Bool = false) {
    (self.start, self.candidates, self.appendsSpace) = (start, candidates, appendsSpace)
    self.isCut = isCut
  }

  /// The first words; if there are others, what was typed and three dots come last.
  ///
  /// So a line editor adds nothing to it: words that are not known may have less in common.
  ///
  /// - Parameters:
  ///   - line: What the words complete, up to the cursor.
  ///   - offset: How many bytes of the whole line precede that.
  func listed(upTo count: Int, completing line: String, at offset: Int) -> Completions {
    let isCut = candidates.count > count
    let typed = String(decoding: line.utf8.dropFirst(start), as: UTF8.self)
    return Completions(
      start: start + offset, candidates: candidates.prefix(count) + (isCut ? [typed + "..."] : []),
      appendsSpace: appendsSpace, isCut: isCut)
  }
}

extension Workspace {
  /// The words that can be at a byte of a line: commands, then what the command takes there: paths
  /// of the state here, types, steps, branches, files, options and their values.
  ///
  /// - Parameters:
  ///   - line: The whole line.
  ///   - cursor: The byte at which the completed part ends.
  ///   - limit: The most words; a state may have very many members.
  package func completions(_ line: String, at cursor: Int, limit: Int = 200) -> Completions {
    let head = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let meant = expanded(head)
    let word = CompletedWord(meant, context.table)
    let found = words(for: word, limit: limit)
    return Completions(
      start: word.start + found.offset - meant.utf8.count + head.utf8.count,
      candidates: Array(found.words.prefix(limit)), appendsSpace: found.appendsSpace)
  }

  /// Whole words that can stand where an argument of a kind is typed, as a shell hands it over: nothing
  /// is escaped or quoted.
  func completions(of kind: Parameter.Kind, _ typed: String, limit: Int = 200) -> [String] {
    let found = words(for: CompletedWord(plain: typed, kind), limit: limit)
    // Of a condition only the last part is new.
    let front = String(decoding: typed.utf8.prefix(found.offset), as: UTF8.self)
    return found.words.prefix(limit).map { front + $0 }
  }

  /// The line with what its alias stands for, as far as that is before the arguments.
  private func expanded(_ head: String) -> String {
    let line = head.drop { $0 == " " || $0 == "\t" }
    guard let blank = line.firstIndex(where: { $0 == " " || $0 == "\t" }),
      let text = aliases[String(line[..<blank])]?.text
    else { return head }
    let front = text.prefix { $0 != "%" }
    let start = PromptLine.start(ofLastIn: String(front)) ?? 0
    return String(decoding: front.utf8.dropFirst(start), as: UTF8.self) + line[blank...]
  }

  private func words(for word: CompletedWord, limit: Int) -> CompletedWord.Found {
    switch word.kind {
    case nil: return .none
    case .option: return word.fitting(word.form.options.map(\.name))
    case .of(let kind):
      var found = words(for: word, kind, limit)
      if !word.choices.isEmpty { found.words = word.fitting(word.choices).words + found.words }
      return found
    }
  }

  private func words(
    for word: CompletedWord, _ kind: Parameter.Kind, _ limit: Int
  ) -> CompletedWord.Found {
    switch kind {
    case .path:
      let words = firstWords { state, _ in
        PathCompletion(ofPlace: word.text, in: state, limit).words
      }
      return word.fitting(words, goesOn: true)
    case .query, .pattern:
      let completion = QueryCompletion(word.text, isCondition: false)
      let front = String(decoding: word.text.utf8.prefix(completion.start), as: UTF8.self)
      let words = self.words(of: completion, limit).map { front + $0 }
      return word.fitting(words, goesOn: true)
    case .step: return word.fitting(["start", "end"] + marks)
    // No action led to the start.
    case .changedStep: return word.fitting(["end"] + marks)
    case .action: return action(word)
    case .replacement: return replacement(word)
    case .actionType: return word.fitting(actionTypes)
    case .branch: return word.fitting(timelines.map(\.name))
    case .ownBranch: return word.fitting(timelines.filter(\.isBranch).map(\.name))
    case .alias: return word.fitting(aliases.keys.sorted())
    case .display: return word.fitting(focus.displays.map { String($0.id) })
    case .rule: return word.fitting(stops.map { String($0.id) })
    case .command:
      return word.fitting(context.table.commands(.prompt).map(\.name) + aliases.keys.sorted())
    case .topic:
      let topics = ["all"] + HelpTopic.all.map(\.name)
      return word.fitting(context.table.commands(.prompt).map(\.name) + topics)
    case .file:
      let home = context.environment["HOME"]
      return word.fitting(FileCompletion.names(word.text, home: home), goesOn: true)
    case .guarded where !word.typed.hasPrefix("if "): return word.fitting(["if"])
    case .condition, .guarded:
      let completion = QueryCompletion(word.typed, isCondition: true)
      return CompletedWord.Found(
        words: words(of: completion, limit), offset: completion.start, appendsSpace: false)
    case .setting: return word.fitting(PromptSetting.all.map(\.name))
    case .settingValue:
      return word.fitting(PromptSetting.named(word.before.last ?? "")?.choices ?? [])
    case .text, .line, .phrase: return .none
    }
  }

  private func words(of completion: QueryCompletion, _ limit: Int) -> [String] {
    func document(_ state: JSONValue, _ isHere: Bool) -> QueryCompletion.Document {
      QueryCompletion.Document(
        state: state, payload: { payload }, types: { actionTypes },
        visits: isHere ? PathCompletion.visits : PathCompletion.visits / 16)
    }
    var values: [String] = []
    if completion.isCompared {
      // The value here is one of those that a place has.
      for (place, state) in NearbyStates(timeline, n).enumerated() {
        for value in completion.values(in: document(state, place == 0))
        where !values.contains(value) { values.append(value) }
      }
    }
    if completion.isValue(values) { return values }
    return values + firstWords { completion.paths(in: document($0, $1), limit) }
      + completion.functions
  }

  /// The words of the state here; if it has none, as where a list is empty, of the nearest that has.
  private func firstWords(_ words: (_ state: JSONValue, _ isHere: Bool) -> [String]) -> [String] {
    for (place, state) in NearbyStates(timeline, n).enumerated() {
      let found = words(state, place == 0)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The payload of the action here; if it has no members, all members of the first payloads.
  private var payload: JSONValue? {
    let here = timeline.hasAction(n) ? try? timeline.step(n).action.action : nil
    if here?.object?.isEmpty == false { return here }
    var members: [String: JSONValue] = [:]
    let end = min(timeline.last, timeline.first + Self.sampledPayloads)
    for n in stride(from: timeline.first + 1, through: end, by: 1) where timeline.hasAction(n) {
      for (name, value) in (try? timeline.step(n).action.action)?.object.map(Array.init) ?? []
      where members[name] == nil { members[name] = value }
    }
    let names = members.sorted { $0.key.precedesInBytes($1.key) }
    return .object(names.map { ($0.key, $0.value) })
  }

  private static let sampledPayloads = 500

  private var marks: [String] {
    ((try? timeline.marks()) ?? []).map { "@\($0.mark.text)" } + ownMarks.map { "@\($0.text)" }
  }

  /// The types of the first 2,000 actions, each once, in byte order.
  private var actionTypes: [String] {
    var types: Set<String> = []
    for n in stride(
      from: timeline.first + 1, through: min(timeline.last, timeline.first + 2000), by: 1)
    {
      if let type = try? timeline.front(n).type { types.insert(type) }
    }
    return types.sorted { $0.precedesInBytes($1) }
  }

  /// Types; after a type and a blank, an action of that type.
  private func action(_ word: CompletedWord) -> CompletedWord.Found {
    guard let blank = word.typed.firstIndex(of: " ") else {
      // A type that is no word stands in the JSON.
      return word.fitting(
        actionTypes.compactMap {
          ActionText.isWord($0) ? $0 : timeline.typedAction(ofType: $0, near: n)
        })
    }
    let type = String(word.typed[..<blank])
    let written = word.typed[blank...].drop { $0 == " " }
    guard let text = timeline.typedAction(ofType: type, near: n) else { return .none }
    // Behind a type its name in the JSON is not left out.
    let json = text.hasPrefix("\(type) ") ? String(text.dropFirst(type.count + 1)) : text
    guard json.hasPrefix(written) else { return .none }
    let offset = word.typed.utf8.count - written.utf8.count
    return CompletedWord.Found(words: [json], offset: offset, appendsSpace: false)
  }

  /// The action of the step that is named before, to be changed; then what any action may be.
  private func replacement(_ word: CompletedWord) -> CompletedWord.Found {
    guard let n = word.before.last.flatMap(Int.init),
      let text = timeline.typedAction(at: n), text.hasPrefix(word.typed)
    else { return action(word) }
    return CompletedWord.Found(words: [text], appendsSpace: false)
  }
}

/// The word of a line that ends at the cursor, and what it can be.
struct CompletedWord {
  enum Kind {
    case option
    case of(Parameter.Kind)
  }

  /// Words that fit, from a byte of the word on.
  struct Found {
    var words: [String]
    var offset = 0
    var appendsSpace = true

    static let none = Found(words: [])
  }

  /// The byte of the line at which it begins.
  private(set) var start: Int
  /// As it is typed, up to the cursor.
  private(set) var typed = ""
  /// What it means.
  private(set) var text = ""
  private(set) var kind: Kind?
  /// The words of which it must be one; empty if it may be others.
  private(set) var choices: [String] = []
  private(set) var form = Command.Form()
  /// The arguments before it.
  private(set) var before: [String] = []
  private var quote: Character?
  private var isRaw = false
  /// Whether words are typed as they are meant.
  private var isPlain = false

  init(_ head: String, _ table: CommandTable) {
    start = head.utf8.count
    let line = head.drop { $0 == " " || $0 == "\t" }
    guard let blank = line.firstIndex(where: { $0 == " " || $0 == "\t" }) else {
      kind = .of(.command)
      take(typed: line, text: String(line), nil)
      return
    }
    guard let command = try? table.prompt(String(line[..<blank]), abbreviated: true) else { return }
    form = command.prompt ?? Command.Form()
    read(line[blank...])
  }

  /// An argument as a shell hands it over.
  init(plain typed: String, _ kind: Parameter.Kind) {
    (start, self.typed, text, self.kind, isPlain) = (0, typed, typed, .of(kind), true)
  }

  private mutating func read(_ rest: Substring) {
    let text = String(rest)
    var tokens = LineTokens(text, form)
    var last: LineTokens.Token?
    while let token = tokens.next() {
      if let last, case .argument = last.role { before.append(last.text) }
      last = token
    }
    let isNew = last.map { $0.typed.endIndex < text.endIndex } ?? true
    if let last, !isNew || isOpen(last) {
      // A condition or an action goes on behind its blanks.
      let tail = rest.reversed().prefix { $0 == " " || $0 == "\t" }
      let typed =
        isNew && last.quote == nil ? String(last.typed) + String(tail) : String(last.typed)
      take(typed: typed[...], text: last.text, last.quote)
      set(last.typed == "-" ? .option : last.role)
    } else {
      if let last, case .argument = last.role { before.append(last.text) }
      set(tokens.nextRole)
    }
  }

  private func isOpen(_ token: LineTokens.Token) -> Bool {
    guard token.quote == nil else { return true }
    switch token.role {
    case .argument(let parameter): return parameter.kind.goesOnAfterBlank
    case .value(let option): return option.kind.goesOnAfterBlank
    case .option, .surplus, .endOfOptions: return false
    }
  }

  private mutating func set(_ role: LineTokens.Token.Role) {
    switch role {
    case .option: kind = .option
    case .value(let option): take(option.kind, option.choices)
    case .argument(let parameter): take(parameter.kind, parameter.choices)
    case .endOfOptions: kind = .option
    case .surplus: kind = nil
    }
  }

  private mutating func take(_ kind: Parameter.Kind, _ choices: [String]) {
    (self.kind, self.choices) = (.of(kind), choices)
    if case .word = kind.extent { return }
    isRaw = quote == nil
  }

  private mutating func take(typed: Substring, text: String, _ quote: Character?) {
    start -= typed.utf8.count
    (self.typed, self.text, self.quote) = (String(typed), text, quote)
  }

  /// The words that begin like this one, in the form in which they must be typed.
  ///
  /// - Parameter goesOn: Whether more may follow without a blank, as behind a path.
  func fitting(_ words: [String], goesOn: Bool = false) -> Found {
    let fitting = words.lazy.compactMap { word -> String? in
      let written =
        isPlain
        ? [word]
        : isRaw ? [rawWritten(word), continued(word)] : [written(word, closing: !goesOn)]
      // As bytes: a line editor puts the rest behind what is typed.
      return written.lazy.compactMap(\.self).first { $0.utf8.starts(with: typed.utf8) }
    }
    return Found(words: Array(fitting), appendsSpace: !goesOn)
  }

  /// What separates words or commands, or quotes them.
  private static let separators = " \t\\;'\""

  /// A path in which what separates words or commands is escaped.
  private func rawWritten(_ word: String) -> String {
    word.hasPrefix("/") ? escaped(word, Self.separators) : word
  }

  /// A path behind what is typed of it as it stands.
  private func continued(_ word: String) -> String? {
    guard word.utf8.starts(with: typed.utf8), word.hasPrefix("/"),
      let rest = String(word.utf8.dropFirst(typed.utf8.count))
    else { return word }
    return typed + escaped(rest, Self.separators)
  }

  private func written(_ word: String, closing: Bool) -> String? {
    guard let quote, typed.first == quote else { return escaped(word, " \t'\"\\") }
    if quote == "'", word.contains("'") { return nil }
    let inside = quote == "'" ? word : escaped(word, "\"\\")
    return "\(quote)\(inside)\(closing ? String(quote) : "")"
  }

  private func escaped(_ word: String, _ characters: String) -> String {
    String(word.flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
  }
}
