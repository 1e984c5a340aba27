import Foundation
import Synchronization

private let drawn = Mutex<Int?>(nil)
private let hashed = Mutex<Bool?>(nil)
private let placed = Mutex<Bool?>(nil)
private let timed = Mutex<Bool?>(nil)
private let calls = Mutex(0)

/// One number for the whole life of the process, as an app draws its variant of an experiment.
private func variant() -> Int {
  drawn.withLock { drawn in
    if let drawn { return drawn }
    let number = asked(Int.random(in: 0..<10))
    drawn = number
    return number
  }
}

private func once(_ kept: borrowing Mutex<Bool?>, _ make: () -> Bool) -> Bool {
  kept.withLock { kept in
    if let kept { return kept }
    let value = make()
    kept = value
    return value
  }
}

extension Specimen {
  /// Reducers whose fault shows in one of many steps, or in one of many runs.
  static let rare: [Specimen] = [
    .desk(
      "each-fiftieth-step", .clock, script: Script(110, asks: Array(1...110)), first: .at(50),
      origin: 50
    ) { desk, number in
      desk.total += number % 7
      if number.isMultiple(of: 50) { desk.readings.append(asked(Date().timeIntervalSince1970)) }
    },
    .desk(
      "one-step-in-fifty", .random, script: Script(120, asks: Array(1...120)),
      first: .atMost(60), origin: 1,
      shows: { ["3", "4", "5"].contains($0.notes.first?.dropFirst(6).first.map(String.init)) }
    ) { desk, number in
      desk.total += number % 5
      if asked(Int.random(in: 0..<50)) == 0 { desk.notes.append("lucky \(number)") }
    },
    .desk(
      "one-run-in-ten", .random, script: Script(20, asks: [9, 15]), first: .sometimes(9),
      shows: { $0.flags["variant"] == true }
    ) { desk, _ in
      desk.flags["variant"] = variant() == 3
    },
    .desk(
      "one-hash-seed-in-ten", .hashing, script: Script(20, asks: [9, 15]), first: .sometimes(9),
      shows: { $0.flags["bucket"] == true }
    ) { desk, _ in
      desk.flags["bucket"] = once(hashed) { asked("user".hashValue) & 0xFFFF < 6554 }
    },
    .desk(
      "one-address-in-ten", .addresses, script: Script(20, asks: [9, 15]), first: .sometimes(9),
      shows: { $0.flags["page"] == true }
    ) { desk, _ in
      desk.flags["page"] = once(placed) {
        let bytes = malloc(400_000)
        defer { free(bytes) }
        return asked(Int(bitPattern: bytes) >> 12 & 0xFFF) < 410
      }
    },
    .desk(
      "one-moment-in-ten", .clock, script: Script(20, asks: [9, 15]), first: .sometimes(9),
      shows: { $0.flags["slot"] == true }
    ) { desk, _ in
      desk.flags["slot"] = once(timed) {
        asked(Int(Date().timeIntervalSince1970 * 1000)) % 100 < 10
      }
    },
    .desk(
      "only-with-many", .hashing, script: Script(160, asks: Array(1...160)), first: .at(128),
      origin: 128
    ) { desk, number in
      // The order is asked for once there are so many that a list is too long.
      desk.notes.append("note \(number % 32)")
      if desk.notes.count >= 128 { desk.answers = asked(Array(Set(desk.notes))) }
    },
    .desk("last-of-two-hundred", .random, script: Script(200, asks: [200])) { desk, _ in
      desk.answers.append(asked(UUID().uuidString))
    },
    .desk(
      "after-a-hundred-calls", .hiddenState, script: Script(150, asks: Array(1...150)),
      first: .at(60), origin: 0, beforehand: { calls.withLock { $0 = 40 } }
    ) { desk, number in
      usedBelow()
      let count = calls.withLock { calls in
        calls += 1
        return asked(calls)
      }
      desk.total += count >= 100 ? 2 : 1
      if number == 150 { desk.notes.append("end") }
    },
    .desk(
      "rare-and-small", .random, script: Script(60, asks: Array(20...49)), first: .atMost(49),
      origin: 20, shows: { $0.readings.isEmpty == false }
    ) { desk, number in
      if asked(Double.random(in: 0..<1)) < 0.03 { desk.readings.append(Double(number)) }
    },
  ]
}
