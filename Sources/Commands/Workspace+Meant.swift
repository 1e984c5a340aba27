import Inspector
import Query
import SessionFormat

// What a refused question may have meant.

extension Workspace {
  /// The error for a refused path that has a step beside it, or in its place, with the line that was
  /// meant; nil if it has none.
  func misplacedStep(
    _ text: String, _ kind: Parameter.Kind, _ invocation: Invocation
  ) -> InspectorError? {
    guard kind == .path || kind == .query else { return nil }
    let given = invocation.operands.filter { $0.kind == .step }.map(\.text)
    let words = given + text.split(separator: " ").map(String.init)
    guard words.count == 2,
      let place = words.firstIndex(where: { (try? step($0, invocation)) != nil })
    else { return nil }
    let path = words[1 - place]
    do throws(InspectorError) { try refuseNowhere(path, kind) } catch { return nil }
    return invocation.misplaced(step: words[place], path: path)
  }

  /// That a refused path or condition is a text in values, if it may be meant as one and is there.
  func textHint(_ text: String) throws(InspectorError) -> String? {
    guard !text.isEmpty, !text.contains(where: { "=<>&|![](){}$@*/\"'.".contains($0) }) else {
      return nil
    }
    var search = GrepCommand.search(TextQuery(text), self, in: [.action, .state], limit: 1)
    do throws(InspectorError) { try search.run() } catch {
      if error == .interrupted { throw error }
    }
    guard search.found.count > 0 else { return nil }
    return "the session has it as a text, which the command grep finds"
  }

  /// Whether a refused condition may be meant as a text in values: it is none, or names a place that is nowhere.
  func mayBeText(_ text: String) throws(InspectorError) -> Bool {
    guard let condition = try? condition(text) else { return true }
    return try neverThere.missingPlace(of: condition) != nil
  }

  /// What was meant by a refused condition, as a condition that is accepted; nil if none is found.
  func remedy(for text: String) throws(InspectorError) -> String? {
    guard text.utf8.count <= Self.longestRemedy else { return nil }
    var guesses = ConditionRemedy.guesses(text)
    // A guess may have a mistyped name, too.
    for guess in [text] + guesses.prefix(4) {
      guard let condition = try? Condition(typed: guess) else { continue }
      if let near = try nearest(to: condition, in: guess) { guesses.append(near) }
    }
    for guess in guesses {
      do throws(InspectorError) {
        try requireAccepted(guess)
        // What always holds was not meant.
        guard try neverThere.truthValues(of: try condition(guess)).isEmpty else { continue }
      } catch {
        if error == .interrupted { throw error }
        continue
      }
      return guess
    }
    return nil
  }

  /// The most bytes of a condition for which another one is sought.
  private static let longestRemedy = 400

  /// A condition with the nearest name in place of the first that is nowhere.
  private func nearest(
    to condition: Condition, in text: String
  ) throws(InspectorError) -> String? {
    if let type = try neverThere.missingType(of: condition) {
      let near = Suggestions.nearest(to: type, in: try neverThere.types()).first
      return near.map { text.replacing(type, with: $0) }
    }
    if let missing = try neverThere.missingPayload(of: condition) {
      let name = missing.path.tokens.last ?? ""
      let near = Suggestions.nearest(to: name, in: missing.members).first
      return near.map { text.replacing(name, with: $0) }
    }
    guard let path = try neverThere.missingPlace(of: condition), let name = path.tokens.last,
      let state = likeliestState(for: path),
      let names = JSONPointer(tokens: Array(path.tokens.dropLast())).value(in: state)?.object
    else { return nil }
    let near = Suggestions.nearest(to: name, in: names.map(\.name)).first
    return near.map { text.replacing(name, with: $0) }
  }
}

extension InspectorError {
  /// The error with what may have been meant.
  func suggesting(_ remedy: String?) -> InspectorError {
    guard let remedy else { return self }
    return switch self {
    case .badQuery(let text, let reason, let column):
      .badQuery(text: text, reason: "\(reason); \(remedy)", column: column)
    case .neverThere(let text, let word, let reason):
      .neverThere(text: text, word: word, reason: "\(reason); \(remedy)")
    default: self
    }
  }
}
