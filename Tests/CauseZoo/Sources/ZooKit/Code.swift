import Foundation

/// Whether this is the build of today, whose reducer is not that of the recorded app.
private let isOfToday = Build.ofProcess == .today

private struct Refusal: Error {}

extension Specimen {
  /// Reducers that were changed after the recording.
  static let code: [Specimen] = [
    .desk("code-constant", .changedCode) { desk, number in
      desk.total += number * (isOfToday ? 21 : 19)
    },
    .desk("code-text", .changedCode, script: Script(20, asks: [14])) { desk, _ in
      desk.answers.append(isOfToday ? "Saved." : "Saved")
    },
    .desk("code-order", .changedCode) { desk, _ in
      desk.answers = isOfToday ? desk.notes.reversed() : desk.notes
    },
    .desk(
      "code-condition", .changedCode, script: Script(40, asks: Array(2...39)), first: .at(31),
      origin: 31
    ) { desk, number in
      desk.total += number > (isOfToday ? 29 : 30) ? 1 : 2
    },
    .desk("code-rounding", .changedCode) { desk, number in
      let amount = Double(number * 2) + 0.5
      desk.readings.append(amount.rounded(isOfToday ? .toNearestOrEven : .toNearestOrAwayFromZero))
    },
    .desk("code-last-digit", .changedCode) { desk, number in
      let parts = [0.1, 0.2, 0.3].map { $0 * Double(number) }
      desk.readings.append(isOfToday ? parts.reversed().reduce(0, +) : parts.reduce(0, +))
    },
    .desk("code-one-more-place", .changedCode) { desk, number in
      desk.total += number
      if isOfToday { desk.flags["seen"] = true }
    },
    .desk("code-does-nothing", .changedCode) { desk, number in
      if !isOfToday { desk.total += number }
    },
    .desk("code-throws", .changedCode) { desk, number in
      if isOfToday { throw Refusal() }
      desk.total += number
    },
    .desk("code-traps", .changedCode) { desk, number in
      desk.total = isOfToday ? [number][desk.notes.count] : number
    },
    .desk("code-of-another-build", .changedCode, builds: ("100", "101")) { desk, number in
      desk.total += number * (isOfToday ? 3 : 2)
    },
    .desk("code-of-the-same-build", .changedCode, builds: ("100", "100")) { desk, number in
      desk.total += number * (isOfToday ? 3 : 2)
    },
  ]
}
