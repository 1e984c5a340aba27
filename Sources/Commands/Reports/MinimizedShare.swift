import Inspector
import SessionFormat

/// The fewest actions that show what is wrong in a session, to be shared in its place.
struct MinimizedShare: JSONMembers {
  let session: Session
  /// What its actions show.
  let target: MinimizeReport.Target
  /// How many actions it has.
  let count: Int
  /// How many the recording has.
  let total: Int

  /// Whether nothing needs to happen for what is looked for.
  var holdsAtStart: Bool {
    if case .condition = target { count == 0 } else { false }
  }

  /// What the actions show, without the condition and the message, which may quote a secret.
  var words: String {
    let way =
      switch target {
      case .crash: "the fewest that crash the host in the same way"
      case .condition: "the fewest that make a condition true"
      case .divergence: "the shortest part that diverges in the same way"
      }
    if holdsAtStart { return "none, as a condition is true at the start" }
    return "\(count) of \(CountText.words(total, "action")), \(way)"
  }

  /// `by`, `actions`, `of`.
  func add(to json: inout ReportJSON) {
    let by =
      switch target {
      case .crash: "crash"
      case .condition: "condition"
      case .divergence: "divergence"
      }
    json.add("by", by)
    json.add("actions", count)
    json.add("of", total)
  }
}
