/// One of two types, whatever memory they take.
enum Either<Left: Codable & Changing, Right: Codable & Changing>: Codable, Changing {
  case left(Left)
  case right(Right)
  case both(Left, Right)
  case neither

  static func made(_ dice: inout Dice) -> Self {
    switch dice.below(4) {
    case 0: .left(.made(&dice))
    case 1: .right(.made(&dice))
    case 2: .both(.made(&dice), .made(&dice))
    default: .neither
    }
  }

  mutating func change(_ dice: inout Dice) {
    guard dice.percent(70) else {
      self = .made(&dice)
      return
    }
    switch self {
    case .left(var left):
      self = .neither
      left.change(&dice)
      self = .left(left)
    case .right(var right):
      self = .neither
      right.change(&dice)
      self = .right(right)
    default: self = .made(&dice)
    }
  }

  mutating func remake(_ dice: inout Dice) {
    guard case .right(var right) = self else { return }
    right.remake(&dice)
    self = .right(right)
  }
}

/// A type without values.
enum Uninhabited: Encodable {
  func encode(to encoder: any Encoder) throws {}
}

/// Values side by side without a list around them, some with memory that nobody uses.
struct Inline: Encodable, Changing {
  var cells: InlineArray<3, Int8> = [0, 0, 0]
  var names: InlineArray<2, String> = ["", ""]
  var point = SIMD3<Float>()
  var small = SIMD2<Int16>()
  var mask: (UInt8, UInt32) = (0, 0)
  var none: Uninhabited?

  private enum Keys: CodingKey { case cells, names, point, small, mask, none }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(cells.indices.map { cells[$0] }, forKey: .cells)
    try container.encode(names.indices.map { names[$0] }, forKey: .names)
    try container.encode(point, forKey: .point)
    try container.encode(small, forKey: .small)
    try container.encode([UInt32(mask.0), mask.1], forKey: .mask)
    try container.encodeIfPresent(none, forKey: .none)
  }

  static func made(_ dice: inout Dice) -> Inline {
    var value = Inline()
    for _ in 0..<dice.below(4) { value.change(&dice) }
    return value
  }

  mutating func change(_ dice: inout Dice) {
    switch dice.below(5) {
    case 0: cells[dice.below(3)].change(&dice)
    case 1: names[dice.below(2)].change(&dice)
    case 2: point[dice.below(3)].change(&dice)
    case 3: small[dice.below(2)].change(&dice)
    default: mask = (.made(&dice), .made(&dice))
    }
  }

  mutating func remake(_ dice: inout Dice) { names[0].remake(&dice) }
}

/// A value of which not all is written.
struct Quiet: Codable, Composed {
  var name = ""
  var cache = [0]
  var last = 0

  private enum CodingKeys: String, CodingKey {
    case name
    case last = "~last/"
  }

  static var parts: [Part<Quiet>] { [Part(\.name), Part(\.cache), Part(\.last)] }
}

/// A state of values whose memory is laid out in uncommon ways.
struct Layouts: RandomState {
  var inline = Inline()
  var either = Either<UInt8, String>.neither
  var other = Either<[Int], Suit?>.neither
  var deep: Suit????
  var quiet = Quiet()
  var none: Uninhabited?
  var inlines: [Inline] = []
  var eithers: [Either<UInt8, String>] = []
  var others: [Either<Padded, [String: Int]>] = []
  var quiets: [Quiet] = []
  var deeps: [Suit????] = []
  var nested: [String: Either<Nothing, Either<Bool, Loaded>>] = [:]
  var vectors: [SIMD4<Double>] = []

  static var parts: [Part<Layouts>] {
    [
      Part(\.inline), Part(\.either), Part(\.other), Part(\.deep), Part(\.quiet),
      Part(filling: \.inlines), Part(filling: \.eithers), Part(filling: \.others),
      Part(filling: \.quiets), Part(filling: \.deeps), Part(filling: \.nested),
      Part(\.vectors) { vectors, dice in
        if vectors.count < 9 { vectors.append(SIMD4(repeating: 0)) }
        vectors[dice.below(vectors.count)][dice.below(4)].change(&dice)
      },
    ]
  }
}
