import Dispatch
import Foundation
import Synchronization

private final class Leaf: Sendable {}

private func libraries() -> Int {
  nonisolated(unsafe) var count = 0
  return withUnsafeMutablePointer(to: &count) { pointer in
    _ = brLibraries(
      { _, _, data in
        data?.assumingMemoryBound(to: Int.self).pointee += 1
        return 0
      }, pointer)
    return pointer.pointee
  }
}

private func text(_ path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 200_000)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes.prefix(count), as: UTF8.self)
}

private func append(_ count: Int, _ body: @escaping @Sendable (Int) -> Double) -> [Double] {
  let row = Mutex([Double]())
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let value = body(index)
    row.withLock { $0.append(value) }
  }
  return row.withLock(\.self)
}

extension Specimen {
  /// Addresses, hashes, the process and the machine, by unusual routes.
  static let breakMemory: [Specimen] = [
    .desk("br-queue-name", .addresses) { desk, _ in
      desk.answers.append(asked(OperationQueue().name) ?? "")
    },
    .desk("br-thread-description", .addresses) { desk, _ in
      desk.answers.append(asked(Thread.current.description))
    },
    .desk("br-object-description", .addresses) { desk, _ in
      desk.answers.append(asked(NSObject().description))
    },
    .desk("br-object-hash", .addresses, .hashing) { desk, _ in
      desk.total = asked(NSObject().hash)
    },
    .desk("br-pthread-self", .addresses) { desk, _ in
      desk.total = Int(bitPattern: asked(pthread_self()))
    },
    .desk("br-auxiliary-pointer", .addresses) { desk, _ in
      desk.total = Int(asked(brAuxiliary(25)))
    },
    .desk("br-set-of-identifiers", .hashing, .addresses) { desk, _ in
      let leaves = (0..<12).map { _ in Leaf() }
      let places = Dictionary(
        uniqueKeysWithValues: leaves.enumerated().map { (ObjectIdentifier($1), $0) })
      desk.answers.append(asked(places.values.map(String.init).joined(separator: " ")))
    },
    .desk("br-nsdictionary-keys", .hashing) { desk, _ in
      let table = NSDictionary(
        dictionary: Dictionary(uniqueKeysWithValues: brWords.map { ($0, $0.count) }))
      desk.answers.append(asked(table.allKeys.map { "\($0)" }.joined(separator: " ")))
    },
    .desk("br-mirror-of-set", .hashing) { desk, _ in
      desk.answers.append(
        asked(Mirror(reflecting: Set(brWords)).children.map { "\($0.value)" }.joined()))
    },
    .desk("br-dump-of-dictionary", .hashing) { desk, _ in
      var text = ""
      _ = asked(dump(Dictionary(uniqueKeysWithValues: brWords.map { ($0, $0.count) }), to: &text))
      desk.answers.append(text)
    },
    .desk("br-json-serialization", .hashing) { desk, _ in
      let table = Dictionary(uniqueKeysWithValues: brWords.map { ($0, $0.count) })
      let data = asked(try? JSONSerialization.data(withJSONObject: table))
      desk.answers.append(String(decoding: data ?? Data(), as: UTF8.self))
    },
    .desk("br-two-sets", .hashing) { desk, _ in
      for word in Set(brWords) { desk.total += word.count }
      let rest = Set(brWords).sorted()
      desk.answers.append(asked(Set(rest).reduce("") { $0 + $1 }))
      desk.notes = Set(desk.notes).sorted()
    },
    .desk("br-tie-of-set", .hashing) { desk, _ in
      desk.answers.append(
        asked(Set((0..<400).map { "word \($0 + 100)" }).min { $0.count < $1.count }) ?? "")
    },
    .desk("br-libraries-loaded", .environment, between: .clock(-1)) { desk, _ in
      desk.total = asked(libraries())
    },
    .desk("br-preload-variable", .environment, between: .clock(-1)) { desk, _ in
      desk.flags["preloaded"] = asked(getenv("LD_PRELOAD")) != nil
    },
    .desk("br-preload-by-process-info", .environment, between: .clock(-1)) { desk, _ in
      desk.flags["preloaded"] = asked(ProcessInfo.processInfo.environment["LD_PRELOAD"]) != nil
    },
    .desk("br-preload-in-environ", .environment, between: .clock(-1)) { desk, _ in
      var place = asked(environ)
      while let entry = place.pointee {
        if strncmp(entry, "LD_", 3) == 0 { desk.flags["preloaded"] = true }
        place += 1
      }
    },
    .desk("br-preload-in-maps", .environment, between: .clock(-1)) { desk, _ in
      let lines = asked(text("/proc/self/maps")).split(separator: "\n")
      desk.total =
        Set(lines.filter { $0.hasSuffix(".so") }.map { $0.split(separator: " ").last })
        .count
    },
    .desk("br-proc-environ", .environment, between: .environment(["ZOO_REGION": "eu"])) { desk, _ in
      let entries = asked(text("/proc/self/environ")).split(separator: "\0")
      desk.answers.append(String(entries.first { $0.hasPrefix("ZOO_REGION") } ?? "none"))
    },
    .desk("br-environ-direct", .environment, between: .environment(["ZOO_REGION": "eu"])) {
      desk, _ in
      var place = asked(environ)
      while let entry = place.pointee {
        if strncmp(entry, "ZOO_REGION=", 11) == 0 { desk.answers.append(String(cString: entry)) }
        place += 1
      }
    },
    .desk("br-variables-sorted", .environment, between: .environment(["AAA_ZOO": "1"])) {
      desk, _ in
      desk.answers.append(asked(ProcessInfo.processInfo.environment.keys.sorted().first) ?? "")
    },
    .desk(
      "br-variables-with-t", .environment,
      between: .environment(["TZ": "UTC", "T1": "", "T2": ""], ["TZ": "UTC"])
    ) { desk, _ in
      desk.total =
        asked(ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("T") }).count
    },
    .desk("br-free-memory", .environment) { desk, _ in
      desk.total = asked(sysconf(Int32(_SC_AVPHYS_PAGES)))
    },
    .desk("br-load", .environment) { desk, _ in
      var loads: [Double] = [0, 0, 0]
      _ = asked(getloadavg(&loads, 3))
      desk.readings += loads
    },
    .desk(
      "br-processor-now", .scheduling, .environment, script: Script(60, asks: Array(5...56)),
      first: .atMost(56)
    ) { desk, _ in
      brThread()
      desk.total += Int(asked(brProcessor()))
    },
    .desk("br-session-id", .environment) { desk, _ in
      desk.total = Int(asked(getpgrp())) * 2 + Int(asked(getppid()))
    },
    .desk(
      "br-sum-of-threads", .scheduling, script: Script(24, asks: Array(5...20)), first: .atMost(20)
    ) { desk, number in
      let row = asked(
        append(200) { index in
          (0..<300).reduce(0) { $0 + sin(Double($1)) } * 0 + pow(10, Double(index % 7))
            / Double(index + number)
        })
      desk.readings.append(row.reduce(0, +))
    },
    .desk(
      "br-threads-beside-uuid", .scheduling, script: Script(24, asks: Array(5...20)),
      first: .atMost(20)
    ) { desk, number in
      let lot = UUID()
      let row = asked(append(64) { Double($0) + (1...400).reduce(0) { $0 + sin(Double($1)) } * 0 })
      desk.answers.append(row.map { "\(Int($0))" }.joined(separator: " "))
      _ = lot
    },
    .desk("br-beyond-double", .random) { desk, _ in
      desk.total = (1 << 60) + asked(Int.random(in: 0..<100))
    },
    .desk("br-negative-zero", .random, script: Script(20, asks: Array(5...18)), first: .atMost(18))
    {
      desk, _ in
      desk.readings.append(asked(Bool.random()) ? 0.0 : -0.0)
    },
    .desk("br-composed", .random, script: Script(20, asks: Array(5...18)), first: .atMost(18)) {
      desk, _ in
      desk.answers.append(asked(Bool.random()) ? "caf\u{e9}" : "cafe\u{301}")
    },
    .desk("br-composed-key", .random, script: Script(20, asks: Array(5...18)), first: .atMost(18)) {
      desk, number in
      desk.flags[(asked(Bool.random()) ? "caf\u{e9}" : "cafe\u{301}") + "\(number)"] = true
    },
    .desk("br-after-nul", .random, script: Script(20, asks: Array(5...18)), first: .atMost(18)) {
      desk, _ in
      desk.answers.append("a\u{0}" + (asked(Bool.random()) ? "b" : "c"))
    },
    .desk("br-last-digit", .random, script: Script(20, asks: Array(5...18)), first: .atMost(18)) {
      desk, _ in
      desk.readings.append(asked(Bool.random()) ? 0.1 : (0.1).nextUp)
    },
    .desk("br-last-digit-of-hidden", .hiddenState, beforehand: { setenv("ZOO_UP", "1", 1) }) {
      desk, _ in
      desk.readings.append(asked(getenv("ZOO_UP")) == nil ? 0.1 : (0.1).nextUp)
    },
    .desk("br-nothing-left-of-input", .environment) { desk, _ in
      desk.total = Int(asked(lseek(0, 0, SEEK_CUR)))
    },
  ]
}
