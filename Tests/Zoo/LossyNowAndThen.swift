import Foundation

/// Codings that lose something of some values only.
extension Zoo {
  static let lossyNowAndThen: [Specimen] = [
    // The number exceeds 2^53 after some steps only.
    lossy("lossy-sometimes", ["lossy-coding"]) { ticket, amount in
      ticket.count += Int(ticket.id % 2)
      ticket.id = amount % 3 == 2 ? 9_007_199_254_740_993 : Int64(amount)
    },
    // The lost value is unrelated to the one that differs.
    lossy("lossy-beside-chance", ["random", "lossy-coding"]) { ticket, amount in
      ticket.id = 9_007_199_254_740_993 + 2 * Int64(amount)
      ticket.count = Int.random(in: 0..<7)
    },
    // Chance decides whether the coding loses something.
    lossy("lossy-by-chance", ["random", "lossy-coding"]) { ticket, amount in
      ticket.count += Int(ticket.id % 2) + amount
      ticket.id = Int.random(in: 0..<3) == 0 ? 9_007_199_254_740_993 : 4
    },
    // The fraction of a weight is lost if no float has it: 0.5 stays, 0.1 does not.
    .lossyScale,
    // The lost part is in no text: only the first state has it, not the one decoded from its text.
    lossyBeginning("lossy-first-part", LossyBasket()) { $0.count += $1 + $0.last },
    lossyBeginning("lossy-first-optional", LossyAnswer()) {
      $0.count += $0.chosen == nil ? $1 : 10 * $1
    },
  ]

  /// Every process has the same result, which is not the recorded one.
  private static func lossyBeginning<State: Codable & Sendable>(
    _ name: String, _ initial: State, _ wild: @escaping @Sendable (inout State, Int) -> Void
  ) -> Specimen {
    var specimen = Specimen.of(
      name, "lossy-coding", step: 0, initial, visits: (1..<6).map(Visit.wild)
    ) { state, visit in
      if case .wild(let amount) = visit { wild(&state, amount) }
    }
    (specimen.kind, specimen.alsoCauses) = (name, ["unrecorded-input"])
    return specimen
  }

  private static func lossy(
    _ name: String, _ causes: [String], _ wild: @escaping @Sendable (inout LossyTicket, Int) -> Void
  ) -> Specimen {
    var specimen = Specimen.of(
      name, causes[0], step: 0, LossyTicket(), visits: [.calm(1)] + (0..<12).map(Visit.wild)
    ) { ticket, visit in
      switch visit {
      case .calm(let amount): ticket.count += amount
      case .wild(let amount): wild(&ticket, amount)
      }
    }
    specimen.kind = name
    specimen.alsoCauses = Array(causes.dropFirst())
    specimen.isHiddenFromChain = true
    return specimen
  }
}

private struct LossyTicket: Codable, Sendable {
  var id: Int64 = 0
  var count = 0
  enum CodingKeys: String, CodingKey { case id, count }

  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = Int64(try container.decode(Double.self, forKey: .id))
    count = try container.decode(Int.self, forKey: .count)
  }
}

private struct LossyScale: Codable, Sendable {
  var weight = 0.5
  var count = 0
  enum CodingKeys: String, CodingKey { case weight, count }

  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    weight = Double(try container.decode(Float.self, forKey: .weight))
    count = try container.decode(Int.self, forKey: .count)
  }
}

private struct LossyBasket: Codable, Sendable {
  var count = 0
  var last = 7
  enum CodingKeys: String, CodingKey { case count }

  init() {}
  init(from decoder: any Decoder) throws {
    count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
    last = 0
  }
}

/// For nothing chosen as for no choice at all, null is written.
private struct LossyAnswer: Codable, Sendable {
  var chosen: Int?? = .some(nil)
  var count = 0
}

extension Specimen {
  fileprivate static let lossyScale: Specimen = {
    var specimen = Specimen.of(
      "lossy-scale", "lossy-coding", step: 0, LossyScale(),
      visits: [.calm(1)] + (0..<12).map(Visit.wild)
    ) { scale, visit in
      guard case .wild(let amount) = visit else { return }
      scale.count += scale.weight == 0.1 ? 1 : 0
      scale.weight = [0.5, 0.25, 0.1][amount % 3]
    }
    specimen.kind = "lossy-scale"
    specimen.isHiddenFromChain = true
    return specimen
  }()
}
