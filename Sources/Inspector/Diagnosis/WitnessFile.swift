import Foundation

/// The file by which a process under the witness is watched, and given its answers.
///
/// The library in `Sources/Witness` maps it; its layout is that of `witness.h`.
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

  /// Where the members of the file are, in bytes.
  private enum Place {
    static let (heard, armed): (UInt64, UInt64) = (4, 8)
    static let (marks, lost, used): (UInt64, UInt64, UInt64) = (40, 48, 52)
    static let (seesSwift, seesVariables): (UInt64, UInt64) = (56, 60)
    static let slots = 512
    static let keys: UInt64 = 64
    static let counts = keys + UInt64(slots) * 8
    static let text = counts + UInt64(slots) * 4
    static let textSize = 1 << 20
    static let program = text + UInt64(textSize)
    static let programSize = 4096
    static let variables = program + UInt64(programSize)
    static let hostName = variables + 8 + UInt64(OwnVariables.most) * 16
    static let hostNameSize = 256
    static let processors = hostName + UInt64(hostNameSize)
    static let variable = processors + 4
    static let (nameSize, valueSize) = (256, 1024)
    static let size = variable + 4 + UInt64(nameSize + valueSize)
  }

  private static let magic: UInt32 = 0x4857_5432
  /// The same in all re-runs: a machine's clock that counts from its start.
  private static let uptime = Int64(clamping: DispatchTime.now().uptimeNanoseconds)

  private let path: String
  private let file: FileHandle
  /// Whether calls are listed, which takes memory of the process, so that things lie elsewhere.
  private let lists: Bool
  /// Whether accesses to variables are listed.
  private var traces = false
  /// Whether calls of Swift's own functions are listed; see ``WitnessedCalls/Call/Inward``.
  var breaks = false

  /// Makes a file; nil if there is no room for it.
  ///
  /// - Parameters:
  ///   - answers: What is answered: random numbers while the witness is armed, all else always.
  ///   - time: What a clock that stands still shows, in seconds since 1970.
  ///   - lists: Whether the calls of steps are listed.
  init?(_ answers: Answers, time: Double, lists: Bool) {
    self.lists = lists
    let folder = FileManager.default.temporaryDirectory
    path = folder.appendingPathComponent("inspect-\(UUID().uuidString).witness").path
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forUpdatingAtPath: path)
    else { return nil }
    self.file = file
    var head = Data()
    for word in [Self.magic, 0, 0, answers.rawValue] { head.append(littleEndian: word) }
    let nanoseconds = Int64(exactly: (time * 1e9).rounded()) ?? 0
    for word in [nanoseconds, Self.uptime, 0x1DEA5] { head.append(littleEndian: word) }
    do {
      try file.truncate(atOffset: Place.size)
      try file.seek(toOffset: 0)
      try file.write(contentsOf: head)
    } catch { return nil }
  }

  deinit {
    try? file.close()
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Sets what is answered for ``Answers/hostName``; what is too long for a host is cut.
  func answer(hostName: String) {
    write(Data(hostName.utf8.prefix(Place.hostNameSize - 1)), at: Place.hostName)
  }
  /// Sets what is answered for ``Answers/processors``.
  func answer(processors: Int) { write(UInt32(clamping: processors), at: Place.processors) }

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
    write(variable.value == nil ? 0 : 1, at: Place.variable)
    write(Data(variable.name.utf8.prefix(Place.nameSize - 1)), at: Place.variable + 4)
    write(
      Data((variable.value ?? "").utf8.prefix(Place.valueSize - 1)),
      at: Place.variable + 4 + UInt64(Place.nameSize))
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
    write(isStep ? 2 + (lists ? 1 : 0) + (traces ? 4 : 0) + (breaks ? 8 : 0) : 2, at: Place.armed)
  }
  /// Forgets the calls so far; the process must be waiting.
  func forget() {
    write(Data(count: 8), at: Place.lost)
    write(Data(count: Place.slots * 12), at: Place.keys)
  }
  /// Ends that.
  func disarm() { write(0, at: Place.armed) }

  /// Whether the host has loaded the library; one that is linked statically cannot.
  var isLoaded: Bool { word(at: Place.heard) > 0 }
  /// The file of the host's program, once it has loaded the library.
  var program: String? {
    let path = bytes(at: Place.program, Place.programSize).prefix { $0 != 0 }
    return path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
  }

  /// Has accesses to variables of that program listed in steps.
  func trace(_ variables: OwnVariables) {
    traces = true
    var list = Data()
    list.append(littleEndian: UInt64(variables.all.count))
    for variable in variables.all {
      list.append(littleEndian: variable.address)
      list.append(littleEndian: variable.size)
    }
    write(list, at: Place.variables)
  }
  /// Whether they were seen, and whether only writes were.
  var seesVariables: Bool { word(at: Place.seesVariables) > 0 }
  var seesOnlyWrites: Bool { word(at: Place.seesVariables) == 2 }

  /// The calls while it was armed.
  var calls: WitnessedCalls {
    let used = min(Int(word(at: Place.used)), Place.textSize)
    let counts = bytes(at: Place.counts, Place.slots * 4)
    let text = String(decoding: bytes(at: Place.text, used), as: UTF8.self)
    return WitnessedCalls(
      text, hasMarks: word(at: Place.marks) > 0, seesSwift: word(at: Place.seesSwift) > 0,
      isCut: word(at: Place.lost) > 0
    ) { slot in
      guard (0..<Place.slots).contains(slot), counts.count == Place.slots * 4 else { return 0 }
      return Int(Self.word(counts.dropFirst(slot * 4)))
    }
  }

  private func write(_ word: UInt32, at place: UInt64) {
    var bytes = Data()
    bytes.append(littleEndian: word)
    write(bytes, at: place)
  }

  private func write(_ bytes: Data, at place: UInt64) {
    try? file.seek(toOffset: place)
    try? file.write(contentsOf: bytes)
  }

  private func word(at place: UInt64) -> UInt32 { Self.word(bytes(at: place, 4)) }

  private func bytes(at place: UInt64, _ count: Int) -> Data {
    try? file.seek(toOffset: place)
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
