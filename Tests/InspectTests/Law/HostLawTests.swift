import Foundation
import TestSupport
import Testing

@Suite(
  "Whatever the manner of its host, an answer is that of the sound one, and a note says what happened"
)
struct HostLawTests {
  private static let sound = Result {
    try LawAnswer.all.map { answer in
      try answer.outcome(LawManner(words: []), files: "sound")
    }
  }

  @Test("how it speaks", arguments: LawManner.speaking)
  func speaking(manner: LawManner) throws { try check(manner) }

  @Test("where it is killed once", arguments: LawManner.killed)
  func killed(manner: LawManner) throws { try check(manner) }

  @Test("where it is silent once", arguments: LawManner.silent)
  func silent(manner: LawManner) throws { try check(manner) }

  private func check(_ manner: LawManner) throws {
    let answers = zip(LawAnswer.all, try Self.sound.get()).thinned(12, usual: 12, turn: manner.turn)
    for (answer, sound) in answers where !manner.excuses(answer) {
      let row = "\(answer) × \(manner)"
      let outcome = try answer.outcome(manner, files: "\(manner)".masking("[^a-z0-9]", with: "-"))
      let (said, should) = (outcome.reduced(manner), sound.reduced(manner))
      let isSame = outcome.status == sound.status && said == should
      let isKept = isSame && (!outcome.isHit || !outcome.notes.isEmpty)
      let others = said.difference(from: should).map(\.words).prefix(8)
      #expect(
        isKept,
        "\(row): \(outcome.status) for \(sound.status); \(others); \(outcome.notes)")
    }
  }
}

extension CollectionDifference<String>.Change {
  /// The line, and whether it came or is gone.
  fileprivate var words: String {
    switch self {
    case .insert(_, let line, _): "+ \(line)"
    case .remove(_, let line, _): "- \(line)"
    }
  }
}
