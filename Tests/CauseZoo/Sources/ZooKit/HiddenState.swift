import Foundation
import Synchronization

/// State of the app that is in no store.
final class Shadow: Sendable {
  let number = Mutex(0)
  let text = Mutex("")
  let table = Mutex([String: Int]())
  let history = Mutex([Int]())
}

private let counter = Shadow()
private let firstRun = Shadow()
private let cache = Shadow()
private let undone = Shadow()
private let identifiers = Shadow()
private let tokens = Shadow()
private let flagged = Shadow()
private let draft = Shadow()
private let limits = Shadow()
private let retries = Shadow()
private let parity = Shadow()

private final class Settings: @unchecked Sendable {
  static let shared = Settings()
  lazy var theme: String = fallback
  var fallback = "light"
}

/// Values that are made when they are first used.
private enum Launch {
  static let date = asked(Date())
  static let isBeta = asked(getenv("ZOO_BETA")) != nil
}

private final class Lookup: @unchecked Sendable {
  static let shared = Lookup()
  private let prices = NSCache<NSString, NSNumber>()

  func price(_ name: String, _ live: Int) -> Int {
    if let known = prices.object(forKey: name as NSString) { return known.intValue }
    prices.setObject(NSNumber(value: live), forKey: name as NSString)
    return live
  }
}

extension Specimen {
  /// Reducers that use what the app did before it was recorded.
  static let hiddenState: [Specimen] = [
    .desk(
      "counter-begun-before", .hiddenState, beforehand: { counter.number.withLock { $0 += 40 } }
    ) {
      desk, _ in
      usedBelow()
      desk.total = counter.number.withLock { number in
        number += 1
        return asked(number)
      }
    },
    .desk("first-run-flag", .hiddenState, beforehand: { firstRun.number.withLock { $0 = 1 } }) {
      desk, _ in
      usedBelow()
      let isFirst = firstRun.number.withLock { number in
        defer { number += 1 }
        return asked(number) == 0
      }
      desk.flags["welcome \(desk.notes.count)"] = isFirst
    },
    .desk("cache-warm", .hiddenState, beforehand: { cache.table.withLock { $0["tea"] = 450 } }) {
      desk, number in
      usedBelow()
      let price = cache.table.withLock { table in
        if let known = asked(table["tea"]) { return known }
        table["tea"] = 500
        return 500
      }
      desk.total += price * number
    },
    .desk("cache-of-objects", .hiddenState, beforehand: { _ = Lookup.shared.price("tea", 4) }) {
      desk, _ in
      desk.total += asked(Lookup.shared.price("tea", desk.notes.count * 100))
    },
    .desk(
      "lazy-property", .hiddenState,
      beforehand: {
        Settings.shared.fallback = "dark"
        _ = Settings.shared.theme
        Settings.shared.fallback = "light"
      }
    ) { desk, _ in
      desk.answers.append(asked(Settings.shared.theme))
    },
    .desk("lazy-static-date", .clock, script: Script(30, asks: [22, 27])) { desk, _ in
      desk.readings.append(asked(Launch.date).timeIntervalSince1970)
    },
    .desk(
      "lazy-static-flag", .environment, .hiddenState,
      beforehand: {
        // Used once while the variable was there, as by a launch screen.
        setenv("ZOO_BETA", "1", 1)
        _ = Launch.isBeta
        unsetenv("ZOO_BETA")
      }
    ) { desk, _ in
      desk.flags["beta"] = asked(Launch.isBeta)
    },
    .desk(
      "cache-with-too-small-a-key", .hiddenState,
      beforehand: { cache.table.withLock { $0["page 1"] = 7 } }
    ) { desk, number in
      // The page is the key, and what was sought on it is not.
      usedBelow()
      desk.total += cache.table.withLock { table in
        if let known = asked(table["page \(number)"]) { return known }
        table["page \(number)"] = desk.notes.count
        return desk.notes.count
      }
    },
    .desk("undo-outside", .hiddenState, beforehand: { undone.history.withLock { $0 = [12, 15] } }) {
      desk, _ in
      desk.total = undone.history.withLock { history in asked(history.popLast()) ?? desk.total }
    },
    .desk(
      "other-store-takes-ids", .hiddenState, origin: 2,
      effect: { step in
        // A second store of the app draws from the same generator, and is not in this session.
        if step == 2 { identifiers.number.withLock { $0 += 3 } }
      }
    ) { desk, _ in
      usedBelow()
      let id = identifiers.number.withLock { number in
        number += 1
        return asked(number)
      }
      desk.answers.append("id \(id)")
    },
    .desk("tenant", .hiddenState, beforehand: { draft.text.withLock { $0 = "acme" } }) { desk, _ in
      desk.answers.append(draft.text.withLock { asked($0) })
    },
    .desk(
      "late-in-the-session", .hiddenState, script: Script(90, asks: [82]), origin: 60,
      effect: { step in
        if step == 60 { limits.number.withLock { $0 = 7 } }
      }
    ) { desk, _ in
      desk.total += limits.number.withLock { asked($0) }
    },
    .desk("parity-of-calls", .hiddenState, beforehand: { parity.number.withLock { $0 = 1 } }) {
      desk, number in
      usedBelow()
      let calls = parity.number.withLock { calls in
        calls += 1
        return asked(calls)
      }
      desk.flags["\(number)"] = calls.isMultiple(of: 2)
    },
    .desk(
      "environment-set-by-app", .hiddenState, .environment,
      beforehand: {
        setenv("ZOO_MODE", "fast", 1)
      }
    ) { desk, _ in
      desk.answers.append(asked(getenv("ZOO_MODE")).map { String(cString: $0) } ?? "slow")
    },
    .desk("c-rand-advanced", .hiddenState, beforehand: { (0..<5).forEach { _ in _ = rand() } }) {
      desk, _ in
      desk.total = Int(asked(rand()))
    },
    .desk(
      "locale-set-by-app", .hiddenState, .locale, between: .environment(["LC_ALL": "C.UTF-8"]),
      beforehand: { setlocale(LC_ALL, "C.UTF-8") }
    ) { desk, _ in
      desk.total = asked(mbstowcs(nil, "naïve", 0))
    },
  ]

