import Foundation
import TestSupport
import Testing

@Suite("follow, at the prompt and in a pipe")
struct FollowTests {
  /// A session that the test writes line by line.
  private final class Writing {
    let path: String
    let lines: [[UInt8]]
    private let handle: FileHandle

    /// Begins with the header and state 0 of a recorded session.
    init(_ name: String, _ session: String = Inspect.toast) throws {
      let bytes = Array(try Data(contentsOf: URL(filePath: session)))
      lines = bytes.split(separator: 10).map { $0 + [10] }
      path = try Scratch.file(name, lines[0] + lines[1])
      handle = try FileHandle(forUpdating: URL(filePath: path))
      try handle.seekToEnd()
    }

    func add(_ bytes: some Sequence<UInt8>) throws { try handle.write(contentsOf: Data(bytes)) }

    /// The lines up to and with the state of an action.
    func lines(after start: Int, upToState n: Int) -> ArraySlice<[UInt8]> {
      let end = lines.firstIndex { $0.starts(with: #"{"kind":"state","n":\#(n),"#.utf8) } ?? start
      return lines[start...end]
    }

    func addLines(from start: Int, upToState n: Int) throws -> Int {
      let lines = lines(after: start, upToState: n)
      try add(lines.joined())
      return lines.endIndex
    }

    deinit { try? handle.close() }
  }

  private static let environment = ProcessRun.plainEnvironment.merging([
    "INSPECT_HISTORY": "", "TERM": "xterm", "NO_COLOR": "1", "INPUTRC": "/dev/null",
    "LANG": "C.UTF-8",
  ]) { $1 }

  private func open(_ arguments: [String]) throws -> PseudoTerminal {
    try PseudoTerminal(
      try BuiltBinary.inspect, arguments, environment: Self.environment, columns: 120, rows: 30)
  }

  /// The tool with a pipe as its output, which another program brings to the terminal.
  private func pipe(_ arguments: [String]) throws -> PseudoTerminal {
    let tool = try BuiltBinary.inspect.path
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    return try PseudoTerminal(
      URL(filePath: "/bin/bash"), ["-c", "'\(tool)' \(words) | cat; echo status ${PIPESTATUS[0]}"],
      environment: Self.environment, columns: 200, rows: 30)
  }

  @Test("of a session that is closed it prints every action, and ends")
  func closed() throws {
    let result = try Inspect.run("follow", Inspect.archive)
    let log = try Inspect.run("log", Inspect.archive)
    func words(_ text: String) -> [[Substring]] {
      text.split(separator: "\n").map { $0.split(separator: " ") }
    }
    #expect(words(result.output) == words(log.output))
    #expect(result.status == .exited(0))
    #expect(
      try Inspect.run("follow", Inspect.toast, "--format", "ndjson").output
        == Inspect.run("log", Inspect.toast, "--format", "ndjson").output)
  }

  @Test("damage ends it, and with --salvage it is left out and told, as by log")
  func salvage() throws {
    let file = try Scratch.file("follow-salvage.ndjson", DamagedSession.damaged)
    let refused = try Inspect.run("follow", file)
    #expect(refused.status == .exited(2))
    #expect(
      refused.error
        == "inspect: \(DamagedSession.fault("follow-salvage.ndjson")); --salvage reads the rest, and "
        + "inspect repair makes a sound copy\n")
    let result = try Inspect.run("--salvage", "follow", file, "--format", "ndjson")
    let log = try Inspect.run("--salvage", "log", file, "--format", "ndjson")
    #expect(result.output == log.output)
    #expect(result.error == log.error)
    #expect(result.status == .exited(0))
  }

