import Foundation

extension Zoo {
  /// States and actions that do not decode to what was encoded.
  static let coding: [Specimen] = [
    .of("nan-as-null", "lossy-coding", step: 0, Gauge()) { gauge, visit in
      if case .wild(let amount) = visit { gauge.count += amount }
    },
    .of("absent-optional", "lossy-coding", step: 0, Badge()) { badge, visit in
      if case .calm(let amount) = visit { badge.count += amount }
    },
    .of("beyond-2-to-53", "lossy-coding", step: 0, Ticket()) { ticket, visit in
      if case .calm(let amount) = visit { ticket.count += amount }
    },
    .of("float", "lossy-coding", step: 0, Scale()) { scale, visit in
      if case .calm(let amount) = visit { scale.count += amount }
    },
    .of("date-precision", "lossy-coding", step: 0, Stamp()) { stamp, visit in
      if case .calm(let amount) = visit { stamp.count += amount }
    },
    {
      var specimen = Specimen.of("unencoded-part", "lossy-coding", step: 3, Basket()) {
        basket, visit in
        switch visit {
        case .calm(let amount): basket.last = amount
        case .wild(let amount): basket.count += amount * (basket.last + 1)
        }
      }
      specimen.isHiddenFromChain = true
      return specimen
    }(),
    {
      // The inner nil is decoded as the outer one, so the next step begins with another state.
      var specimen = Specimen.of("nil-in-optional", "lossy-coding", step: 3, Answer()) {
        answer, visit in
        answer.count += answer.chosen == nil ? 1 : 10
        if answer.count == 2 { answer.chosen = .some(nil) }
      }
      specimen.isHiddenFromChain = true
      return specimen
    }(),
  ]

  private struct Answer: Codable, Sendable {
    var chosen: Int??
    var count = 0
  }

  private struct Gauge: Codable, Sendable {
    var level = Double.nan
    var count = 0
    enum CodingKeys: String, CodingKey { case level, count }

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      level = try container.decodeIfPresent(Double.self, forKey: .level) ?? 0
      count = try container.decode(Int.self, forKey: .count)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(level.isNaN ? nil : level, forKey: .level)
      try container.encode(count, forKey: .count)
    }
  }

  private struct Badge: Codable, Sendable {
    var name: String?
    var count = 0

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decodeIfPresent(String.self, forKey: .name) ?? "nobody"
      count = try container.decode(Int.self, forKey: .count)
    }
    enum CodingKeys: String, CodingKey { case name, count }
  }

  private struct Ticket: Codable, Sendable {
    var id: Int64 = 9_007_199_254_740_993
    var count = 0

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = Int64(try container.decode(Double.self, forKey: .id))
      count = try container.decode(Int.self, forKey: .count)
    }
    enum CodingKeys: String, CodingKey { case id, count }
  }

  private struct Scale: Codable, Sendable {
    var weight = 0.1
    var count = 0

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      weight = Double(try container.decode(Float.self, forKey: .weight))
      count = try container.decode(Int.self, forKey: .count)
    }
    enum CodingKeys: String, CodingKey { case weight, count }
  }

  private struct Stamp: Codable, Sendable {
    var date = Date(timeIntervalSince1970: 1000.75)
    var count = 0

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let seconds = try container.decode(Double.self, forKey: .date)
      date = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
      count = try container.decode(Int.self, forKey: .count)
    }
    enum CodingKeys: String, CodingKey { case date, count }
  }

  private struct Basket: Codable, Sendable {
    var count = 0
    var last = 0
    enum CodingKeys: String, CodingKey { case count }

    init() {}
    init(from decoder: any Decoder) throws {
      count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
    }
  }
}
