import Foundation
import Recorder
import Synchronization

private let counted = Mutex(0)

private let names = ["Rome", "Oslo", "Bern", "Riga", "Lima", "Kyiv", "Male", "Doha"]

extension Specimen {
  /// Reducers with more than one fault.
  static let mixed: [Specimen] = [
    .desk("clock-and-hash", .clock, .hashing) { desk, _ in
      desk.readings.append(asked(Date().timeIntervalSince1970))
      desk.answers = asked(Array(Set(names)))
    },
    .desk("clock-then-hash", .clock, script: Script(14, asks: [4, 10])) { desk, number in
      if number == 1 {
        desk.readings.append(asked(Date().timeIntervalSince1970))
      } else {
        desk.answers = Array(Set(names))
      }
    },
    .desk("hash-then-random", .hashing, script: Script(14, asks: [4, 10])) { desk, number in
      if number == 1 {
        desk.answers = asked(Array(Set(names)))
      } else {
        desk.total = Int.random(in: 0..<1_000_000)
      }
    },
    .desk("random-and-locale", .random, .locale, between: .environment(["LANG": "fr_FR.UTF-8"])) {
      desk, _ in
      let day = asked(Int.random(in: 0..<100_000))
      desk.answers.append(withLanguage { asked(dateByC("%A %Y-%m-%d", day * 86_400)) })
    },
    .desk("clock-and-zone", .clock, .timeZone, between: .environment(["TZ": "Pacific/Kiritimati"]))
    {
      desk, _ in
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS"
      desk.notes.append(asked(formatter.string(from: Date())))
    },
    .desk("hash-and-address", .hashing, .addresses) { desk, _ in
      desk.answers = asked(Array(Set(names)))
      let bytes = malloc(100_000)
      defer { free(bytes) }
      desk.total = asked(Int(bitPattern: bytes))
    },
    .desk("clock-xor-random", .clock, .random) { desk, _ in
      let now = asked(Int(Date().timeIntervalSince1970 * 1000))
      desk.total = now ^ asked(Int.random(in: 0..<65_536))
    },
    .desk("variable-and-uuid", .environment, .random, between: .environment(["ZOO_REGION": "eu"])) {
      desk, _ in
      let region = asked(ProcessInfo.processInfo.environment["ZOO_REGION"]) ?? "none"
      desk.answers.append("\(region)-\(asked(UUID().uuidString.prefix(8)))")
    },
    .desk("hash-times-clock", .clock, .hashing) { desk, _ in
      var hasher = Hasher()
      hasher.combine(asked(Int(Date().timeIntervalSince1970 * 1000)))
      desk.total = asked(hasher.finalize())
    },
    .desk(
      "zone-and-locale", .timeZone, .locale,
      between: .environment(["TZ": "Pacific/Kiritimati", "LANG": "fr_FR.UTF-8"])
    ) { desk, _ in
      let noon = Date(timeIntervalSince1970: 1_767_528_000)
      desk.answers.append(withLanguage { asked(dateByC("%A", time_t(noon.timeIntervalSince1970))) })
      desk.total = asked(TimeZone.current.secondsFromGMT(for: noon))
    },
    .desk("hidden-and-random", .hiddenState, .random, beforehand: { counted.withLock { $0 = 9 } }) {
      desk, _ in
      desk.total = counted.withLock { counted in
        counted += 1
        return asked(counted)
      }
      desk.answers.append(asked(UUID().uuidString))
    },
    .desk(
      "file-and-clock", .environment, .clock,
      between: .files(["files/rate": "3"], ["files/rate": "4"])
    ) { desk, _ in
      let path = (getenv("ZOO_FILES").map { String(cString: $0) } ?? "") + "/rate"
      let rate = asked(try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      desk.answers.append("\(rate) at \(asked(Date().timeIntervalSince1970))")
    },
    .desk("input-and-random", .random) { desk, _ in
      desk.answers.append(Inputs.uuid().uuidString)
      desk.total = asked(Int.random(in: 0..<1_000_000_000))
    },
  ]
}
