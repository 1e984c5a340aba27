import Foundation

// Innocent states: enums with payloads, optionals of optionals, generics, padding, fields that are
// not encoded.

private enum Route: Codable {
  case home
  case item(Int, tab: Tab?)
  case search(query: String, page: Int)

  enum Tab: String, Codable { case info, reviews }
}

private indirect enum Expression: Codable {
  case number(Int)
  case sum(Expression, Expression)
  case negated(Expression)
}

private struct Enums: Codable, Ticking {
  var tick = 0
  var route = Route.home
  var path: [Route] = []
  var expression = Expression.number(1)
}

private struct Optionals: Codable, Ticking {
  var tick = 0
  var one: Int?
  var two: Int??
  var list: [String?] = [nil, "a"]
  var table: [String: Int?] = [:]
  var nested: [[Int?]?] = [nil]
}

private struct Box<Value: Codable>: Codable {
  var value: Value
  var previous: [Value] = []
}

private struct Generics: Codable, Ticking {
  var tick = 0
  var number = Box(value: 1)
  var boxed = Box(value: Box(value: "a"))
  var table = ["a": Box(value: [1: true])]
}

/// Fields with bytes between them, which may hold anything.
private struct Padded: Codable {
  var flag: Bool
  var number: Int64
  var small: UInt8
  var middle: Int32
  var last: UInt16?
}

private struct Paddings: Codable, Ticking {
  var tick = 0
  var one = Padded(flag: true, number: 1, small: 2, middle: 3, last: nil)
  var list: [Padded] = []
  var single: Float = 0.1
}

/// More is stored than is encoded, also values that are not equal to themselves.
private struct Unencoded: Encodable, Ticking {
  var tick = 0
  var shown = 0
  var zero = -0.0
  var noNumber = Double.nan
  var cache: (key: Int, text: String) = (0, "")
  var pair: (Int8, Int64, any Sendable) = (1, 2, 3)
  var last: Date?

  enum CodingKeys: CodingKey { case tick, shown }
}

private struct Numbers: Codable, Ticking {
  var tick = 0
  var double = 0.1
  var large = UInt64.max
  var small = Int64.min
  var zero = -0.0
  var float = Float(0.1)
  var list: [Double] = [1e300, 5e-300, 1e21, 123_456_789.123]
  var strange: [Double] = [.nan, .infinity, -.infinity]
  var narrow: Int8 = -128
  var flags: [Bool] = [true]
}

extension HostileStates {
  static let plain: [Specimen] = [
    .codable("plain-enums") {
      Enums()
    } _: {
      $0.tick = $1.step
      let routes = [
        Route.home, .item($1.amount, tab: nil), .item($1.step, tab: .reviews),
        .search(query: "q \($1.amount)", page: $1.step),
      ]
      $0.route = routes[$1.step % 4]
      $0.path.insert($0.route, at: $1.amount % ($0.path.count + 1))
      if $0.path.count > 20 { $0.path.removeFirst(7) }
      $0.expression =
        $1.step % 12 == 0 ? .number($1.amount) : .sum(.negated($0.expression), .number($1.step))
    },
    .codable("plain-optionals") {
      Optionals()
    } _: {
      $0.tick = $1.step
      $0.one = $1.step % 2 == 0 ? nil : $1.amount
      $0.two = [.some(.some(1)), .some(nil), nil][$1.step % 3]
      $0.list[$1.step % $0.list.count] = $1.step % 4 == 0 ? nil : "\($1.amount)"
      if $1.step % 9 == 0 { $0.list.append(nil) }
      $0.table["\($1.step % 6)"] = $1.step % 5 == 0 ? .some(nil) : $1.amount
      $0.table["\($1.amount % 6)"] = nil
      $0.nested.append($1.step % 2 == 0 ? nil : [nil, $1.step])
      if $0.nested.count > 9 { $0.nested.removeSubrange(2..<6) }
    },
    .codable("plain-generics") {
      Generics()
    } _: {
      $0.tick = $1.step
      $0.number.previous.append($0.number.value)
      $0.number.value = $1.amount
      $0.boxed.value.value += "b"
      $0.table["a"]?.value[$1.amount % 12] = $1.step % 2 == 0
    },
    .codable("plain-padding") {
      Paddings()
    } _: {
      $0.tick = $1.step
      $0.one.flag.toggle()
      $0.one.small = UInt8($1.amount % 256)
      $0.one.last = $1.step % 2 == 0 ? nil : UInt16($1.amount)
      $0.list.append($0.one)
      if $0.list.count > 10 { $0.list.swapAt(1, 8) }
      $0.single += 0.1
    },
    .codable("plain-fields-not-encoded") {
      Unencoded()
    } _: {
      $0.tick = $1.step
      $0.cache = ($1.step, "\($1.amount)")
      $0.pair.2 = "\($1.step)"
      $0.zero = -$0.zero
      $0.last = Date(timeIntervalSince1970: Double($1.step))
      if $1.step % 4 == 0 { $0.shown = $0.cache.key }
    },
    .codable("plain-numbers") {
      Numbers()
    } _: {
      $0.tick = $1.step
      $0.double += 0.1
      $0.large -= UInt64($1.amount)
      $0.small += 1
      $0.zero = -$0.zero
      $0.float *= -1.7
      $0.list.insert(Double($1.amount) * 1e-7, at: $1.step % $0.list.count)
      $0.strange.swapAt($1.step % 3, $1.amount % 3)
      $0.narrow = $0.narrow &+ 7
      $0.flags.append($1.step % 3 == 0)
    },
  ]
}
