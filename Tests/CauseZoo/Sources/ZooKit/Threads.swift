import Dispatch
import Foundation
import Recorder
import RecorderHost
import Synchronization

/// Runs a body several times at once, each on a thread of its own, and waits for all.
private func atOnce(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  let gate = DispatchSemaphore(value: 0)
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      gate.wait()
      body(index)
      group.leave()
    }
    asked(thread.start())
  }
  for _ in 0..<count { gate.signal() }
  group.wait()
}

private final class Held<Value: Sendable>: Sendable {
  let value: Mutex<Value>
  init(_ value: Value) { self.value = Mutex(value) }
  var now: Value { value.withLock(\.self) }
}

/// Some arithmetic that takes a while.
@inline(never)
private func work(_ amount: Int) -> Int {
  (0..<amount).reduce(1) { ($0 &* 31 &+ $1) % 1_000_003 }
}

/// What a body gives on a thread of its own.
private func elsewhere<Value: Sendable>(
  _ none: Value, _ body: @escaping @Sendable () -> Value
) -> Value {
  let held = Held(none)
  atOnce(1) { _ in
    let value = body()
    held.value.withLock { $0 = value }
  }
  return held.now
}

/// The same in a task that is nobody's child.
private func detached<Value: Sendable>(
  _ none: Value, _ body: @escaping @Sendable () -> Value
) -> Value {
  let held = Held(none)
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let value = body()
    held.value.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  return held.now
}

extension Specimen {
  /// Reducers whose threads race, so that the system's scheduler has a say.
  static let threads: [Specimen] = [
    .desk(
      "threads-append", .scheduling, script: Script(16, asks: Array(5...14)), first: .atMost(14)
    ) {
      desk, _ in
      let row = Held([Int]())
      let race: @Sendable (Int) -> Void = { index in
        _ = work(300 + index % 3)
        row.value.withLock { $0.append(index) }
      }
      asked(atOnce(12, race))
      desk.answers.append(row.now.map(String.init).joined(separator: " "))
    },
    .desk(
      "threads-last-writer", .scheduling, script: Script(24, asks: Array(5...22)),
      first: .atMost(22)
    ) { desk, _ in
      let last = Held(0)
      let race: @Sendable (Int) -> Void = { index in
        _ = work(500)
        last.value.withLock { $0 = index }
      }
      asked(atOnce(6, race))
      desk.total = last.now
    },
    .desk(
      "threads-lost-updates", .scheduling, script: Script(12, asks: Array(5...10)),
      first: .atMost(10)
    ) { desk, _ in
      let sum = Held(0)
      let race: @Sendable (Int) -> Void = { _ in
        for _ in 0..<3000 {
          let seen = sum.now
          sum.value.withLock { $0 = seen + 1 }
        }
      }
      asked(atOnce(4, race))
      desk.total = sum.now
    },
    .desk(
      "dispatch-concurrent", .scheduling, script: Script(16, asks: Array(5...14)),
      first: .atMost(14)
    ) { desk, _ in
      let row = Held([Int]())
      let race: @Sendable (Int) -> Void = { index in
        _ = work(200)
        row.value.withLock { $0.append(index) }
      }
      asked(DispatchQueue.concurrentPerform(iterations: 64, execute: race))
      desk.answers.append(row.now.map(String.init).joined(separator: " "))
    },
    .desk(
      "dispatch-queues", .scheduling, script: Script(16, asks: Array(5...14)), first: .atMost(14)
    ) {
      desk, _ in
      let row = Held([String]())
      let group = DispatchGroup()
      for name in ["red", "green", "blue", "white", "black"] {
        asked(DispatchQueue(label: name)).async(group: group) {
          for part in 0..<4 {
            _ = work(400)
            row.value.withLock { $0.append("\(name.prefix(2))\(part)") }
          }
        }
      }
      group.wait()
      desk.answers.append(row.now.joined(separator: " "))
    },
    .desk("first-of-two", .scheduling, script: Script(30, asks: Array(5...28)), first: .atMost(28))
    {
      desk, _ in
      let winner = Held(-1)
      let race: @Sendable (Int) -> Void = { index in
        _ = work(3000)
        winner.value.withLock { $0 = $0 < 0 ? index : $0 }
      }
      asked(atOnce(2, race))
      desk.flags["\(desk.flags.count)"] = winner.now == 0
    },
    .desk(
      "deadline-of-a-wait", .clock, .scheduling, script: Script(20, asks: Array(5...18)),
      first: .atMost(18)
    ) { desk, _ in
      // How many rounds fit into a millisecond.
      let end = DispatchTime.now() + .milliseconds(1)
      var rounds = 0
      while asked(DispatchTime.now()) < end { rounds += work(50) > 0 ? 1 : 0 }
      desk.total = rounds
    },
    .desk("thread-id", .environment, .addresses) { desk, _ in
      desk.total = Int(bitPattern: asked(pthread_self()))
    },
  ]

  /// Reducers that draw their inputs as they should, but where nobody records them.
  static let inputs: [Specimen] = [
    .desk("input-on-a-thread", .unrecordedInput, .random) { desk, _ in
      desk.total += asked(elsewhere(0) { Inputs.random(in: 0..<1_000_000_000) })
    },
    .desk("input-date-on-a-thread", .unrecordedInput, .clock) { desk, _ in
      desk.readings.append(asked(elsewhere(0) { Inputs.date().timeIntervalSince1970 }))
    },
    .desk("input-in-a-task", .unrecordedInput, .random) { desk, _ in
      desk.answers.append(asked(detached("") { Inputs.uuid().uuidString }))
    },
    .desk("input-on-a-queue", .unrecordedInput, .random) { desk, _ in
      let held = Held("")
      let queue = DispatchQueue(label: "ids")
      queue.async { held.value.withLock { $0 = Inputs.uuid().uuidString } }
      queue.sync {}
      desk.answers.append(asked(held.now))
    },
    .desk("input-one-of-two", .unrecordedInput, .random) { desk, _ in
      desk.total = Inputs.random(in: 0..<1000)
      desk.answers.append(asked(elsewhere("") { Inputs.uuid().uuidString }))
    },
    .desk(
      "inputs-too-many", .unrecordedInput, .environment,
      between: .environment([:], ["ZOO_DRAWS": "3"])
    ) { desk, _ in
      let draws = getenv("ZOO_DRAWS").flatMap { Int(String(cString: $0)) } ?? 1
      for _ in 0..<draws { desk.answers.append("\(asked(Inputs.random(in: 0..<1_000_000)))") }
    },
    .desk(
      "inputs-too-few", .unrecordedInput, .environment, between: .environment(["ZOO_DRAWS": "3"])
    ) { desk, _ in
      let draws = getenv("ZOO_DRAWS").flatMap { Int(String(cString: $0)) } ?? 1
      for _ in 0..<draws { desk.answers.append("\(asked(Inputs.random(in: 0..<1_000_000)))") }
    },
    .desk("input-beside-a-clock", .clock) { desk, _ in
      desk.readings.append(Inputs.date().timeIntervalSince1970)
      desk.readings.append(asked(Date().timeIntervalSince1970))
    },
  ]
}
