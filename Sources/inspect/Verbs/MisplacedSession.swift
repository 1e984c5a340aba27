import Commands
import Foundation
import Inspector
import SessionFormat

/// A line of the shell whose words are right but in the wrong order, and the line that was meant.
///
/// The line that was meant has all options of the one that was typed.
struct MisplacedSession {
  /// The options that go with any use, as they were typed.
  let options: [String]
  /// The scripts that the options name.
  let scripts: [Request.Script]
  let table: CommandTable

  /// The error for a command of the prompt that was used as a verb; nil if it is none.
  ///
  /// - Parameters:
  ///   - first: The word in the place of the verb, which is no file.
  ///   - rest: The words after it.
  func prompt(_ first: String, _ rest: [String]) -> InspectorError? {
    guard let command = try? table.prompt(first, abbreviated: false), command.batch == nil else {
      return nil
    }
    let place = rest.firstIndex(where: isFile)
    let arguments = rest.enumerated().filter { $0.offset != place }.map(\.element)
    // A path or a condition stands bare at the prompt.
    let isBare = command.prompt?.parameters.contains { $0.kind.joinsWords } ?? false
    let words = arguments.map { isBare || !$0.contains(" ") ? $0 : "\"\($0)\"" }
    // Without its operands the line would be refused again.
    let missing = words.isEmpty ? command.prompt?.parameters.filter(\.isNeeded).map(\.name) : nil
    let line = ([first] + (missing ?? words)).joined(separator: " ")
    let session = place.map { rest[$0] } ?? "SESSION"
    let behind = scripts.flatMap(\.typed)
    return .usage(
      command: first, reason: "it is a command of the prompt, not a verb",
      usage: ShellLine.text(options + ["-e", line] + behind + [session]))
  }

  /// The error for a verb whose session stands behind its other arguments; nil if that is not so.
  ///
  /// - Parameters:
  ///   - place: Where the session should be among the words.
  ///   - words: The words after the verb.
  func behind(_ place: Int, of words: [String], _ verb: Command) -> InspectorError? {
    let takesOther = verb.batch?.parameters.contains { $0.name.contains("SESSION") } ?? false
    let first = words[place]
    let values = (verb.batch?.options ?? []).filter { $0.value != nil }.map(\.name)
    guard !takesOther, first != "-", !isFile(first), !isNameOfSession(first),
      let other = words.indices.dropFirst(place + 1).first(where: {
        isFile(words[$0]) && !values.contains(words[$0 - 1])
      })
    else { return nil }
    var ordered = words
    ordered.insert(ordered.remove(at: other), at: 0)
    return .usage(
      command: verb.name, reason: "\(first) is not a file; the session goes first",
      usage: ShellLine.text(options + [verb.name] + ordered))
  }

  /// The error for a verb behind its session; nil if there is none.
  func beforeVerb(_ session: String, _ rest: [String]) -> InspectorError? {
    guard let verb = rest.first.flatMap({ try? table.verb($0) }), verb.takesSession else {
      return nil
    }
    return .usage(
      command: "", reason: "the verb goes first",
      usage: ShellLine.text(options + [verb.name, session] + rest.dropFirst()))
  }

  /// The error for a word alone that names no file, but nearly a verb; nil if it does not.
  func mistyped(_ word: String) -> InspectorError? {
    guard !isNameOfSession(word), !word.contains("/"),
      case .noSuchCommand(_, let near) = verbError(word), !near.isEmpty
    else { return nil }
    return .usage(
      command: "", reason: "there is no file and no verb \(word)" + Suggestions.text(near),
      usage: Tool.usage, word: word)
  }

  private func verbError(_ word: String) -> InspectorError? {
    do throws(InspectorError) { _ = try table.verb(word) } catch { return error }
    return nil
  }

  private func isFile(_ word: String) -> Bool {
    FileManager.default.fileExists(atPath: word)
  }

  /// Whether a word is meant as a session, which then is only mistyped.
  private func isNameOfSession(_ word: String) -> Bool {
    let folder = URL(filePath: word).deletingLastPathComponent().relativePath
    return [".ndjson", ".gz"].contains { word.hasSuffix($0) }
      || (word.contains("/") && folder != "/" && isFile(folder))
  }
}
