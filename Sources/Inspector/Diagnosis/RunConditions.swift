import Foundation

/// What is held still or changed in a re-run.
struct RunConditions: Hashable {
  /// The factors that the system varies from process to process, the narrowest first.
  ///
  /// They are held and released in this order.
  enum Factor: CaseIterable, Hashable {
    /// The order of hashes.
    case hashing
    /// The addresses of things in memory.
    case addresses
    /// The order in which threads run.
    case processors
    /// The time.
    case clock
  }

  /// The factors that are held still.
  var held: Set<Factor> = []
  /// Variables of the environment; nil removes one.
  var environment: [String: String?] = [:]
  /// The time of a clock that is held still, in the form of `FAKETIME`.
  var standingTime = "2031-03-04 05:06:07"
  /// Whether the clock advances as usual, but through the library that could hold it still.
  var hasPassingClock = false
  /// For how many milliseconds a process is repeatedly given the state before the step before it
  /// reduces the step.
  ///
  /// So it has run and worked as long as a process that reduced other steps.
  var busy = 0
  /// The name of the conditions in reports.
  var name: String

  /// The conditions in which nothing is held or changed.
  static let plain = RunConditions(name: "fresh processes")

  /// A meaningless variable as long as the one that holds hashing still.
  private static let noHashing = "_WIFT_DETERMINISTIC_HASHING"

  /// A host under these conditions.
  func applied(to command: HostCommand, _ tools: RunTools) -> HostCommand {
    var command = command
    // The parent process may have held hashing still for all.
    command.environment.updateValue(nil, forKey: "SWIFT_DETERMINISTIC_HASHING")
    // A backtrace takes longer than everything else, and nobody reads it.
    command.environment["SWIFT_BACKTRACE"] = "enable=no"
    // The variables have the same number and length whether hashing is held or not.
    command.environment[Self.noHashing] = "1"
    command.environment.merge(environment) { $1 }
    var wrapper: [String] = []
    for factor in Factor.allCases where held.contains(factor) {
      switch factor {
      case .hashing:
        command.environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
        command.environment.updateValue(nil, forKey: Self.noHashing)
      case .addresses: wrapper += tools.withoutRandomAddresses ?? []
      case .processors: wrapper += tools.onOneProcessor ?? []
      case .clock: break
      }
    }
    command.wrapper = wrapper + command.wrapper
    if held.contains(.clock) || hasPassingClock {
      command.wrapper += tools.clock(held.contains(.clock) ? standingTime : "+0")
      command.endsByItself = true
    }
    return command
  }
}

/// The system programs that create the conditions; nil if one is not installed.
struct RunTools: Sendable {
  var withoutRandomAddresses: [String]?
  var onOneProcessor: [String]?
  var tracer: [String]?
  var clockLibrary: String?

  /// What is installed here.
  static let installed = RunTools(
    withoutRandomAddresses: command("setarch", ["-R"]), onOneProcessor: oneProcessor,
    tracer: command("strace", ["-f", "-qq", "-e", "signal=none"]),
    clockLibrary: fakeClock)

  static let none = RunTools()

  /// The command that runs a program with the library's clock: standing still, or advancing for `+0`.
  func clock(_ time: String) -> [String] {
    guard let clockLibrary, let env = ProgramFile.path(of: "env") else { return [] }
    // Only the last program is given the library, as each one creates files of shared memory and
    // removes them when it ends normally. Without `FAKETIME_SHARED` the library would also move the
    // environment, by which a Swift program finds its arguments.
    return [
      env, "LD_PRELOAD=\(clockLibrary)", "FAKETIME=\(time)",
      "FAKETIME_SHARED=/inspect-none /inspect-none",
    ]
  }

  /// The factors that can be held still with these programs.
  var factors: [RunConditions.Factor] {
    RunConditions.Factor.allCases.filter { factor in
      switch factor {
      case .hashing: true
      case .addresses: withoutRandomAddresses != nil
      case .processors: onOneProcessor != nil
      case .clock: clockLibrary != nil
      }
    }
  }

  /// What cannot be tested without the missing programs.
  var untested: [String] {
    var untested: [String] = []
    if withoutRandomAddresses == nil {
      untested.append("memory addresses: setarch is not installed, or may not be used here")
    }
    if onOneProcessor == nil { untested.append("one processor: taskset is not installed") }
    if clockLibrary == nil {
      untested.append("a clock that stands still: faketime is not installed")
    }
    if tracer == nil {
      untested.append("what the step asks the system for: strace is not installed")
    }
    return untested
  }

  /// The path of a program that runs another one, if it is installed and works.
  private static func command(_ program: String, _ arguments: [String]) -> [String]? {
    guard let path = ProgramFile.path(of: program) else { return nil }
    let words = [path] + arguments
    return Platform.runs(words + ["/bin/sh", "-c", ":"]) ? words : nil
  }

  private static var oneProcessor: [String]? {
    // In a container the first processor of the machine may not be allowed.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
    let first = line?.drop { !$0.isNumber }.prefix { $0.isNumber } ?? ""
    return command("taskset", ["-c", first.isEmpty ? "0" : String(first)])
  }

  /// The library of `faketime`, in a folder next to the program's.
  private static var fakeClock: String? {
    var roots = ["/usr", "/usr/local"]
    if let program = ProgramFile.path(of: "faketime") {
      roots.insert((program as NSString).deletingLastPathComponent + "/..", at: 0)
    }
    for root in roots {
      for folder in ["\(root)/lib"] + folders(in: "\(root)/lib") {
        let path = "\(folder)/faketime/libfaketime.so.1"
        if Platform.isThere(path) { return path }
      }
    }
    return nil
  }

  private static func folders(in folder: String) -> [String] {
    let names = (try? Platform.names(in: folder)) ?? []
    return names.filter { $0.hasSuffix("-linux-gnu") }.sorted().map { "\(folder)/\($0)" }
  }
}
