import DamageSupport
import Foundation
import TestSupport
import Testing

@Suite("repair, as a verb")
struct RepairTests {
  @Test("the copy, the report, and what programs are told of it")
  func report() throws {
    let file = try Scratch.file("repair-report.ndjson", DamagedSession.damaged)
    let copy = Scratch.path("repair-report-copy.ndjson")
    let run = try Inspect.run("repair", file, "-o", copy)
    #expect(
      run.output
        == DamagedSession.report("repair-report.ndjson", copy: "repair-report-copy.ndjson"))
    #expect(run.error == "")
    #expect(run.status == .exited(0))
    #expect(try DamagedSession.text(copy) == DamagedSession.repaired)
    #expect(try DamagedSession.text(file) == DamagedSession.damaged)
    let json = try Inspect.run("--format", "json", "repair", file, "-o", copy, "--force")
    let cause = DamagedSession.fault("F").dropFirst("F:4:52: ".count).dropLast(" (byte 323)".count)
    #expect(
      Inspect.clean(json.output)
        == #"{"report":"repair","version":1,"file":"repair-report.ndjson","#
        + #""copy":"repair-report-copy.ndjson","sound":false,"recrc":false,"kept":7,"damaged":1,"#
        + #""dropped":1,"whole":0,"gaps":[{"n":3,"lost":0}],"lostStates":[{"from":1,"to":2}],"#
        + #""droppedActions":[],"faults":[{"line":4,"column":52,"offset":323,"cause":""#
        + cause + "\"}]}\n")
  }

  @Test("to standard output the copy goes alone, and the report beside it")
  func standardOutput() throws {
    let file = try Scratch.file("repair-out.ndjson", DamagedSession.damaged)
    for (run, name) in [
      (try Inspect.run("repair", file, "-o", "-"), "repair-out.ndjson"),
      (try Inspect.run("repair", "-", "-o", "-", input: DamagedSession.damaged), "-"),
    ] {
      #expect(run.output == DamagedSession.repaired)
      #expect(run.error == DamagedSession.report(name, copy: "-"))
      #expect(run.status == .exited(0))
    }
  }

  @Test("a second repair changes nothing, and says so")
  func again() throws {
    let file = try Scratch.file("repair-again.ndjson", DamagedSession.repaired)
    let copy = Scratch.path("repair-again-copy.ndjson")
    #expect(
      try Inspect.run("repair", file, "-o", copy).output
        == "repair-again-copy.ndjson  8 lines: sound already, copied as it is\n")
    #expect(try DamagedSession.text(copy) == DamagedSession.repaired)
  }

  @Test("it writes no file over the original, by whatever name, nor over another unless forced")
  func refusals() throws {
    let folder = Scratch.path("repair-refusals")
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
    let file = folder + "/own.ndjson"
    try DamagedSession.damaged.write(toFile: file, atomically: false, encoding: .utf8)
    try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "own.ndjson")
    try files.linkItem(atPath: file, toPath: folder + "/hard")
    try files.createSymbolicLink(atPath: folder + "/dangling", withDestinationPath: "nowhere")
    try "kept".write(toFile: folder + "/other", atomically: false, encoding: .utf8)
    func expect(_ name: String, _ options: [String] = [], _ message: String) throws {
      let run = try Inspect.run(["repair", file, "-o", "\(folder)/\(name)"] + options)
      #expect(
        run.error.replacingOccurrences(of: "repair-refusals/", with: "")
          == "inspect: \(name): \(message)\n")
      #expect(run.output == "")
      #expect(run.status == .exited(2))
    }
    let same =
      "is the same file as own.ndjson: give -o another name, because the original is never changed"
    for options in [[], ["--force"]] {
      for name in ["own.ndjson", "link", "hard"] { try expect(name, options, same) }
      try expect("folder", options, "cannot be written: Is a directory")
      try expect("none/copy", options, "cannot be written: No such file or directory")
    }
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    try expect(
      "pipe", ["--force"], "is not replaced: it is a pipe, a device or a socket, not a file")
    try files.removeItem(atPath: folder + "/pipe")
    let exists = "cannot be written: File exists; --force replaces it"
    for name in ["dangling", "other"] { try expect(name, [], exists) }
    #expect(try DamagedSession.text(file) == DamagedSession.damaged)
    #expect(try DamagedSession.text(folder + "/other") == "kept")
    let names = ["dangling", "folder", "hard", "link", "other", "own.ndjson"]
    #expect(try files.contentsOfDirectory(atPath: folder).sorted() == names)
    for name in ["dangling", "other"] {
      let path = "\(folder)/\(name)"
      #expect(try Inspect.run("repair", file, "-o", path, "--force").status == .exited(0))
      #expect(try DamagedSession.text(path) == DamagedSession.repaired)
    }
    #expect(try files.contentsOfDirectory(atPath: folder).sorted() == names)
  }

  @Test("without a target, or with nothing to repair, it is refused")
  func nothing() throws {
    #expect(
      try Inspect.run("repair", "a.ndjson").error
        == "inspect: repair: -o FILE is missing; usage: inspect repair SESSION -o FILE [--recrc] "
        + "[--force]\n")
    let copy = Scratch.path("repair-nothing.ndjson")
    let file = try Scratch.file("repair-noise.ndjson", "noise\n")
    let run = try Inspect.run("repair", file, "-o", copy)
    #expect(
      run.error
        == "inspect: repair-noise.ndjson:1:2: not a session: the first line must be of kind "
        + "\"session\", but no JSON value begins here (byte 1)\n")
    #expect(run.status == .exited(2))
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  @Test("a folder of one session file stands for that file")
  func folderOfOne() throws {
    let folder = Scratch.path("repair-one")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try DamagedSession.damaged.write(
      toFile: folder + "/one.ndjson", atomically: false, encoding: .utf8)
    let run = try Inspect.run("repair", folder, "-o", "-")
    #expect(run.output == DamagedSession.repaired)
    #expect(run.error == DamagedSession.report("repair-one/one.ndjson", copy: "-"))
  }

  @Test("twenty repairs that are killed leave the original, and no half copy under its name")
  func killed() throws {
    var repairs = try KilledRepairs(tool: try BuiltBinary.inspect, actions: 200, seed: 5)
    for number in 1...20 { #expect(try repairs.run() == [], "repair \(number)") }
    #expect(repairs.killed > 0)
  }
}
