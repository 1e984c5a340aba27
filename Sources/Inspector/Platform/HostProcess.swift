import Foundation
import SessionFormat

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if os(macOS) || os(Linux)

  /// A reducer host in a process of its own, spoken to through pipes.
  ///
  /// Not thread-safe.
  ///
  /// While it writes it keeps reading, so neither side can block the other for ever.
  final class HostProcess: HostConnection {
    /// How much of what the host writes on standard error is kept.
    private static let errorLimit = 1 << 14
    /// The longest line that is taken from a host.
    private static let lineLimit = 1 << 28

    let name: String
    private let child: ChildProcess
    private let patience: Int
    private let interrupted: () -> Bool

    private var outgoing: [UInt8] = []
    private var incoming: [UInt8] = []
    private var searched = 0
    private var errorTail: [UInt8] = []
    private var isOutputOpen = true
    private var isErrorOpen = true
    private var isClosed = false

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - command: What to start.
    ///   - patience: How many seconds an answer may take.
    ///   - interrupted: Asked while an answer is awaited; true ends the wait.
    init(
      _ command: HostCommand, patience: Int, interrupted: @escaping () -> Bool
    ) throws(HostFailure) {
      name = command.description
      self.patience = patience
      self.interrupted = interrupted
      guard let path = Self.find(command.program) else {
        throw .cannotStart(command: name, reason: "there is no such program")
      }
      let started = ChildProcess(
        path: path, arguments: command.arguments, environment: Self.environment)
      guard let started else {
        throw .cannotStart(command: name, reason: "the system refuses to run \(path)")
      }
      child = started
    }

    deinit { close() }

    /// The environment of a host: ours, and a short backtrace where it is a Swift program that traps.
    private static var environment: [String: String] {
      let short =
        "enable=yes,color=no,registers=none,images=none,threads=crashed,limit=8,top=0,cache=no"
      return ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": short]) { ours, _ in
        ours
      }
    }

    private static func find(_ program: String) -> String? {
      let isRunnable = FileManager.default.isExecutableFile(atPath:)
      if program.contains("/") { return isRunnable(program) ? program : nil }
      let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      return folders.split(separator: ":").map { "\($0)/\(program)" }.first(where: isRunnable)
    }

    func send(_ lines: [JSONValue]) throws(HostFailure) {
      for line in lines { outgoing += LineCoding.bytes(of: line) }
    }

    func receive() throws(HostFailure) -> HostReply {
      while true {
        if let line = nextLine() {
          if line.isEmpty { continue }
          return try reply(line)
        }
        guard isOutputOpen else { throw .died(try death()) }
        guard incoming.count < Self.lineLimit else {
          throw nonsense(Array(incoming.prefix(80)), "the line is longer than any answer")
        }
        try waitForBytes()
      }
    }

    /// Moves bytes until some came or went.
    ///
    /// What the host writes on standard error is no answer, so it does not count. It looks up now
    /// and then, as a signal may come between two waits.
    private func waitForBytes() throws(HostFailure) {
      let deadline = DispatchTime.now() + .seconds(patience)
      let (before, unsent) = (incoming.count, outgoing.count)
      while DispatchTime.now() < deadline {
        if interrupted() { throw .interrupted }
        _ = pump(milliseconds: Self.lookUp)
        if incoming.count != before || outgoing.count != unsent || !isOutputOpen { return }
      }
      throw .silent(command: name, seconds: patience)
    }

    /// Milliseconds between two looks at whether the user wants the wait to end.
    private static let lookUp = 200

    func close() {
      guard !isClosed else { return }
      isClosed = true
      _ = child.end(asking: true)
    }

    // MARK: Streams

    private func nextLine() -> [UInt8]? {
      guard let end = incoming[searched...].firstIndex(of: 0x0A) else {
        searched = incoming.count
        return nil
      }
      var line = Array(incoming[..<end])
      if line.last == 0x0D { line.removeLast() }
      incoming.removeSubrange(...end)
      searched = 0
      return line
    }

    private func reply(_ bytes: [UInt8]) throws(HostFailure) -> HostReply {
      do throws(LineError) {
        let line = try LineCoding.line(bytes)
        guard case .unknown(let unknown) = line else { return .line(line) }
        do throws(LineFault) {
          if let answer = try HostAnswer(unknown) { return .answer(answer) }
        } catch {
          throw LineError(.fault(error), 0)
        }
        return .line(line)
      } catch {
        throw nonsense(bytes, error.description)
      }
    }

    private func nonsense(_ line: [UInt8], _ reason: String) -> HostFailure {
      .nonsense(
        command: name, line: String(decoding: line.prefix(80), as: UTF8.self), reason: reason)
    }

    /// Moves bytes in all directions once; false where nothing could be moved in that time.
    private func pump(milliseconds: Int) -> Bool {
      var polled = [
        pollfd(
          fd: outgoing.isEmpty || isClosed ? -1 : child.input, events: Int16(POLLOUT), revents: 0),
        pollfd(
          fd: isOutputOpen ? child.output : -1,
          events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: isErrorOpen ? child.error : -1,
          events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
      if count < 0 { return errno == EINTR }
      guard count > 0 else { return false }
      if polled[0].revents != 0 { writeSome(to: child.input) }
      if polled[1].revents != 0 { isOutputOpen = read(polled[1].fd, into: &incoming) }
      if polled[2].revents != 0 {
        isErrorOpen = read(polled[2].fd, into: &errorTail)
        errorTail.removeFirst(max(0, errorTail.count - Self.errorLimit))
      }
      return true
    }

    private func writeSome(to descriptor: Int32) {
      let count = outgoing.withUnsafeBytes { bytes in
        SignalMask.withoutBrokenPipe { write(descriptor, bytes.baseAddress, bytes.count) }
      }
      if count > 0 {
        outgoing.removeFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        // The host reads no more; what it says to that is on its output.
        outgoing.removeAll()
      }
    }

    private func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Bool {
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = chunk.withUnsafeMutableBytes { Self.readBytes(descriptor, $0) }
      if count < 0 { return errno == EINTR || errno == EAGAIN }
      buffer += chunk.prefix(count)
      return count > 0
    }

    private static func readBytes(
      _ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer
    ) -> Int {
      #if canImport(Darwin)
        Darwin.read(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Glibc)
        Glibc.read(descriptor, bytes.baseAddress, bytes.count)
      #else
        Musl.read(descriptor, bytes.baseAddress, bytes.count)
      #endif
    }

    // MARK: The end

    /// What became of a host whose output has ended.
    ///
    /// - Throws: ``HostFailure/nonsense(command:line:reason:)`` where it lives on all the same: that
    ///   it is ended then is our doing, and no crash.
    private func death() throws(HostFailure) -> HostDeath {
      // What it last said on standard error may come a moment after its output ended.
      let deadline = DispatchTime.now() + .seconds(2)
      while isErrorOpen, DispatchTime.now() < deadline, !interrupted() {
        _ = pump(milliseconds: Self.lookUp)
      }
      isClosed = true
      guard let status = child.exitStatus(within: 1000) else {
        _ = child.end(asking: true)
        throw .nonsense(
          command: name, line: "", reason: "it closed its standard output, but did not end")
      }
      let ending: HostDeath.Ending =
        status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
      // By bytes: CR LF is one character of a string, and would not be split.
      let lines = errorTail.split(separator: 0x0A).suffix(16).map {
        String(decoding: $0, as: UTF8.self)
      }
      return HostDeath(command: name, action: nil, ending: ending, standardError: lines)
    }
  }

  extension LineCoding {
    fileprivate static func line(_ bytes: [UInt8]) throws(LineError) -> SessionLine {
      let result = bytes.withUnsafeBufferPointer { buffer in
        Result { () throws(LineError) in try line(buffer, crc: .either).line }
      }
      return try result.get()
    }
  }

  /// Writing to a process that is gone, without dying of it.
  private enum SignalMask {
    static func withoutBrokenPipe(_ body: () -> Int) -> Int {
      var pipe = sigset_t()
      var before = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &pipe, &before)
      let result = body()
      let error = errno
      var pending = sigset_t()
      sigpending(&pending)
      var signal: Int32 = 0
      if result < 0, error == EPIPE, sigismember(&pending, SIGPIPE) == 1 { sigwait(&pipe, &signal) }
      pthread_sigmask(SIG_SETMASK, &before, nil)
      errno = error
      return result
    }
  }

#endif
