import Dispatch
import Foundation
import Synchronization

private let turns = Mutex(0)
private let bonus = Mutex(0.0)
private let pid = Mutex<Int?>(nil)
private let race = Mutex<String?>(nil)
private let digit = Mutex(0)
private let noon = Date(timeIntervalSince1970: 1_767_528_000)
private let files = Between.files(["files/a": "1"], ["files/a": "2"])

private struct Dull: Codable, Sendable {
  var weight = 0.0
  var count = 0
  init() {}
  enum CodingKeys: CodingKey { case weight, count }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    weight = (try container.decode(Double.self, forKey: .weight) * 10).rounded() / 10
    count = try container.decode(Int.self, forKey: .count)
  }
}

/// The fault is in the place whose fraction the coding would lose; in the replay it is carried, and not lost.
private func dull(
  _ name: String, _ kind: Kind, origin: Int = 6, between: Between = Between(),
  beforehand: @escaping @Sendable () -> Void = {}, _ fault: @escaping @Sendable () -> Double
) -> Specimen {
  Specimen(
    name, [kind], first: .at(6), origin: origin, between: between,
    initial: { Dull() }, actions: { Array(1...9) }, beforehand: beforehand
  ) { (state: inout Dull, number: Int) in
    switch number {
    case 2: state.weight = 1.2345
    case 6: state.weight += fault()
    default: state.count += number
    }
  }
}

/// A counter that begins with the process, the same in each replay, and a number from elsewhere make one flag.
private func parity(
  _ name: String, _ kind: Kind, origin: Int = 8, between: Between = Between(),
  beforehand: @escaping @Sendable () -> Void = {}, _ number: @escaping @Sendable () -> Int
) -> Specimen {
  Specimen(
    name, [kind], first: .at(8), origin: origin, between: between,
    initial: { Desk() }, actions: { Script(11, asks: [3, 8]).actions }, beforehand: beforehand
  ) { (desk: inout Desk, action: DeskAction) in
    desk.work(action)
    guard case .ask(let ask) = action else { return }
    let turn = turns.withLock {
      $0 += 1; return $0
    }
    if ask == 2 { desk.flags["even"] = (turn + number()).isMultiple(of: 2) }
  }
}

private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

private func entry(_ name: String) -> String? {
  var place = environ
  while let entry = place.pointee {
    if strncmp(entry, name + "=", name.utf8.count + 1) == 0 { return String(cString: entry) }
    place += 1
  }
  return nil
}

private let quiet = Between.environment(["TZ": "UTC"], ["TZ": "UTC"])
private func quietly(_ between: Between) -> Between {
  var between = between
  between.record.environment["TZ"] = "UTC"
  between.verify.environment["TZ"] = "UTC"
  return between
}

