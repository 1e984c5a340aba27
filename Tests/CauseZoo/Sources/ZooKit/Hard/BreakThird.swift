import Dispatch
import Foundation
import Synchronization

private let ids = Mutex(0)
private let account = Mutex<String?>(nil)
private let tongue = Mutex<String?>(nil)
private let bonus = Mutex(0)
private let noon = Date(timeIntervalSince1970: 1_767_528_000)

/// A weight whose fraction the decoder loses, which no step reads.
private struct Dull: Codable, Sendable {
  var weight = 0.0
  var total = 0
  var answers: [String] = []
  init() {}
  enum CodingKeys: CodingKey { case weight, total, answers }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    weight = (try container.decode(Double.self, forKey: .weight) * 10).rounded() / 10
    total = try container.decode(Int.self, forKey: .total)
    answers = try container.decode([String].self, forKey: .answers)
  }
}

/// The second step sets a weight that the coding loses; the sixth has a fault that has nothing to do with it.
private func dull(
  _ name: String, _ kinds: [Kind], origin: Int = 6, between: Between = Between(),
  beforehand: @escaping @Sendable () -> Void = {},
  _ fault: @escaping @Sendable (inout Dull) -> Void
) -> Specimen {
  Specimen(
    name, kinds, first: kinds.isEmpty ? .never : .at(6), origin: origin, between: between,
    initial: { Dull() }, actions: { Array(1...9) }, beforehand: beforehand
  ) { (state: inout Dull, number: Int) in
    switch number {
    case 2: state.weight = 1.2345
    case 6: fault(&state)
    default: state.total += number
    }
  }
}

/// Each action that asks takes the next number of a counter that begins with the process.
///
/// It is the same in each replay. The last one also has a fault.
private func numbered(
  _ name: String, _ kinds: Kind..., between: Between = Between(),
  _ fault: @escaping @Sendable (inout Desk) -> Void
) -> Specimen {
  Specimen(
    name, kinds, first: kinds.isEmpty ? .never : .at(8), origin: 8, between: between,
    initial: { Desk() }, actions: { Script(11, asks: [3, 5, 8]).actions }
  ) { (desk: inout Desk, action: DeskAction) in
    desk.work(action)
    guard case .ask(let number) = action else { return }
    desk.notes.append("id \(ids.withLock { $0 += 1; return $0 })")
    if number == 3 { fault(&desk) }
  }
}

private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

private func kept(_ path: String) -> String {
  if access(path, F_OK) != 0 {
    try? "\(UUID())".write(toFile: path, atomically: false, encoding: .utf8)
  }
  return text(path) ?? ""
}

