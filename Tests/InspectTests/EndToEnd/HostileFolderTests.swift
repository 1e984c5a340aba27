import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Whatever lies in a folder of segments, each verb comes to its end and says what it is")
struct HostileFolderTests {
  /// A folder of three segments, of which the second is put there by a closure.
  private func folder(_ name: String, _ put: (String) throws -> Void) throws -> String {
    let folder = Scratch.path(name)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for segment in [1, 3] {
      try HostileSegments.text(segment).write(
        toFile: "\(folder)/a.000\(segment).ndjson", atomically: false, encoding: .utf8)
    }
    try put("\(folder)/a.0002.ndjson")
    return folder
  }

  /// What a check says of a folder whose second segment is not read, and that the rest is read.
  private func expectLost(_ folder: String, _ fault: String) throws {
    let name = (folder as NSString).lastPathComponent
    let check = try Inspect.run("check", folder)
    #expect(
      check.output == """
        \(name)/a.0002.ndjson: \(fault)
        \(name)/a.0001.ndjson  7 lines
        \(name)/a.0003.ndjson  7 lines
        \(name): damaged  1 fault in 14 lines, none left out; closed

        """)
    #expect(check.error == "")
    #expect(check.status == .exited(1))
    let print = try Inspect.run("--salvage", "print", folder, "6", "/steps")
    #expect(print.output == "6\n")
    #expect(print.status == .exited(0))
    let copy = try Inspect.run("repair", folder, "-o", "-")
    #expect(copy.status == .exited(0))
    #expect(copy.output.split(separator: "\n").count == 13)
    #expect(try Inspect.run("verify", folder).status == .exited(2))
  }

  @Test("a file that may not be read", .enabled(if: geteuid() != 0))
  func forbidden() throws {
    let folder = try folder("hostile-forbidden") { path in
      try HostileSegments.text(2).write(toFile: path, atomically: false, encoding: .utf8)
      #expect(chmod(path, 0) == 0)
    }
    try expectLost(folder, "cannot be read: Permission denied")
  }

  @Test("a file whose name is no UTF-8 took the place of another, or was not found")
  func notUTF8() throws {
    let folder = Scratch.path("hostile-names")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let session = try Data(contentsOf: URL(filePath: Inspect.toast))
    // What a name of other bytes looks like where these are replaced.
    try session.write(to: URL(filePath: folder + "/e\u{FFFD}.ndjson"))
    let name: [UInt8] = Array("\(folder)/e".utf8) + [0xFF] + Array(".ndjson".utf8) + [0]
    let descriptor = name.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { name -> Int32 in
        guard let start = name.baseAddress else { return -1 }
        return open(start, O_CREAT, 0o600)
      }
    }
    // Not every file system has such names.
    guard descriptor >= 0 else { return }
    close(descriptor)
    let fault =
      "hostile-names/e\\xFF.ndjson: is not read: there is no such file, and its name is not UTF-8 "
      + "(\\x stands for a byte): rename it\n"
    let tool = try BuiltBinary.inspect.path
    for words in ["'\(folder)'", "'\(folder)/*.ndjson'", "'\(folder)'/*.ndjson"] {
      let run = try ProcessRun.run(
        URL(filePath: "/bin/sh"), ["-c", "'\(tool)' verify \(words)"], input: "",
        environment: ProcessRun.plainEnvironment)
      #expect(
        Inspect.clean(run.output)
          == "✓ reproduces  hostile-names/e\u{FFFD}.ndjson  18 of 18 actions equal\n")
      #expect(Inspect.withoutSampleNotes(Inspect.clean(run.error)) == "inspect: " + fault)
      #expect(run.status == .exited(2))
    }
  }

  @Test("more segments than a process has maps for")
  func many() throws {
    let folder = Scratch.path("hostile-many")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for segment in 1...20_001 {
      let digits = String(segment + 100_000)
      close(open("\(folder)/a.\(digits).ndjson", O_CREAT | O_WRONLY, 0o600))
    }
    let run = try Inspect.run("check", folder)
    #expect(
      run.error == "inspect: hostile-many: the session has 20001 segments, and at most 20000 are "
        + "read together: move some of them to another folder\n")
    #expect(run.status == .exited(2))
  }
}
