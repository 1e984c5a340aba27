import Foundation
import Recorder

/// The action of a step.
struct Step: Codable, Sendable {
  /// What becomes of the state.
  enum Kind: String, Codable, Sendable {
    case nothing, one, few, all, undo, whole, remade, thereAndBack, refill, thrown
  }

  let kind: Kind
}

/// What is said of a run.
struct Summary: Codable {
  let state: String
  let seed: UInt64
  let size: String
  var steps = 0
  var kinds: [String: Int] = [:]
  /// How often the state was changed between two steps.
  var outside = 0
  var smallestBytes = Int.max
  var largestBytes = 0
  var troubles: [String] = []

  /// The summary as a line of JSON.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

/// A run over one type of state.
struct Run<State: RandomState> {
  let settings: Settings

  private struct Refused: Error {}

  /// What a state of these settings was, as a `JSONEncoder` sees it.
  private struct Encoded {
    let line: Data
    let isTooDeep: Bool
  }

  /// Records all steps, and writes the truth.
  func record() throws -> Summary {
    let mixed = "\(settings.state) \(settings.size)".utf8.reduce(UInt64(0)) {
      $0 &* 31 &+ UInt64($1)
    }
    var dice = Dice(seed: settings.seed &* 1_000_003 &+ mixed)
    var summary = Summary(
      state: settings.state, seed: settings.seed, size: settings.size.rawValue)
    let troubles = Troubles()
    let recorder = try SessionRecorder(
      path: settings.session, store: "random", options: RecorderOptions(onError: troubles.add))
    var whole = RecorderOptions(snapshots: .full, onError: { _ in })
    whole.roundTripChecks = .none
    whole.recordsTypes = false
    let truth = try SessionRecorder(path: settings.truth, store: "random", options: whole)

    var state = filled(.made(&dice), &dice)
    var encoded = encode(state)
    let unknown = Data("null".utf8)
    var lines = [State.isComparable ? encoded.line : unknown]
    var earlier = [state]
    for _ in 0..<settings.steps {
      // The first state is the one that the first step finds.
      if summary.steps > 0, dice.percent(7) {
        summary.outside += 1
        if dice.percent(70) { state.change(&dice) } else { state.remake(&dice) }
      }
      let step = Step(kind: kind(of: encoded, &dice))
      summary.kinds[step.kind.rawValue, default: 0] += 1
      do {
        // One in the other, so that neither keeps a state longer than it would alone.
        try truth.step(step, into: &state) { state in
          try recorder.step(step, into: &state) { try reduce(&$0, step.kind, earlier, &dice) }
        }
      } catch is Refused {}
      encoded = encode(state)
      lines.append(State.isComparable ? encoded.line : unknown)
      summary.steps += 1
      summary.smallestBytes = min(summary.smallestBytes, encoded.line.count)
      summary.largestBytes = max(summary.largestBytes, encoded.line.count)
      remember(state, encoded, &earlier, &dice)
    }
    recorder.close()
    truth.close()
    try Data(lines.joined(separator: Data("\n".utf8))).write(
      to: URL(filePath: settings.truth + ".json"))
    summary.troubles = troubles.all
    return summary
  }

  private func kind(of encoded: Encoded, _ dice: inout Dice) -> Step.Kind {
    let size = encoded.line.count
    if encoded.isTooDeep || size > settings.size.bytes * 3 + 2000 { return .undo }
    if size > 4, size < settings.size.bytes / 2 { return dice.percent(50) ? .refill : .one }
    return switch dice.below(100) {
    case 0..<6: .nothing
    case 6..<58: .one
    case 58..<78: .few
    case 78..<80: .all
    case 80..<87: .undo
    case 87: .whole
    case 88..<94: .remade
    case 94..<97: .thereAndBack
    default: .thrown
    }
  }

  private func reduce(
    _ state: inout State, _ kind: Step.Kind, _ earlier: [State], _ dice: inout Dice
  ) throws(Refused) {
    switch kind {
    case .nothing: break
    case .one: state.change(&dice)
    case .few: for _ in 0..<(2 + dice.below(9)) { state.change(&dice) }
    case .all: state.changeAll(&dice)
    case .undo: state = dice.pick(earlier)
    case .whole: state = filled(.made(&dice), &dice)
    case .remade: state.remake(&dice)
    case .thereAndBack:
      let before = state
      state.changeAll(&dice)
      if dice.percent(50) { state.remake(&dice) }
      state = before
      if dice.percent(30) { state.change(&dice) }
    case .refill: state = filled(state, &dice)
    case .thrown:
      state.change(&dice)
      throw Refused()
    }
  }

  /// Keeps a few states to come back to, and now and then none but the first.
  private func remember(
    _ state: State, _ encoded: Encoded, _ earlier: inout [State], _ dice: inout Dice
  ) {
    let bytes = settings.size.bytes
    guard !encoded.isTooDeep, encoded.line.count < bytes * 2 + 1000 else { return }
    if dice.percent(10) { earlier.append(state) }
    if earlier.count > 6 { earlier.remove(at: 1 + dice.below(5)) }
    if dice.percent(3) { earlier = [earlier[0]] }
  }

  /// The state, as large as it has to be.
  private func filled(_ state: State, _ dice: inout Dice) -> State {
    var (state, count) = (state, 1)
    // The size of a state that refuses to be encoded is not known.
    while encode(state).line.count < settings.size.bytes, count < settings.size.bytes / 50 {
      state.fill(count, &dice)
      count += 1 + count / 3
    }
    return state
  }

  private func encode(_ state: State) -> Encoded {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    guard let line = try? encoder.encode(state) else {
      return Encoded(line: Data("null".utf8), isTooDeep: false)
    }
    var (depth, most) = (0, 0)
    for byte in line {
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
      most = max(most, depth)
    }
    return Encoded(line: line, isTooDeep: most > 100)
  }
}

/// What a recorder reported, each once.
private final class Troubles: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  var all: [String] { lock.withLock { texts } }

  func add(_ error: RecorderError) {
    lock.withLock { if !texts.contains("\(error)") { texts.append("\(error)") } }
  }
}
