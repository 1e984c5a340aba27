import CWitness
import Foundation

/// The file by which a process under the witness is watched, and given its answers.
///
/// The library in `Sources/Witness` maps it; `witness.h` has its layout.
final class WitnessFile {
  /// What the witness answers in place of the system.
  struct Answers: OptionSet {
    let rawValue: UInt32
    static let clock = Answers(rawValue: 1)
    static let random = Answers(rawValue: 2)
    static let process = Answers(rawValue: 4)
    static let hostName = Answers(rawValue: 8)
    static let processors = Answers(rawValue: 16)
    static let variable = Answers(rawValue: 32)
  }

  /// The same in all re-runs: a machine's clock that counts from its start.
  private static let uptime = Int64(clamping: DispatchTime.now().uptimeNanoseconds)

  /// What a clock that stands still shows, in nanoseconds since 1970.
  private let time: Int64
  /// How much later than they would be those clocks are that count from the machine's start.
  private let later: Int64
  /// Where random numbers begin.
  private let seed: Int64
  private let path: String
  private let file: FileHandle
  /// Whether calls are listed, which takes memory of the process, so that things lie elsewhere.
  private let lists: Bool
  /// The bit that has accesses to variables listed; 0 if they are not.
  private var traces = 0
  /// Whether calls of Swift's own functions are listed; see ``WitnessedCalls/Call/Inward``.
  var breaks = false

