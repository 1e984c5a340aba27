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
}

extension Workspace {
  /// The words that can be at a byte of a line: commands, then the values of the command's
  /// parameters: paths of the state here, action types, steps, branches.
  ///
  /// - Parameters:
  ///   - line: The whole line.
  ///   - cursor: The byte at which the completed part ends.
  ///   - limit: The most words; a state may have very many members.
  package func completions(_ line: String, at cursor: Int, limit: Int = 200) -> Completions {
    let head = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    var word = CommandWords(head, isPlain: true)
    var candidates: [String] = []
    var appendsSpace = true
    if let name = word.before.first {
      guard let command = try? context.table.prompt(name, abbreviated: true) else {
        return Completions(start: word.start, candidates: [], appendsSpace: true)
      }
      let form = command.prompt ?? Command.Form()
      if form.parameters.last?.takesRestOfLine != true { word = CommandWords(head, isPlain: false) }
      candidates = word.typed.hasPrefix("--") ? form.options.map(\.name) : []
      let place = min(word.before.count - 1, form.parameters.count - 1)
      if candidates.isEmpty, place >= 0 {
        let kind = form.parameters[place].kind.at(word.before)
        (candidates, appendsSpace) = words(for: kind, word: word.text)
      }
    } else {
      (candidates, appendsSpace) = words(for: .command, word: word.text)
    }
    let fitting = candidates.lazy.compactMap { word.completed($0, closing: appendsSpace) }
      .prefix(limit)
    return Completions(start: word.start, candidates: Array(fitting), appendsSpace: appendsSpace)
  }

  private func words(for kind: Parameter.Kind, word: String) -> ([String], Bool) {
    switch kind {
    case .path, .query, .watch: return (paths(word), false)
    case .step:
      var marks: [String] = []
      for events in session.steps.events.keys {
        for case .mark(let mark)? in (try? session.events(events)) ?? [] {
          marks.append("@\(mark.text)")
        }
      }
      return (["start", "end"] + marks, true)
    case .action, .breakpoint: return (actionTypes, true)
    case .branch: return (timelines.map(\.name), true)
    case .command: return (context.table.commands(.prompt).map(\.name), true)
    case .condition:
      return (["$.action", "$.before", "$.n", "$.patch", "$.state", "$.t", "$.type"], false)
    case .text: return ([], true)
    }
  }

  /// The types of the session's first 2,000 actions, each once, in byte order.
  private var actionTypes: [String] {
    var types: Set<String> = []
    for n in stride(
      from: timeline.first + 1, through: min(timeline.last, timeline.first + 2000), by: 1)
    {
      if let type = try? timeline.step(n).type { types.insert(type) }
    }
    return types.sorted { $0.precedesInBytes($1) }
  }

  /// The paths one level below the typed one, in the same notation.
  private func paths(_ word: String) -> [String] {
    guard let state = try? timeline.state(n) else { return [] }
    if word.hasPrefix("/") || word.isEmpty {
      let parent = word.isEmpty ? "" : String(word[..<(word.lastIndex(of: "/") ?? word.startIndex)])
      guard let pointer = try? JSONPointer(parent), let value = pointer.value(in: state)
      else { return [] }
      return value.childTokens.map { pointer.appending($0).description }
    }
    guard !word.hasPrefix("$") else { return [] }
    let end = word.lastIndex { $0 == "." || $0 == "[" } ?? word.startIndex
    let parent = String(word[..<end])
    guard let pointer = try? ValuePath.parse(parent), let value = pointer.value(in: state)
    else { return [] }
    return value.childTokens.map { token in
      value.kind == .array ? "\(parent)[\(token)]" : parent.isEmpty ? token : "\(parent).\(token)"
    }
  }
}

extension Parameter.Kind {
  /// The kind to complete after these words: after `if` a condition.
  fileprivate func at(_ before: [String]) -> Parameter.Kind {
    switch self {
    case .watch, .breakpoint: before.dropFirst(2).first == "if" ? .condition : self
    default: self
    }
  }
}

extension JSONValue {
  /// The tokens of the members or elements, at most 10,000.
  fileprivate var childTokens: [String] {
    if let object { return object.prefix(10_000).map(\.name) }
    return (0..<min(array?.count ?? 0, 10_000)).map(String.init)
  }
}

extension CommandWords {
  /// A whole word in the form in which it must be typed; nil if it does not begin like this one.
  ///
  /// - Parameter closing: Whether to close an open quote after it.
  fileprivate func completed(_ word: String, closing: Bool) -> String? {
    guard let written = isPlain ? word : written(word, closing) else { return nil }
    return written.hasPrefix(typed) ? written : nil
  }

  private func written(_ word: String, _ closing: Bool) -> String? {
    guard let quote, typed.first == quote else { return escaped(word, " \t'\"\\") }
    if quote == "'", word.contains("'") { return nil }
    let inside = quote == "'" ? word : escaped(word, "\"\\")
    return "\(quote)\(inside)\(closing ? String(quote) : "")"
  }

  private func escaped(_ word: String, _ characters: String) -> String {
    String(word.flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
  }
}
