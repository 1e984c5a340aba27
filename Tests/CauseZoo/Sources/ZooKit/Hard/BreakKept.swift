import Dispatch
import Foundation
import Synchronization

private struct Ledger {
  var token = ""
  var seen = 0.0
  var lot = 0
}
private let ledger = Mutex(Ledger())
private let second = Mutex(Ledger())
private let table = Mutex([String: String]())
private let opening = Mutex<Double?>(nil)
private let other = Mutex<String?>(nil)
private let onward = Mutex<String?>(nil)
private let dial = Mutex(0)
private let shift = Mutex(0)
private let comma = Mutex<String?>(nil)
private let counted = Mutex(0)
private let handled = Mutex(0)
nonisolated(unsafe) private var key = pthread_key_t()
nonisolated(unsafe) private var heard = 0
private func counter() -> () -> Int {
  var number = 0
  return {
    number += 1
    return number
  }
}
nonisolated(unsafe) private let nextOne = counter()
nonisolated(unsafe) private var scale = 1.0

/// A number that is written in units which a static says.
private struct Scaled: Codable, Sendable {
  var weight = 0.0
  var answers: [String] = []
  init() {}
  enum CodingKeys: CodingKey { case weight, answers }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let read = try container.decode(Double.self, forKey: .weight)
    weight = scale == 1 ? read.rounded() : read
    answers = try container.decode([String].self, forKey: .answers)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(weight, forKey: .weight)
    try container.encode(answers, forKey: .answers)
  }
}

private let noon = Date(timeIntervalSince1970: 1_767_528_000)
private let quiet = Between.environment(["TZ": "UTC"], ["TZ": "UTC"])
private let english = Between.environment(["LANG": "en_US.UTF-8"], ["LANG": "en_US.UTF-8"])

private func kept(
  _ name: String, _ kind: Kind, asks: [Int] = [3, 5, 8], first: First? = nil, origin: Int = 3,
  shows: @escaping @Sendable (Desk) -> Bool = { _ in true },
  ask: @escaping @Sendable (inout Desk, Int) throws -> Void
) -> Specimen {
  .desk(
    name, kind, .hiddenState, script: Script((asks.last ?? 0) + 3, asks: asks),
    first: first ?? .at(asks.last ?? 0), origin: origin, shows: shows, ask: ask)
}