  /// Reducers that read what an effect wrote, so that no action carries it.
  static let leaks: [Specimen] = [
    .desk(
      "effect-leaves-token", .hiddenState, script: Script(10, asks: [6, 9]), origin: 3,
      effect: {
        if $0 == 3 { tokens.text.withLock { $0 = "token-7" } }
      }
    ) { desk, _ in
      desk.answers.append(tokens.text.withLock { asked($0) })
    },
    .desk(
      "effect-sets-flag", .hiddenState, script: Script(12, asks: [10]), origin: 5,
      effect: {
        if $0 == 5 { flagged.number.withLock { $0 = 1 } }
      }
    ) { desk, _ in
      desk.flags["online"] = flagged.number.withLock { asked($0) } == 1
    },
    .desk(
      "effect-counts-retries", .hiddenState, script: Script(10, asks: [4, 8]), origin: 3,
      effect: {
        _ in retries.number.withLock { $0 += 1 }
      }
    ) { desk, _ in
      desk.total += retries.number.withLock { asked($0) }
    },
    .desk(
      "effect-writes-file", .hiddenState, .environment, script: Script(10, asks: [7]), origin: 4,
      between: .files([:], [:]),
      effect: { step in
        guard step == 4, let folder = getenv("ZOO_FILES") else { return }
        try? "saved".write(
          toFile: String(cString: folder) + "/draft.txt", atomically: false, encoding: .utf8)
      }
    ) { desk, _ in
      let path = (getenv("ZOO_FILES").map { String(cString: $0) } ?? "") + "/draft.txt"
      desk.answers.append(asked((try? String(contentsOfFile: path, encoding: .utf8)) ?? "no draft"))
    },
    .desk(
      "effect-changes-directory", .hiddenState, .environment, script: Script(9, asks: [6]),
      origin: 3, effect: { if $0 == 3 { chdir("/") } }
    ) { desk, _ in
      desk.answers.append(asked(FileManager.default.currentDirectoryPath))
    },
  ]
}
