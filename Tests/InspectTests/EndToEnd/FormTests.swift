import Foundation
import TestSupport
import Testing

@Suite("expand and compact, as verbs")
struct FormTests {
  @Test("to standard output, to a file, and to a gzip, it is the same session")
  func places() throws {
    for verb in ["expand", "compact"] {
      let printed = try Inspect.run(verb, Inspect.toast)
      #expect(printed.error == "")
      let plain = Scratch.path("\(verb).ndjson")
      let told = try Inspect.run(verb, Inspect.toast, "-o", plain)
      #expect(told.error == "")
      #expect(
        told.output
          == "written  \(verb).ndjson  6146 bytes became \(printed.outputBytes.count)\n")
      #expect(Array(try Data(contentsOf: URL(filePath: plain))) == printed.outputBytes)
      let gzipped = [Scratch.path("\(verb).1.ndjson.gz"), Scratch.path("\(verb).2.ndjson.gz")]
      for path in gzipped {
        #expect(try Inspect.run(verb, Inspect.toast, "-o", path).status == .exited(0))
        #expect(try Inspect.run("diff", Inspect.toast, path).status == .exited(0))
      }
      #expect(
        try Data(contentsOf: URL(filePath: gzipped[0]))
          == Data(contentsOf: URL(filePath: gzipped[1])))
      let again = try Inspect.run(verb == "expand" ? "compact" : "expand", plain)
      let back = try Scratch.file("\(verb).back.ndjson", again.outputBytes)
      #expect(try Inspect.run("check", back).status == .exited(0))
      #expect(try Inspect.run("diff", Inspect.toast, back).status == .exited(0))
    }
  }

  @Test("the machine form tells what was written")
  func json() throws {
    let path = Scratch.path("form.ndjson")
    let result = try Inspect.run("--format", "json", "compact", Inspect.toast, "-o", path)
    #expect(
      result.output.replacingOccurrences(of: Scratch.folder.path + "/", with: "")
        == #"{"report":"rewrite","version":1,"form":"delta","read":6146,"written":6146,"file":"form.ndjson"}"#
        + "\n")
  }

  @Test("what is there is never written over, the session itself least of all")
  func existing() throws {
    let bytes = try Data(contentsOf: URL(filePath: Inspect.toast))
    let own = try Scratch.file("own.ndjson", Array(bytes))
    let link = Scratch.path("link.ndjson")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    for (verb, path) in [("expand", own), ("compact", own), ("expand", link)] {
      let result = try Inspect.run(verb, own, "-o", path)
      let name = URL(filePath: path).lastPathComponent
      #expect(result.error == "inspect: \(name): cannot be written: File exists\n")
      #expect(result.status == .exited(2))
    }
    #expect(try Data(contentsOf: URL(filePath: own)) == bytes)
  }

  @Test("damage ends it with 2, and no file is left")
  func damage() throws {
    let file = try Scratch.file("damaged.ndjson", BadInputTests.changedByte)
    let folder = Scratch.path("form-damage")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let result = try Inspect.run("expand", file, "-o", folder + "/out.ndjson")
    #expect(
      result.error
        == "inspect: damaged.ndjson:4:52: the checksum (crc) does not match: the line was "
        + "changed or damaged; to edit a session by hand, delete crc on all lines, or run inspect repair "
        + "--recrc (byte 323); --salvage reads the rest, and inspect repair makes a sound copy\n")
    #expect(result.status == .exited(2))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test("a reader that leaves early ends it silently")
  func earlyLeave() throws {
    let tool = try BuiltBinary.inspect.path
    let script =
      "'\(tool)' expand '\(Inspect.archive)' | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}"
    let run = try ProcessRun.run(URL(filePath: "/bin/bash"), ["-c", script])
    #expect(run.output == "0\n")
    #expect(run.error == "")
  }
}