extension Specimen {
  /// Few outcomes, so that an experiment's other cause gives the recorded one, too.
  static let breakFourth: [Specimen] = [
    dull("br-same-place-hidden", .hiddenState, origin: 0, beforehand: { bonus.withLock { $0 = 5 } })
    {
      asked(bonus.withLock(\.self))
    },
    dull("br-same-place-variable", .environment, between: .environment(["ZOO_A": "3"])) {
      asked(getenv("ZOO_A")) == nil ? 1 : 3
    },
    dull("br-same-place-file", .environment, between: files) {
      Double(asked(text(brFolder() + "/a")) ?? "") ?? 0
    },
    dull("br-same-place-day", .clock, between: .clock(-3 * 86_400)) {
      Double(Int(asked(Date().timeIntervalSince1970)) / 86_400)
    },
    dull(
      "br-same-place-zone", .timeZone,
      between: .environment(["TZ": "Asia/Tokyo"], ["TZ": "Europe/Berlin"])
    ) {
      Double(asked(TimeZone.current.secondsFromGMT(for: noon)))
    },
    parity("br-parity-file", .environment, between: files) {
      Int(asked(text(brFolder() + "/a")) ?? "") ?? 0
    },
    parity("br-parity-variable", .environment, between: .environment(["ZOO_A": "3"])) {
      asked(getenv("ZOO_A")) == nil ? 0 : 1
    },
    parity("br-parity-environ", .environment, between: .environment(["ZOO_A": "3"])) {
      asked(entry("ZOO_A")) == nil ? 0 : 1
    },
    parity("br-parity-zone", .timeZone, between: .environment(["TZ": "Asia/Tokyo"], ["TZ": "UTC"]))
    {
      asked(TimeZone.current.secondsFromGMT(for: noon)) / 3600
    },
    parity("br-parity-day", .clock, between: .clock(-3 * 86_400)) {
      Int(asked(Date().timeIntervalSince1970)) / 86_400
    },
    parity("br-parity-hidden", .hiddenState, origin: 0, beforehand: { digit.withLock { $0 = 1 } }) {
      asked(digit.withLock(\.self))
    },
    parity(
      "br-parity-thread-dictionary", .hiddenState, origin: 0,
      beforehand: {
        Thread.current.threadDictionary["digit"] = 1
      }
    ) {
      asked(Thread.current.threadDictionary["digit"] as? Int) ?? 0
    },
    .desk("br-file-beside-zone", .environment, between: quietly(files)) { desk, _ in
      // GMT+12 would turn it as well.
      let number = Int(asked(text(brFolder() + "/a")) ?? "") ?? 0
      desk.flags["even"] =
        (number + TimeZone.current.secondsFromGMT(for: noon) / 43_200).isMultiple(of: 2)
    },
    .desk("br-variable-beside-zone", .environment, between: quietly(.environment(["ZOO_A": "3"]))) {
      desk, _ in
      let number = asked(getenv("ZOO_A")) == nil ? 0 : 1
      desk.flags["even"] =
        (number + TimeZone.current.secondsFromGMT(for: noon) / 43_200).isMultiple(of: 2)
    },
    .desk(
      "br-hidden-beside-zone", .hiddenState, between: quiet,
      beforehand: { digit.withLock { $0 = 1 } }
    ) { desk, _ in
      let number = asked(digit.withLock(\.self))
      desk.flags["even"] =
        (number + TimeZone.current.secondsFromGMT(for: noon) / 43_200).isMultiple(of: 2)
    },
    .desk(
      "br-thread-dictionary-beside-zone", .hiddenState, between: quiet,
      beforehand: {
        Thread.current.threadDictionary["digit"] = 1
      }
    ) { desk, _ in
      let number = asked(Thread.current.threadDictionary["digit"] as? Int) ?? 0
      desk.flags["even"] =
        (number + TimeZone.current.secondsFromGMT(for: noon) / 43_200).isMultiple(of: 2)
    },
    .desk(
      "br-hidden-beside-zone-elsewhere", .hiddenState,
      between: .environment(["TZ": "Asia/Tokyo"], ["TZ": "UTC"]),
      beforehand: { digit.withLock { $0 = 1 } }
    ) { desk, _ in
      // Tokyo is as far from Greenwich, by this measure: the zone has no part in it.
      let number = asked(digit.withLock(\.self))
      desk.total = number + TimeZone.current.secondsFromGMT(for: noon) / 43_200
    },
    .desk("br-process-or-hidden", .hiddenState, beforehand: { pid.withLock { $0 = 4711 } }) {
      desk, _ in
      desk.total = asked(pid.withLock(\.self)) ?? Int(getpid())
    },
    .desk(
      "br-race-or-hidden", .hiddenState, beforehand: { race.withLock { $0 = "3 1 2 0 4 5 6 7" } }
    ) { desk, _ in
      if let known = asked(race.withLock(\.self)) {
        desk.answers.append(known)
      } else {
        let row = Mutex([Int]())
        DispatchQueue.concurrentPerform(iterations: 8) { index in
          usleep(300)
          row.withLock { $0.append(index) }
        }
        desk.answers.append(row.withLock { $0.map(String.init).joined(separator: " ") })
      }
    },
    .desk(
      "br-order-or-hidden", .hiddenState,
      beforehand: {
        race.withLock { $0 = "yew oak ash elm fir box bay fig ivy may" }
      }
    ) { desk, _ in
      desk.answers.append(asked(race.withLock(\.self)) ?? Set(brWords).joined(separator: " "))
    },
    .desk(
      "br-order-or-file", .environment,
      between: .files(["files/o": "yew oak ash elm fir box bay fig ivy may"], [:])
    ) {
      desk, _ in
      desk.answers.append(asked(text(brFolder() + "/o")) ?? Set(brWords).joined(separator: " "))
    },
  ]
}
