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
    let condition = try Condition(typed: text)
    guard !invocation.flag("--anyway") else { return condition }
    if let type = try neverThere.missingType(of: condition) {
      throw .neverThere(text: text, word: type, reason: try reason(forType: type))
    }
    if let path = try neverThere.missingPlace(of: condition) {
      throw .neverThere(
        text: text, word: path.tokens.last ?? "", reason: try reason(forPlace: path, in: text))
    }
    if let place = neverThere.truthValue(of: condition) {
      let path = words(place)
      throw .neverThere(
        text: text, word: place.tokens.last ?? "",
        reason: "\(path) is true or false, and a path alone asks only whether it is there; "
          + "write \(path) == true or \(path) == false")
    }
    if let place = condition.countedPlaces.first {
      let path = words(place)
      throw .neverThere(
        text: text, word: "count",
        reason: "\(path) is one place, and counts as 1 at most; what is in it is counted by "
          + "length(\(path))")
    }
    return condition
  }

  /// A place that a condition reads, as it may be written there.
  private func words(_ place: DocumentPlace) -> String {
    let tokens = place.tokens
    return tokens.first == "state" && tokens.count > 1
      ? PlaceText.shorthand(tokens.dropFirst()) : "$." + PlaceText.shorthand(tokens)
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
      text[..<range.lowerBound].last.map { !".[\"'/".contains($0) } ?? true
    }
    return reason + hint(for: path).map { "; \($0)" }.orEmpty
      + (isWord ? "; text needs quotes" : "")
  }

  /// The nearest place that exists, in the state here or else in the one that has most of the path.
  private func hint(for path: JSONPointer) -> String? {
    guard let state = try? neverThere.nearest(to: path) else { return nil }
    return ValuePath.suggestion(path, in: state)
  }
}

extension String? {
  fileprivate var orEmpty: String { self ?? "" }
}
