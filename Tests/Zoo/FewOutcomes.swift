import Foundation

/// Reducers that depend on chance with few outcomes, so that the recorded one sometimes recurs by
/// coincidence.
///
/// They draw from the system, which varies each time on purpose: nothing seeds it.
extension Zoo {
  static let fewOutcomes: [Specimen] = [2, 3, 7, 20, 50].flatMap(kinds) + noTwoTheSame

  private static func kinds(_ outcomes: Int) -> [Specimen] {
    numbers(outcomes) + hashes(outcomes) + processes(outcomes) + [
      .fewOutcomes("threads", outcomes, "scheduling") { pen, _ in
        pen.count = Gate.first(of: outcomes) == outcomes - 1 ? 1 : 0
      },
      .fewOutcomes("address", outcomes, "addresses") { pen, amount in
        pen.count = Box.page(of: amount) % outcomes == 0 ? 1 : 0
      },
      .fewOutcomes("address-and-hash", outcomes, "addresses", "hashing") { pen, amount in
        pen.count = Box.page(of: amount) % outcomes == 0 ? 1 : 0
        pen.text = Set((0..<outcomes).map { "name \($0) \(amount)" }).first ?? ""
      },
      .fewOutcomes(
        "counter-and-chance", outcomes, "hidden-state", "random", before: { Counter.total = 40 }
      ) { pen, _ in
        Counter.total += 1
        pen.count = Counter.total
        pen.text = Int.random(in: 0..<outcomes) == 0 ? "heads" : "tails"
      },
      .fewOutcomes("time", outcomes, "clock") { pen, amount in
        pen.count = (Int(Date().timeIntervalSince1970 * 1e6) + amount) % outcomes == 0 ? 1 : 0
      },
    ]
  }

  private static func numbers(_ outcomes: Int) -> [Specimen] {
    [
      .fewOutcomes("random-of", outcomes, "random") { pen, _ in
        pen.count = Int.random(in: 0..<outcomes)
      },
      .fewOutcomes("random-rarely", outcomes, "random") { pen, _ in
        pen.count = Int.random(in: 0..<outcomes) == 0 ? 1 : 0
      },
      .fewOutcomes("throws-rarely", outcomes, "random") { pen, amount in
        if Int.random(in: 0..<outcomes) == 0 { throw Unlucky() }
        pen.count = amount
      },
      .fewOutcomes("uuid-in-text", outcomes, "random") { pen, _ in
        pen.text = "parcel \(Int(UUID().uuid.15) % outcomes), on its way"
      },
    ]
  }

  private static func hashes(_ outcomes: Int) -> [Specimen] {
    [
      .fewOutcomes("hash-order", outcomes, "hashing") { pen, amount in
        pen.text = Set((0..<outcomes).map { "name \($0) \(amount)" }).first ?? ""
      },
      .fewOutcomes("hash-rarely", outcomes, "hashing") { pen, amount in
        let keys = Dictionary(uniqueKeysWithValues: (0..<outcomes).map { ("\($0) \(amount)", $0) })
        pen.count = keys.first?.value == 0 ? 1 : 0
      },
      .fewOutcomes("hash-value", outcomes, "hashing") { pen, amount in
        pen.count = "zebra \(amount)".hashValue % outcomes == 0 ? 1 : 0
      },
    ]
  }

  /// The system gives the number of the process: neither chance nor a clock.
  private static func processes(_ outcomes: Int) -> [Specimen] {
    [
      .fewOutcomes("process-in-text", outcomes, "unrecorded-input") { pen, _ in
        pen.text = "worker \(ProcessInfo.processInfo.processIdentifier % Int32(outcomes))"
      },
      .fewOutcomes("process-rarely", outcomes, "unrecorded-input") { pen, amount in
        let number = Int(ProcessInfo.processInfo.processIdentifier)
        pen.count = (number + amount) % outcomes == 0 ? 1 : 0
      },
    ]
  }

  private static let noTwoTheSame: [Specimen] = [
    .fewOutcomes("uuid-in-text", nil, "random") { pen, _ in
      pen.text = "parcel \(UUID().uuidString), on its way"
    },
    .fewOutcomes("process-in-text", nil, "unrecorded-input") { pen, _ in
      pen.text = "worker \(ProcessInfo.processInfo.processIdentifier)"
    },
    .fewOutcomes("process-number", nil, "unrecorded-input") { pen, _ in
      pen.count = Int(ProcessInfo.processInfo.processIdentifier)
    },
  ]

  private struct Unlucky: Error {}
}

extension Specimen {
  /// A reducer whose wild steps have few outcomes, with so many such steps that some usually differ.
  fileprivate static func fewOutcomes(
    _ kind: String, _ outcomes: Int?, _ cause: String, _ also: String...,
    before: @escaping @Sendable () -> Void = {},
    _ wild: @escaping @Sendable (inout Pen, Int) throws -> Void
  ) -> Specimen {
    let name = outcomes.map { "\(kind)-\($0)" } ?? "\(kind)-any"
    let wilds = (0..<max(4, outcomes ?? 0)).map(Visit.wild)
    var specimen = Specimen.of(
      name, cause, step: 0, Pen(), before: before, visits: [.calm(1), .calm(2)] + wilds
    ) { pen, visit in
      switch visit {
      case .calm(let amount): pen.count += amount
      case .wild(let amount): try wild(&pen, amount)
      }
    }
    (specimen.kind, specimen.outcomes, specimen.alsoCauses) = (kind, outcomes, also)
    return specimen
  }
}

/// The process counts outside the store.
private enum Counter {
  nonisolated(unsafe) static var total = 0
}

/// An object, used for its address in memory.
private final class Box {
  let number: Int
  init(_ number: Int) { self.number = number }

  /// The number of the memory page of a new object, and a number that is added to it.
  static func page(of number: Int) -> Int {
    let box = Box(number)
    return withExtendedLifetime(box) {
      Int(bitPattern: UInt(bitPattern: ObjectIdentifier(box)) >> 12) + box.number
    }
  }
}

/// Threads that begin together.
private final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var isOpen = false
  private var winner: Int?
  private var waiting = 0

  /// The thread that comes through first, of `count` threads.
  static func first(of count: Int) -> Int {
    let gate = Gate()
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread.detachNewThread {
        gate.pass(number)
        group.leave()
      }
    }
    gate.open(after: count)
    group.wait()
    return gate.winner ?? 0
  }

  private func pass(_ number: Int) {
    condition.lock()
    waiting += 1
    while !isOpen { condition.wait() }
    condition.unlock()
    // Long enough for another thread to come first.
    var sum = number
    for step in 0..<2000 { sum = sum &* 31 &+ step }
    condition.lock()
    if winner == nil { winner = sum == .min ? 0 : number }
    condition.unlock()
  }

  private func open(after count: Int) {
    while true {
      condition.lock()
      if waiting == count { break }
      condition.unlock()
      usleep(20)
    }
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }
}
