/// Cases without payload, by name.
enum Suit: String, CaseIterable, Codable, Changing {
  case hearts, spades
  case odd = "~/\""

  static func made(_ dice: inout Dice) -> Suit { dice.pick(allCases) }
}

/// Cases without payload, by number.
enum Rank: Int, CaseIterable, Codable, Changing {
  case low = -1
  case middle
  case high = 1_000_000

  static func made(_ dice: inout Dice) -> Rank { dice.pick(allCases) }
}

/// Cases whose names are the keys of a table.
enum Channel: String, CaseIterable, Codable, CodingKeyRepresentable, Changing {
  case red, green, blue, alpha

  static func made(_ dice: inout Dice) -> Channel { dice.pick(allCases) }
}

/// One case with a payload that leaves no bit for the other.
enum Loaded: Codable, Changing, Hashable {
  case full(UInt64)
  case empty

  static func made(_ dice: inout Dice) -> Loaded {
    dice.percent(50) ? .empty : .full(UInt64.made(&dice))
  }
}

/// Cases with payloads that leave bits, some with none, some with many.
enum Message: Codable, Changing, Hashable {
  case none
  case text(String)
  case list([Int])
  case named(first: String, second: Int?)
  case flags(Bool, Bool, UInt8)
  case table([String: Int])
  case inner(Loaded)
  case rare
  case maybe(Bool??)

  static func made(_ dice: inout Dice) -> Message {
    switch dice.below(9) {
    case 0: .none
    case 1: .text(dice.text())
    case 2: .list(.made(&dice))
    case 3: .named(first: dice.text(), second: .made(&dice))
    case 4: .flags(.made(&dice), .made(&dice), .made(&dice))
    case 5: .table([dice.key(): dice.below(9)])
    case 6: .inner(.made(&dice))
    case 7: .rare
    default: .maybe(.made(&dice))
    }
  }

  mutating func change(_ dice: inout Dice) {
    switch self {
    case .list(var list) where dice.percent(80):
      self = .none
      list.change(&dice)
      self = .list(list)
    case .table(var table) where dice.percent(80):
      table.change(&dice)
      self = .table(table)
    case .named(let first, var second) where dice.percent(80):
      second.change(&dice)
      self = .named(first: first, second: second)
    case .text(var text) where dice.percent(80):
      text.change(&dice)
      self = .text(text)
    default: self = .made(&dice)
    }
  }

  mutating func remake(_ dice: inout Dice) {
    switch self {
    case .text(var text):
      text.remake(&dice)
      self = .text(text)
    case .list(var list):
      list.remake(&dice)
      self = .list(list)
    default: break
    }
  }
}

/// An enum in an enum, whose cases begin with the same bits.
enum Route: Codable, Changing {
  case home
  case detail(Message, Suit)
  case split(left: Loaded, right: Message?)
  case deep(Rank, [Message])

  static func made(_ dice: inout Dice) -> Route {
    switch dice.below(4) {
    case 0: .home
    case 1: .detail(.made(&dice), .made(&dice))
    case 2: .split(left: .made(&dice), right: .made(&dice))
    default: .deep(.made(&dice), .made(&dice))
    }
  }

  mutating func change(_ dice: inout Dice) {
    guard case .deep(let rank, var messages) = self, dice.percent(80) else {
      self = .made(&dice)
      return
    }
    self = .home
    messages.change(&dice)
    self = .deep(rank, messages)
  }
}

/// A value without members.
struct Nothing: Codable, Changing, Hashable {
  static func made(_ dice: inout Dice) -> Nothing { Nothing() }
}

/// Members with room between them.
struct Padded: Codable, Composed, Hashable {
  var small: Int8 = 0
  var number = 0.0
  var flag = false
  var short: Int16?
  var long: Int64 = 0
  var last: UInt8 = 0

  static var parts: [Part<Padded>] {
    [
      Part(\.small), Part(\.number), Part(\.flag), Part(\.short), Part(\.long), Part(\.last),
    ]
  }
}

/// Optionals of everything, and of optionals.
struct Maybes: Codable, Composed {
  var flag: Bool?
  var twice: Int??
  var thrice: String???
  var padded: Padded?
  var suit: Suit?
  var loaded: Loaded??
  var nothing: Nothing?
  var list: [Int?]?
  var table: [String: Int?]?
  var byte: UInt8?

  static var parts: [Part<Maybes>] {
    [
      Part(\.flag), Part(\.twice), Part(\.thrice), Part(\.padded), Part(\.suit), Part(\.loaded),
      Part(\.nothing), Part(\.list), Part(\.table), Part(\.byte),
    ]
  }
}

/// Two of some types.
struct Both<First: Codable & Changing, Second: Codable & Changing>: Codable, Changing {
  var first: First
  var second: Second

  static func made(_ dice: inout Dice) -> Self {
    Both(first: .made(&dice), second: .made(&dice))
  }

  mutating func change(_ dice: inout Dice) {
    if dice.percent(50) { first.change(&dice) } else { second.change(&dice) }
  }

  mutating func remake(_ dice: inout Dice) {
    first.remake(&dice)
    second.remake(&dice)
  }
}

/// A value whose type has a parameter of which it holds nothing.
struct Tagged<Tag>: Codable, Changing, Hashable {
  var raw = 0

  static func made(_ dice: inout Dice) -> Self { Tagged(raw: dice.below(1000)) }
}
