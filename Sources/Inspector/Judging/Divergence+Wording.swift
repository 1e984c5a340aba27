import SessionFormat

extension Divergence {
  /// The action, or the first state.
  package var place: String { type.map { "action \(n) \($0)" } ?? "the first state, \(n)" }

  /// The place and kind of the difference: one line, of bounded length.
  package var headline: String { ShortText.beginning(of: "\(place): \(kind.words)", 500) }
}

extension Divergence.Kind {
  /// The difference between a replay and the recording, in a sentence.
  fileprivate var words: String {
    switch self {
    case .state(let path, let expected, let actual, let others):
      "\(path.isRoot ? "the whole state" : path.description) is " + Self.words(expected, actual)
        + (others.count > 0 ? ", and \(CountText.words(others.count, "other place"))" : "")
    case .actionType(let expected, let actual):
      "the host answers the type \(actual), recorded is \(expected)"
    case .action(let expected, let actual): "the action encodes as " + Self.words(expected, actual)
    case .input(let name, let expected?, let actual?):
      "the input \(name) is " + Self.words(expected, actual)
    case .input(let name, nil, _): "the input \(name) was drawn, but not recorded"
    case .input(let name, _, nil): "the input \(name) was recorded, but not drawn"
    case .threw(let expected, let actual):
      "the reducer threw \(actual ?? "nothing"), recorded is \(expected ?? "nothing")"
    case .outcome:
      death?.description ?? refusal.map { "the host refused it: \($0.reason): \($0.message)" }
        ?? "the recording died in the reducer, and the replay did not"
    }
  }

  /// The replayed and the recorded value; only the names of the cases if an enum's case differs.
  private static func words(_ expected: JSONValue?, _ actual: JSONValue?) -> String {
    func text(_ value: JSONValue?) -> String {
      value.map { ShortText.beginning(of: $0, 80) } ?? "nothing"
    }
    guard let cases = CaseChange(expected, actual, isEnum: true) else {
      return "\(text(actual)), recorded is \(text(expected))"
    }
    func name(_ side: CaseChange.Case) -> String {
      side.name + (side.value.map { " \(text($0))" } ?? "")
    }
    return "\(name(cases.new)), recorded is \(name(cases.old))"
  }

  /// The enum case in which two states differ.
  package var cases: CaseChange? {
    if case .state(_, let old, let new, _) = self {
      CaseChange(old, new, isEnum: true)
    } else {
      nil
    }
  }
}
