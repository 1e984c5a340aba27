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
    /// The random numbers of the system.
    case random
    /// The number of the process.
    case process
    /// The time.
    case clock

    /// What the witness answers for it in the step; nil if it is held for the whole process.
    var answers: WitnessFile.Answers? {
      switch self {
      case .hashing, .addresses, .processors: nil
      case .random: .random
      case .process: .process
      case .clock: .clock
      }
    }
  }

  /// Steps, and what is answered otherwise there.
  struct Otherwise: Hashable {
    let steps: ClosedRange<Int>
    let factor: Factor
    /// Which of the other answers.
    let variant: Int
  }

  /// A variable of the environment; it has no value if it is not set.
  struct Variable: Hashable {
    let name: String
    let value: String?
  }

  /// The factors that are held still.
  var held: Set<Factor> = []
  /// Whether the one processor on which a process runs is the last that it may use; else it is the first.
  var isOnLastProcessor = false
  /// Variables of the environment; nil removes one.
  var environment: [String: String?] = [:]
  /// The time of a clock that is held still, in seconds since 1970.
  var standingTime = 1_930_280_767.0
  /// How many seconds later all clocks that are held still are than they would be; less than 0 if earlier.
  var later = 0.0
  /// Which random numbers are answered if these are held still.
  var seed = 0
  /// Which number of the process is answered if it is held still.
  var number = 0
  /// The name of the host, and the number of its processors, if another one is answered.
  var hostName: String?
  var processors: Int?
  /// The variable for which another value is answered, while the environment stays as it is, also for
  /// programs that the process starts.
  var variable: Variable?
  /// The steps before at which alone a factor has other answers.
  var otherwise: Otherwise?
  /// Whether the process is witnessed, even if nothing is answered.
  var isWitnessed = false
  /// For how many milliseconds a process is repeatedly given the state before the step before it
  /// reduces the step.
  ///
  /// So it has run and worked as long as a process that reduced other steps.
  var busy = 0
  /// The name of the conditions in reports.
  var name: String

  /// The conditions in which nothing is held or changed.
  static let plain = RunConditions(name: "fresh processes")

  /// The variables that give each process the same hashes, in Swift and in Python.
  static let sameHashes = ["SWIFT_DETERMINISTIC_HASHING": "1", "PYTHONHASHSEED": "0"]

  /// A host under these conditions.
  func applied(to command: HostCommand, _ tools: RunTools) -> HostCommand {
    var command = command
    command.freeHashes()
    // A backtrace takes longer than everything else, and nobody reads it.
    command.environment["SWIFT_BACKTRACE"] = "enable=no"
    let holdsHashes = held.contains(.hashing)
    for (name, value) in Self.sameHashes {
      // The variables have the same number and length whether hashing is held or not.
      command.environment[holdsHashes ? name : "_" + name.dropFirst()] = value
    }
    command.environment.merge(environment) { $1 }
    var wrapper: [String] = []
    for factor in Factor.allCases where held.contains(factor) {
      switch factor {
      case .addresses: wrapper += tools.withoutRandomAddresses ?? []
      case .processors:
        wrapper += (isOnLastProcessor ? tools.onLastProcessor : tools.onOneProcessor) ?? []
      case .hashing, .random, .process, .clock: break
      }
    }
    command.wrapper = wrapper + command.wrapper
    return command
  }

  /// The file for a process that is to be witnessed; nil if it need not be.
  ///
  /// - Parameter lists: Whether the calls of steps are listed.
  func witness(lists: Bool = false) -> WitnessFile? {
    var answers = held.compactMap(\.answers)
    if hostName != nil { answers.append(.hostName) }
    if processors != nil { answers.append(.processors) }
    if variable != nil { answers.append(.variable) }
    guard isWitnessed || !answers.isEmpty else { return nil }
    let file = WitnessFile(answers.reduce([]) { $0.union($1) }, self, lists: lists)
    if let hostName { file?.answer(hostName: hostName) }
    if let variable { file?.answer(variable) }
    if let processors { file?.answer(processors: processors) }
    if number > 0 { file?.answer(processNumber: number) }
    return file
  }
}

extension HostCommand {
  /// Gives each process hashes of its own, which the parent process may have held still for all.
  mutating func freeHashes() {
    for name in RunConditions.sameHashes.keys { environment.updateValue(nil, forKey: name) }
  }
}

/// The system programs that create the conditions; nil if one is not installed.
struct RunTools: Sendable {
  var withoutRandomAddresses: [String]?
  var onOneProcessor: [String]?
  /// On another one; nil also if there is only one.
  var onLastProcessor: [String]?
  /// The library that sees, and can answer, what a step asks.
  var witness: String?

  /// What is installed here.
  static let installed = RunTools(
    withoutRandomAddresses: command("setarch", ["-R"]), onOneProcessor: on(processors.first),
    onLastProcessor: processors.first == processors.last ? nil : on(processors.last),
    witness: witnessLibrary)

  static let none = RunTools()

  /// The factors that can be held still with these programs.
  var factors: [RunConditions.Factor] {
    RunConditions.Factor.allCases.filter { factor in
      switch factor {
      case .hashing: true
      case .addresses: withoutRandomAddresses != nil
      case .processors: onOneProcessor != nil
      case .random, .process, .clock: witness != nil
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
    if witness == nil { untested.append(Self.withoutWitness) }
    return untested
  }

  /// What is not known of a process that does not load the witness.
  static let withoutWitness =
    "what the step asks for, clocks and random numbers: the witness is not there, or the host does "
    + "not load it (linked statically, a cleared environment, AddressSanitizer)"

  /// The path of a program that runs another one, if it is installed and works.
  private static func command(_ program: String, _ arguments: [String]) -> [String]? {
    guard let path = ProgramFile.path(of: program) else { return nil }
    let words = [path] + arguments
    return Platform.runs(words + ["/bin/sh", "-c", ":"]) ? words : nil
  }

  /// The first and the last processor that this process may use, such as of `0-3,8`; in a container the
  /// first of the machine may not be among them.
  private static var processors: [Substring] {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
    let numbers = line?.split { !$0.isNumber } ?? []
    return [numbers.first, numbers.last].compactMap(\.self)
  }

  private static func on(_ processor: Substring?) -> [String]? {
    command("taskset", ["-c", processor.map(String.init) ?? "0"])
  }

  /// The witness, which is next to this program.
  private static var witnessLibrary: String? {
    ProgramFile.beside.map { "\($0)/\(WitnessFile.library)" }.first(where: Platform.isThere)
  }
}
