import Foundation

/// What is known of a run of a specimen.
struct Report: Sendable {
  let name: String
  /// The arrays without order, for whoever compares the file with the truth.
  var unordered: [String] = []
  var pairs: [String] = []
  /// What each step took beyond its reducer.
  var times: [Instant] = []
  var troubles: [String] = []
  /// What the app noticed of its being recorded.
  var notices: [String] = []
  /// The first steps whose recorded state is another.
  var mismatches: [Int] = []
  var stackBytesBeyond: Int?
  /// The depths of stack from which that comes.
  var stackDepths: [String: Int] = [:]

  /// The report as a line of JSON.
  var line: String {
    let wall = times.map(\.wall).sorted()
    let processor = times.map(\.processor).sorted()
    var members: [String: Any] = [
      "name": name, "steps": times.count, "troubles": troubles, "notices": notices,
      "mismatches": mismatches,
      "slowestMicroseconds": (wall.last ?? 0) / 1_000,
      "medianMicroseconds": wall.isEmpty ? 0 : wall[wall.count / 2] / 1_000,
      "slowestProcessorMicroseconds": (processor.last ?? 0) / 1_000,
      "slowestStep": (times.indices.max { times[$0].processor < times[$1].processor } ?? -1) + 1,
      "stepsAbove50Milliseconds": processor.count { $0 > 50_000_000 },
      "unordered": unordered, "pairs": pairs,
    ]
    if let stackBytesBeyond { members["stackBytesBeyond"] = stackBytesBeyond }
    if !stackDepths.isEmpty { members["stackDepths"] = stackDepths }
    let data = try? JSONSerialization.data(
      withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Finds the steps whose recorded state is not what it ought to be.
  mutating func compare(_ recorded: RecordedStates, with truths: [String?], ticks: [Int?]) {
    guard recorded.isReadable else {
      mismatches = [-1]
      return
    }
    for step in truths.indices where mismatches.count < 5 {
      let state = recorded.states[step]
      if let tick = ticks[step] {
        guard let state, RecordedStates.tick(of: state) == tick else {
          mismatches.append(step)
          continue
        }
      }
      // Large ones are compared now and then; the comparison by other means has all of them.
      guard let truth = truths[step], truth.utf8.count < 40_000 || step % 20 == 1 else { continue }
      guard let state, let expected = RecordedStates.value(ofTruth: truth) else {
        mismatches.append(step)
        continue
      }
      if canonical(state) != canonical(expected) { mismatches.append(step) }
    }
  }

  private func canonical(_ value: Any) -> Data? {
    let ordered = ordered(value, at: [])
    return try? JSONSerialization.data(
      withJSONObject: ordered, options: [.sortedKeys, .fragmentsAllowed])
  }

  private func ordered(_ value: Any, at path: [String]) -> Any {
    if let members = value as? [String: Any] {
      return Dictionary(
        uniqueKeysWithValues: members.map { ($0.key, ordered($0.value, at: path + [$0.key])) })
    }
    guard let elements = value as? [Any] else {
      // Whether a zero is negative is left to the comparison by other means.
      return (value as? Double) == 0 ? 0 : value
    }
    let inner = elements.map { ordered($0, at: path + ["*"]) }
    let pointer = path.map { "/" + $0 }.joined()
    if unordered.contains(pointer) { return sorted(inner) }
    guard pairs.contains(pointer), inner.count.isMultiple(of: 2) else { return inner }
    return sorted(stride(from: 0, to: inner.count, by: 2).map { [inner[$0], inner[$0 + 1]] })
  }

  private func sorted(_ values: [Any]) -> [Any] {
    func text(_ value: Any) -> String {
      let data = try? JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
      return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    return values.map { ($0, text($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
