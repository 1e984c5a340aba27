internal import CGaps
import Foundation

// Enums without a case, as phantoms and in optionals; and enums of C whose values are no case.

private enum Nothing {}

extension Nothing: Codable {
  init(from decoder: any Decoder) throws {
    throw DecodingError.valueNotFound(
      Self.self, .init(codingPath: decoder.codingPath, debugDescription: "there is none"))
  }

  func encode(to encoder: any Encoder) throws {}
}

private struct Tagged<Tag, Value: Codable>: Codable {
  var value: Value
}

private struct Phantoms: Encodable, Ticking {
  var tick = 0
  var id = Tagged<Nothing, Int>(value: 1)
  var never = Tagged<Never, [String]>(value: [])
  var absent: Nothing?
  var none: [Nothing] = []
  var table: [String: Nothing] = [:]
  var deeper: Nothing??
}

private enum Outcome<Value, Failure> {
  case success(Value)
  case failure(Failure)
  case impossible(Nothing)
}

private struct Outcomes: Ticking {
  var tick = 0
  var result: Result<Int, Never> = .success(1)
  var outcome = Outcome<Int, Never>.success(2)
  var sole: Outcome<Never, Never>?
  var list: [Never] = []
  var pair: (Never?, Nothing?, Int) = (nil, nil, 3)
  var set: Set<Int>? = []
  var void: Void = ()
  var type: Never.Type = Never.self
}

private enum Sole: Codable { case only }

private enum Units: Codable {
  case one(Sole)
  case other(Sole?)
  case third(Nothing?)
}

private struct UnitState: Codable, Ticking {
  var tick = 0
  var sole = Sole.only
  var maybe: Sole?
  var units = Units.one(.only)
  var list: [Sole] = []
  var deep: [Sole?] = [nil]
}

private enum Narrow: UInt8, Codable { case two = 2, nine = 9, last = 250 }

private enum Plain { case a, b, c }

private struct Signals: Ticking {
  var tick = 0
  var signal = Signal.red
  var lamp = Lamp.off
  var maybe: Signal?
  var list: [Signal] = []
  var table: [String: Lamp] = [:]
}

private struct SignalsEncodable: Encodable, Ticking {
  var tick = 0
  var signal = Signal.red
  var lamps: [Lamp] = [Lamp.off]

  enum CodingKeys: CodingKey { case tick, signal, lamps }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    try container.encode(signal.rawValue, forKey: .signal)
    try container.encode(lamps.map(\.rawValue), forKey: .lamps)
  }
}

/// An enum as it is after a bad read: its bits are no case.
private struct Torn: Ticking {
  var tick = 0
  var plain = Plain.a
  var inside: [Plain] = []

  mutating func tear(_ bits: UInt8) {
    plain = unsafeBitCast(bits, to: Plain.self)
    inside = [plain, .b]
  }
}

private enum Command {
  case set(Signal, Lamp)
  case plain(Plain)
}

extension HostileStates {
  static let emptyEnums: [Specimen] = [
    .codable("empty-phantom") {
      Phantoms()
    } _: {
      $0.tick = $1.step
      $0.id.value += $1.amount
      $0.never.value.append("\($1.step)")
      $0.deeper = $1.step % 2 == 0 ? nil : .some(nil)
    },
    .reflected("empty-never-everywhere") {
      Outcomes()
    } _: {
      $0.tick = $1.step
      $0.result = .success($1.amount)
      $0.outcome = .success($1.step)
      $0.pair.2 = $1.amount
    },
    .codable("empty-sole-case") {
      UnitState()
    } _: {
      $0.tick = $1.step
      $0.maybe = $1.step % 2 == 0 ? .only : nil
      $0.units = [.one(.only), .other(nil), .other(.only), .third(nil)][$1.step % 4]
      $0.list = Array(repeating: .only, count: $1.step % 4)
      $0.deep[0] = $1.step % 3 == 0 ? .only : nil
    },
    .action("empty-action") { move -> Result<Int, Never>? in
      move.step % 2 == 0 ? nil : .success(move.amount)
    },
    .action("empty-action-void") { _ in () },
  ]

  static let gaps: [Specimen] = [
    .reflected("gaps-of-c-reflected") {
      Signals()
    } _: {
      $0.tick = $1.step
      $0.signal = gaps_signal(UInt8(truncatingIfNeeded: $1.amount))
      $0.lamp = gaps_lamp(UInt32($1.amount))
      $0.maybe = $1.step % 3 == 0 ? nil : gaps_signal(UInt8($1.step))
      $0.list.append($0.signal)
      $0.table["\($1.step % 9)"] = $0.lamp
    },
    .codable("gaps-of-c-encodable") {
      SignalsEncodable()
    } _: {
      $0.tick = $1.step
      $0.signal = gaps_signal(UInt8($1.step))
      $0.lamps[0] = gaps_lamp(UInt32($1.amount))
      $0.lamps.insert(gaps_lamp(7), at: 0)
      if $0.lamps.count > 20 { $0.lamps.removeLast(19) }
    },
    .reflected("gaps-torn-enum", .none) {
      Torn()
    } _: {
      $0.tick = $1.step
      $0.tear(UInt8($1.step % 3 == 0 ? 1 : $1.step))
    },
    .action("gaps-action") { move in
      move.step % 2 == 0
        ? Command.set(gaps_signal(UInt8(move.step)), gaps_lamp(5))
        : .plain(unsafeBitCast(UInt8(move.step % 4), to: Plain.self))
    },
    .reflected("gaps-state-is-the-enum", .none) {
      gaps_signal(77)
    } _: {
      $0 = gaps_signal(UInt8($1.step))
    },
  ]
}