  @Test("in a pipe a line comes for each action, never from half a line, until the session ends")
  func streaming() throws {
    let writing = try Writing("stream.ndjson")
    let terminal = try pipe(["follow", writing.path])
    var next = 2
    for n in 1...18 {
      let lines = writing.lines(after: next, upToState: n)
      let bytes = Array(lines.joined())
      try writing.add(bytes.dropLast(2))
      try writing.add(bytes.suffix(2))
      next = lines.endIndex
      // Marks come on lines of their own.
      var row = ""
      repeat { row = try terminal.readUntil("\n") } while row.contains("  # ")
      // On a slow machine the sign of life, on the same terminal, comes and is taken away before it.
      let shown = row.split { $0 == "\r" || $0 == "\r\n" || $0 == "\n" }.last
      #expect(shown?.split(separator: " ").first == "\(n)"[...], "\(row)")
    }
    try writing.add(writing.lines[next...].joined())
    _ = try terminal.readUntil("status 0")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("Ctrl-C ends it with 130, and tells the action that has no state")
  func interrupt() throws {
    let writing = try Writing("interrupt.ndjson")
    let terminal = try pipe(["follow", writing.path])
    let next = try writing.addLines(from: 2, upToState: 1)
    _ = try terminal.readUntil("enqueueToast  items")
    let action = writing.lines[next...].first { $0.starts(with: #"{"kind":"action","n":2,"#.utf8) }
    try writing.add(try #require(action))
    try terminal.send("\u{3}")
    // The shell and the other program get the signal too.
    _ = try terminal.waitForExit()
    // The file is there before it is looked at: a signal before the first row would find the shell,
    // which ignores it for what it runs beside itself.
    let rows = Scratch.path("out.txt")
    let direct = try ProcessRun.run(
      URL(filePath: "/bin/bash"),
      [
        "-c",
        ": > '\(rows)'; '\(try BuiltBinary.inspect.path)' follow '\(writing.path)' > '\(rows)' & "
          + "until grep -q enqueueToast '\(rows)'; do sleep 0.1; done; "
          + "kill -INT $!; wait $!; echo status $?; cat '\(rows)'",
      ])
    #expect(
      direct.output.masking(#"\+0\.\d+ s( +[+]?[0-9.]+ [nµm]?s)* *"#, with: "TIME  ")
        == """
        status 130
            1    TIME  enqueueToast  items  0 → 1 element
            2    TIME  dequeueToast  no state

        """)
  }

  @Test("at the prompt the new steps are there at the next command, and the place stays")
  func prompt() throws {
    let writing = try Writing("prompt.ndjson")
    let terminal = try open(["follow", writing.path])
    _ = try terminal.readUntil("toast 0/0 start> ")
    var next = try writing.addLines(from: 2, upToState: 1)
    try terminal.send("next\n")
    _ = try terminal.readUntil("toast 1/1 enqueueToast> ")
    try terminal.send("next\n")
    _ = try terminal.readUntil("the end: there is no later action")
    _ = try terminal.readUntil("toast 1/1 enqueueToast> ")
    next = try writing.addLines(from: next, upToState: 4)
    try terminal.send("\n")
    // The empty line repeats the motion, which goes on now.
    _ = try terminal.readUntil("toast 2/4 dequeueToast> ")
    try writing.add(writing.lines[next...].joined().dropLast(5))
    try terminal.send("info\n")
    _ = try terminal.readUntil("here      2 of 18")
    _ = try terminal.readUntil("toast 2/18 dequeueToast> ")
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("a cut and a replaced file are told, and what is there now is seen")
  func restarts() throws {
    let writing = try Writing("restart.ndjson")
    _ = try writing.addLines(from: 2, upToState: 3)
    let terminal = try open(["follow", "--end", writing.path])
    _ = try terminal.readUntil("toast 3/3 enqueueToast> ")
    let other = try Scratch.file(
      "restart.other.ndjson", Array(try Data(contentsOf: URL(filePath: Inspect.archive))))
    #expect(rename(other, writing.path) == 0)
    try terminal.send("info\n")
    _ = try terminal.readUntil("another file is in its place, and is read from its beginning")
    _ = try terminal.readUntil("archive 0/6 start> ")
    let handle = try FileHandle(forWritingTo: URL(filePath: writing.path))
    try handle.truncate(atOffset: 0)
    try terminal.send("goto 1\n")
    _ = try terminal.readUntil("the file was cut: it is read again from its beginning")
    _ = try terminal.readUntil("archive 0/0 start> ")
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("what cannot be followed is refused with what to do, exit 2")
  func refusals() throws {
    let missing = try Inspect.run("follow", Scratch.path("not-yet.ndjson"))
    #expect(
      missing.error == "inspect: not-yet.ndjson: nothing is recorded there yet: start the app that "
        + "records it, then follow\n")
    #expect(missing.status == .exited(2))
    let input = try Inspect.run("follow", "-")
    #expect(
      input.error
        == "inspect: -: cannot be followed: only a session file that is not gzipped, or a "
        + "folder of such segments, grows line by line\n")
    #expect(input.status == .exited(2))
  }
}
