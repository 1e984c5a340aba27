import Foundation
import TestSupport

/// Kills the recording app at random moments, and starts it again in the same folder.
struct Kills {
  /// A session that was killed, and must stay as it is.
  private struct Left {
    var files: [String: Data]
    let open: [Int]
    let hasLine: Bool
  }

  let app: URL
  let count: Int
  private var random: SplitMix64
  private var part = Part("kills")
  private var judge = OneLedger()
  private var folder: SessionFolder
  private var left: Left?
  private var torn = 0
  private var lines = 0
  private var acknowledged = 0
  private var handedOver = 0

  init(app: URL, count: Int, seed: UInt64) throws {
    self.app = app
    self.count = count
    random = SplitMix64(seed: seed)
    folder = try SessionFolder()
  }

  /// Whether every promise was kept.
  mutating func run() -> Bool {
    part = Part("kills")
    for number in 1...max(1, count) {
      do { try kill(number) } catch { part.note(error, in: "kill \(number)") }
      if part.faults.count > 100 { break }
    }
    return part.finish(
      "\(count) SIGKILLs, \(acknowledged) acknowledged actions, \(lines) whole lines, "
        + "\(torn) torn lines, \(handedOver) sessions handed over")
  }

  private mutating func kill(_ number: Int) throws {
    let isFile = Int.random(in: 0..<4, using: &random) == 0
    let isSmall = !isFile && Int.random(in: 0..<4, using: &random) == 0
    if isFile || number % 50 == 0 { try startAnew() }
    let arguments = isFile ? ["path=\(folder.file("one.ndjson"))"] : folderArguments(isSmall)
    let isFromStart = Int.random(in: 0..<4, using: &random) == 0
    let seconds = Double.random(in: 0..<(isFromStart ? 0.03 : 0.012), using: &random)
    let run = try KilledRun.run(app, arguments, after: seconds, isFromStart: isFromStart)

    let own = folder.names.filter { left?.files[$0] == nil }
    var oracle = SegmentOracle(judge: judge, mayLackOlder: isSmall)
    try folder.read(own, into: &oracle)
    var faults = run.faults(oracle)
    if run.status != .signaled(Int(SIGKILL)) { faults.append("it \(run.status)") }
    faults += faultsOfReopening(run, mayRemove: isSmall)
    part.note(faults, in: "kill \(number) of \(arguments), after \(seconds)")
    torn += oracle.torn
    lines += oracle.lines
    acknowledged += run.done
    judge = oracle.judge
    if isFile {
      try startAnew()
    } else if own.isEmpty {
      // It may have made room, and not come so far as to use it.
      let names = folder.names
      if isSmall, let left {
        self.left?.files = left.files.filter { names.contains($0.key) }
      }
    } else {
      leave(own, oracle)
    }
  }

  private mutating func folderArguments(_ isSmall: Bool) -> [String] {
    let segment = Int.random(in: 1000..<60_000, using: &random)
    let durability = ["system", "10", "line"].randomElement(using: &random) ?? "system"
    return ["folder=\(folder.path)", "segment=\(segment)", "durability=\(durability)"]
      + (isSmall ? ["total=\(segment * 4)"] : [])
  }

  private mutating func startAnew() throws {
    folder = try SessionFolder()
    left = nil
  }

  /// Keeps what this run left, and removes what earlier runs did.
  private mutating func leave(_ own: [String], _ oracle: SegmentOracle<OneLedger>) {
    for name in left.map({ Array($0.files.keys) }) ?? [] { unlink(folder.file(name)) }
    var files: [String: Data] = [:]
    for name in own { files[name] = folder.bytes(name) }
    let open = oracle.actions.subtracting(oracle.states).filter { $0 > oracle.firstState }
    left = Left(files: files, open: open.sorted(), hasLine: oracle.lines > 0)
  }

  /// What is wrong with what became of the session before.
  private mutating func faultsOfReopening(_ run: KilledRun, mayRemove: Bool) -> [String] {
    guard let left else { return [] }
    var faults: [String] = []
    for (name, bytes) in left.files where folder.bytes(name) != bytes {
      if mayRemove && folder.bytes(name) == nil { continue }
      faults.append("\(name) of the session before was changed")
    }
    // Before its first action the app may not have come so far.
    guard left.hasLine, !left.files.isEmpty, run.begun > 0 || run.unfinished != nil else {
      return faults
    }
    let open = left.open.map(String.init).joined(separator: ",")
    let expected = ["\(left.files.count)"] + (open.isEmpty ? [] : [open])
    if run.unfinished == expected {
      handedOver += 1
    } else {
      faults.append("of the session before it was told \(run.unfinished ?? []), not \(expected)")
    }
    return faults
  }
}
