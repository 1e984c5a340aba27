import Foundation
import SessionFormat

#if os(macOS) || os(Linux)

  /// A reducer host in its own process, connected by pipes.
  ///
  /// Not thread-safe.
  ///
  /// It keeps reading while it writes, so neither side can block the other for ever.
  final class HostProcess: HostConnection {
    /// The longest accepted line of a host.
    private static let lineLimit = 1 << 28

    let name: String
    private let child: ChildProcess
    /// The seconds that an answer may take.
    private let patience: Int
    /// Fewer seconds for an answer that takes no work.
    private var haste: Int?
    private let endsByItself: Bool
    private let memory: Int?
    private let interrupted: () -> Bool

    private let streams: ProgramStreams
    /// The number of bytes in the last call of `send`.
    private var sentLast = 0
    /// The time limit of the awaited answer.
    private var deadline = DispatchTime.now()
    private var isWaiting = false

    /// Starts the program; see ``HostClient/init(_:patience:memory:interrupted:)``.
    init(
      _ command: HostCommand, patience: Int, memory: Int? = nil, interrupted: @escaping () -> Bool
    ) throws(HostFailure) {
      name = command.description
      let memory = memory ?? command.memory
      self.memory = memory
      self.patience = patience
      endsByItself = command.endsByItself
      self.interrupted = interrupted
      guard let program = ProgramFile.path(of: command.program) else {
        let isFile = FileManager.default.fileExists(atPath: command.program)
        throw .cannotStart(
          command: name,
          reason: command.program.contains("/") && isFile
            ? "the file may not be run as a program (chmod +x makes it one)"
            : "there is no such program")
      }
      var words = [program] + command.arguments
      if let wrapper = command.wrapper.first {
        guard let path = ProgramFile.path(of: wrapper) else {
          throw .cannotStart(command: name, reason: "there is no program \(wrapper)")
        }
        words = [path] + command.wrapper.dropFirst() + words
      }
      let path = words.removeFirst()
      let (runner, arguments) = Self.bound(path, words, memory)
      do throws(ChildProcess.Refusal) {
        child = try ChildProcess(
          path: runner, arguments: arguments, environment: Self.environment(command.environment))
      } catch {
        let reason = SystemNames.text(of: error.number)
        throw .cannotStart(command: name, reason: "the system refuses to run \(path): \(reason)")
      }
      streams = ProgramStreams(child)
    }

    deinit { close() }

    /// The command that starts a program with a memory limit.
    ///
    /// A limit must be set in the new process before the program runs. Every system has a shell
    /// that sets it and then becomes the program. The limit counts memory that the program can
    /// write to, not space that it only reserves.
    private static func bound(
      _ path: String, _ arguments: [String], _ memory: Int?
    ) -> (path: String, arguments: [String]) {
      guard let memory else { return (path, arguments) }
      let script = "ulimit -d \(max(1, memory / 1024)) && exec \"$0\" \"$@\""
      return ("/bin/sh", ["-c", script, path] + arguments)
    }

    /// The environment of a host: ours, but a Swift program that traps makes no backtrace.
    private static func environment(_ changes: [String: String?]) -> [String: String] {
      var environment = ProcessInfo.processInfo.environment
      for (name, value) in changes { environment[name] = value }
      CrashBacktrace.silence(&environment)
      return environment
    }

    func hurry(within seconds: Int?) { haste = seconds }

    func send(_ lines: [UInt8]) throws(HostFailure) {
      streams.outgoing.add(lines)
      sentLast = lines.count
    }

    func receive(isNew: Bool) throws(HostFailure) -> [UInt8] {
      if isNew { isWaiting = false }
      while true {
        if let line = streams.nextLine() { return line }
        guard streams.isOutputOpen else { throw .died(try death()) }
        guard streams.incoming.count < Self.lineLimit else {
          throw .nonsense(
            command: name, line: String(decoding: streams.incoming.bytes.prefix(80), as: UTF8.self),
            reason: "the line is longer than any answer")
        }
        try waitForBytes()
      }
    }

    /// Moves bytes until the host has written some.
    ///
    /// Its standard error and its reading do not count, because they are not answers. It checks for
    /// an interruption regularly, because a signal may come between two waits. If an answer is
    /// awaited again, the host has written no more than a part of it since.
    private func waitForBytes() throws(HostFailure) {
      let seconds = min(patience, haste ?? patience)
      if !isWaiting {
        deadline = DispatchTime.now() + .seconds(seconds)
      } else if DispatchTime.now() >= deadline {
        throw .silent(command: name, seconds: seconds)
      }
      isWaiting = true
      let before = streams.incoming.count
      func comes(within milliseconds: Int) throws(HostFailure) -> Bool {
        if interrupted() { throw .interrupted }
        _ = streams.pump(milliseconds: milliseconds)
        return streams.incoming.count != before || !streams.isOutputOpen
      }
      func comesAtOnce() throws(HostFailure) -> Bool { try comes(within: 0) }
      if try ShortWait.behind(sentLast, until: comesAtOnce) { return }
      repeat {
        if try comes(within: Self.lookUp) { return }
        if child.exitStatus(within: 0) != nil { return endOutput() }
      } while DispatchTime.now() < deadline
      throw .silent(command: name, seconds: seconds)
    }

    /// Takes what the program wrote before it ended; its own children may keep its streams open.
    private func endOutput() {
      var known = -1
      // Standard error is not waited for: such a child may write to it without end.
      while streams.isOutputOpen, streams.incoming.count > known,
        streams.incoming.count < Self.lineLimit
      {
        known = streams.incoming.count
        _ = streams.pump(milliseconds: 0)
      }
      streams.isOutputOpen = false
    }

    /// The milliseconds between two checks for an interruption.
    private static let lookUp = 200

    /// The seconds that a host may take to exit, if its answers may take as long: sanitizers and
    /// similar tools work at the end.
    private static let leavingTime = 5
    /// The most lines kept from that time.
    private static let leavingLines = 100
    /// The most bytes read in that time.
    private static let leavingBytes = 1 << 20

    func leave() -> HostLeaving? {
      let seconds = min(patience, Self.leavingTime)
      let deadline = DispatchTime.now() + .seconds(seconds)
      // Requests may still be unsent, if the host answered before.
      while !streams.outgoing.isEmpty, streams.isOutputOpen, DispatchTime.now() < deadline,
        !interrupted()
      {
        _ = streams.pump(milliseconds: Self.lookUp)
      }
      streams.outgoing.drop(streams.outgoing.count)
      child.closeInput()
      while streams.isOutputOpen, streams.incoming.count < Self.leavingBytes,
        DispatchTime.now() < deadline,
        !interrupted()
      {
        if !streams.pump(milliseconds: Self.lookUp), child.exitStatus(within: 0) != nil {
          endOutput()
        }
      }
      var leaving = HostLeaving()
      while leaving.lines.count < Self.leavingLines, let line = streams.nextLine() {
        leaving.lines.append(line)
      }
      // An unfinished line is not an answer, and was not requested either.
      if leaving.lines.count < Self.leavingLines, !streams.incoming.isEmpty {
        leaving.lines.append(Array(streams.incoming.bytes.prefix(Self.leavingBytes)))
      }
      let rest = deadline.uptimeNanoseconds - min(now, deadline.uptimeNanoseconds)
      guard !streams.isOutputOpen, let status = child.exitStatus(within: Int(rest / 1_000_000))
      else {
        if now >= deadline.uptimeNanoseconds, !interrupted() { leaving.stayed = seconds }
        return leaving
      }
      streams.isClosed = true
      leaving.ending = status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
      return leaving
    }

    private var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    func close() {
      guard !streams.isClosed else { return }
      streams.isClosed = true
      if endsByItself { child.closeInput() }
      _ = child.end(asking: !endsByItself)
    }

    /// How a host ended whose output is closed.
    ///
    /// - Throws: ``HostFailure/nonsense(command:line:reason:)`` if it still runs: we end it then,
    ///   so it did not crash.
    private func death() throws(HostFailure) -> HostDeath {
      // Its last words on standard error may come shortly after its output closes.
      let deadline = DispatchTime.now() + .seconds(2)
      while streams.isErrorOpen, DispatchTime.now() < deadline, !interrupted() {
        _ = streams.pump(milliseconds: Self.lookUp)
      }
      streams.isClosed = true
      guard let status = child.exitStatus(within: 1000) else {
        _ = child.end(asking: true)
        throw .nonsense(
          command: name, line: "", reason: "it closed its standard output, but did not end")
      }
      let ending: HostDeath.Ending =
        status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
      // As bytes, because CR LF is one character of a string and would not be split.
      var lines = HostDeath.lastLines(
        of: streams.errorTail.bytes.split(separator: 0x0A).map {
          String(decoding: $0, as: UTF8.self)
        })
      if let memory, status != 0 {
        lines.insert("(its memory is bound to \(memory) bytes)", at: 0)
      }
      return HostDeath(command: name, action: nil, ending: ending, standardError: lines)
    }
  }

#endif
