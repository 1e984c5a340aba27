import Foundation
import Observation

// Actors, and observable classes that other threads change meanwhile. All of these apps are sound:
// each guards what its threads share.

/// A thread that works until the process ends.
private enum Background {
  static func start(_ body: @escaping @Sendable (Int) -> Void) {
    Thread {
      for round in 0... {
        body(round)
        if round % 64 == 0 { usleep(50) }
      }
    }.start()
  }
}

private actor Counter {
  var total = 0
  var history: [String] = []
  var partner: Counter?

  func add(_ amount: Int) {
    total += amount
    history.append("added \(amount)")
    if history.count > 60 { history.removeAll() }
  }

  func pair(_ other: Counter) { partner = other }
}

@MainActor private final class Screen {
  var title = "screen"
  var rows: [String] = []
  nonisolated init() {}
  func add(_ row: String) { rows.append(row) }
}

private actor Room: Encodable {
  let name = "room"
  private var guests: [Int] = []
  func enter(_ guest: Int) { guests.append(guest) }

  enum CodingKeys: CodingKey { case name }

  nonisolated func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
  }
}

private struct State<Part>: Ticking {
  var tick = 0
  var part: Part
}

extension State: Encodable where Part: Encodable {}

@Observable private final class Model {
  var count = 0
  var title = "a"
  var items: [String] = []
}

/// An observable class whose every use takes its lock.
@Observable private final class Guarded: @unchecked Sendable, Encodable {
  @ObservationIgnored private let lock = NSLock()
  @ObservationIgnored private var stored: [String] = ["a"]
  @ObservationIgnored private var table: [String: [Int]] = [:]
  @ObservationIgnored private var parts: [AnyObject] = []
  @ObservationIgnored private var last: String?

  var items: [String] {
    get {
      access(keyPath: \.items)
      return lock.withLock { stored }
    }
    set { withMutation(keyPath: \.items) { lock.withLock { stored = newValue } } }
  }

  func churn(_ round: Int) {
    lock.withLock {
      if round % 50 == 0 { stored = [] }
      stored.append(String(repeating: "x", count: 20 + round % 30))
      table["key \(round % 40)", default: []].append(round)
      if round % 90 == 0 { table = [:] }
      parts = (0..<(round % 8)).map { _ in NSObject() }
      last = round % 3 == 0 ? nil : String(repeating: "y", count: 17 + round % 5)
    }
  }

  func encode(to encoder: any Encoder) throws {
    let (items, table) = lock.withLock { (stored, self.table) }
    var container = encoder.unkeyedContainer()
    try container.encode(items)
    try container.encode(table)
  }
}

@Observable private final class Saved: Encodable {
  var count = 0
  var words = ["a"]
  enum CodingKeys: String, CodingKey { case _count = "count", _words = "words" }
}

private let crowd: Guarded = {
  let model = Guarded()
  Background.start { model.churn($0) }
  return model
}()

extension HostileStates {
  static let actors: [Specimen] = [
    .reflected("actor-busy", .none) {
      let counter = Counter()
      Task.detached { while true { await counter.add(3) } }
      return State(part: counter)
    } _: {
      $0.tick = $1.step
    },
    .reflected("actor-pair", .none) {
      let (one, other) = (Counter(), Counter())
      Task { await one.pair(other) }
      Task { await other.pair(one) }
      return State(part: [one, other])
    } _: { state, move in
      state.tick = move.step
      let counter = state.part[move.step % 2]
      Task { await counter.add(move.amount) }
    },
    .reflected("actor-main-from-a-thread", .none, Traits(stack: 1 << 20)) {
      State(part: Screen())
    } _: { state, move in
      state.tick = move.step
      let screen = state.part
      Task { @MainActor in screen.add("row") }
    },
    .codable("actor-encodable") {
      State(part: [Room()])
    } _: { state, move in
      state.tick = move.step
      let room = state.part[0]
      Task { await room.enter(move.amount) }
      if move.step % 10 == 0 { state.part.append(Room()) }
    },
    .reflected("actor-is-the-state", .none) {
      Counter()
    } _: { counter, move in
      let same = counter
      Task { await same.add(move.amount) }
    },
  ]

  static let observables: [Specimen] = [
    .reflected("observable-in-place") {
      State(part: Model())
    } _: {
      $0.tick = $1.step
      $0.part.count += $1.amount
      if $1.step % 4 == 0 { $0.part.items.append($0.part.title) }
      if $1.step % 6 == 0 { $0.part.title += "b" }
    },
    .codable("observable-encodable-in-place") {
      State(part: Saved())
    } _: {
      $0.tick = $1.step
      $0.part.count += $1.amount
      if $1.step % 4 == 0 { $0.part.words.append("\($1.amount)") }
    },
    .reflected("observable-guarded-churning", .none) {
      State(part: crowd)
    } _: {
      $0.tick = $1.step
      usleep(100)
    },
    .codable("observable-encodable-churning", .none) {
      State(part: crowd)
    } _: {
      $0.tick = $1.step
      usleep(100)
    },
    .reflected("observable-observed") {
      let model = Model()
      withObservationTracking {
        _ = model.count
      } onChange: {
      }
      return State(part: [model, model])
    } _: { state, move in
      state.tick = move.step
      let model = state.part[1]
      withObservationTracking {
        _ = model.items
      } onChange: {
        usleep(1)
      }
      model.items = ["\(move.amount)"]
      model.count += 1
    },
    .action("observable-action") { _ in crowd },
  ]
}