  /// Makes a file; nil if there is no room for it.
  ///
  /// - Parameters:
  ///   - answers: What is answered: random numbers while the witness is armed, all else always.
  ///   - conditions: What a clock that stands still shows, and which random numbers there are.
  ///   - lists: Whether the calls of steps are listed.
  init?(_ answers: Answers, _ conditions: RunConditions, lists: Bool) {
    self.lists = lists
    let time = conditions.standingTime + conditions.later
    self.time = Int64(exactly: (time * 1e9).rounded()) ?? 0
    later = Int64(exactly: (conditions.later * 1e9).rounded()) ?? 0
    seed = 0x1DEA5 + Int64(conditions.seed) << 40
    let folder = FileManager.default.temporaryDirectory
    path = folder.appendingPathComponent("inspect-\(UUID().uuidString).witness").path
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forUpdatingAtPath: path)
    else { return nil }
    self.file = file
    var head = Data()
    for word in [UInt32(witness_magic), 0, 0, answers.rawValue] { head.append(littleEndian: word) }
    head += clocksAndSeed(nil)
    do {
      try Self.reserve(UInt64(witness_size), of: file)
      try file.seek(toOffset: 0)
      try file.write(contentsOf: head)
    } catch { return nil }
  }

  /// Answers with other times, or other random numbers, than at first; nil as at first.
  func answer(_ otherwise: RunConditions.Otherwise?) {
    write(clocksAndSeed(otherwise), at: witness_place_time)
  }

  /// How much later other times are, in nanoseconds.
  ///
  /// Some days, hours, minutes and seconds, so that a date and a time of day have no part that is the same; what is
  /// kept from the first is out of date.
  private static let otherTimes: [Int64] = [-3_477_433_456_789_013, 5_368_289_123_456_789]

  private func clocksAndSeed(_ otherwise: RunConditions.Otherwise?) -> Data {
    var (late, seed): (Int64, Int64) = (0, self.seed)
    switch otherwise?.factor {
    case .clock: late = Self.otherTimes[(otherwise?.variant ?? 0) % Self.otherTimes.count]
    case .random: seed += Int64(1 + (otherwise?.variant ?? 0)) << 20
    default: break
    }
    var words = Data()
    // The machine had been started by then.
    let uptime = Self.uptime &+ max(late &+ later, -Self.uptime / 2)
    for word in [time &+ late, uptime, seed] {
      words.append(littleEndian: word)
    }
    return words
  }

  /// Makes room for all of it: where a disk is full, the host would end at its first write.
  private static func reserve(_ size: UInt64, of file: FileHandle) throws {
    #if os(Linux)
      let errno = posix_fallocate(file.fileDescriptor, 0, off_t(size))
      guard errno == 0 else { throw CocoaError(.fileWriteOutOfSpace) }
    #else
      try file.truncate(atOffset: size)
    #endif
  }

  deinit {
    try? file.close()
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Sets what is answered for ``Answers/hostName``; what is too long for a host is cut.
  func answer(hostName: String) {
    write(hostName, at: witness_place_host_name, to: witness_place_cores)
  }
  /// Sets how far the number that is answered for ``Answers/process`` is from the first that is.
  func answer(processNumber: Int) {
    write(UInt32(clamping: processNumber), at: witness_place_number)
  }
  /// Sets what is answered for ``Answers/processors``.
  func answer(processors: Int) { write(UInt32(clamping: processors), at: witness_place_cores) }

  #if os(macOS)
    static let library = "libWitness.dylib"
    /// The variable by which the dynamic linker loads it into a program.
    private static let preload = "DYLD_INSERT_LIBRARIES"
  #else
    static let library = "libWitness.so"
    private static let preload = "LD_PRELOAD"
  #endif

  /// Sets what is answered for ``Answers/variable``.
  func answer(_ variable: RunConditions.Variable) {
    write(variable.value == nil ? 0 : 1, at: witness_place_is_set)
    write(variable.name, at: witness_place_name, to: witness_place_value)
    write(variable.value ?? "", at: witness_place_value, to: witness_place_process)
  }

  /// Has a program load the library.
  func watch(_ command: inout HostCommand, by library: String) {
    let name = Self.preload
    let own = command.environment[name].flatMap { $0 } ?? ProcessInfo.processInfo.environment[name]
    command.environment[name] = own.map { "\(library):\($0)" } ?? library
    command.environment["INSPECT_WITNESS"] = path
  }

  /// Has the witness answer, and list the calls of a step, if any are to be listed.
  func arm(isStep: Bool = false) {
    write(
      UInt32(isStep ? 2 + (lists ? 1 : 0) + traces + (breaks ? 8 : 0) : 2), at: witness_place_armed)
  }
  /// Forgets the calls so far; the process must be waiting.
  func forget() {
    write(Data(count: 8), at: witness_place_lost)
    write(Data(count: witness_place_text - witness_place_keys), at: witness_place_keys)
  }
  /// Ends that.
  func disarm() {
    // A host that marks nothing is watched until it reads on, which it does once it has answered.
    let end = ContinuousClock.now + .milliseconds(200)
    while traces == Int(witness_between), word(at: witness_place_is_reading) == 0,
      ContinuousClock.now < end
    { usleep(200) }
    write(0, at: witness_place_armed)
  }

  /// Whether the host has loaded the library; one that is linked statically cannot.
  ///
  /// While the host runs it is false, too, if a program that it became or started does without.
  var isLoaded: Bool {
    word(at: witness_place_heard) > 0
      && !WatchedProcesses(around: Int(word(at: witness_place_process))).isAnyWithout(Self.library)
  }
  /// The file of the host's program, once it has loaded the library.
  var program: String? {
    let path = bytes(at: witness_place_program, witness_place_variables - witness_place_program)
      .prefix { $0 != 0 }
    return path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
  }

  /// Has accesses to variables of that program listed in steps.
  ///
  /// - Parameter hasMarks: Whether the host says itself where its reducer begins and ends.
  func trace(_ variables: OwnVariables, hasMarks: Bool) {
    traces = Int(hasMarks ? witness_traces : witness_between)
    var list = Data()
    list.append(littleEndian: UInt64(variables.all.count))
    for variable in variables.all {
      list.append(littleEndian: variable.address)
      list.append(littleEndian: variable.size)
    }
    write(list, at: witness_place_variables)
  }
  /// Which of them were seen; nil if none were.
  var seenVariables: KeptVariables.Sight? {
    let bits = word(at: witness_place_sees_variables)
    guard bits > 0 else { return nil }
    return KeptVariables.Sight(onlyWrites: bits & 2 != 0, hasOwnLibraries: bits & 4 != 0)
  }

  /// The calls while it was armed.
  var calls: WitnessedCalls {
    let used = min(Int(word(at: witness_place_used)), witness_text_size)
    let counts = bytes(at: witness_place_counts, witness_slots * 4)
    let text = String(decoding: bytes(at: witness_place_text, used), as: UTF8.self)
    return WitnessedCalls(
      text, hasMarks: word(at: witness_place_marks) > 0,
      seesSwift: word(at: witness_place_sees_swift) > 0,
      isCut: word(at: witness_place_lost) > 0
    ) { slot in
      guard (0..<Int(witness_slots)).contains(slot), counts.count == witness_slots * 4 else {
        return 0
      }
      return Int(Self.word(counts.dropFirst(slot * 4)))
    }
  }

  private func write(_ word: UInt32, at place: Int) {
    var bytes = Data()
    bytes.append(littleEndian: word)
    write(bytes, at: place)
  }

  /// Writes a text, cut if it is too long, and a zero behind it.
  private func write(_ text: String, at place: Int, to end: Int) {
    write(Data(text.utf8.prefix(end - place - 1)) + [0], at: place)
  }

  private func write(_ bytes: Data, at place: Int) {
    try? file.seek(toOffset: UInt64(place))
    try? file.write(contentsOf: bytes)
  }

  private func word(at place: Int) -> UInt32 { Self.word(bytes(at: place, 4)) }

  private func bytes(at place: Int, _ count: Int) -> Data {
    try? file.seek(toOffset: UInt64(place))
    return (try? file.read(upToCount: count)) ?? Data()
  }

  private static func word(_ bytes: Data) -> UInt32 {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension Data {
  fileprivate mutating func append(littleEndian word: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }
}
