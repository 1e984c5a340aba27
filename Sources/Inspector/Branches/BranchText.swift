import SessionFormat

/// Describes the changes of branches in words.
package enum BranchText {
  /// How a branch differs from its recording, a line for each change.
  package static func changes(of branch: Timeline) -> [String] {
    let recording = Timeline(branch.session)
    let all = BranchChanges(from: recording.plan, to: branch.plan).changes
    return all.map { words($0, recording, branch) }
  }

  /// What a session saved from a branch says about its origin: the changes, and the part that is
  /// missing because the host got no further.
  package static func derivation(of branch: Timeline) -> [String] {
    changes(of: branch)
      + [outsides(leftOutOf: branch), branch.stop?.rest(upTo: branch.plan.last)].compactMap { $0 }
  }

  /// The changes from outside that belong to the recording alone; nil if there are none.
  private static func outsides(leftOutOf branch: Timeline) -> String? {
    guard !branch.plan.isRecording else { return nil }
    let numbers = branch.session.steps.outsides.keys.filter { $0 >= branch.fork }.sorted()
    guard let first = numbers.first, let last = numbers.last else { return nil }
    let steps = numbers.count == 1 ? "\(first)" : "\(numbers.count) steps from \(first) to \(last)"
    return "left out the changes from outside after \(steps)"
  }

  /// A change in words.
  ///
  /// Numbers of a branch differ from the recording's, so between two branches each says of which one
  /// it is.
  package static func words(
    _ change: BranchChanges.Change, _ left: Timeline, _ right: Timeline
  ) -> String {
    let (ofLeft, ofRight) = left.isBranch ? (" of \(left.name)", " of \(right.name)") : ("", "")
    return switch change {
    case .skipped(let range): "skipped \(numbers(range, left))\(ofLeft)"
    case .edited(let from, let to):
      "edited \(numbers(from...from, left))\(ofLeft)"
        + (from == to && type(from, left).hasSameBytes(as: type(to, right))
          ? "" : ", now \(to) \(type(to, right))\(ofRight)")
    case .inserted(let range): "inserted \(numbers(range, right))\(ofRight)"
    case .moved(let range, let to):
      "moved \(numbers(range, left))\(ofLeft) to \(to)\(ofRight), \(neighbour(before: to, right))"
    }
  }

  /// The action after which another one is placed; numbers of a branch differ from the recording's.
  private static func neighbour(before n: Int, _ timeline: Timeline) -> String {
    switch PlaceRuns(timeline.plan)[n - 1] {
    case .recorded(let origin): "behind \(origin) \(type(n - 1, timeline))"
    case .own(let own): "behind the new \(own.type)"
    case nil: "before all others"
    }
  }

  private static func numbers(_ range: ClosedRange<Int>, _ timeline: Timeline) -> String {
    range.count == 1
      ? "\(range.lowerBound) \(type(range.lowerBound, timeline))"
      : "\(range.lowerBound) to \(range.upperBound)"
  }

  /// The type of a plan's action, which has no step if the branch stopped before it.
  package static func type(_ n: Int, _ timeline: Timeline) -> String {
    switch PlaceRuns(timeline.plan)[n] {
    case .recorded(let origin): (try? timeline.session.action(origin).type) ?? "(not recorded)"
    case .own(let own): own.type
    case nil: ""
    }
  }
}