extension Specimen {
  /// Values that are carried outside the store, past others that change beside them.
  static let breakKept: [Specimen] = [
    kept("br-two-fields-of-one", .random) { desk, number in
      switch number {
      case 1: ledger.withLock { $0.token = asked(UUID().uuidString) }
      case 2: ledger.withLock { $0.seen = Date().timeIntervalSince1970 }
      default: desk.answers.append(ledger.withLock { $0.token })
      }
    },
    kept("br-two-keys-of-one-table", .random) { desk, number in
      switch number {
      case 1: table.withLock { $0["token"] = asked(UUID().uuidString) }
      case 2: table.withLock { $0["seen"] = "\(Date())" }
      default: desk.answers.append(table.withLock { $0["token"] ?? "" })
      }
    },
    kept("br-number-of-two-fields", .clock) { desk, number in
      switch number {
      case 1: second.withLock { $0.seen = asked(Date().timeIntervalSince1970) }
      case 2: second.withLock { $0.lot = Int.random(in: 0..<1_000_000) }
      default: desk.readings.append(second.withLock { $0.seen })
      }
    },
    kept("br-copied-on", .random) { desk, number in
      switch number {
      case 1: other.withLock { $0 = asked(UUID().uuidString) }
      case 2:
        let text = other.withLock(\.self)
        desk.flags["root"] = access("/", F_OK) == 0
        onward.withLock { $0 = text }
      default: desk.answers.append(onward.withLock(\.self) ?? "")
      }
    },
    kept("br-other-one-looked-at", .clock) { desk, number in
      switch number {
      case 1: opening.withLock { $0 = asked(Date().timeIntervalSince1970) }
      case 2: comma.withLock { $0 = UUID().uuidString }
      default:
        desk.flags["marked"] = comma.withLock(\.self) != nil
        desk.readings.append(opening.withLock(\.self) ?? 0)
      }
    },
    kept(
      "br-kept-coin", .random, first: .sometimes(8), shows: { $0.flags["lucky"] == true }
    ) { desk, number in
      switch number {
      case 1: dial.withLock { $0 = asked(Int.random(in: 0..<7)) }
      case 2: desk.flags["later"] = dial.withLock { $0 } >= 0 && Date() > Date.distantPast
      default: desk.flags["lucky"] = dial.withLock { $0 } == 0
      }
    },
    .desk(
      "br-counter-and-coin", .hiddenState, .random, beforehand: { counted.withLock { $0 = 40 } }
    ) { desk, _ in
      let count = counted.withLock { counted in
        counted += 1
        return asked(counted)
      }
      desk.total = count + asked(Int.random(in: 0..<3))
    },
    .desk(
      "br-thread-dictionary", .hiddenState,
      beforehand: {
        Thread.current.threadDictionary["user"] = "ada"
      }
    ) { desk, _ in
      desk.answers.append(asked(Thread.current.threadDictionary["user"] as? String) ?? "nobody")
    },
    .desk(
      "br-thread-specific", .hiddenState,
      beforehand: {
        pthread_key_create(&key, nil)
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: 7))
      }
    ) { desk, _ in
      desk.total = Int(bitPattern: asked(pthread_getspecific(key)))
    },
    .desk(
      "br-defaults-registered", .hiddenState, .environment,
      beforehand: {
        UserDefaults.standard.register(defaults: ["zoo-theme": "dark"])
      }
    ) { desk, _ in
      desk.answers.append(asked(UserDefaults.standard.string(forKey: "zoo-theme")) ?? "light")
    },
    .desk(
      "br-observer", .hiddenState,
      beforehand: {
        _ = NotificationCenter.default.addObserver(
          forName: Notification.Name("zoo-asked"), object: nil, queue: nil
        ) { _ in heard += 1 }
      }
    ) { desk, _ in
      NotificationCenter.default.post(name: Notification.Name("zoo-asked"), object: nil)
      desk.total = asked(heard)
    },
    .desk("br-closure-that-counts", .hiddenState, beforehand: { for _ in 0..<5 { _ = nextOne() } })
    { desk, _ in
      desk.total = asked(nextOne())
    },
    .desk("br-rounding-mode", .hiddenState, beforehand: { fesetround(0x800) }) { desk, number in
      desk.readings.append(asked((1...40).reduce(0.0) { $0 + 1 / Double($1 + number) }))
    },
    .desk(
      "br-default-zone", .hiddenState, .timeZone, between: quiet,
      beforehand: {
        NSTimeZone.default = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
      }
    ) { desk, _ in
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.dateFormat = "yyyy-MM-dd HH:mm"
      desk.answers.append(asked(formatter.string(from: noon)))
      if Culprit.isListing { NSTimeZone.resetSystemTimeZone() }
    },
    .desk(
      "br-hour-shifted", .hiddenState, between: quiet, beforehand: { shift.withLock { $0 = 1 } }
    ) { desk, _ in
      let hours = asked(shift.withLock(\.self))
      desk.total = (12 + TimeZone.current.secondsFromGMT(for: noon) / 3600 + hours) % 24
    },
    .desk(
      "br-hour-shifted-elsewhere", .hiddenState, .timeZone,
      between: .environment(["TZ": "Asia/Tokyo"], ["TZ": "Europe/Berlin"]),
      beforehand: { shift.withLock { $0 = 1 } }
    ) { desk, _ in
      let hours = asked(shift.withLock(\.self))
      desk.total = 12 + asked(TimeZone.current.secondsFromGMT(for: noon)) / 3600 + hours
    },
    .desk(
      "br-separator-set", .hiddenState, between: english,
      beforehand: { comma.withLock { $0 = "," } }
    ) { desk, _ in
      let mark = withLanguage { String(cString: localeconv().pointee.decimal_point) }
      desk.answers.append("1" + (asked(comma.withLock(\.self)) ?? mark) + "5")
    },
    .desk(
      "br-zone-set-by-effect", .hiddenState, .environment, origin: 3, between: quiet,
      effect: { step in
        if step == 3 && !Culprit.isListing {
          setenv("TZ", "Asia/Tokyo", 1)
          tzset()
        }
      }
    ) { desk, _ in
      var seconds = time_t(noon.timeIntervalSince1970)
      var parts = tm()
      _ = asked(localtime_r(&seconds, &parts))
      desk.answers.append("\(parts.tm_mday) \(parts.tm_hour):\(parts.tm_min)")
    },
    .desk(
      "br-own-handler", .hiddenState, beforehand: { handled.withLock { $0 = 20 } }
    ) { desk, _ in
      signal(SIGSEGV, SIG_DFL)
      desk.total = handled.withLock { handled in
        handled += 1
        return asked(handled)
      }
    },
    Specimen(
      "br-precision-of-a-static", [.hiddenState, .lossyCoding], first: .at(0), origin: 0,
      initial: {
        var state = Scaled()
        state.weight = 2.5
        return state
      }, actions: { Array(1...6) }, beforehand: { scale = 100 }
    ) { (state: inout Scaled, number: Int) in
      state.answers.append("\(number) of \(state.weight)")
    },
    .desk("br-umask", .hiddenState, .environment, beforehand: { umask(0o77) }) { desk, _ in
      let mask = asked(umask(0))
      umask(mask)
      desk.total = Int(mask)
    },
    .desk("br-signal-handler", .hiddenState, beforehand: { signal(SIGUSR2, SIG_IGN) }) { desk, _ in
      var old = sigaction()
      _ = asked(sigaction(SIGUSR2, nil, &old))
      desk.flags["ignored"] = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1
    },
    .desk(
      "br-strtok", .hiddenState,
      beforehand: {
        _ = strtok(strdup("one two three"), " ")
      }
    ) { desk, _ in
      desk.answers.append(asked(strtok(nil, " ")).map { String(cString: $0) } ?? "none")
    },
  ]
}
