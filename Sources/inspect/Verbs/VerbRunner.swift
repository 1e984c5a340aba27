import Commands
import Foundation
import Inspector

/// Runs one batch verb.
struct VerbRunner {
  let output: Output
  let context: CommandContext
  let misplaced: MisplacedSession

  func run(_ verb: Command, _ words: [String]) throws(InspectorError) -> Int32 {
    var words = words
    var file: String?
    if verb.takesSession {
      guard let place = verb.sessionPlace(in: words) else {
        throw .usage(
          command: verb.name, reason: "SESSION is missing", usage: verb.usage(.batch))
      }
      if let error = misplaced.behind(place, of: words, verb) { throw error }
      file = words.remove(at: place)
    }
    let invocation = try Invocation(verb, words: words)
    guard invocation.standardInputs + (file == "-" ? 1 : 0) < 2 else {
      throw invocation.refused("standard input (-) can be read only once")
    }
    let outcome = try output.show { () throws(InspectorError) in
      guard let file else { return try verb.run(in: context, invocation) }
      let session = try Interruption.endingProcess { () throws(InspectorError) in
        try context.session(file)
      }
      Heartbeat.session = session
      output.tellNotes(of: session)
      var workspace = Workspace(session, context: context, atEnd: true)
      return try verb.run(on: &workspace, invocation)
    }.result
    if outcome.isInterrupted { throw .interrupted }
    return output.loss.isReport ? CommandResult.Answer.trouble.rawValue : outcome.answer.rawValue
  }
}
