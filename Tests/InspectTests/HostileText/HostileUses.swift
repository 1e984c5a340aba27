import TestSupport

@testable import Commands
@testable import inspect

/// The uses of every command of the prompt, and of every verb.
enum HostileUses {
  /// The lines of the prompt, in an order in which each has something to show.
  static func lines(_ session: HostileSession) -> [HostileUse] {
    let own = table(lineTable, session, isLine: true)
    let names = own.reduce(into: [String]()) {
      if !$0.contains($1.command) { $0.append($1.command) }
    }
    // These take any words.
    let refused = names.filter { !["grep", "hide", "mark"].contains($0) }.flatMap { name in
      ["\(name) --W", "\(name) W W --W"].map { HostileUse(Substring($0), session, isLine: true) }
    }
    return own + refused + table(lastLines, session, isLine: true)
  }

  /// The verbs.
  static func verbs(_ session: HostileSession) -> [HostileUse] {
    table(verbTable, session, isLine: false)
      + hostManners.map { manner in
        HostileUse("verify S --no-causes --host H/\(manner)", session, isLine: false)
      }
  }

  private static let hostManners = HostileSession.manners

  /// Words that are refused: of every verb and every option that is declared.
  static func refused(_ session: HostileSession) -> [HostileUse] {
    let word = HostileSession.word
    let options = Tool.table.options.filter { $0.value != nil && $0.name != "--host" }.map {
      option in
      let rest =
        option.name.hasPrefix("--") ? ["print", session.file, "5", "last"] : [session.file]
      return HostileUse(command: "", words: [option.name, word] + rest)
    }
    let verbs = Tool.table.commands(.batch).flatMap { verb in
      let given = verb.takesSession ? [verb.name, session.file] : [verb.name]
      let valued = (verb.batch?.options ?? []).filter { $0.value != nil }
      return
        ([["--\(word)"], [word, word, "--\(word)"]] + valued.map { [$0.name, word, "--\(word)"] })
        .map { HostileUse(command: verb.name, words: given + $0) }
    }
    return options + verbs
      + [[word], ["--\(word)"], [session.file, word]].map { HostileUse(command: "", words: $0) }
  }

  private static func table(_ text: String, _ session: HostileSession, isLine: Bool) -> [HostileUse]
  {
    text.split(separator: "\n").map { HostileUse($0, session, isLine: isLine) }
  }
}
