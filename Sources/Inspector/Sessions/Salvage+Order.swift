import SessionFormat

/// Why states are missing, as the order of the lines shows.
extension Salvage {
  /// Why a readable line is left out; nil if it is not.
  func fault(leavingOut place: Int) -> SessionError? {
    guard verdicts[place] == .skipped else { return nil }
    let location = LineReader(parts: parts.map(\.part), ignoresCRC: ignoresCRC)
      .location(lines[place], 0)
    return faults.first.first {
      $0.location.file == location.file && $0.location.line == location.line
    }
  }

  /// The states among `states` that were lost to damage, not to the gap behind them.
  ///
  /// Their lines are readable but depend on lost ones, or a line was left out at their place,
  /// before the next action.
  ///
  /// Complexity: O(lines of these steps).
  ///
  /// - Parameters:
  ///   - states: States that are unknown.
  ///   - gap: The line of the gap.
  func lostStates(_ states: ClosedRange<Int>, before gap: Int) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    var next = states.lowerBound
    // A gap may cover a million actions that have no line.
    while let n = steps.actions.first(atOrAfter: next), n <= states.upperBound {
      next = n + 1
      guard isLost(n, before: gap) else { continue }
      if let last = ranges.last, last.upperBound == n - 1 {
        ranges[ranges.count - 1] = last.lowerBound...n
      } else {
        ranges.append(n...n)
      }
    }
    return ranges
  }

  private func isLost(_ n: Int, before gap: Int) -> Bool {
    guard let action = steps.actions[n] else { return false }
    let next = steps.actions[n + 1]
    return verdicts[action..<max(action, next ?? gap)].contains { verdict in
      verdict == .unknown || (verdict == .skipped && next != nil)
    }
  }

  /// The first of some actions that began while the one before was in its reducer, because that
  /// one's state follows it, or may follow it: a line is left out only there.
  ///
  /// Complexity: O(lines of these steps).
  func overlap(in actions: ClosedRange<Int>) -> Int? {
    guard let start = steps.actions[actions.lowerBound] else { return nil }
    let end = steps.states[actions.upperBound] ?? lines.count - 1
    var isOpen = true
    var candidate: Int?
    for place in start + 1..<max(start, end) + 1 {
      if verdicts[place] == .skipped {
        if let candidate { return candidate }
        isOpen = false
        continue
      }
      let line = lines.withBytes(of: place, LineIndex.place)
      switch line.kind {
      case .action where actions.contains(line.n):
        if isOpen { candidate = candidate ?? line.n }
        isOpen = true
      case .state, .keyframe:
        if let found = candidate, line.n < found { return found }
        (candidate, isOpen) = (nil, false)
      default: break
      }
    }
    return nil
  }
}
