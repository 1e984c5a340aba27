import Foundation

private func variable(_ name: String) -> String? {
  asked(ProcessInfo.processInfo.environment[name])
}

private var folder: String { getenv("ZOO_FILES").map { String(cString: $0) } ?? "/nonexistent" }

private func text(_ path: String) -> String? {
  asked(try? String(contentsOfFile: path, encoding: .utf8))
}

private func elsewhere(_ change: (inout Circumstances) -> Void) -> Between {
  var between = Between()
  change(&between.record)
  return between
}

extension Specimen {
  /// Reducers that look at the process and the machine around them.
  static let environment: [Specimen] = [
    .desk(
      "variable", .environment, between: .environment(["ZOO_REGION": "eu"], ["ZOO_REGION": "us"])
    ) { desk, _ in
      desk.answers.append("region \(asked(variable("ZOO_REGION")) ?? "none")")
    },
    .desk("variable-missing", .environment, between: .environment(["ZOO_DEBUG": "1"])) { desk, _ in
      desk.flags["debug"] = asked(getenv("ZOO_DEBUG")) != nil
    },
    .desk("variable-added", .environment, between: .environment([:], ["ZOO_LIMIT": "3"])) {
      desk, _ in
      desk.total += Int(asked(variable("ZOO_LIMIT")) ?? "100") ?? 0
    },
    .desk(
      "variable-count", .environment,
      between: .environment(["ZOO_A": "", "ZOO_B": "", "ZOO_C": ""])
    ) { desk, _ in
      desk.total += asked(ProcessInfo.processInfo.environment.count)
    },
    .desk("home", .environment, between: .environment(["HOME": "/home/ada"], ["HOME": "/home/bob"]))
    {
      desk, _ in
      desk.answers.append((asked(variable("HOME")) ?? "") + "/Documents")
    },
    .desk(
      "user-variable", .environment,
      between: .environment(["USER": "ada", "LOGNAME": "ada"], ["USER": "bob", "LOGNAME": "bob"])
    ) { desk, _ in
      desk.notes.append("by \(asked(variable("USER")) ?? "somebody")")
    },
    .desk("user-number", .environment, between: elsewhere { $0.isNobody = true }) { desk, _ in
      desk.total += Int(asked(getuid()))
    },
    .desk(
      "temporary-folder", .environment,
      between: .environment(["TMPDIR": "/var/tmp"], ["TMPDIR": "/tmp"])
    ) { desk, _ in
      desk.answers.append(asked(NSTemporaryDirectory()))
    },
    .desk("current-folder", .environment, between: elsewhere { $0.directory = "{work}/project" }) {
      desk, _ in
      desk.answers.append(asked(FileManager.default.currentDirectoryPath))
    },
    .desk("relative-path", .environment, between: elsewhere { $0.directory = "{work}/project" }) {
      desk, _ in
      desk.answers.append(asked(URL(fileURLWithPath: "draft.txt").path))
    },
    .desk(
      "file-changed", .environment,
      between: .files(["files/rate.txt": "7"], ["files/rate.txt": "9"])
    ) { desk, number in
      desk.total += number * (Int(asked(text(folder + "/rate.txt")) ?? "") ?? 0)
    },
    .desk("file-missing", .environment, between: .files(["files/licence": "yes"], [:])) { desk, _ in
      desk.flags["licensed"] = asked(FileManager.default.fileExists(atPath: folder + "/licence"))
    },
    .desk("file-appeared", .environment, between: .files([:], ["files/override.txt": "1"])) {
      desk, _ in
      desk.answers.append(asked(text(folder + "/override.txt")) ?? "default")
    },
    .desk(
      "folder-contents", .environment,
      between: .files(
        ["files/a": "", "files/b": ""], ["files/a": "", "files/b": "", "files/c": ""])
    ) { desk, _ in
      let names = asked(try? FileManager.default.contentsOfDirectory(atPath: folder))
      desk.total += names?.count ?? 0
    },
    .desk(
      "file-size", .environment, between: .files(["files/log": "one"], ["files/log": "one two"])
    ) {
      desk, _ in
      var facts = stat()
      _ = asked(stat(folder + "/log", &facts))
      desk.total = Int(facts.st_size)
    },
    .desk("process-id", .environment) { desk, _ in
      desk.answers.append("lock-\(asked(ProcessInfo.processInfo.processIdentifier))")
    },
    .desk("c-getpid", .environment) { desk, _ in
      desk.total += Int(asked(getpid()))
    },
    .desk("parent-id", .environment) { desk, _ in
      desk.total += Int(asked(getppid()))
    },
    .desk("host-name", .environment, between: elsewhere { $0.hostName = "zoo-recorder" }) {
      desk, _ in
      desk.answers.append(asked(ProcessInfo.processInfo.hostName))
    },
    .desk("c-uname", .environment, between: elsewhere { $0.hostName = "zoo-recorder" }) { desk, _ in
      var names = utsname()
      _ = asked(uname(&names))
      let name = withUnsafeBytes(of: names.nodename) { $0.prefix { $0 != 0 }.map { $0 } }
      desk.answers.append(String(decoding: name, as: UTF8.self))
    },
    .desk("arguments", .environment) { desk, _ in
      desk.total += asked(CommandLine.arguments.count)
    },
    .desk("argument-option", .environment, between: elsewhere { $0.arguments = ["--beta"] }) {
      desk, _ in
      desk.flags["beta"] = asked(ProcessInfo.processInfo.arguments.contains("--beta"))
    },
    .desk("processors", .environment, between: elsewhere { $0.isOnOneProcessor = true }) {
      desk, _ in
      let lines = asked(text("/proc/self/status"))?.split(separator: "\n") ?? []
      desk.answers.append(String(lines.first { $0.hasPrefix("Cpus_allowed_list") } ?? ""))
    },
    .desk("load", .environment) { desk, _ in
      desk.answers.append(asked(text("/proc/loadavg")) ?? "")
    },
    .desk("memory-in-use", .environment) { desk, _ in
      desk.answers.append(asked(text("/proc/self/statm")) ?? "")
    },
    .desk("memory-free", .environment) { desk, _ in
      let lines = asked(text("/proc/meminfo"))?.split(separator: "\n") ?? []
      desk.answers.append(String(lines.first { $0.hasPrefix("MemAvailable") } ?? ""))
    },
    .desk("open-files", .environment, between: elsewhere { $0.openFiles = 123 }) { desk, _ in
      var limit = rlimit()
      _ = asked(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit))
      desk.total = Int(truncatingIfNeeded: limit.rlim_cur)
    },
    .desk("standard-input-kind", .environment) { desk, _ in
      var facts = stat()
      _ = asked(fstat(0, &facts))
      desk.flags["piped"] = facts.st_mode & S_IFMT == S_IFIFO
    },
  ]
}
