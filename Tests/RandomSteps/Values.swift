/// A row of a list, found by its `id`.
struct Row: Codable, Composed, Identifiable {
  var id = 0
  var title = ""
  var count = 0
  var isDone = false
  var price: Double?
  var tags: [String] = []
  var suit = Suit.hearts

  static var parts: [Part<Row>] {
    [
      Part(\.title), Part(\.count), Part(\.isDone), Part(\.price), Part(\.tags), Part(\.suit),
    ]
  }

  static func made(_ dice: inout Dice) -> Row {
    Row(id: dice.below(1_000_000), title: dice.text(), count: dice.below(9), tags: .made(&dice))
  }
}

/// A few members, one of which is of each kind: a state of less than a kilobyte.
struct Little: RandomState {
  var count = 0
  var name = ""
  var row = Row()
  var list: [Int] = []
  var table: [String: Bool] = [:]
  var message = Message.none
  var maybe: Int??

  static var parts: [Part<Little>] {
    [
      Part(\.count), Part(\.name), Part(\.row), Part(filling: \.list), Part(filling: \.table),
      Part(\.message), Part(\.maybe),
    ]
  }
}

/// A state of lists, tables and sets of values.
struct Values: RandomState {
  var tick = 0
  var rows: [Row] = []
  var numbers: [Int] = []
  var texts: [String] = []
  var gaps: [Int?] = []
  var grid: [[Int]] = []
  var messages: [Message] = []
  var byName: [String: Row] = [:]
  var counts: [String: Int] = [:]
  var lists: [String: [Int]] = [:]
  var byNumber: [Int: String] = [:]
  var byChannel: [Channel: Row] = [:]
  var byWrittenName: [Name: Int] = [:]
  var bySuitPairs: [Suit: Int] = [:]
  var byPaddedPairs: [Padded: String] = [:]
  var byLoadedPairs: [Loaded: Message] = [:]
  var nameSet: Set<String> = []
  var numberSet: Set<Int> = []
  var paddedSet: Set<Padded> = []
  var messageSet: Set<Message> = []
  var shown: Row?

  static var parts: [Part<Values>] {
    [
      Part(\.tick), Part(filling: \.rows), Part(filling: \.rows), Part(filling: \.numbers),
      Part(filling: \.texts), Part(filling: \.gaps), Part(filling: \.grid),
      Part(filling: \.messages), Part(filling: \.byName), Part(filling: \.counts),
      Part(filling: \.lists), Part(filling: \.byNumber), Part(\.byChannel),
      Part(filling: \.byWrittenName), Part(\.bySuitPairs), Part(filling: \.byPaddedPairs),
      Part(\.byLoadedPairs), Part(filling: \.nameSet), Part(filling: \.numberSet),
      Part(filling: \.paddedSet), Part(filling: \.messageSet), Part(\.shown),
    ]
  }
}

/// Only one list of rows, only one table and only one number.
struct Rows: RandomState {
  var rows: [Row] = []
  var table: [String: Row] = [:]
  var selected: Int?

  static var parts: [Part<Rows>] {
    [Part(filling: \.rows), Part(filling: \.rows), Part(filling: \.table), Part(\.selected)]
  }
}

/// A state that is a list, without a name around it.
struct Bare: RandomState {
  var rows: [Row] = []

  static var parts: [Part<Bare>] { [Part(filling: \.rows)] }

  func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
}

/// A part of a list, which keeps the memory of the whole.
struct Sliced: Filling, Encodable {
  var slice: ArraySlice<Padded> = []

  static func made(_ dice: inout Dice) -> Sliced { Sliced(slice: .made(&dice)) }

  mutating func change(_ dice: inout Dice) {
    if dice.percent(25) { slice = slice.dropFirst() } else { slice.change(&dice) }
  }

  mutating func remake(_ dice: inout Dice) { slice.remake(&dice) }

  mutating func fill(_ count: Int, _ dice: inout Dice) { slice.fill(count, &dice) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(contentsOf: slice)
  }
}

/// A state of enums, optionals, padding and types with parameters.
struct Shapes: RandomState {
  var suit = Suit.hearts
  var rank = Rank.low
  var loaded = Loaded.empty
  var message = Message.none
  var route = Route.home
  var padded = Padded()
  var maybes = Maybes()
  var nothing = Nothing()
  var both = Both(first: 0, second: "")
  var nested = Both(first: Both(first: false, second: UInt8(0)), second: [Int8]())
  var tagged = Tagged<Suit>()
  var slice = Sliced()
  var routes: [Route] = []
  var paddeds: [Padded] = []
  var maybesList: [Maybes] = []
  var loadeds: [Loaded] = []
  var optionals: [Bool??] = []
  var ranks: [Rank?] = []
  var nothings: [Nothing] = []
  var byRankPairs: [Rank: Route] = [:]
  var boths: [Both<Suit, Message?>] = []
  var listSet: Set<[Int8]> = []
  var optionalSet: Set<Int?> = []

  static var parts: [Part<Shapes>] {
    [
      Part(\.suit), Part(\.rank), Part(\.loaded), Part(\.message), Part(\.route), Part(\.padded),
      Part(\.maybes), Part(\.nothing), Part(\.both), Part(\.nested), Part(\.tagged),
      Part(filling: \.slice), Part(filling: \.routes), Part(filling: \.paddeds),
      Part(filling: \.maybesList), Part(filling: \.loadeds), Part(filling: \.optionals),
      Part(filling: \.ranks), Part(\.nothings), Part(\.byRankPairs), Part(filling: \.boths),
      Part(\.listSet), Part(\.optionalSet),
    ]
  }
}
