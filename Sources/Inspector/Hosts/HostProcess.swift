import Foundation
import SessionFormat

#if os(macOS) || os(Linux)

  /// A reducer host in a process of its own, spoken to through pipes.
  ///
  /// Not thread-safe.
  ///
  /// While it writes it keeps reading, so neither side can block the other for ever.
  final class HostProcess: HostConnection {
    /// The longest line that is taken from a host.
    private static let lineLimit = 1 << 28

    let name: String
    private let child: ChildProcess
    private let patience: Int
    private let endsByItself: Bool
    private let memory: Int?
    private let interrupted: () -> Bool

    private let streams: ProgramStreams
    /// How many bytes were given to be sent last.
    private var sentLast = 0
    /// Until when the answer that is awaited may come.
    private var deadline = DispatchTime.now()
    private var isWaiting = false

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - command: What to start.
    ///   - patience: How many seconds an answer may take.
    ///   - memory: How many bytes of memory it may take; nil if nothing binds it.
    ///   - interrupted: Asked while an answer is awaited; true ends the wait.
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

    /// What starts a program so that it gets no more memory.
    ///
    /// A limit must be set in the new process before the program runs. Every system has a shell that
    /// does that, and then becomes the program. The limit counts what the program can write to, and
    /// no room that it merely reserves.
    private static func bound(
      _ path: String, _ arguments: [String], _ memory: Int?
    ) -> (path: String, arguments: [String]) {
      guard let memory else { return (path, arguments) }
      let script = "ulimit -d \(max(1, memory / 1024)) && exec \"$0\" \"$@\""
      return ("/bin/sh", ["-c", script, path] + arguments)
    }

    /// The environment of a host: ours, and no backtrace where it is a Swift program that traps.
    private static func environment(_ changes: [String: String?]) -> [String: String] {
      var environment = ProcessInfo.processInfo.environment
      for (name, value) in changes { environment[name] = value }
      Autopsy.silence(&environment)
      return environment
    }

    func send(_ lines: [UInt8]) throws(HostFailure) {
      streams.outgoing.append(lines)
      sentLast = lines.count
    }

    func receive(isNew: Bool) throws(HostFailure) -> [UInt8] {
      if isNew { isWaiting = false }
      while true {
        if let line = streams.incoming.nextLine() { return line }
        guard streams.isOutputOpen else { throw .died(try death()) }
        guard streams.incoming.count < Self.lineLimit else {
          throw .nonsense(
            command: name, line: streams.incoming.beginning(80),
            reason: "the line is longer than any answer")
        }
        try waitForBytes()
      }
    }

    /// Moves bytes until some came.
    ///
    /// What the host writes on standard error is no answer, and what it reads is none, so neither
    /// counts. It looks up now and then, as a signal may come between two waits. Of one that is
    /// waited for again what it said meanwhile was no answer, or a part of one.
    private func waitForBytes() throws(HostFailure) {
      if !isWaiting {
        deadline = DispatchTime.now() + .seconds(patience)
      } else if DispatchTime.now() >= deadline {
        throw .silent(command: name, seconds: patience)
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
      throw .silent(command: name, seconds: patience)
    }

    /// Takes what the program has written before it ended; what it started may hold its streams open.
    private func endOutput() {
      var known = -1
      // What comes on standard error meanwhile has no end where such a program goes on writing.
      while streams.isOutputOpen, streams.incoming.count > known,
        streams.incoming.count < Self.lineLimit
      {
        known = streams.incoming.count
        _ = streams.pump(milliseconds: 0)
      }
      streams.isOutputOpen = false
    }

    /// Milliseconds between two looks at whether the user wants the wait to end.
    private static let lookUp = 200

    /// How many seconds a host may take to leave by itself, if its answers may take as long: sanitizers
    /// and the like have work to do at the end.
    private static let leavingTime = 5
    /// So many lines are kept of what it writes meanwhile.
    private static let leavingLines = 100
    /// So much is read of it.
    private static let leavingBytes = 1 << 20

    func leave() -> HostLeaving? {
      let seconds = min(patience, Self.leavingTime)
      let deadline = DispatchTime.now() + .seconds(seconds)
      // What it was asked may not have gone out yet, if it wrote an answer before.
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
      while leaving.lines.count < Self.leavingLines, let line = streams.incoming.nextLine() {
        leaving.lines.append(line)
      }
      // What it left unfinished is no answer, and was not asked for either.
      if leaving.lines.count < Self.leavingLines, !streams.incoming.isEmpty {
        leaving.lines.append(streams.incoming.withBytes { Array($0.prefix(Self.leavingBytes)) })
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

    /// What became of a host whose output has ended.
    ///
    /// - Throws: ``HostFailure/nonsense(command:line:reason:)`` where it lives on all the same: that
    ///   it is ended then is our doing, and no crash.
    private func death() throws(HostFailure) -> HostDeath {
      // What it last said on standard error may come a moment after its output ended.
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
      // By bytes: CR LF is one character of a string, and would not be split.
      var lines = streams.errorTail.withBytes { bytes in
        HostDeath.lastLines(
          of: bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
      }
      if let memory, status != 0 {
        lines.insert("(its memory is bound to \(memory) bytes)", at: 0)
      }
      return HostDeath(command: name, action: nil, ending: ending, standardError: lines)
    }
  }

#endif
