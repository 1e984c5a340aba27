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
  var neverThere: NeverThere {
    NeverThere(timeline, near: n, interrupted: context.interrupted)
  }

  /// Refuses a command whose operands can never select anything, by what its declaration says they
  /// mean.
  ///
  /// - Throws: An error also if an operand is none of its kind.
  func refuseNowhere(_ invocation: Invocation) throws(InspectorError) {
    let isForced = invocation.flag("--anyway")
    for (kind, text) in invocation.operands {
      do throws(InspectorError) {
        // What is no place cannot be asked about anyway.
        if kind == .path { _ = try onePlace(text) }
        if !isForced { try refuseNowhere(text, kind) }
      } catch {
        throw error == .interrupted ? error : misplacedStep(text, kind, invocation) ?? error
      }
    }
  }

  /// The error of such a refusal; nil if the command is not refused.
  func refusal(_ invocation: Invocation) -> InspectorError? {
    do throws(InspectorError) { try refuseNowhere(invocation) } catch { return error }
    return nil
  }

  /// The same for one operand.
  func refuseNowhere(_ text: String, _ kind: Parameter.Kind) throws(InspectorError) {
    switch kind {
    case .path: try requireSomewhere(onePlace(text), in: text)
    case .query, .pattern: try requireSomewhere(ValuePath.selection(text), in: text)
    case .condition: try requirePossible(text)
    case .guarded:
      try requirePossible(text)
      try requireLongEnough(text)
    case .actionType: try requireType(text)
    default: break
    }
  }

  /// The place that a path names.
  ///
  /// - Throws: For a query of several places, the first of them, one of which may be meant.
  private func onePlace(_ text: String) throws(InspectorError) -> JSONPointer {
    do throws(InspectorError) { return try ValuePath.parse(text) } catch {
      guard case .query(let query)? = try? ValuePath.selection(text),
        let column = error.caret?.column
      else { throw error }
      let places = NearbyStates(timeline, n).lazy.map { query.firstNodes(3, in: $0) }
      guard let some = places.first(where: { !$0.isEmpty }) else { throw error }
      let names = some.map { PlaceText.spelled($0.pointer.tokens, as: text) }
      let reason =
        query.isSingular
        ? "an index is counted from the start: here it is \(names[0])"
        : "this may select several places, and one is meant: write "
          + "\(names.joined(separator: " or ")); print and plot take several"
      throw .badQuery(text: text, reason: reason, column: column)
    }
  }

  private func requireSomewhere(
    _ selection: ValuePath.Selection, in text: String
  ) throws(InspectorError) {
    switch selection {
    case .place(let path): try requireSomewhere(path, in: text)
    case .query(let query):
      // One place is one place in any spelling.
      if let path = try? ValuePath.parse(text) { return try requireSomewhere(path, in: text) }
      if let missing = try neverThere.missingName(in: query) {
        throw Self.refusal(of: missing, in: text)
      }
      if let missing = try neverThere.missingName(inOneOf: query.filterQueries) {
        throw Self.refusal(of: missing, in: text)
      }
    }
  }

  /// The error for a name that is nowhere at its place in a query.
  private static func refusal(
    of missing: NeverThere.MissingName, in text: String, _ none: String = "no state"
  ) -> InspectorError {
    let near = Suggestions.nearest(to: missing.name, in: missing.others).first
    let others = missing.others.prefix(8).joined(separator: ", ")
    return .neverThere(
      text: text, word: missing.name,
      reason: "\(none) of the session has \(missing.name) there"
        + (near.map { "; did you mean \(text.replacing(missing.name, with: $0))?" }
          ?? (others.isEmpty ? "" : "; there is \(others)")))
  }

  /// Throws if no state of the session has anything at a path.
  private func requireSomewhere(
    _ path: JSONPointer, in text: String
  ) throws(InspectorError) {
    guard let missing = try neverThere.missingBeginning(of: path) else { return }
    let hint = hint(for: path, as: text)
    let isNear = hint?.hasPrefix("did you mean") == true
    let hints = [hint, isNear ? nil : try textHint(text)].compactMap(\.self)
    throw .neverThere(
      text: text, word: Self.end(of: text, from: missing.tokens),
      reason: (["no state of the session has it"] + hints).joined(separator: "; "))
  }

  /// The end of a typed path that begins with the last of these tokens.
  private static func end(of text: String, from tokens: [String]) -> String {
    var rest = text[...]
    for (place, token) in tokens.enumerated() {
      guard let range = rest.ranges(of: token).first else { return tokens.last ?? text }
      rest = place == tokens.count - 1 ? rest[range.lowerBound...] : rest[range.upperBound...]
    }
    return String(rest)
  }

  /// Throws if no action of the session has a type that matches.
  private func requireType(_ text: String) throws(InspectorError) {
    guard try neverThere.lacksType(TypeGlob(text).matches) else { return }
    throw .neverThere(text: text, word: text, reason: try reason(forType: text))
  }

  /// The condition of an argument or option.
  func condition(_ text: String) throws(InspectorError) -> Condition {
    do throws(QueryError) { return try Condition(text) } catch {
      throw .badQuery(text: text, reason: reason(of: error), column: error.column)
    }
  }

  /// Throws if a text is no condition, or if it reads a member that no state or payload has, or a type
  /// that no action has.
  private func requirePossible(_ text: String) throws(InspectorError) {
    do throws(InspectorError) { try requireAccepted(text) } catch {
      guard error != .interrupted, let remedy = try remedy(for: text) else {
        guard error != .interrupted, try mayBeText(text) else { throw error }
        throw error.suggesting(try textHint(text))
      }
      // The whole condition says more than the name in it.
      do throws(InspectorError) { try requireAccepted(text, hints: false) } catch {
        throw error.suggesting(
          [ConditionRemedy.reason(text), "try \(remedy)"].compactMap(\.self).joined(separator: ": ")
        )
      }
    }
  }

  /// Throws if a condition needs an element that no list gets long enough for.
  ///
  /// As a question this has an answer; a stop would never come.
  private func requireLongEnough(_ text: String) throws(InspectorError) {
    let condition = try condition(text)
    guard let (path, count) = try neverThere.placeBeyond(of: condition),
      !condition.canHold(
        without: [],
        nowhere: { place in
          ["state", "before"].contains(place.tokens.first)
            && place.tokens.dropFirst().starts(with: path.tokens)
        })
    else { return }
    throw .neverThere(
      text: text, word: path.tokens.last ?? "",
      reason: "no state of the session has \(PlaceText.shorthand(path.tokens)); "
        + "\(PlaceText.shorthand(path.parent.tokens)) has at most "
        + CountText.words(count, "element"))
  }

  /// Throws if a text is no condition, or one that can never hold.
  func requireAccepted(_ text: String, hints: Bool = true) throws(InspectorError) {
    let condition = try condition(text)
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
    if let missing = try neverThere.missingName(inOneOf: condition.stateQueries) {
      throw Self.refusal(of: missing, in: text)
    }
    if let missing = try neverThere.missingName(inStepsByOneOf: condition.stepQueries) {
      throw Self.refusal(of: missing, in: text, "no state and no action")
    }
    if let missing = try neverThere.missingPayload(of: condition) {
      throw .neverThere(
        text: text, word: missing.path.tokens.last ?? "", reason: Self.reason(for: missing))
    }
    let flags = try neverThere.truthValues(of: condition)
    if let place = flags.first, !condition.canHold(without: [], everywhere: flags.contains) {
      throw .neverThere(
        text: text, word: place.tokens.last ?? "", reason: FlagNotes.words(place, in: text))
    }
    if let impossible = condition.impossibleAmount {
      throw .neverThere(
        text: text, word: impossible.literal.description, reason: Self.reason(for: impossible))
    }
    if let place = condition.countedPlaces.first {
      let path = PlaceText.shorthand(place.tokens.dropFirst())
      throw .neverThere(
        text: text, word: "count",
        reason: "\(path) is one place, and counts as 1 at most; what is in it is counted by "
          + "length(\(path))")
    }
  }

  /// Why no amount is as a condition wants it.
  private static func reason(for impossible: Condition.ImpossibleAmount) -> String {
    let amount = impossible.amount + (impossible.amount == "n" ? "" : "(…)")
    guard let text = impossible.literal.string else {
      return "\(amount) is a whole number from 0 up, so this never holds"
    }
    let isNumber = (try? JSONValue(parsing: text))?.kind == .number
    return "\(amount) is a number, and never a string"
      + (isNumber ? "; without quotes it is a number" : "")
  }

  /// Why no action has a place of its payload, and what it has instead.
  private static func reason(for missing: NeverThere.MissingPayload) -> String {
    let (name, parent) = (missing.path.tokens.last ?? "", missing.path.tokens.dropLast())
    let near = Suggestions.nearest(to: name, in: missing.members).first
    let some = missing.members.prefix(8).joined(separator: ", ")
    let there = parent.isEmpty ? "$.action" : "$.action.\(PlaceText.shorthand(parent))"
    return "no action\(missing.type.map { " of the type \($0)" }.orEmpty) of the session has it"
      + (near.map { "; did you mean \(PlaceText.query(["action"] + parent + [$0]))?" }
        ?? (some.isEmpty ? "" : "; \(there) has \(some)"))
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

  private func reason(forType type: String) throws(InspectorError) -> String {
    let types = try neverThere.types()
    if let glob = TypeGlob.inOtherCase(type, types) {
      return "there is no action of the type \(type)\(Suggestions.text([glob]))"
    }
    return NameText(kind: ("action of the type", "types"), known: types).words(for: type)
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
  private func hint(for path: JSONPointer, as typed: String = "") -> String? {
    let states = [likeliestState(for: path)].compactMap(\.self)
    var first: String?
    // A name that is not in each state may be in another.
    for state in states + ((try? neverThere.someStates()) ?? []) {
      let hint = ValuePath.suggestion(path, as: typed, in: state) {
        (try? neverThere.lacks($0)) == false
      }
      if let hint, hint.hasPrefix("did you mean") { return hint }
      first = first ?? hint
    }
    return first
  }

  /// A state that has as much of a path as any has.
  func likeliestState(for path: JSONPointer) -> JSONValue? {
    try? neverThere.nearest(to: path)
  }
}

extension String? {
  fileprivate var orEmpty: String { self ?? "" }
}
