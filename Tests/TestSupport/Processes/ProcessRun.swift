public import Foundation

/// The result of a program that ran to its end.
public struct ProcessRun: Sendable {
  /// How it ended.
  public let status: ExitStatus
  /// The bytes of its standard output.
  public let outputBytes: [UInt8]
  /// The bytes of its standard error.
  public let errorBytes: [UInt8]

  /// Its standard output as text, invalid UTF-8 repaired.
  public var output: String { String(decoding: outputBytes, as: UTF8.self) }
  /// Its standard error as text, invalid UTF-8 repaired.
  public var error: String { String(decoding: errorBytes, as: UTF8.self) }

  /// The program did not end within the time limit, and was stopped.
  public struct TimedOut: Error {
    /// What it had written to standard output.
    public let output: String
    /// What it had written to standard error.
    public let error: String
  }

  /// Runs a program with a text as its input.
  public static func run(
    _ executable: URL, _ arguments: [String] = [], input: String = "",
    environment: [String: String] = plainEnvironment, within seconds: Double = 300
  ) throws -> ProcessRun {
    try run(
      executable, arguments, input: Array(input.utf8), environment: environment, within: seconds)
  }

  /// Runs a program with bytes as its input and only the given environment.
  ///
  /// Input and both outputs flow at the same time, so that no amount of them blocks. The time limit is
  /// a safeguard for a program that hangs, long enough for a machine that is busy with all other tests: it is
  /// stopped with all it started, and `TimedOut` is thrown.
  public static func run(
    _ executable: URL, _ arguments: [String] = [], input: [UInt8],
    environment: [String: String] = plainEnvironment, within seconds: Double = 300
  ) throws -> ProcessRun {
    let (inner, toChild) = try Descriptor.pipe()
    let (output, outputEnd) = try Descriptor.pipe()
    let (error, errorEnd) = try Descriptor.pipe()
    let child = try ChildProcess(
      executable.path, arguments, environment: environment, place: .group
    ) { files in
      files.copy(inner.descriptor, to: 0)
      files.copy(outputEnd.descriptor, to: 1)
      files.copy(errorEnd.descriptor, to: 2)
    }
    for end in [inner, outputEnd, errorEnd] { end.close() }
    var flow = ProcessFlow(input: input, to: toChild, from: [output, error])
    guard let status = flow.finish(child, within: seconds) else {
      child.kill()
      throw TimedOut(
        output: String(decoding: flow.received[0], as: UTF8.self),
        error: String(decoding: flow.received[1], as: UTF8.self))
    }
    return ProcessRun(
      status: status, outputBytes: flow.received[0], errorBytes: flow.received[1])
  }

  /// An environment that makes output the same everywhere: only `PATH` comes from the tests' own.
  ///
  /// A backtrace names addresses, which are others each time, and takes 20 times as long as a run.
  public static var plainEnvironment: [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LANG": "C.UTF-8",
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }
}
