import SessionFormat

/// A host that ended, or fell silent, in the middle of a replay, for nothing that comes again.
///
/// It was killed from outside, perhaps. Another one was given the same actions one at a time, and
/// went on.
public struct HostRestart: Equatable, Sendable {
  /// The first action that it had not answered.
  public let n: Int
  /// The last action that was on its way to it.
  public let through: Int
  /// How it ended.
  public let failure: HostFailure
}

extension [HostRestart] {
  /// So many are told in the text.
  private static let mostTold = 5

  /// Tells of each a line, and of those beyond the first how many they are.
  ///
  /// - Parameter naming: Whether to say which host it was.
  func write(to page: inout Page, naming: Bool = false) {
    for restart in prefix(Self.mostTold) {
      page.line(.literal("  note      ", .dim), .text(restart.words(naming: naming)))
    }
    let more = count - Self.mostTold
    guard more > 0 else { return }
    page.line(.literal("  note      ", .dim), .text("and \(ValueText.count(more, "host")) more"))
  }
}

extension HostRestart {
  /// `n`, `through`, `reason`, `death`.
  var json: JSONValue {
    var json = ReportJSON()
    json.add("n", n)
    json.add("through", through)
    json.add("reason", words)
    if case .died(let death) = failure { json.add("death", death.json) }
    return json.value
  }

  var words: String { words(naming: false) }

  fileprivate func words(naming: Bool) -> String {
    let actions =
      n == through ? "action \(n) was on its way" : "actions \(n) to \(through) were on their way"
    let (name, end) =
      switch failure {
      case .died(let death): (death.command, "died once (\(death.endingText))")
      case .silent(let command, let seconds): (command, "gave no answer for \(seconds) s once")
      default: ("", "failed once (\(failure.description))")
      }
    let host = naming && !name.isEmpty ? "the host \(name)" : "the host"
    return "\(host) \(end) while \(actions); another one went on from there"
  }
}
