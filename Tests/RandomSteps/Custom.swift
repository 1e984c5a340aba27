/// Values in a tuple, written by hand, and a wrapped one.
struct Tupled: Composed, Encodable {
  var pair = (name: "", count: 0)
  var tuples: [(Int8, Double, Bool?)] = []
  @Clamped var level = 0

  static var parts: [Part<Tupled>] {
    [
      Part(\.pair) { $0 = ($1.text(), $1.below(9)) }, Part(\.pair.name), Part(\._level),
      Part(\.tuples) { tuples, dice in
        if tuples.isEmpty || dice.percent(40) {
          tuples.insert(
            (.made(&dice), .made(&dice), .made(&dice)), at: dice.below(tuples.count + 1))
        } else if dice.percent(50) {
          tuples[dice.below(tuples.count)].1.change(&dice)
        } else {
          tuples.remove(at: dice.below(tuples.count))
        }
      },
    ]
  }

  private enum Keys: CodingKey { case pair, tuples, level }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var list = container.nestedUnkeyedContainer(forKey: .pair)
    try list.encode(pair.name)
    try list.encode(pair.count)
    var outer = container.nestedUnkeyedContainer(forKey: .tuples)
    for (small, number, flag) in tuples {
      var inner = outer.nestedUnkeyedContainer()
      try inner.encode(small)
      try inner.encode(number)
      try inner.encode(flag)
    }
    try container.encode(_level, forKey: .level)
  }
}

/// Asks for its container more than once.
struct Repeated: Composed, Encodable {
  var first = 0
  var second: [Int] = []
  var row = Row()

  static var parts: [Part<Repeated>] { [Part(\.first), Part(\.second), Part(\.row)] }

  private enum First: CodingKey { case first }

  func encode(to encoder: any Encoder) throws {
    var one = encoder.container(keyedBy: First.self)
    try one.encode(first, forKey: .first)
    var other = encoder.container(keyedBy: NameKey.self)
    try other.encode(second, forKey: NameKey(stringValue: "second"))
    // Into the same object as the members of the row.
    try row.encode(to: encoder)
  }
}

/// A table that is written as a list, and a list that is written as a table.
struct Turned: Composed, Encodable {
  var table: [String: Int] = [:]
  var list: [Row] = []

  static var parts: [Part<Turned>] { [Part(filling: \.table), Part(filling: \.list)] }

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.unkeyedContainer()
    var pairs = outer.nestedUnkeyedContainer()
    for key in table.keys.sorted(by: { Array($0.utf8).lexicographicallyPrecedes($1.utf8) }) {
      try pairs.encode(key)
      try pairs.encode(table[key])
    }
    var members = outer.nestedContainer(keyedBy: NameKey.self)
    for (place, row) in list.enumerated() {
      try members.encode(row, forKey: NameKey(stringValue: "\(place)/\(row.id)"))
    }
    try outer.encode(contentsOf: list.map(\.count))
  }
}

/// A state whose values encode themselves by hand.
struct Custom: RandomState {
  var nesting = Nesting()
  var supers = Supers()
  var conditional = Conditional()
  var single = Single()
  var temporaries = Temporaries()
  var tupled = Tupled()
  var repeated = Repeated()
  var turned = Turned()
  var nestings: [Nesting] = []
  var conditionals: [Conditional] = []
  var singles: [Single] = []
  var supersList: [Supers] = []
  var singlesByName: [String: Single] = [:]
  var levels: [Clamped] = []
  var turneds: [Turned] = []
  var optionalSingle: Single?

  static var parts: [Part<Custom>] {
    [
      Part(\.nesting), Part(\.supers), Part(\.conditional), Part(\.single), Part(\.temporaries),
      Part(\.tupled), Part(\.repeated), Part(\.turned), Part(filling: \.nestings),
      Part(filling: \.conditionals), Part(filling: \.singles), Part(filling: \.supersList),
      Part(filling: \.singlesByName), Part(filling: \.levels), Part(\.turneds),
      Part(\.optionalSingle),
    ]
  }
}

/// A state that is written by hand at its top: computed values of a few lists.
struct Derived: RandomState {
  var temporaries = Temporaries()
  var turned = Turned()
  var hidden = 0
  var texts: [String] = []

  static var parts: [Part<Derived>] {
    [
      Part(\.temporaries, remake: { $0.remake(&$1) }, fill: { $0.fill($1 / 2, &$2) }) {
        $0.change(&$1)
      },
      Part(\.turned, remake: { $0.remake(&$1) }, fill: { $0.fill($1, &$2) }) { $0.change(&$1) },
      Part(\.hidden), Part(filling: \.texts),
    ]
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    try container.encode(temporaries, forKey: NameKey(stringValue: "now"))
    try turned.encode(to: container.superEncoder())
    try container.encode(texts.joined(separator: "\n"), forKey: NameKey(stringValue: "text"))
    try container.encode(hidden.isMultiple(of: 4), forKey: NameKey(stringValue: "isFourth"))
  }
}

/// Writes one of its keys a second time, so that the later value counts.
struct Overwriting: RandomState {
  var rows: [Row] = []
  var first = 0
  var second = ""
  var isTwice = false

  static var parts: [Part<Overwriting>] {
    [Part(filling: \.rows), Part(\.first), Part(\.second), Part(\.isTwice)]
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    try container.encode(first, forKey: NameKey(stringValue: "value"))
    try container.encode(rows, forKey: NameKey(stringValue: "rows"))
    if isTwice { try container.encode(second, forKey: NameKey(stringValue: "value")) }
  }
}
