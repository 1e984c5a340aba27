import Foundation
import Synchronization

private let decoded = Mutex(0)

/// A card whose coding itself asks the world.
private struct Card<Source: CardSource>: Codable, Sendable {
  var text = ""
  var stamp = ""
  var shown: [String] = []

  init(text: String, stamp: String) { (self.text, self.stamp) = (text, stamp) }

  private enum CodingKeys: CodingKey { case text, shown }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decode(String.self, forKey: .text)
    shown = try container.decode([String].self, forKey: .shown)
    // It was not written, so it is made anew.
    stamp = Source.stamp()
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Source.written(text), forKey: .text)
    try container.encode(shown, forKey: .shown)
  }
}

private protocol CardSource: Sendable {
  static func stamp() -> String
  static func written(_ text: String) -> String
}

extension CardSource {
  static func written(_ text: String) -> String { text }
  static func stamp() -> String { "" }
}

private enum ClockStamp: CardSource {
  static func stamp() -> String { "\(asked(Date().timeIntervalSince1970))" }
}
private enum DiceStamp: CardSource {
  static func stamp() -> String { asked(UUID().uuidString) }
}
private enum ZoneStamp: CardSource {
  static func stamp() -> String { "\(asked(TimeZone.current.secondsFromGMT()))" }
}
private enum HashStamp: CardSource {
  static func stamp() -> String { asked(Set(["a", "b", "c", "d", "e", "f"]).joined()) }
}
private enum VariableStamp: CardSource {
  static func stamp() -> String {
    asked(getenv("ZOO_REGION")).map { String(cString: $0) } ?? "none"
  }
}
private enum ClockWritten: CardSource {
  static func written(_ text: String) -> String { text + " \(asked(Date().timeIntervalSince1970))" }
}
private enum DiceWritten: CardSource {
  static func written(_ text: String) -> String {
    text + " \(asked(Int.random(in: 0..<1_000_000)))"
  }
}

private func card<Source: CardSource>(
  _ name: String, _ kinds: Kind..., source: Source.Type, first: Int = 4,
  between: Between = Between()
) -> Specimen {
  Specimen(
    name, kinds, first: .at(first), origin: 0, between: between,
    initial: { Card<Source>(text: "card", stamp: Source.stamp()) },
    actions: { ["a", "b", "c", "show", "d"] }
  ) { card, action in
    card.shown.append(action == "show" ? card.stamp : action)
  }
}

extension Specimen {
  /// States whose coding asks the world, so that it seems to lose something.
  static let askingCoders: [Specimen] = [
    card("decoder-asks-clock", .clock, .lossyCoding, source: ClockStamp.self),
    card("decoder-asks-dice", .random, .lossyCoding, source: DiceStamp.self),
    card(
      "decoder-asks-zone", .timeZone, .lossyCoding, source: ZoneStamp.self,
      between: .environment(["TZ": "Pacific/Kiritimati"])),
    card("decoder-asks-hashes", .hashing, .lossyCoding, source: HashStamp.self),
    card(
      "decoder-asks-variable", .environment, .lossyCoding, source: VariableStamp.self,
      between: .environment(["ZOO_REGION": "eu"])),
    card("encoder-asks-clock", .clock, source: ClockWritten.self, first: 0),
    card("encoder-asks-dice", .random, source: DiceWritten.self, first: 0),
  ]
}
