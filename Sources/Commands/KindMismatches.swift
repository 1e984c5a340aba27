import Inspector
import Query
import SessionFormat

/// Comparisons that never hold because the two sides are values of different kinds.
extension Workspace {
  /// What a reader must know of the conditions of a command that found nothing, or that can never hold:
  /// which of their comparisons no value in this session makes true.
  func kindMismatches(
    _ invocation: Invocation, foundNothing: Bool
  ) throws(InspectorError) -> [String] {
    var notes: [String] = []
    for (kind, text) in invocation.operands where kind == .condition || kind == .guarded {
      // What was asked for was found, so nothing needs to be searched.
      if !foundNothing, invocation.argument("COND") == text { continue }
      guard let condition = try? Condition(text) else { continue }
      let found = try neverThere.mismatches(in: condition)
      guard foundNothing || !condition.canHold(without: found.map(\.comparison)) else { continue }
      notes += found.map(note)
      if foundNothing, let (path, count) = try neverThere.placeBeyond(of: condition) {
        notes.append(
          "note: no state of the session has \(PlaceText.shorthand(path.tokens)): "
            + "\(PlaceText.shorthand(path.parent.tokens)) has at most "
            + CountText.words(count, "element"))
      }
    }
    return notes
  }

  private func note(_ mismatch: NeverThere.Mismatch) -> String {
    let comparison = mismatch.comparison
    let place = PlaceText.inCondition(comparison.place)
    let literal = ShortText.beginning(of: comparison.literal.description, 40)
    let kinds = mismatch.kinds.map(\.words).sorted().joined(separator: " or ")
    let known = timeline.session.steps.gaps.isEmpty ? "" : "known "
    let holders =
      switch comparison.place.tokens.first {
      case "action": "action that has it"
      case "n", "t", "type": "step"
      default: "\(known)state that has it"
      }
    let other = comparison.literal.kind
    let reason =
      mismatch.kinds == [other]
      ? "only numbers and strings have an order"
      : "\(place) is \(kinds) in every \(holders), and \(literal) is \(other.words)"
    return "note: \(place) \(comparison.sign) \(literal) never holds: \(reason)"
      + remedy(mismatch, place)
  }

  /// What may be meant instead.
  private func remedy(_ mismatch: NeverThere.Mismatch, _ place: String) -> String {
    let literal = mismatch.comparison.literal
    switch (mismatch.kinds, literal.kind) {
    case ([.array], .number), ([.object], .number):
      return "; length(\(place)) counts what is in it"
    case (_, .null): return "; !\(place) holds where it is missing"
    case ([.number], .string):
      guard let text = literal.string, (try? JSONValue(parsing: text))?.kind == .number else {
        return ""
      }
      return "; without quotes it is a number"
    default: return ""
    }
  }
}

extension JSONValue.Kind {
  /// The kind with its article.
  fileprivate var words: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
