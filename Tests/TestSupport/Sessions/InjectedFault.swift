public import Foundation

/// A fault that `strace` puts into calls of the disturbed app for its session's files.
public struct InjectedFault: Sendable, CustomStringConvertible {
  /// The call, the error or result, and the affected calls, in the syntax of `strace`.
  public let description: String
  /// Whether the recorder makes the call again, so that nothing is lost.
  public let isRetried: Bool

  /// A fault in the syntax of `strace`, such as `write:error=EIO:when=3`.
  public init(_ words: String) {
    description = words
    isRetried = words.contains("EINTR") || words.contains("retval=0")
  }

  /// The result of a run with the fault.
  public struct Outcome {
    /// The run of the app.
    public let run: ProcessRun
    /// How many calls failed.
    public let injections: Int
    /// The content of the session's files.
    public let oracle: SegmentOracle<OneLedger>
  }

  /// Runs the app with the fault.
  public func run(_ app: URL, steps: Int, _ arguments: [String] = []) throws -> Outcome {
    let folder = try SessionFolder()
    let log = folder.path + ".strace"
    defer { unlink(log) }
    let paths = ["one.ndjson"] + (2..<10).map { "one.000\($0).ndjson" }
    var words = ["-f", "-qq", "-o", log, "-e", "trace=write,openat,flock,fdatasync"]
    words += ["-e", "inject=\(description)"]
    for path in paths { words += ["-P", folder.file(path)] }
    words += [app.path, "path=\(folder.file("one.ndjson"))", "steps=\(steps)", "tick=100000000"]
    let run = try ProcessRun.run(SystemTools.strace, words + arguments)
    let trace = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
    let names = folder.names.filter { $0 != "one.ndjson" }
    var oracle = SegmentOracle(judge: OneLedger())
    // The first file has no number, so it sorts last.
    try folder.read(folder.names.filter { $0 == "one.ndjson" } + names, into: &oracle)
    return Outcome(
      run: run, injections: trace.split(separator: "\n").count { $0.hasSuffix("(INJECTED)") },
      oracle: oracle)
  }
}

extension InjectedFault.Outcome {
  /// The broken promises, in words, after a run of `steps` steps.
  public func faults(steps: Int, _ fault: InjectedFault) -> [String] {
    var faults = oracle.faults
    let result = "result \(Ledger.after(steps).digest)\n"
    if run.output != result || run.status != .exited(0) { faults.append("the app did otherwise") }
    if oracle.torn > injections { faults.append("\(oracle.torn) torn lines") }
    if injections == 0 { faults.append("nothing was injected") }
    if fault.isRetried {
      if oracle.states != Set(0...steps) { faults.append("states lost") }
      if run.error != "" { faults.append("a trouble was told") }
    } else if run.error == "" {
      faults.append("no trouble was told")
    }
    return faults
  }

  /// The actions that neither have a line nor are counted by a gap.
  public func uncounted(steps: Int) -> [Int] {
    (1...steps).filter { !oracle.actions.contains($0) }
  }
}
