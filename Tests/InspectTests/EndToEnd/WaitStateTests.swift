import Foundation
import TestSupport
import Testing

@Suite("Ctrl-C wherever the tool waits")
struct WaitStateTests {
  private func pipe(_ name: String) throws -> String {
    let path = Scratch.path(name)
    try #require(mkfifo(path, 0o600) == 0)
    return path
  }

  @Test("while a session is opened it ends the tool, at the prompt and in a verb")
  func loading() throws {
    for (place, arguments) in [[], ["log"], ["-e", "info"], ["--salvage"]].enumerated() {
      // A pipe that nobody writes, as it stands in for a file that takes long.
      let path = try pipe("unwritten-\(place)")
      let terminal = try PromptSession.open(arguments + [path])
      // The opening of a pipe waits in the system, of which nothing can be seen.
      let writer = try opened(path)
      defer { close(writer) }
      _ = try terminal.readUntil("\rreading, 0 MB, ")
      try terminal.send("\u{3}")
      #expect(try terminal.waitForExit().status == .signaled(2), "\(arguments)")
    }
  }

  /// The end of a pipe to write to, once the tool has opened the other one.
  private func opened(_ path: String) throws -> Int32 {
    var writer: Int32 = -1
    for _ in 0..<60_000 where writer < 0 {
      writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if writer < 0 { usleep(1000) }
    }
    try #require(writer >= 0)
    return writer
  }

  @Test("the opening of a session says how much of it is read")
  func share() throws {
    let path = try PromptSession.long(60_000)
    let terminal = try PromptSession.open(["--salvage", path])
    let shown = try terminal.readUntil(" left, ")
    #expect(
      (shown.components(separatedBy: "\r").last ?? "").masking("[0-9]+", with: "N")
        == "reading, N %, about N s left, ")
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit().status == .signaled(2))
  }

  @Test("while a file of commands is opened or read it returns to the prompt")
  func source() throws {
    let path = try pipe("unwritten-source")
    let terminal = try PromptSession.open()
    _ = try terminal.readUntil("start> ")
    try terminal.send("goto 3\n")
    _ = try terminal.readUntil("toast 3/18 enqueueToast> ")
    try terminal.send("source \(path)\n")
    let writer = try opened(path)
    defer { close(writer) }
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("interrupted\r\n")
    _ = try terminal.readUntil("toast 3/18 enqueueToast> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("in the pages of a completion list it returns to the line's prompt")
  func completionPages() throws {
    let terminal = try PromptSession.open([try PromptSession.large(300)], columns: 80, rows: 10)
    _ = try terminal.readUntil("start> ")
    try terminal.send("goto 2\n")
    _ = try terminal.readUntil("counter 2/2 a> ")
    try terminal.send("print items[\t\t")
    _ = try terminal.readUntil("possibilities? (y or n)")
    try terminal.send("y")
    _ = try terminal.readUntil("--More--")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("counter 2/2 a> ")
    try terminal.send("when\n")
    _ = try terminal.readUntil("2/2 a  +0.000 s")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test(
    "in less it leaves less, filled or still being filled, and the position stays",
    arguments: [300, 20_000])
  func less(count: Int) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/less") else { return }
    let terminal = try PromptSession.open(
      [try PromptSession.large(count)], rows: 20, environment: ["PAGER": "/usr/bin/less"])
    _ = try terminal.readUntil("start> ")
    try terminal.send("goto 1\n")
    _ = try terminal.readUntil("counter 1/2 a> ")
    try terminal.send("print\n")
    _ = try terminal.readUntil("\"item 1\"")
    _ = try terminal.readUntil(":\u{1B}[K")
    // less misses a Ctrl-C that comes just before it waits, until the next key.
    try terminal.send("\u{3}")
    do { _ = try terminal.readUntil("counter 1/2 a> ", within: 10) } catch {
      try terminal.send("\u{3}")
      _ = try terminal.readUntil("counter 1/2 a> ")
    }
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("at the prompt of a followed session it drops the line, and what was added is seen")
  func following() throws {
    let lines = try Data(contentsOf: URL(filePath: Inspect.toast)).split(separator: 10)
      .map { Array($0) + [10] }
    let path = try Scratch.file("follow-interrupted.ndjson", lines[..<2].flatMap(\.self))
    let terminal = try PromptSession.open(["follow", path])
    _ = try terminal.readUntil("toast 0/0 start> ")
    try terminal.send("goto 9\u{3}")
    _ = try terminal.readUntil("toast 0/0 start> ")
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(lines[2...].joined()))
    try file.close()
    try terminal.send("goto 2\n")
    _ = try terminal.readUntil("toast 2/18 dequeueToast> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("help completes topics as well as commands")
  func topics() throws {
    let terminal = try PromptSession.open()
    _ = try terminal.readUntil("start> ")
    try terminal.send("help condi\t")
    _ = try terminal.readUntil("condi")
    _ = try terminal.readUntil("tions ")
    try terminal.send("\u{15}help verify\t\t")
    _ = try terminal.readUntil("verify ")
    _ = try terminal.readUntil("verifying")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("start> ")
    #expect(try terminal.quit() == .exited(0))
  }
}
