import Foundation

// Key paths and closures: as parts of a state that is not encoded, and as what an encoding calls.

private final class Source {
  var number = 0
  var names = ["a", "b", "c"]
  subscript(words: [String]) -> Int { words.count + number }
}

private struct Paths: Ticking {
  var tick = 0
  var plain: KeyPath<Source, Int> = \.number
  var partial: PartialKeyPath<Source> = \.names[1]
  var any: AnyKeyPath = \Source.names.count
  var writable: ReferenceWritableKeyPath<Source, Int>? = \.number
  var table: [AnyKeyPath: Int] = [\Source.number: 1]
}

private struct Reader: Encodable, Ticking {
  var tick = 0
  let source = Source()
  var path: KeyPath<Source, Int> = \.number

  enum CodingKeys: CodingKey { case tick, read }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    try container.encode(source[keyPath: path], forKey: .read)
  }
}

private struct Calls: Ticking {
  var tick = 0
  var plain: () -> Void = {}
  var taking: (Int, String) throws -> [Int] = { number, _ in [number] }
  var waiting: @Sendable (Int) async -> Int = { $0 + 1 }
  var bare: @convention(c) (Int) -> Int = { $0 * 2 }
  var maybe: (() -> Calls?)?
  var listed: [() -> Int] = []
  var named: [String: (Int) -> Int] = ["negate": { -$0 }]
  var tuple: (call: () -> Void, count: Int) = ({}, 1)
  var type: Any.Type = Int.self
}

/// A value whose encoding calls a closure, which knows a variable of its own.
private struct Called: Encodable, Ticking {
  var tick = 0
  let count: () -> Int
  let add: (Int) -> Void

  init() {
    var total = 0
    count = { total }
    add = { total += $0 }
  }

  enum CodingKeys: CodingKey { case tick, count }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // The tick is not encoded at every step, so that now and then only the variable changes.
    try container.encode(tick / 2 * 2, forKey: .tick)
    try container.encode(count(), forKey: .count)
  }
}

private struct Computed<Value: Encodable>: Encodable {
  let get: () -> Value
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(get())
  }
}

private struct Computeds: Encodable, Ticking {
  var tick = 0
  var parts: [Computed<[String: Int]>] = []
}

private final class Handlers {
  var all: [() -> Void] = []
}

private enum Asking {
  case ask(() -> Void)
  case later(@Sendable (Int) async throws -> Void, path: KeyPath<Source, Int>)
}

extension HostileStates {
  static let callables: [Specimen] = [
    .reflected("keypath-fields") {
      Paths()
    } _: {
      $0.tick = $1.step
      $0.partial = $1.step % 2 == 0 ? \.names[$1.step % 3] : \.number
      $0.table[\Source.names[$1.step % 3]] = $1.amount
    },
    .reflected("keypath-with-captured-words") {
      Paths()
    } _: {
      $0.tick = $1.step
      $0.plain = \.[["\($1.amount)", "x"]]
      $0.any = \Source.[Array(repeating: "y", count: $1.step % 5)]
    },
    .codable("keypath-read-when-encoded", .encoder, Traits(ticks: false)) {
      Reader()
    } _: {
      if $1.step % 2 == 0 { $0.tick = $1.step }
      $0.source.number += $1.amount
      if $1.step == 100 { $0.path = \.[["a", "b", "c"]] }
    },
    .action("keypath-action") { move in
      Asking.later({ _ in }, path: move.step % 2 == 0 ? \.number : \.[["\(move.step)"]])
    },
    .reflected("closure-fields") {
      Calls()
    } _: { calls, move in
      calls.tick = move.step
      let copy = calls
      calls.maybe = { copy }
      calls.listed.append { move.amount }
      calls.named["add"] = { $0 + move.amount }
      calls.type = move.step % 2 == 0 ? (any Hashable).self : [Calls].self
    },
    .codable("closure-called-when-encoded", .encoder, Traits(ticks: false)) {
      Called()
    } _: {
      $0.tick = $1.step
      $0.add($1.amount)
    },
    .codable("closure-behind-a-generic") {
      let source = Source()
      return Computeds(parts: (0..<4).map { part in Computed { ["\(part)": source.number] } })
    } _: { state, move in
      state.tick = move.step
      let source = Source()
      source.number = move.amount
      state.parts[move.step % 4] = Computed { ["\(move.step)": source.number] }
      source.number += 1
    },
    .action("closure-action") { move in Asking.ask { print(move.step) } },
    .reflected("closure-list-that-knows-itself") {
      Handlers()
    } _: { state, _ in
      let handlers = state
      handlers.all.append { _ = handlers.all.count }
    },
  ]
}
