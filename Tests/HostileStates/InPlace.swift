import Foundation

// Classes that the reducer, or somebody else, changes in place: the state's own bits stay the same.

private class Account: Codable {
  var owner = "ann"
  var balance = 0
}

private final class Saving: Account {
  var rate = 1.5
  var history: [Int] = []

  enum CodingKeys: CodingKey { case rate, history, base }

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rate = try container.decode(Double.self, forKey: .rate)
    history = try container.decode([Int].self, forKey: .history)
    try super.init(from: container.superDecoder(forKey: .base))
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rate, forKey: .rate)
    try container.encode(history, forKey: .history)
    try super.encode(to: container.superEncoder(forKey: .base))
  }
}

private struct Bank: Codable, Ticking {
  var tick = 0
  var account = Account()
}

private struct Bankers: Codable, Ticking {
  var tick = 0
  var accounts: [Account] = (0..<500).map { _ in Account() }
  var best: Account?
}

private struct Heirs: Codable, Ticking {
  var tick = 0
  var saving = Saving()
  var same: Saving?
}

private final class Root: Codable, Ticking {
  var tick = 0
  var total = 0
  var child = Account()
}

/// A copy-on-write type that forgot its copy: all copies change at once.
private struct Forgetful: Encodable {
  private final class Storage {
    var values = [1]
  }
  private let storage = Storage()
  func append(_ value: Int) { storage.values.append(value) }
  func encode(to encoder: any Encoder) throws { try storage.values.encode(to: encoder) }
}

private struct Forgetfuls: Encodable, Ticking {
  var tick = 0
  var one = Forgetful()
  var copy: Forgetful?
}

/// A type with memory of its own, as a matrix has it.
private struct Matrix: Encodable {
  let cells = UnsafeMutableBufferPointer<Int>.allocate(capacity: 16)
  init() { cells.initialize(repeating: 0) }
  func encode(to encoder: any Encoder) throws { try Array(cells).encode(to: encoder) }
}

private final class Ledger: ManagedBuffer<Int, Int> {}

private struct Buffers: Encodable, Ticking {
  var tick = 0
  var matrix = Matrix()
  let buffer = Ledger.create(minimumCapacity: 4) { _ in 0 }

  enum CodingKeys: CodingKey { case tick, matrix, header }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    try container.encode(matrix, forKey: .matrix)
    try container.encode(buffer.header, forKey: .header)
  }
}

/// The tick is not in it, so that many steps change nothing but the object.
private struct Quiet: Encodable {
  var account = Account()
  var padding = Array(repeating: "padding", count: 40)
}

extension HostileStates {
  static let inPlace: [Specimen] = [
    .codable("inplace-class-in-struct") {
      Bank()
    } _: {
      $0.tick = $1.step
      $0.account.balance += $1.amount
    },
    .codable("inplace-nothing-else-changes") {
      Quiet()
    } _: {
      $0.account.balance += $1.amount
    },
    .codable("inplace-seldom") {
      Quiet()
    } _: {
      if $1.step % 40 == 0 { $0.account.balance += $1.amount }
      if $1.step % 2 == 0 { $0.padding[$1.step % 40] = "changed \($1.amount)" }
    },
    .codable("inplace-one-of-500") {
      Bankers()
    } _: {
      $0.tick = $1.step
      $0.accounts[$1.amount % 500].balance += $1.amount
      if $1.step % 20 == 0 { $0.best = $0.accounts[$1.step] }
      $0.best?.owner += "!"
    },
    .codable("inplace-subclass-and-super") {
      Heirs()
    } _: {
      $0.tick = $1.step
      $0.saving.balance += $1.amount
      if $1.step % 3 == 0 { $0.saving.history.append($1.step) }
      if $1.step == 50 { $0.same = $0.saving }
      $0.same?.rate += 0.25
    },
    .codable("inplace-state-is-the-class") {
      Root()
    } _: {
      $0.tick = $1.step
      $0.total += $1.amount
      $0.child.balance -= $1.amount
    },
    .codable("inplace-between-steps") {
      Bank()
    } meanwhile: {
      $0.account.balance += $1.amount
      if $1.step % 10 == 0 { $0.account.owner = "owner \($1.step)" }
    } _: {
      $0.tick = $1.step
    },
    .codable("inplace-copies-that-share") {
      Forgetfuls()
    } _: {
      $0.tick = $1.step
      if $1.step == 30 { $0.copy = $0.one }
      $0.one.append($1.amount)
    },
    .codable("inplace-own-memory") {
      Buffers()
    } _: {
      $0.tick = $1.step
      $0.matrix.cells[$1.amount % 16] += $1.step
      $0.buffer.header += 1
    },
  ]
}
