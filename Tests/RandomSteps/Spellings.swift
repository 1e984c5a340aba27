/// A key that is equal to another only if all its bytes are.
struct Spelled: Hashable, Encodable, CodingKeyRepresentable, Changing {
  var text = ""

  init(text: String) { self.text = text }

  init?(codingKey: some CodingKey) { text = codingKey.stringValue }

  var codingKey: any CodingKey { NameKey(stringValue: text) }

  static func == (left: Spelled, right: Spelled) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  static func made(_ dice: inout Dice) -> Spelled { Spelled(text: dice.key()) }

  mutating func change(_ dice: inout Dice) { text.change(&dice) }

  mutating func remake(_ dice: inout Dice) { text.remake(&dice) }

  func respelled(_ dice: inout Dice) -> Spelled { Spelled(text: text.respelled(&dice)) }
}

/// A value that is equal to another if their ids are, whatever else they say.
struct Loose: Hashable, Codable, Changing {
  var id = 0
  var note = ""
  var price = 0.0

  static func == (left: Loose, right: Loose) -> Bool { left.id == right.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  static func made(_ dice: inout Dice) -> Loose {
    Loose(id: dice.below(400), note: dice.text(), price: .made(&dice))
  }

  mutating func change(_ dice: inout Dice) {
    switch dice.below(3) {
    case 0: note.change(&dice)
    case 1: price.change(&dice)
    default: id = dice.below(400)
    }
  }

  mutating func remake(_ dice: inout Dice) { note.remake(&dice) }

  func respelled(_ dice: inout Dice) -> Loose {
    var other = self
    other.note = dice.text()
    return other
  }
}

/// A part of a text, which keeps the memory of the whole, and a single character.
struct Cut: Encodable, Changing {
  var part: Substring = ""
  var character: Character = "a"

  private enum Keys: CodingKey { case part, character }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(String(part), forKey: .part)
    try container.encode(String(character), forKey: .character)
  }

  static func made(_ dice: inout Dice) -> Cut {
    var cut = Cut()
    cut.part = dice.words(6)[...]
    cut.change(&dice)
    return cut
  }

  mutating func change(_ dice: inout Dice) {
    switch dice.below(5) {
    case 0: part = part.dropFirst()
    case 1: part = part.dropLast()
    case 2: part += dice.text()
    case 3: character = dice.text().first ?? "e\u{301}"
    default: part = dice.words(8).dropFirst(3)
    }
  }

  mutating func remake(_ dice: inout Dice) { part = Substring(Array(part)) }
}

/// A state of which much is equal that is not the same: spellings, zeros, and ids.
///
/// `JSONEncoder` keeps one of two keys that are equal by canonical equivalence, so that it is no
/// measure here.
struct Spellings: RandomState {
  var bySpelling: [Spelled: Int] = [:]
  var byName: [Name: Row] = [:]
  var byLoosePairs: [Loose: Loose] = [:]
  var byDoublePairs: [Double: [Double]] = [:]
  var looseSet: Set<Loose> = []
  var doubleSet: Set<Double> = []
  var nameSet: Set<String> = []
  var loose: [Loose] = []
  var doubles: [Double?] = []
  var cuts: [Cut] = []
  var names: [String] = []

  static var isComparable: Bool { false }

  static var parts: [Part<Spellings>] {
    [
      Part(filling: \.bySpelling), Part(filling: \.byName), Part(filling: \.byLoosePairs),
      Part(filling: \.byDoublePairs), Part(filling: \.looseSet), Part(filling: \.doubleSet),
      Part(filling: \.nameSet), Part(filling: \.loose), Part(filling: \.doubles),
      Part(filling: \.cuts), Part(filling: \.names),
    ]
  }
}
