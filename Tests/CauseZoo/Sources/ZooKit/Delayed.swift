import Foundation
import Synchronization

private let stamp = Mutex<Date?>(nil)
private let ticket = Mutex<String?>(nil)
private let region = Mutex<String?>(nil)
private let order = Mutex<[String]>([])
private let zone = Mutex<Int?>(nil)
private let weekday = Mutex<String?>(nil)
private let address = Mutex<UInt?>(nil)
private let seed = Mutex<SplitMix?>(nil)
private let lot = Mutex<Int?>(nil)
private let process = Mutex<Int32?>(nil)

private func kept<Value: Sendable>(
  _ place: borrowing Mutex<Value?>, _ number: Int, _ make: () -> Value
) -> Value? {
  if number == 1 {
    let value = make()
    place.withLock { $0 = value }
    return nil
  }
  return place.withLock(\.self)
}

/// The first action that asks looks at the world and keeps it outside the store; the second shows it.
private func late(
  _ name: String, _ kind: Kind, asks: [Int] = [3, 8], between: Between = Between(),
  ask: @escaping @Sendable (inout Desk, Int) throws -> Void
) -> Specimen {
  .desk(
    name, kind, .hiddenState, script: Script((asks.last ?? 0) + 3, asks: asks),
    first: .at(asks.last ?? 0), origin: asks.first, between: between, ask: ask)
}

extension Specimen {
  /// Reducers that ask in one step and show it in another.
  static let delayed: [Specimen] = [
    late("late-date", .clock) { desk, number in
      guard let date = kept(stamp, number, { asked(Date()) }) else { return }
      desk.readings.append(date.timeIntervalSince1970)
    },
    late("late-day", .clock, between: .clock(-3 * 86_400)) { desk, number in
      guard let date = kept(stamp, number, { asked(Date()) }) else { return }
      desk.answers.append(plainFormatter("yyyy-MM-dd").string(from: date))
    },
    late("late-uuid", .random, asks: [2, 30]) { desk, number in
      guard let id = kept(ticket, number, { asked(UUID().uuidString) }) else { return }
      desk.answers.append(id)
    },
    late("late-generator", .random, asks: [4, 11]) { desk, number in
      if number == 1 {
        return seed.withLock { $0 = SplitMix(state: asked(.random(in: 0 ... .max))) }
      }
      desk.total = seed.withLock { Int(truncatingIfNeeded: $0?.next() ?? 0) } & 0xFFFF_FFFF
    },
    late("late-variable", .environment, between: .environment(["ZOO_REGION": "eu"])) {
      desk, number in
      let name = "ZOO_REGION"
      let live = { asked(ProcessInfo.processInfo.environment[name]) ?? "none" }
      guard let text = kept(region, number, live) else { return }
      desk.answers.append(text)
    },
    late("late-hash-order", .hashing, asks: [5, 20]) { desk, number in
      if number == 1 {
        return order.withLock { $0 = asked(Array(Set(["a", "b", "c", "d", "e", "f", "g"]))) }
      }
      desk.answers = order.withLock(\.self)
    },
    late("late-zone", .timeZone, between: .environment(["TZ": "Pacific/Kiritimati"])) {
      desk, number in
      let noon = Date(timeIntervalSince1970: 1_767_528_000)
      let live = { asked(TimeZone.current.secondsFromGMT(for: noon)) }
      guard let offset = kept(zone, number, live) else { return }
      desk.total += offset
    },
    late("late-weekday", .locale, between: .environment(["LANG": "fr_FR.UTF-8"])) {
      desk, number in
      let live = { withLanguage { asked(dateByC("%A", 1_767_528_000)) } }
      guard let text = kept(weekday, number, live) else { return }
      desk.answers.append(text)
    },
    late("late-address", .addresses) { desk, number in
      let live = { asked(UInt(bitPattern: ObjectIdentifier(plainFormatter("E")).hashValue)) }
      guard let place = kept(address, number, live) else { return }
      desk.answers.append(String(place, radix: 16))
    },
    late("late-process-id", .environment, asks: [1, 12]) { desk, number in
      guard let id = kept(process, number, { asked(getpid()) }) else { return }
      desk.total += Int(id)
    },
    late("late-lot", .random, asks: [6, 46]) { desk, number in
      guard let lot = kept(lot, number, { asked(Int.random(in: 0..<1_000_000)) }) else { return }
      desk.answers.append("lot \(lot)")
    },
  ]
}
