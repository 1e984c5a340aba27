/// An order of hashed values that is the same in each process.
enum Settled {
  static func order<Value>(_ values: some Collection<Value>) -> [Value] {
    values.map { ("\($0)", $0) }.sorted { Array($0.0.utf8).lexicographicallyPrecedes($1.0.utf8) }
      .map(\.1)
  }
}

extension Dictionary: Changing where Key: Changing, Value: Changing {
  static func made(_ dice: inout Dice) -> [Key: Value] {
    var table: [Key: Value] = [:]
    table.fill(dice.below(4), &dice)
    return table
  }

  mutating func change(_ dice: inout Dice) {
    switch dice.below(26) {
    case 0..<7: changeValue(&dice)
    case 7..<11: self[.made(&dice)] = .made(&dice)
    case 11..<14: removeKey(&dice)
    case 14, 15: respell(&dice)
    case 16: moveValue(&dice)
    case 17: remake(&dice)
    case 18: reserveCapacity(count * 4 + 16)
    case 19: for _ in 0..<dice.below(20) { self[.made(&dice)] = .made(&dice) }
    case 20: for _ in 0..<dice.below(5) { removeKey(&dice) }
    case 21: for key in Settled.order(keys) where dice.percent(30) { self[key]?.change(&dice) }
    case 22: self = filter { _ in true }
    case 23: merge(Dictionary.made(&dice)) { _, new in new }
    default: changeMuch(&dice)
    }
  }

  mutating func remake(_ dice: inout Dice) {
    let inner = dice.percent(50)
    var table: [Key: Value] = [:]
    if dice.percent(50) { table.reserveCapacity(count + dice.below(1 + 3 * count)) }
    for (key, value) in Settled.order(self).shuffled(using: &dice) {
      var (key, value) = (key, value)
      if inner {
        key.remake(&dice)
        value.remake(&dice)
      }
      table[key] = value
    }
    self = table
  }

  private mutating func changeValue(_ dice: inout Dice) {
    guard !isEmpty else { return self[.made(&dice)] = .made(&dice) }
    self[dice.pick(Settled.order(keys))]?.change(&dice)
  }

  private mutating func removeKey(_ dice: inout Dice) {
    guard !isEmpty else { return }
    self[dice.pick(Settled.order(keys))] = nil
  }

  /// Gives a value a key that is equal to the old one, but may be written by other bytes.
  private mutating func respell(_ dice: inout Dice) {
    guard !isEmpty else { return }
    for key in Settled.order(keys) where dice.percent(40) {
      guard let value = removeValue(forKey: key) else { continue }
      self[key.respelled(&dice)] = value
    }
  }

  private mutating func moveValue(_ dice: inout Dice) {
    guard !isEmpty, let value = removeValue(forKey: dice.pick(Settled.order(keys))) else { return }
    self[.made(&dice)] = value
  }

  private mutating func changeMuch(_ dice: inout Dice) {
    switch dice.below(4) {
    case 0: removeAll(keepingCapacity: dice.percent(50))
    case 1: for key in Settled.order(keys) { self[key]?.change(&dice) }
    case 2:
      let (own, others) = (Settled.order(keys), Settled.order(values))
      for (key, value) in zip(own, others) { self[key] = value }
    default: self = .made(&dice)
    }
  }
}

extension Dictionary: Filling where Key: Changing, Value: Changing {
  mutating func fill(_ wanted: Int, _ dice: inout Dice) {
    for _ in 0..<(wanted * 3) where count < wanted { self[.made(&dice)] = .made(&dice) }
  }
}

extension Set: Changing where Element: Changing {
  static func made(_ dice: inout Dice) -> Set<Element> {
    var set: Set<Element> = []
    set.fill(dice.below(4), &dice)
    return set
  }

  mutating func change(_ dice: inout Dice) {
    switch dice.below(13) {
    case 0, 1, 2: insert(.made(&dice))
    case 3, 4: if !isEmpty { remove(dice.pick(Settled.order(self))) }
    case 5, 6:
      guard !isEmpty, var element = remove(dice.pick(Settled.order(self))) else { return }
      element.change(&dice)
      insert(element)
    case 7: self = Set(Settled.order(self).map { $0.respelled(&dice) })
    case 8: remake(&dice)
    case 9: formUnion(Set.made(&dice))
    case 10: formSymmetricDifference(Set.made(&dice))
    case 11 where dice.percent(30): removeAll(keepingCapacity: dice.percent(50))
    default: reserveCapacity(count * 3 + 8)
    }
  }

  mutating func remake(_ dice: inout Dice) {
    var set = Set(minimumCapacity: dice.below(1 + 3 * count))
    for element in Settled.order(self).shuffled(using: &dice) {
      var element = element
      element.remake(&dice)
      set.insert(element)
    }
    self = set
  }
}

extension Set: Filling where Element: Changing {
  mutating func fill(_ wanted: Int, _ dice: inout Dice) {
    for _ in 0..<(wanted * 3) where count < wanted { insert(.made(&dice)) }
  }
}

/// Names for tables: those that are hard to point at, and as many others as a large table needs.
struct Name: Changing, Hashable, Codable, CodingKeyRepresentable {
  var text = ""

  init(text: String) { self.text = text }

  init?(codingKey: some CodingKey) { text = codingKey.stringValue }

  var codingKey: any CodingKey { NameKey(stringValue: text) }

  static func made(_ dice: inout Dice) -> Name { Name(text: dice.key()) }

  func respelled(_ dice: inout Dice) -> Name { Name(text: text.respelled(&dice)) }
}

/// A key of any name.
struct NameKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

extension Dice {
  /// The name of a place.
  mutating func key() -> String {
    percent(40) ? pick(Dice.keys) : "key \(below(300))"
  }
}
