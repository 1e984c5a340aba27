import Inspector
import Query
import SessionFormat

/// Paths, conditions and patterns of types as people type them, refused if they can never hold.
extension CommandOption {
  /// Asks also for what the session does not have.
  static let anyway = CommandOption(
    "--anyway", "ask even if no state has the place, or no action the type")
}

extension Workspace {
  private var neverThere: NeverThere {
    NeverThere(timeline, near: n, interrupted: context.interrupted)
  }

  /// The pointer of an argument; one that no state of the session has is refused.
  func somewhere(
    _ text: String, _ invocation: Invocation
  ) throws(InspectorError) -> JSONPointer {
    let path = try ValuePath.parse(text)
    guard !invocation.flag("--anyway") else { return path }
    try requireSomewhere(path, in: text)
    return path
  }

  /// Throws if no state of the session has anything at a path.
  func requireSomewhere(_ path: JSONPointer, in text: String) throws(InspectorError) {
    guard try neverThere.lacks(path) else { return }
    throw .neverThere(
      text: text, word: path.tokens.last ?? text,
      reason: "no state of the session has it" + hint(for: path).map { "; \($0)" }.orEmpty)
  }

  /// The condition of an argument or option.
  ///
  /// - Throws: An error also if it reads a member that no state has, or a type that no action has.
  func condition(
    _ text: String, _ invocation: Invocation
  ) throws(InspectorError) -> Condition {
    do throws(InspectorError) {
      return try accepted(text, anyway: invocation.flag("--anyway"))
    } catch {
      guard error != .interrupted, let remedy = try remedy(for: text) else { throw error }
      // The whole condition says more than the name in it.
      do throws(InspectorError) { return try accepted(text, anyway: false, hints: false) } catch {
        throw error.suggesting(remedy)
      }
    }
  }

  /// What was meant by a refused condition, as a condition that is accepted; nil if none is found.
  private func remedy(for text: String) throws(InspectorError) -> String? {
    guard text.utf8.count <= Self.longestRemedy else { return nil }
    var guesses = ConditionRemedy.guesses(text)
    // A guess may have a mistyped name, too.
    for guess in [text] + guesses.prefix(4) {
      guard let condition = try? Condition(typed: guess) else { continue }
      if let near = try nearest(to: condition, in: guess) { guesses.append(near) }
    }
    for guess in guesses {
      do throws(InspectorError) { _ = try accepted(guess, anyway: false) } catch {
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
    guard let path = try neverThere.missingPlace(of: condition), let name = path.tokens.last,
      let state = likeliestState(for: path),
      let names = JSONPointer(tokens: Array(path.tokens.dropLast())).value(in: state)?.object
    else { return nil }
    let near = Suggestions.nearest(to: name, in: names.map(\.name)).first
    return near.map { text.replacing(name, with: $0) }
  }

  /// The condition; throws also if it can never hold.
  private func accepted(
    _ text: String, anyway: Bool, hints: Bool = true
  ) throws(InspectorError) -> Condition {
    let condition: Condition
    do throws(QueryError) { condition = try Condition(text) } catch {
      throw .badQuery(text: text, reason: reason(of: error), column: error.column)
    }
    guard !anyway else { return condition }
    if let type = try neverThere.missingType(of: condition) {
      let reason =
        hints ? try reason(forType: type) : "there is no action of the type \(type)"
      throw .neverThere(text: text, word: type, reason: reason)
    }
    if let path = try neverThere.missingPlace(of: condition) {
      let reason =
        hints
        ? try reason(forPlace: path, in: text)
        : "no state of the session has \(PlaceText.shorthand(path.tokens))"
      throw .neverThere(text: text, word: path.tokens.last ?? "", reason: reason)
    }
    if let place = neverThere.truthValue(of: condition) {
      let path = PlaceText.shorthand(place.tokens.dropFirst())
      throw .neverThere(
        text: text, word: place.tokens.last ?? "",
        reason: "\(path) is true or false, and a path alone asks only whether it is there; "
          + "write \(path) == true or \(path) == false")
    }
    if let place = condition.countedPlaces.first {
      let path = PlaceText.shorthand(place.tokens.dropFirst())
      throw .neverThere(
        text: text, word: "count",
        reason: "\(path) is one place, and counts as 1 at most; what is in it is counted by "
          + "length(\(path))")
    }
    return condition
  }

  /// Why a text is no condition; of the state it names only what the state has.
  private func reason(of error: QueryError) -> String {
    func hasState(_ name: String) -> Bool {
      let path = JSONPointer(tokens: [name])
      return likeliestState(for: path).map { path.value(in: $0) != nil } ?? true
    }
    switch error.kind {
    case .notAMember(let name, let members) where !hasState(name):
      return "a step has no member \(name), only \(members.joined(separator: ", "))"
    case .unquotedWord(let word) where !hasState(word): return "text needs quotes: \"\(word)\""
    default: return error.message
    }
  }

  /// The pattern of action types of an argument or option; one that matches none is refused.
  func typePattern(
    _ text: String, _ invocation: Invocation
  ) throws(InspectorError) -> TypeGlob {
    let glob = TypeGlob(text)
    if !invocation.flag("--anyway"), try neverThere.lacksType(glob.matches) {
      throw .neverThere(text: text, word: text, reason: try reason(forType: text))
    }
    return glob
  }

  private func reason(forType type: String) throws(InspectorError) -> String {
    NameText(kind: ("action of the type", "types"), known: try neverThere.types()).words(for: type)
  }

  private func reason(
    forPlace path: JSONPointer, in text: String
  ) throws(InspectorError) -> String {
    let name = path.tokens.last ?? ""
    let reason = "no state of the session has \(PlaceText.shorthand(path.tokens))"
    guard path.tokens.count == 1 else {
      return reason + hint(for: path).map { "; \($0)" }.orEmpty
    }
    if ["n", "t", "type", "action", "before", "patch", "state"].contains(name) {
      return "\(reason); of the step itself it is $.\(name)"
    }
    if try !neverThere.lacksType({ $0 == name }) {
      return "\(reason); an action of that type is $.type == \"\(name)\""
    }
    // A word alone may be a text that lost its quotes.
    let isWord = text.ranges(of: name).contains { range in
      (text[..<range.lowerBound].last.map { !".[\"'/".contains($0) } ?? true)
        && (text[range.upperBound...].first.map { !".[\"'/(".contains($0) } ?? true)
    }
    return reason + hint(for: path).map { "; \($0)" }.orEmpty
      + (isWord ? "; text needs quotes" : "")
  }

  /// The nearest place that exists in some state.
  private func hint(for path: JSONPointer) -> String? {
    likeliestState(for: path).flatMap { ValuePath.suggestion(path, in: $0) }
  }

  /// A state that has as much of a path as any has.
  private func likeliestState(for path: JSONPointer) -> JSONValue? {
    try? neverThere.nearest(to: path)
  }
}

extension InspectorError {
  /// The error with what may have been meant.
  fileprivate func suggesting(_ remedy: String) -> InspectorError {
    switch self {
    case .badQuery(let text, let reason, let column):
      .badQuery(text: text, reason: "\(reason); try \(remedy)", column: column)
    case .neverThere(let text, let word, let reason):
      .neverThere(text: text, word: word, reason: "\(reason); try \(remedy)")
    default: self
    }
  }
}

extension String? {
  fileprivate var orEmpty: String { self ?? "" }
}
