/// Writes its members into containers within containers.
struct Nesting: Composed, Encodable {
  var title = ""
  var values: [Int] = []
  var row = Row()
  var flag = false

  static var parts: [Part<Nesting>] {
    [Part(\.title), Part(\.values), Part(\.row), Part(\.flag)]
  }

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: NameKey.self)
    try outer.encode(title, forKey: NameKey(stringValue: "a/title~"))
    var inner = outer.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(stringValue: "inner"))
    try inner.encode(row.count, forKey: NameKey(stringValue: "count"))
    var list = inner.nestedUnkeyedContainer(forKey: NameKey(stringValue: "list"))
    for value in values {
      if value.isMultiple(of: 3) {
        var entry = list.nestedContainer(keyedBy: NameKey.self)
        try entry.encode(value, forKey: NameKey(stringValue: "third"))
        try entry.encodeNil(forKey: NameKey(stringValue: "none"))
      } else if value.isMultiple(of: 2) {
        var entry = list.nestedUnkeyedContainer()
        try entry.encode(value)
        try entry.encodeNil()
      } else {
        try list.encode(value)
      }
    }
    if flag { try list.encode(row) }
    // Written after what follows it was begun.
    try outer.encode(values.count, forKey: NameKey(stringValue: "count"))
    try inner.encode(flag, forKey: NameKey(stringValue: "flag"))
  }
}

/// Writes through encoders of what is above it.
struct Supers: Composed, Encodable {
  var base = Row()
  var other = 0
  var named = ""
  var rest: [Row] = []

  static var parts: [Part<Supers>] { [Part(\.base), Part(\.other), Part(\.named), Part(\.rest)] }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    try base.encode(to: container.superEncoder())
    try container.encode(other, forKey: NameKey(stringValue: "other"))
    var single = container.superEncoder(forKey: NameKey(stringValue: "named"))
      .singleValueContainer()
    try single.encode(named)
    var list = container.nestedUnkeyedContainer(forKey: NameKey(stringValue: "rest"))
    for row in rest { try row.encode(to: list.superEncoder()) }
  }
}

/// Writes some keys only if there is something to say, and some of them as null.
struct Conditional: Composed, Encodable {
  var mode = 0
  var first: Int?
  var second = ""
  var third: [Int] = []
  var inner: Row?

  static var parts: [Part<Conditional>] {
    [Part(\.mode), Part(\.first), Part(\.second), Part(\.third), Part(\.inner)]
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    try container.encodeIfPresent(first, forKey: NameKey(stringValue: "first"))
    if !second.isEmpty { try container.encode(second, forKey: NameKey(stringValue: "second")) }
    switch mode % 5 {
    case 0: try container.encode(third, forKey: NameKey(stringValue: "third"))
    case 1: try container.encode(third.count, forKey: NameKey(stringValue: "third"))
    case 2: try container.encodeNil(forKey: NameKey(stringValue: "third"))
    case 3: try container.encode(inner, forKey: NameKey(stringValue: "third"))
    default: break
    }
    if let inner { try container.encode(inner, forKey: NameKey(stringValue: second)) }
  }
}

/// Is written as one value: a list, a text, a number, a table, null, or nothing.
struct Single: Composed, Encodable {
  var mode = 0
  var list: [Int] = []
  var text = ""

  static var parts: [Part<Single>] { [Part(\.mode), Part(\.list), Part(\.text)] }

  func encode(to encoder: any Encoder) throws {
    // Nothing at all is an empty object.
    if abs(mode % 7) == 6 { return }
    var container = encoder.singleValueContainer()
    switch abs(mode % 7) {
    case 0: try container.encode(list)
    case 1: try container.encode(text)
    case 2: try container.encode(list.count)
    case 3: try container.encode([text: list])
    case 4: try container.encodeNil()
    default: try container.encode(text.isEmpty ? nil : Both(first: text, second: list))
    }
  }
}

/// Writes values that it makes for that moment.
struct Temporaries: Composed, Encodable {
  var rows: [Row] = []
  var names: Set<String> = []
  var counts: [String: Int] = [:]
  var offset = 0

  static var parts: [Part<Temporaries>] {
    [Part(filling: \.rows), Part(\.names), Part(\.counts), Part(\.offset)]
  }

  private enum Keys: String, CodingKey {
    case titles, lengths, total, sorted, odd, reversed, table, places, same, parts, numbered
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(rows.map(\.title), forKey: .titles)
    try container.encode(Array(rows.lazy.map(\.title.utf8.count)), forKey: .lengths)
    try container.encode(rows.reduce(offset) { $0 &+ $1.count }, forKey: .total)
    try container.encode(
      names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, forKey: .sorted)
    try container.encode(rows.filter { !$0.count.isMultiple(of: 2) }, forKey: .odd)
    try container.encode(Array(rows.reversed()), forKey: .reversed)
    let table = Dictionary(rows.map { ("\($0.id)", $0.title) }) { first, _ in first }
    try container.encode(table, forKey: .table)
    // What a row is written as depends on where it is.
    try container.encode(
      rows.indices.map { Placed(row: rows[$0], place: $0 &+ offset) }, forKey: .places)
    try container.encode(rows, forKey: .same)
    try container.encode(Array(rows.prefix(3)), forKey: .parts)
    var list = container.nestedUnkeyedContainer(forKey: .numbered)
    for (key, value) in counts.sorted(by: {
      Array($0.key.utf8).lexicographicallyPrecedes($1.key.utf8)
    }) {
      try list.encode(Both(first: key, second: value &+ offset))
    }
  }

  private struct Placed: Encodable {
    let row: Row
    let place: Int
  }
}

/// A wrapper that is written as what it wraps.
@propertyWrapper
struct Clamped: Codable, Changing {
  private var value = 0

  init(wrappedValue: Int) { value = min(max(wrappedValue, 0), 100) }

  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 100) }
  }

  init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }

  static func made(_ dice: inout Dice) -> Clamped { Clamped(wrappedValue: dice.below(120)) }
}
