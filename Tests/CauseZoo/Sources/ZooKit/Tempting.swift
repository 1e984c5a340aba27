import Foundation
import Synchronization

private func read(_ path: String) -> String? {
  guard let file = asked(fopen(path, "r")) else { return nil }
  defer { fclose(file) }
  var bytes = [CChar](repeating: 0, count: 4096)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

private func line(_ prefix: String, of path: String) -> String {
  let lines = asked(read(path))?.split(separator: "\n") ?? []
  return String(lines.first { $0.hasPrefix(prefix) } ?? "")
}

private func folder() -> String {
  getenv("ZOO_FILES").map { String(cString: $0) } ?? "/nonexistent"
}

/// Adds to a file; how long it was before.
private func append(_ text: String, to path: String) -> Int {
  guard let file = fopen(path, "a") else { return -1 }
  defer { fclose(file) }
  fseek(file, 0, SEEK_END)
  let length = asked(ftell(file))
  fputs(text, file)
  return length
}

private let visits = Mutex(0)
private let owner = Mutex<String?>(nil)
private let builds = (app: "100", host: "101")

extension Specimen {
  /// Faults of which something is changed by an experiment that is meant for another fault.
  static let tempting: [Specimen] = [
    .desk(
      "reads-hashing-variable", .environment,
      between: .environment(["SWIFT_DETERMINISTIC_HASHING": "1"])
    ) { desk, _ in
      desk.flags["stable"] = asked(getenv("SWIFT_DETERMINISTIC_HASHING")) != nil
    },
    .desk(
      "hashing-variable-and-hash", .environment, .hashing,
      between: .environment(["SWIFT_DETERMINISTIC_HASHING": "1"])
    ) { desk, _ in
      desk.answers = asked(Array(Set(["oak", "ash", "elm", "fir", "yew", "box", "bay"])))
    },
    .desk("seconds-of-a-file", .environment, between: .files(["files/a": ""], ["files/a": ""])) {
      desk, _ in
      // The file was written when the machine was made ready; it is as old as the run.
      var facts = stat()
      _ = asked(stat(folder() + "/a", &facts))
      desk.readings.append(Double(facts.st_mtim.tv_sec) + Double(facts.st_mtim.tv_nsec) / 1e9)
    },
    .desk(
      "grows-with-each-run", .environment, between: .files(["files/log": "x"], ["files/log": ""])
    ) {
      desk, _ in
      desk.total += append("line\n", to: folder() + "/log") + 1
    },
    .desk("context-switches", .environment) { desk, _ in
      desk.answers.append(line("ctxt", of: "/proc/stat"))
    },
    .desk("newest-process", .environment) { desk, _ in
      desk.total =
        Int(asked(read("/proc/loadavg"))?.split(whereSeparator: \.isWhitespace).last ?? "") ?? 0
    },
    .desk("boot-time-and-now", .clock) { desk, _ in
      desk.readings.append(
        Double(asked(read("/proc/uptime"))?.split(separator: " ").first ?? "") ?? 0)
    },
    .desk("memory-map", .environment, .addresses) { desk, _ in
      desk.answers.append(
        String(asked(read("/proc/self/maps"))?.split(separator: "\n").first ?? ""))
    },
    .desk("resident-memory", .environment) { desk, _ in
      desk.answers.append(line("VmRSS", of: "/proc/self/status"))
    },
    .desk("voluntary-switches", .environment, .scheduling, first: .sometimes(5)) { desk, _ in
      desk.answers.append(line("nonvoluntary_ctxt", of: "/proc/self/status"))
    },
    .desk("page-faults", .environment) { desk, _ in
      var usage = rusage()
      _ = asked(getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage))
      desk.total = usage.ru_minflt
    },
    .desk("parent-command", .environment) { desk, _ in
      desk.answers.append(asked(read("/proc/\(getppid())/comm")) ?? "")
    },
    .desk(
      "another-build-and-variable", .environment, between: .environment(["ZOO_REGION": "eu"]),
      builds: builds
    ) { desk, _ in
      desk.answers.append(asked(getenv("ZOO_REGION")).map { String(cString: $0) } ?? "none")
    },
    .desk("another-build-and-hash", .hashing, builds: builds) { desk, _ in
      desk.answers = asked(Array(Set(["oak", "ash", "elm", "fir", "yew", "box", "bay"])))
    },
    .desk("another-build-and-day", .clock, between: .clock(-3 * 86_400), builds: builds) {
      desk, _ in
      desk.answers.append(plainFormatter("EEEE").string(from: asked(Date())))
    },
    .desk(
      "another-build-and-visits", .hiddenState, builds: builds,
      beforehand: { visits.withLock { $0 = 4 } }
    ) { desk, _ in
      desk.total = visits.withLock { visits in
        visits += 1
        return asked(visits)
      }
    },
    .desk(
      "same-build-and-file", .environment, between: .files(["files/a": "1"], ["files/a": "2"]),
      builds: ("100", "100")
    ) { desk, _ in
      desk.answers.append(asked(read(folder() + "/a")) ?? "")
    },
    .desk("zone-as-a-tag", .environment, .timeZone, between: .environment(["TZ": "Asia/Tokyo"])) {
      desk, _ in
      // The variable is a setting here; no date is made by it.
      desk.answers.append("office " + (asked(getenv("TZ")).map { String(cString: $0) } ?? ""))
    },
    .desk("name-or-uuid", .hiddenState, beforehand: { owner.withLock { $0 = "user-7" } }) {
      desk, _ in
      desk.answers.append(asked(owner.withLock(\.self)) ?? UUID().uuidString)
    },
    // More than a host opens for itself.
    .desk(
      "opened-files", .hiddenState,
      beforehand: { for _ in 0..<9 { _ = open("/dev/null", O_RDONLY) } }
    ) {
      desk, _ in
      desk.total = Int(asked(dup(0)))
    },
  ]
}
