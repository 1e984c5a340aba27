import Foundation
import Synchronization

private let bonus = Mutex(0)

/// A number that the decoder clamps, and that the app lets go beyond; and a fault elsewhere.
private struct Clamp: Codable, Sendable {
  var stamps = 0
  var total = 0
  var answers: [String] = []
  init() {}
  enum CodingKeys: CodingKey { case stamps, total, answers }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    stamps = min(try container.decode(Int.self, forKey: .stamps), 100)
    total = try container.decode(Int.self, forKey: .total)
    answers = try container.decode([String].self, forKey: .answers)
  }
}

private func clamp(
  _ name: String, _ kinds: Kind..., origin: Int = 6, between: Between = Between(),
  beforehand: @escaping @Sendable () -> Void = {},
  _ fault: @escaping @Sendable (inout Clamp) -> Void
) -> Specimen {
  Specimen(
    name, kinds, first: kinds.isEmpty ? .never : .at(6), origin: origin, between: between,
    initial: { Clamp() }, actions: { Array(1...9) }, beforehand: beforehand
  ) { (state: inout Clamp, number: Int) in
    switch number {
    case 2: state.stamps = 250
    case 6: fault(&state)
    default: state.total += number
    }
  }
}

extension Specimen {
  /// A coding that loses what no step reads, in a session that differs for another reason.
  static let breakFifth: [Specimen] = [
    clamp(
      "br-clamped-beside-hidden", .hiddenState, origin: 0, beforehand: { bonus.withLock { $0 = 5 } }
    ) {
      $0.total += asked(bonus.withLock(\.self))
    },
    clamp("br-clamped-beside-clock", .clock) {
      $0.answers.append("\(asked(Date().timeIntervalSince1970))")
    },
    clamp("br-clamped-beside-uuid", .random) { $0.answers.append(asked(UUID().uuidString)) },
    clamp(
      "br-clamped-beside-file", .environment, between: .files(["files/a": "1"], ["files/a": "2"])
    ) {
      $0.answers.append(
        asked(try? String(contentsOfFile: brFolder() + "/a", encoding: .utf8)) ?? "")
    },
    clamp("br-clamped-beside-variable", .environment, between: .environment(["ZOO_A": "eu"])) {
      $0.answers.append(asked(getenv("ZOO_A")).map { String(cString: $0) } ?? "none")
    },
    clamp(
      "br-clamped-and-added-hidden", .hiddenState, origin: 0,
      beforehand: { bonus.withLock { $0 = 5 } }
    ) {
      $0.stamps += asked(bonus.withLock(\.self))
    },
    clamp("br-clean-clamped") { $0.total += 7 },
  ]
}
