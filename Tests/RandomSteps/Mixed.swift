/// An object whose content never changes.
final class Fixed: Codable {
  let name: String
  let values: [Int]

  init(name: String, values: [Int]) {
    self.name = name
    self.values = values
  }
}

/// An object that is changed in place.
class Counting: Encodable {
  var count = 0
  var rows: [Row] = []

  private enum Keys: CodingKey { case count, rows }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(count, forKey: .count)
    try container.encode(rows, forKey: .rows)
  }
}

/// An object that is written within the object of another class.
final class Named: Counting {
  var name = ""
  var fixed: Fixed?

  private enum Keys: CodingKey { case name, fixed }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(fixed, forKey: .fixed)
    try super.encode(to: container.superEncoder())
  }
}

/// A value of some type that only its holder knows.
protocol Item: Encodable {
  var weight: Int { get }
}

extension Row: Item { var weight: Int { count } }
extension Padded: Item { var weight: Int { Int(small) } }
extension Essay: Item { var weight: Int { text.utf8.count } }
extension Message: Item { var weight: Int { 0 } }
extension Int: Item { var weight: Int { self } }

/// Any item, written as what it is.
struct AnyItem: Encodable, Changing {
  var item: any Item

  static func made(_ dice: inout Dice) -> AnyItem {
    switch dice.below(5) {
    case 0: AnyItem(item: Row.made(&dice))
    case 1: AnyItem(item: Padded.made(&dice))
    case 2: AnyItem(item: Essay.made(&dice))
    case 3: AnyItem(item: Message.made(&dice))
    default: AnyItem(item: dice.below(1000))
    }
  }

  mutating func change(_ dice: inout Dice) {
    guard var row = item as? Row, dice.percent(80) else {
      self = .made(&dice)
      return
    }
    row.change(&dice)
    item = row
  }

  func encode(to encoder: any Encoder) throws { try item.encode(to: encoder) }
}

/// A value whose members are kept in an object that is copied before it changes.
struct Shared: Changing, Encodable {
  private final class Storage {
    var row: Row

    init(_ row: Row) { self.row = row }
  }

  private var storage = Storage(Row())

  static func made(_ dice: inout Dice) -> Shared {
    var shared = Shared()
    shared.storage = Storage(.made(&dice))
    return shared
  }

  mutating func change(_ dice: inout Dice) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.row) }
    storage.row.change(&dice)
  }

  mutating func remake(_ dice: inout Dice) { storage = Storage(storage.row) }

  func encode(to encoder: any Encoder) throws { try storage.row.encode(to: encoder) }
}

/// A state with objects and values of protocols' types among others.
struct Mixed: RandomState {
  var fixed = Fixed(name: "", values: [])
  var counting = Counting()
  var named = Named()
  var item = AnyItem(item: 0)
  var shared = Shared()
  var items: [AnyItem] = []
  var fixeds: [Fixed] = []
  var shareds: [Shared] = []
  var rows: [Row] = []
  var table: [String: AnyItem] = [:]
  var padded = Padded()

  static var parts: [Part<Mixed>] {
    [
      Part(\.fixed, remake: { fixed, _ in fixed = Fixed(name: fixed.name, values: fixed.values) }) {
        $0 = Fixed(name: $1.text(), values: .made(&$1))
      },
      Part(\.counting, change: changeInPlace), Part(\.named, change: changeInPlace),
      Part(\.named) { named, dice in
        named.name = dice.text()
        named.fixed = dice.percent(50) ? nil : Fixed(name: dice.text(), values: [dice.below(9)])
      },
      Part(\.item), Part(\.shared), Part(filling: \.items),
      Part(\.fixeds) { fixeds, dice in
        guard dice.percent(60) || fixeds.isEmpty else { return fixeds.reverse() }
        let fixed = Fixed(name: dice.text(), values: .made(&dice))
        if fixeds.count < 6 { fixeds.append(fixed) } else { fixeds[dice.below(6)] = fixed }
      },
      Part(filling: \.shareds), Part(filling: \.rows), Part(filling: \.table), Part(\.padded),
    ]
  }

  private static func changeInPlace<Object: Counting>(_ object: inout Object, _ dice: inout Dice) {
    if dice.percent(50) { object.count &+= 1 } else { object.rows.change(&dice) }
  }
}

/// A state of values with one object among them that never changes.
struct Nearly: RandomState {
  var fixed = Fixed(name: "fixed", values: [1, 2])
  var rows: [Row] = []
  var table: [String: Row] = [:]
  var shareds: [Shared] = []

  static var parts: [Part<Nearly>] {
    [
      Part(\.fixed, remake: { fixed, _ in fixed = Fixed(name: fixed.name, values: fixed.values) }) {
        if $1.percent(20) { $0 = Fixed(name: $1.text(), values: .made(&$1)) }
      },
      Part(filling: \.rows), Part(filling: \.table), Part(filling: \.shareds),
    ]
  }
}
