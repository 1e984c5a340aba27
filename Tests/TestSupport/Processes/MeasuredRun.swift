public import Foundation

/// The cost of a program that was run within limits.
public struct MeasuredRun: Sendable {
  /// How it ended; nil if it was stopped because it took too long.
  public let status: ExitStatus?
  /// The most memory that it had at a time, in megabytes of 1,000,000 bytes.
  ///
  /// At least the memory of this process at the start, which the system counts as the program's.
  public let megabytes: Double
  /// Its processor time in seconds.
  public let seconds: Double
  /// The end of its standard error, up to 300 bytes.
  public let error: String

  /// Runs a program without input and discards its output.
  ///
  /// - Parameters:
  ///   - limit: The most address space in megabytes; a safeguard for the machine.
  ///   - limitSeconds: The most processor time in whole seconds; a safeguard for a program that
  ///     hangs. It is also stopped after ten times as long by the clock.
  /// - Throws: `SystemError` if it cannot be started.
  public init(
    _ executable: URL, _ arguments: [String], limit: Int, seconds limitSeconds: Int
  ) throws {
    let folder = try SessionFolder()
    let errors = folder.file("errors")
    try folder.put("errors")
    let child = try ChildProcess(
      "/bin/sh",
      [
        "-c",
        "ulimit -v \(limit * 1000); ulimit -c 0; ulimit -t \(limitSeconds); exec \"$0\" \"$@\"",
        executable.path,
      ] + arguments,
      environment: ProcessRun.plainEnvironment, place: .group
    ) { files in
      files.open("/dev/null", as: 0)
      files.open("/dev/null", as: 1)
      files.open(errors, as: 2)
    }
    let deadline = Deadline(seconds: Double(10 * limitSeconds))
    var (waitStatus, usage): (CInt, rusage) = (0, rusage())
    var hasEnded = false
    while !hasEnded, !deadline.hasPassed {
      hasEnded = wait4(child.id, &waitStatus, WNOHANG, &usage) == child.id
      if !hasEnded { usleep(2000) }
    }
    if !hasEnded {
      Foundation.kill(-child.id, SIGKILL)
      while wait4(child.id, &waitStatus, 0, &usage) < 0 && errno == EINTR {}
    }
    // Linux counts kilobytes here; Apple's systems count bytes.
    #if canImport(Darwin)
      megabytes = Double(usage.ru_maxrss) / 1e6
    #else
      megabytes = Double(usage.ru_maxrss) * 1024 / 1e6
    #endif
    func duration(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    self.seconds = duration(usage.ru_utime) + duration(usage.ru_stime)
    // A soft limit equal to the hard one ends it by a signal that is not a crash of its own.
    let isStopped = !hasEnded || self.seconds >= Double(limitSeconds)
    status = isStopped ? nil : ExitStatus(waitStatus: waitStatus)
    error = String(decoding: (folder.bytes("errors") ?? Data()).suffix(300), as: UTF8.self)
  }
}
