import Foundation
import TestSupport
import Testing

@Suite("The user's inspectrc")
struct UserFileTests {
  /// A config folder with this inspectrc.
  private func folder(_ name: String, _ text: String) throws -> String {
    let folder = Scratch.path("config-\(name)")
    try FileManager.default.createDirectory(
      atPath: "\(folder)/inspect", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/inspect/inspectrc"))
    return folder
  }

  private static let faulty = """
    [store toast]
    nonsense
    patience = 30
    [stroe x]
    host = /bin/false
    patience = never
    [comands]
    alias down=next
    [commands]
    alias up=back
      print itemz
    set rows 3

    """

  @Test("a line that is wrong is named and left out, and ends nothing")
  func faults() throws {
    let folder = try folder("faulty", Self.faulty)
    let run = try Inspect.run(
      "-e", "when", Inspect.toast, environment: ["XDG_CONFIG_HOME": folder])
    #expect(run.status == .exited(0))
    #expect(run.output == "0/18 start  started 2026-11-21 05:56:47Z\n")
    #expect(
      run.error == """
        inspect: config-faulty/inspect/inspectrc:2:1: there is no setting nonsense; commands stand below \
        [commands]: left out
        inspect: config-faulty/inspect/inspectrc:4:1: a heading is [store NAME], or [store "NAME"] with \
        blanks in it: left out
        inspect: config-faulty/inspect/inspectrc:6:12: patience is a number of seconds from 1 to 86400, \
        not never: left out
        inspect: config-faulty/inspect/inspectrc:7:1: there is no such heading; did you mean \
        [commands]?: left out

        """)
  }

  @Test("-n reads nothing of it", arguments: ["-n", "--no-init"])
  func noInit(option: String) throws {
    let folder = try folder("unread\(option)", Self.faulty)
    let run = try Inspect.run(
      option, "-e", "when", Inspect.toast, environment: ["XDG_CONFIG_HOME": folder])
    #expect(run.error == "")
  }

  @Test(
    "its commands are run where a prompt opens; one that fails is named, and those after it run")
  func commands() throws {
    let folder = try folder("commands", Self.faulty)
    let terminal = try PromptSession.open(environment: ["XDG_CONFIG_HOME": folder])
    // Where a line is broken depends on the length of the path.
    let opened = try terminal.readUntil("start> ").replacing("\r\n  ", with: " ")
    #expect(opened.contains("inspectrc:11:9: itemz: no state of the session has it"), "\(opened)")
    #expect(opened.contains("   print itemz         ^\r\n"), "\(opened)")
    try terminal.send("goto 5 ;; up ;; set rows\n")
    _ = try terminal.readUntil("4/18 enqueueToast")
    _ = try terminal.readUntil("rows  3 ")
    _ = try terminal.readUntil("toast 4/18 enqueueToast> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("a config file that is named must be right, and has no commands")
  func named() throws {
    let file = try Scratch.file("named.rc", "[commands]\nnext\n")
    let run = try Inspect.run("--config", file, "-e", "when", Inspect.toast)
    #expect(run.status == .exited(2))
    #expect(run.error == "inspect: named.rc:1:1: only the user's inspectrc has [commands]\n")
  }
}
