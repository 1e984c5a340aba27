import Dispatch
import Foundation
import Synchronization

private let seen = Mutex([String: Int]())
private nonisolated(unsafe) var bell: Int32 = 0

private struct Odd: Codable, Sendable {
  var wide = Int.max
  var high = UInt64.max
  var float = Float.leastNonzeroMagnitude
  var decimal = Decimal(string: "12345678901234567890123456789.012345678") ?? 0
  var url = URL(string: "a%20b?c#d", relativeTo: URL(string: "https://e.org/f/"))
  var span = 1.5...2.5
  var days = Calendar(identifier: .gregorian)
  var zone = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
  var place = Locale(identifier: "de_CH")
  var parts = DateComponents(year: 2026, month: 2)
  var size = Measurement(value: 3.25, unit: UnitLength.meters)
  var index = IndexSet([1, 2, 5])
  var far = Date.distantFuture
  var keys = ["": 1, "a/b~c": 2, "$ref": 3, "caf\u{e9}": 4, "\u{0}": 5, "__proto__": 6, "0": 7]
  var lasts = Duration.nanoseconds(1_234_567_891)
  var results: [String] = []
}

extension Specimen {
  /// Sound reducers that look at the world, or do odd things, and come out the same.
  static let breakClean: [Specimen] = [
    .desk("br-clean-shuffled-and-sorted") { desk, _ in desk.answers = brWords.shuffled().sorted() },
    .desk("br-clean-coin-both-ways") { desk, number in
      desk.total += Bool.random() ? number * 2 : number + number
    },
    .desk("br-clean-dice") { desk, number in desk.total += Int(min(brDice(), 1)) * 0 + number },
    .desk("br-clean-ticks") { desk, number in
      let begin = brTicks()
      desk.flags["on"] = brTicks() > begin
    },
    .desk("br-clean-deadline") { desk, _ in
      let answer = DispatchSemaphore(value: 0)
      Thread { answer.signal() }.start()
      desk.flags["late"] = answer.wait(wallTimeout: .now() + 20) == .timedOut
    },
    .desk("br-clean-waits-for-the-clock") { desk, _ in
      let begin = Date()
      while Date().timeIntervalSince(begin) < 0.01 {}
      desk.total += 1
    },
    .desk("br-clean-chdir-and-back") { desk, _ in
      let here = FileManager.default.currentDirectoryPath
      chdir("/")
      desk.flags["root"] = access("etc", F_OK) == 0
      chdir(here)
    },
    .desk("br-clean-zone-set-inside") { desk, _ in
      let old = getenv("TZ").map { String(cString: $0) }
      setenv("TZ", "Asia/Tokyo", 1)
      tzset()
      var (seconds, parts) = (time_t(1_767_528_000), tm())
      localtime_r(&seconds, &parts)
      if let old { setenv("TZ", old, 1) } else { unsetenv("TZ") }
      tzset()
      desk.answers.append("\(parts.tm_hour):\(parts.tm_min)")
    },
    .desk("br-clean-scratch-file") { desk, number in
      let path = NSTemporaryDirectory() + UUID().uuidString
      try "text \(number)".write(toFile: path, atomically: true, encoding: .utf8)
      desk.answers.append(try String(contentsOfFile: path, encoding: .utf8))
      unlink(path)
    },
    .desk("br-clean-shell") { desk, _ in desk.answers.append(brShell("echo hello $((6 * 7))")) },
    .desk("br-clean-signal") { desk, _ in
      signal(SIGUSR1) { _ in bell += 1 }
      let before = bell
      raise(SIGUSR1)
      desk.total += Int(bell - before)
    },
    .desk("br-clean-own-segv-handler") { desk, number in
      let old = signal(SIGSEGV, SIG_DFL)
      seen.withLock { $0["n"] = number }
      desk.total += seen.withLock { $0["n"] ?? 0 }
      signal(SIGSEGV, old)
    },
    .desk("br-clean-much-output") { desk, number in
      for line in 0..<2000 { print("noise", line, Date()) }
      desk.total += number
    },
    .desk("br-clean-variable-not-used", between: .environment(["ZOO_REGION": "eu"])) {
      desk, number in
      let region = ProcessInfo.processInfo.environment["ZOO_REGION"]
      desk.total += region == "zz" ? 0 : number
    },
    .desk("br-clean-zone-not-used", between: .environment(["TZ": "Pacific/Kiritimati"])) {
      desk, _ in
      let zone = TimeZone.current
      desk.total += zone.secondsFromGMT() * 0 + 1
      desk.flags["some"] = !zone.identifier.isEmpty
    },
    .desk("br-clean-identity-as-key") { desk, _ in
      let objects = (0..<20).map { _ in NSObject() }
      var table: [ObjectIdentifier: Int] = [:]
      for (index, object) in objects.enumerated() { table[ObjectIdentifier(object)] = index }
      desk.total += objects.reduce(0) { $0 * 3 % 1001 + (table[ObjectIdentifier($1)] ?? 0) }
    },
    .desk("br-clean-last-of-threads") { desk, _ in
      let best = Mutex(0)
      for index in 0..<8 { brThread { best.withLock { $0 = max($0, index * 7 % 11) } } }
      desk.total += best.withLock(\.self)
    },
    .desk("br-clean-closes-input-copy") { desk, number in
      let copy = dup(0)
      close(copy)
      desk.total += number
    },
    .desk("br-clean-forks") { desk, number in
      desk.total += Int(brShell("exit 3; echo no").count) + number
    },
    .desk("br-clean-composed-texts") { desk, number in
      desk.answers.append(number == 1 ? "caf\u{e9}" : "cafe\u{301}")
      desk.flags["cafe\u{301}"] = true
      desk.readings.append(-0.0)
      desk.total = (1 << 60) + number
    },
    .desk("br-clean-throws-each-second") { desk, number in
      desk.total += number
      if number == 2 { throw CocoaError(.fileNoSuchFile) }
    },
    .desk("br-clean-nice") { desk, number in
      desk.total += getpriority(__priority_which_t(0), 0) > 100 ? 0 : number
    },
    Specimen(
      "br-clean-odd-values", [], first: .never, origin: 0, initial: { Odd() },
      actions: { Array(1...12) }
    ) { state, number in
      state.decimal += Decimal(number) / 7
      state.float += Float(number) / 3
      state.far.addTimeInterval(-0.001)
      state.index.insert(number * 3)
      state.lasts += .nanoseconds(number)
      state.results.append(
        "\(state.decimal) \(state.float) \(state.far.timeIntervalSince1970) \(state.lasts)")
      state.results.append("\(state.url?.absoluteString ?? "") \(state.size)")
    },
  ]
}
