import Foundation

// References that come late or show seldom: after a hundred steps without one, in the last of many
// elements, in a case that is seldom; and memory that is used again for another value.

private final class Ref: Encodable {
  var count = 0
}

private protocol Part: Encodable {}
private struct Value: Part { var number = 1 }
private struct Reference: Part { var ref = Ref() }

private struct Parts: Encodable, Ticking {
  var tick = 0
  var parts: [any Part] = (0..<60).map { Value(number: $0) }

  enum CodingKeys: CodingKey { case tick, parts }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    var list = container.nestedUnkeyedContainer(forKey: .parts)
    for part in parts { try list.encode(part) }
  }
}

private enum Link: Encodable {
  case none
  case value(Int)
  case reference(Ref)
}

private struct Links: Encodable, Ticking {
  var tick = 0
  var links = Array(repeating: Link.none, count: 30)
}

private class Base: Encodable {
  var name = "base"
}

/// A subclass that encodes more than its base, which the state's type does not show.
private final class Derived: Base {
  var more = 0
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([name, "\(more)"])
  }
}

private struct Bases: Encodable, Ticking {
  var tick = 0
  var bases = [Base(), Base()]
}

private struct Reused: Encodable, Ticking {
  var tick = 0
  var numbers: [Int] = []
  var text = ""
  var table: [String: [Int]] = [:]
  var ref: Ref?
}

private struct Pointed: Encodable, Ticking {
  var tick = 0
  var numbers = Array(repeating: 1, count: 100)
  var data = Data(repeating: 1, count: 100)
}

/// A text that is taken from bytes which the app goes on filling.
private struct Unowned: Encodable, Ticking {
  var tick = 0
  unowned let ref: Ref
  var weak: Weak

  struct Weak: Encodable {
    weak var ref: Ref?
  }
}

nonisolated(unsafe) private let anchored = Immortal.keep(Ref())

extension HostileStates {
  static let hiddenLate: [Specimen] = [
    .codable("hiddenlate-after-100-steps") {
      Parts()
    } _: { state, move in
      state.tick = move.step
      if move.step == 100 { state.parts[59] = Reference() }
      if move.step < 100 { state.parts[move.step % 60] = Value(number: move.amount) }
      (state.parts[59] as? Reference)?.ref.count += move.amount
    },
    .codable("hiddenlate-in-a-seldom-case") {
      Links()
    } _: { state, move in
      state.tick = move.step
      switch move.step {
      case ..<120: state.links[move.step % 30] = .value(move.amount)
      case 120: state.links[29] = .reference(Ref())
      default: if case .reference(let ref) = state.links[29] { ref.count += 1 }
      }
    },
    .codable("hiddenlate-subclass") {
      Bases()
    } _: { state, move in
      state.tick = move.step
      if move.step == 60 { state.bases[1] = Derived() }
      (state.bases[1] as? Derived)?.more += move.amount
      state.bases[0].name = "base \(move.step / 10)"
    },
    // The old values are released first, so that the new ones are likely to get their memory.
    .codable("hiddenlate-memory-used-again") {
      Reused()
    } _: { state, move in
      state.tick = move.step / 50
      state.numbers = []
      state.numbers = Array(repeating: move.amount, count: 64)
      state.text = ""
      state.text = String(repeating: "\(move.amount % 10)", count: 64)
      state.table = [:]
      state.table = ["a": [move.amount, move.step]]
      state.ref = nil
      state.ref = Ref()
      state.ref?.count = move.amount
    },
    .codable("hiddenlate-written-through-pointers") {
      Pointed()
    } _: { state, move in
      state.tick = move.step / 50
      state.numbers.withUnsafeMutableBufferPointer { $0[move.step % 100] = move.amount }
      state.data.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
        bytes[move.step % 100] = UInt8(move.amount % 256)
      }
    },
    .codable("hiddenlate-unowned-and-weak") {
      Unowned(ref: anchored, weak: .init(ref: anchored))
    } _: { state, move in
      state.tick = move.step / 5
      anchored.count += move.amount
      if move.step % 50 == 0 { state.weak.ref = state.weak.ref == nil ? anchored : nil }
    },
  ]
}
