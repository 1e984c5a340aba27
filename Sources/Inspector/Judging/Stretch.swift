import SessionFormat

/// The steps after a recorded state, up to a later one.
struct Stretch: Equatable, Sendable {
  /// The number of the recorded state before them.
  let start: Int
  /// The last of them.
  let end: Int

  var count: Int { end - start }

  /// The fewest steps that are worth a host of their own.
  static let fewest = 1000
}

extension Session {
  /// The session in about equal stretches; one if it is short, or if its replay needs a judgement that
  /// hangs on what came before: after a gap, a crash, or where values are hidden.
  ///
  /// - Parameters:
  ///   - count: The most stretches.
  ///   - fewest: The fewest steps of each.
  func stretches(_ count: Int, fewest: Int = Stretch.fewest) throws(InspectorError) -> [Stretch] {
    let whole = [Stretch(start: first, end: last)]
    guard mode != .salvage, hasState(first), steps.gaps.isEmpty, fatalActions == nil,
      HiddenPlaces(header).isEmpty
    else { return whole }
    let count = min(count, (last - first) / max(1, fewest))
    guard count > 1 else { return whole }
    var starts = [first]
    for share in 1..<count {
      let wished = first + (last - first) / count * share
      let end = wished + (last - first) / count
      if let start = try (wished..<end).firstStart(in: self) { starts.append(start) }
    }
    return zip(starts, starts.dropFirst() + [last]).map { Stretch(start: $0, end: $1) }
  }

  /// Whether a host that gets state `n` is where the app was before the next step.
  fileprivate func canStart(at n: Int) throws(InspectorError) -> Bool {
    guard hasState(n), isUndisturbed(n + 1) else { return false }
    return try isJudgedAlone(n + 1, runsInOwnProcess: true)
  }
}

extension Range<Int> {
  /// The first state of the range from which a host can start.
  fileprivate func firstStart(in session: Session) throws(InspectorError) -> Int? {
    for n in self where try session.canStart(at: n) { return n }
    return nil
  }
}
