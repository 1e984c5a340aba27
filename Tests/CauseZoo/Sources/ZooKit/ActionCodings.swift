import Foundation

/// An order whose coding loses something of it.
private struct Order: Codable, Sendable {
  var amount: Double
  var note: String
  /// Not coded: a decoded order has none.
  var priority = 0
  var placed = Date(timeIntervalSince1970: 0)

  private enum CodingKeys: CodingKey { case amount, note, placed }

  init(_ amount: Double, note: String, priority: Int = 0, placed: Double = 0) {
    (self.amount, self.note, self.priority) = (amount, note, priority)
    self.placed = Date(timeIntervalSince1970: placed)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    amount = try container.decode(Double.self, forKey: .amount)
    note = try container.decode(String.self, forKey: .note)
    placed = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .placed))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode((amount * 10).rounded() / 10, forKey: .amount)
    try container.encode(note.replacing("\r\n", with: "\n"), forKey: .note)
    try container.encode(placed.timeIntervalSince1970.rounded(), forKey: .placed)
  }
}

private struct Till: Codable, Sendable {
  var sum = 0.0
  var lines: [String] = []
}

private func till(
  _ name: String, _ orders: [Order], first: Int,
  reduce: @escaping @Sendable (inout Till, Order) -> Void
) -> Specimen {
  Specimen(
    name, [.lossyCoding], first: .at(first), origin: first, initial: { Till() },
    actions: { orders }, reduce: reduce)
}

/// Two names for one object, which are two objects once they are decoded.
private final class Shared: Codable, @unchecked Sendable {
  var hits = 0
}

private struct Aliased: Codable, @unchecked Sendable {
  var one: Shared
  var other: Shared
  var log: [Int] = []

  init() {
    one = Shared()
    other = one
  }
}

/// A basket that keeps a sum besides its prices; only the prices are coded.
private struct Basket: Codable, Sendable {
  var prices: [Int] = []
  var cachedSum: Int?
  var shown: [Int] = []

  private enum CodingKeys: CodingKey { case prices, shown }
}

extension Specimen {
  /// Actions that do not come back as they were, and states that are more than what is coded.
  static let actionCodings: [Specimen] = [
    till(
      "action-rounded", [Order(1.5, note: "a"), Order(2, note: "b"), Order(2.25, note: "c")],
      first: 3
    ) { till, order in till.sum += order.amount * 100 },
    till(
      "action-line-ends", [Order(1, note: "a"), Order(1, note: "b\r\nc"), Order(1, note: "d")],
      first: 2
    ) { till, order in till.lines.append("\(order.note.utf8.count) bytes") },
    till(
      "action-left-out",
      [Order(1, note: "a"), Order(1, note: "b"), Order(1, note: "c", priority: 5)], first: 3
    ) { till, order in till.sum += order.priority > 3 ? 100 : 1 },
    till(
      "action-date-in-seconds",
      [Order(1, note: "a", placed: 100), Order(1, note: "b", placed: 200.75)], first: 2
    ) { till, order in till.lines.append("\(order.placed.timeIntervalSince1970)") },
    Specimen(
      "aliases", [.lossyCoding, .hiddenState], first: .at(4), origin: 0, initial: { Aliased() },
      actions: { [0, 0, 0, 1, 1, 0] }
    ) { state, action in
      // A step that touches one of them shows in the other, if it is the same.
      if action == 1 { state.one = Shared(state.one.hits + 1, sharedBy: &state) }
      state.log.append(action)
    },
    Specimen(
      "one-object-thrice", [.lossyCoding, .hiddenState], first: .at(2), origin: 0,
      // Three names for one object, where three objects were meant.
      initial: { Array(repeating: Shared(), count: 3) }, actions: { [0, 1, 1, 2] }
    ) { state, action in
      let old = state[1]
      for index in state.indices where action == 1 && state[index] === old {
        state[index] = Shared(old.hits + 1)
      }
    },
    Specimen(
      "cached-sum", [.lossyCoding], first: .at(3), origin: 0,
      initial: { Basket(prices: [3, 4], cachedSum: 100) }, actions: { ["a", "b", "show", "c"] }
    ) { basket, action in
      if action == "show" { basket.shown.append(basket.cachedSum ?? basket.prices.reduce(0, +)) }
      if action == "c" { basket.prices.append(1) }
      if action == "a" { basket.prices[0] += 0 }
    },
  ]
}

extension Shared {
  fileprivate convenience init(_ hits: Int) {
    self.init()
    self.hits = hits
  }

  /// An object with so many hits, in place of the first; of the other too, if it is the same.
  fileprivate convenience init(_ hits: Int, sharedBy state: inout Aliased) {
    self.init(hits)
    if state.one === state.other { state.other = self }
  }
}
