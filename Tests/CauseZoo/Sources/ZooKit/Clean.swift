import Dispatch
import Foundation
import Recorder
import Synchronization

private let log = Mutex(0)

extension Specimen {
  /// Reducers that ask the world, and keep nothing of the answer that is not recorded.
  static let cleanAskers: [Specimen] = [
    .desk("clean-clock-not-used") { desk, number in
      let begin = Date()
      desk.total += number
      _ = Date().timeIntervalSince(begin)
    },
    .desk("clean-date-input") { desk, _ in
      desk.readings.append(Inputs.date().timeIntervalSince1970)
    },
    .desk("clean-day-input", between: .clock(-3 * 86_400)) { desk, _ in
      desk.answers.append(plainFormatter("EEEE d MMMM").string(from: Inputs.date()))
    },
    .desk("clean-uuid-input") { desk, _ in desk.answers.append(Inputs.uuid().uuidString) },
    .desk("clean-random-input") { desk, _ in
      desk.total += Inputs.random(in: 0..<1_000_000)
      desk.readings.append(Inputs.random(in: 0...1))
    },
    .desk("clean-shuffle-input") { desk, _ in
      desk.answers = (1...12).map(String.init).shuffled(using: &Inputs.generator)
    },
    .desk("clean-locale-input", between: .environment(["LANG": "fr_FR.UTF-8"])) { desk, _ in
      desk.answers.append(Inputs.value("locale") { Locale.current.identifier })
    },
    .desk("clean-zone-input", between: .environment(["TZ": "Pacific/Kiritimati"])) { desk, _ in
      desk.answers.append(Inputs.value("zone") { TimeZone.current.identifier })
    },
    .desk("clean-variable-input", between: .environment(["ZOO_REGION": "eu"])) { desk, _ in
      let name = "ZOO_REGION"
      let live = { ProcessInfo.processInfo.environment[name] ?? "none" }
      desk.answers.append(Inputs.value("region", live))
    },
    .desk("clean-file-input", between: .files(["files/rate": "7"], ["files/rate": "8"])) {
      desk, _ in
      let path = (getenv("ZOO_FILES").map { String(cString: $0) } ?? "") + "/rate"
      desk.answers.append(
        Inputs.value("rate") { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" })
    },
    .desk("clean-many-inputs", script: Script(160, asks: Array(20...150))) { desk, number in
      for _ in 0..<(number % 4) { desk.total ^= Inputs.random(in: 0..<1024) }
      if number.isMultiple(of: 10) { desk.answers.append(Inputs.uuid().uuidString) }
    },
    .desk("clean-uuid-dropped") { desk, number in
      let ids = (0..<3).map { _ in UUID() }
      desk.total += Set(ids).count * number
    },
    .desk("clean-random-not-used") { desk, number in
      desk.total += min(Int.random(in: 0..<1000), -1) + number
    },
    .desk("clean-time-compared") { desk, _ in
      desk.flags["late"] = Date() > Date(timeIntervalSince1970: 1_000_000_000)
    },
    .desk("clean-clock-in-log") { desk, number in
      FileHandle.standardError.write(Data("\(Date()) ask \(number)\n".utf8))
      desk.total += number
    },
    .desk("clean-prints") { desk, number in
      print("asked", number, getpid())
      desk.total += number
    },
    .desk("clean-counter-in-log") { desk, number in
      log.withLock { $0 += Int.random(in: 1...9) }
      desk.total += number
    },
    .desk("clean-sleeps") { desk, number in
      usleep(UInt32.random(in: 100..<5000))
      desk.total += number
    },
    .desk("clean-process-id-positive") { desk, _ in desk.flags["alive"] = getpid() > 0 },
    .desk("clean-host-name-there") { desk, _ in
      desk.flags["named"] = !ProcessInfo.processInfo.hostName.isEmpty
    },
    .desk("clean-variable-unset") { desk, _ in
      desk.answers.append(ProcessInfo.processInfo.environment["ZOO_NEVER_SET"] ?? "default")
    },
    .desk("clean-file-the-same", between: .files(["files/rate": "7"], ["files/rate": "7"])) {
      desk, _ in
      let path = (getenv("ZOO_FILES").map { String(cString: $0) } ?? "") + "/rate"
      desk.total += Int((try? String(contentsOfFile: path, encoding: .utf8)) ?? "") ?? 0
    },
    .desk("clean-writes-file") { desk, number in
      let path = NSTemporaryDirectory() + "/zoo-\(getpid())-\(UUID().uuidString)"
      desk.flags["saved"] =
        (try? "\(Date())".write(toFile: path, atomically: false, encoding: .utf8)) != nil
      unlink(path)
      desk.total += number
    },
    .desk("clean-machine") { desk, _ in
      desk.total += Int(ProcessInfo.processInfo.physicalMemory >> 20)
      desk.total += ProcessInfo.processInfo.processorCount
    },
    .desk("clean-page-size") { desk, _ in desk.total += Int(sysconf(Int32(_SC_PAGESIZE))) },
    .desk("clean-random-sorted") { desk, _ in
      desk.answers = (1...20).shuffled().sorted().map(String.init)
    },
    .desk("clean-random-search") { desk, _ in
      // A search that begins anywhere finds the same.
      let pivot = Int.random(in: 0..<100)
      desk.total = (0..<100).map { ($0 + pivot) % 100 }.max() ?? 0
    },
    .desk("clean-throws") { desk, number in
      if number == 1 { throw CocoaError(.fileNoSuchFile) }
      desk.total += number
    },
  ]
}
