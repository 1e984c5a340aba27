import Foundation

/// What is held still, or changed, in a re-run.
struct RunConditions: Hashable {
  /// What the system makes another in each process.
  enum Factor: CaseIterable, Hashable {
    /// The order of hashes.
    case hashing
    /// Where things lie in memory.
    case addresses
    /// Which thread comes first.
    case processors
    /// The time.
    case clock
  }

  /// What is held still.
  var held: Set<Factor> = []
  /// Variables of the environment; nil takes one away.
  var environment: [String: String?] = [:]
  /// The time at which a clock stands that is held still, as `FAKETIME` takes it.
  var standingTime = "2031-03-04 05:06:07"
  /// Whether the clock goes on as ever, through the library that could hold it still.
  var hasPassingClock = false
  /// For how long a process is given the state before the step again and again before it reduces
  /// that, in milliseconds: so it has run for as long, and worked as long, as one that reduced others.
  var busy = 0
  /// What they are called in reports.
  var name: String

  /// Those in which nothing is held or changed.
  static let plain = RunConditions(name: "fresh processes")

  /// A variable that means nothing, as long as the one that holds hashing still.
  private static let noHashing = "_WIFT_DETERMINISTIC_HASHING"

  /// A host under these conditions.
  func applied(to command: HostCommand, _ tools: RunTools) -> HostCommand {
    var command = command
    // Whoever runs us may have held hashing still for all.
    command.environment.updateValue(nil, forKey: "SWIFT_DETERMINISTIC_HASHING")
    // A backtrace takes longer than all else, and nobody reads it.
    command.environment["SWIFT_BACKTRACE"] = "enable=no"
    // As many variables, and as long ones, whether hashing is held or not.
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

/// The programs of the system by which conditions are made; nil if one is not installed.
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

  /// None at all.
  static let none = RunTools()

  /// What runs a program with a clock of the library's: one that stands, or for `+0` one that goes.
  func clock(_ time: String) -> [String] {
    guard let clockLibrary, let env = ProgramFile.path(of: "env") else { return [] }
    // Only the last program is given the library, as each makes files of shared memory that it
    // removes when it ends well. Without `FAKETIME_SHARED` it would also move the environment, by
    // which a Swift program finds its arguments.
    return [
      env, "LD_PRELOAD=\(clockLibrary)", "FAKETIME=\(time)",
      "FAKETIME_SHARED=/inspect-none /inspect-none",
    ]
  }

  /// What can be held still with these.
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

  /// What cannot be tested without those that are missing.
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

  /// A program that runs another one, where it is there and can.
  private static func command(_ program: String, _ arguments: [String]) -> [String]? {
    guard let path = ProgramFile.path(of: program) else { return nil }
    let words = [path] + arguments
    return Platform.runs(words + ["/bin/sh", "-c", ":"]) ? words : nil
  }

  private static var oneProcessor: [String]? {
    // In a container the first processor of the machine may be another's.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
    let first = line?.drop { !$0.isNumber }.prefix { $0.isNumber } ?? ""
    return command("taskset", ["-c", first.isEmpty ? "0" : String(first)])
  }

  /// The library of `faketime`, which lies in a folder beside the program's.
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
