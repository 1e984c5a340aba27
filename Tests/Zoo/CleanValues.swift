import Foundation

extension Zoo {
  /// States with awkward values that are decoded correctly all the same.
  static let cleanValues: [Specimen] = [
    .clean("sum-of-fractions") { pen, amount in
      pen.numbers = [(0..<1000).reduce(0.0) { $0 + 0.1 * Double($1 * amount) }]
    },
    .clean("sine") { pen, amount in pen.numbers.append(sin(Double(amount)) / 3) },
    .clean("decomposed-letters") { pen, amount in
      pen.text = String(repeating: "e\u{301}\u{1F600}\u{0}", count: amount)
    },
    .of("special-numbers", nil, step: 3, Odd()) { odd, visit in
      guard case .wild(let amount) = visit else { return }
      odd.number = [.nan, .infinity, -0.0, .leastNonzeroMagnitude][amount % 4]
      odd.float = Float(amount) / 3
      odd.large = .max - UInt64(amount)
      odd.beyond = 9_007_199_254_740_993
    },
    .of("optionals", nil, step: 3, Form()) { form, visit in
      guard case .wild(let amount) = visit else { return }
      form.name = amount % 2 == 0 ? nil : "n"
      form.list = amount % 2 == 0 ? [] : [nil, amount]
    },
    .of("dates", nil, step: 3, Diary()) { diary, visit in
      guard case .wild(let amount) = visit else { return }
      diary.dates.append(Date(timeIntervalSince1970: Double(amount) * 1e8 + 0.123456))
      diary.data.append(UInt8(amount))
      diary.price = Decimal(string: "0.1").map { $0 * Decimal(amount) } ?? 0
    },
  ]

  private struct Odd: Codable, Sendable {
    var number = 0.0
    var float: Float = 0
    var large: UInt64 = 0
    var beyond: Int64 = 0
  }

  private struct Form: Codable, Sendable {
    var name: String?
    var list: [Int?] = []
  }

  private struct Diary: Codable, Sendable {
    var dates: [Date] = []
    var data = Data()
    var price = Decimal(0)
  }
}