extension Specimen {
  /// Something else beside the fault that an experiment changes, too.
  static let breakThird: [Specimen] = [
    dull(
      "br-lossy-beside-hidden", [.hiddenState], origin: 0, beforehand: { bonus.withLock { $0 = 5 } }
    ) { state in
      state.total += asked(bonus.withLock(\.self))
    },
    dull("br-lossy-beside-clock", [.clock]) { state in
      state.answers.append("\(asked(Date().timeIntervalSince1970))")
    },
    dull("br-lossy-beside-uuid", [.random]) { state in
      state.answers.append(asked(UUID().uuidString))
    },
    dull("br-lossy-beside-hash", [.hashing]) { state in
      state.answers = asked(Array(Set(brWords)))
    },
    dull("br-lossy-beside-variable", [.environment], between: .environment(["ZOO_REGION": "eu"])) {
      state in
      state.answers.append(asked(getenv("ZOO_REGION")).map { String(cString: $0) } ?? "none")
    },
    dull(
      "br-lossy-beside-zone", [.timeZone],
      between: .environment(["TZ": "Asia/Tokyo"], ["TZ": "Europe/Berlin"])
    ) { state in
      state.total += asked(TimeZone.current.secondsFromGMT(for: noon))
    },
    dull(
      "br-lossy-beside-file", [.environment], between: .files(["files/a": "1"], ["files/a": "2"])
    ) { state in
      state.answers.append(asked(text(brFolder() + "/a")) ?? "")
    },
    dull("br-clean-lossy", []) { state in state.total += 100 },
    numbered("br-numbered-clock", .clock) { desk in
      desk.readings.append(asked(Date().timeIntervalSince1970))
    },
    numbered("br-numbered-uuid", .random) { desk in
      desk.answers.append(asked(UUID().uuidString))
    },
    numbered("br-numbered-hash", .hashing) { desk in
      desk.answers = asked(Array(Set(brWords)))
    },
    numbered("br-numbered-address", .addresses) { desk in
      desk.answers.append(asked("\(ObjectIdentifier(NSObject()))"))
    },
    numbered("br-numbered-variable", .environment, between: .environment(["ZOO_REGION": "eu"])) {
      desk in
      desk.answers.append(asked(getenv("ZOO_REGION")).map { String(cString: $0) } ?? "none")
    },
    numbered(
      "br-numbered-zone", .timeZone,
      between: .environment(["TZ": "Asia/Tokyo"], ["TZ": "Europe/Berlin"])
    ) { desk in
      desk.total += asked(TimeZone.current.secondsFromGMT(for: noon))
    },
    numbered(
      "br-numbered-day", .clock, between: .clock(-3 * 86_400)
    ) { desk in
      desk.answers.append(plainFormatter("EEEE").string(from: asked(Date())))
    },
    numbered(
      "br-numbered-file", .environment, between: .files(["files/a": "1"], ["files/a": "2"])
    ) { desk in
      desk.answers.append(asked(text(brFolder() + "/a")) ?? "")
    },
    numbered("br-numbered-locale", .locale, between: .environment(["LANG": "fr_FR.UTF-8"])) {
      desk in
      desk.answers.append(withLanguage { asked(dateByC("%A", 1_767_528_000)) })
    },
    numbered("br-clean-numbered") { desk in desk.total += 9 },
    .desk(
      "br-zone-of-account-or-current", .hiddenState,
      between: .environment(["TZ": "Asia/Tokyo"], ["TZ": "Europe/Berlin"]),
      beforehand: { account.withLock { $0 = "Asia/Tokyo" } }
    ) { desk, _ in
      let zone = asked(account.withLock(\.self)).flatMap(TimeZone.init(identifier:))
      desk.total += (zone ?? TimeZone.current).secondsFromGMT(for: noon)
    },
    .desk(
      "br-zone-of-file-or-current", .environment,
      between: {
        var between = Between.files(["files/zone": "Asia/Tokyo"], [:])
        between.record.environment["TZ"] = "Asia/Tokyo"
        between.verify.environment["TZ"] = "Europe/Berlin"
        return between
      }()
    ) { desk, _ in
      let zone = asked(text(brFolder() + "/zone")).flatMap(TimeZone.init(identifier:))
      desk.total += (zone ?? TimeZone.current).secondsFromGMT(for: noon)
    },
    .desk(
      "br-language-of-account-or-current", .hiddenState,
      between: .environment(["LANG": "fr_FR.UTF-8"], ["LANG": "de_DE.UTF-8"]),
      beforehand: { tongue.withLock { $0 = "dimanche" } }
    ) { desk, _ in
      desk.answers.append(
        asked(tongue.withLock(\.self)) ?? withLanguage { dateByC("%A", 1_767_528_000) })
    },
    .desk("br-id-in-a-file-named-by-time", .random, .environment, between: .files([:], [:])) {
      desk, _ in
      let name = "\(Int(Date().timeIntervalSince1970 * 1000))"
      desk.answers.append(keptByDice(brFolder() + "/" + name))
    },
    .desk("br-id-in-a-file-named-by-process", .random, .environment, between: .files([:], [:])) {
      desk, _ in
      desk.answers.append(asked(kept(brFolder() + "/\(getpid())")))
    },
    .desk("br-processor-beside-thread", .environment) { desk, _ in
      brThread()
      for _ in 0..<200 {
        usleep(50)
        desk.total = desk.total * 3 % 1_000_003 + Int(asked(brProcessor()))
      }
    },
    .desk("br-low-bit-of-address", .addresses, .memory, first: .sometimes(5)) { desk, number in
      let block = malloc(100)
      defer { free(block) }
      desk.total = asked(Int(bitPattern: block)) >> 4 & 7
    },
    .desk("br-order-of-objects", .addresses, .memory, first: .sometimes(5)) { desk, _ in
      let objects = (0..<6).map { _ in NSObject() }
      let order = asked(
        objects.indices.sorted {
          ObjectIdentifier(objects[$0]) < ObjectIdentifier(objects[$1])
        })
      desk.answers.append(order.map(String.init).joined())
    },
    .desk("br-clean-infinite") { desk, number in
      desk.readings.append(Double(number) / 3 * 1e300)
      desk.readings.append(Double.greatestFiniteMagnitude)
      desk.readings.append(.leastNonzeroMagnitude)
      desk.flags["\(number)"] = nil
    },
  ]
}

/// A file's text; if the file is not there, dice write it first.
private func keptByDice(_ path: String) -> String {
  if access(path, F_OK) != 0 {
    try? "\(asked(brDice()))".write(toFile: path, atomically: false, encoding: .utf8)
  }
  return text(path) ?? ""
}
