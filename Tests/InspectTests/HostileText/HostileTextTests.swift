import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import inspect

@Suite("Text from strangers acts nowhere", .disabled(if: FastRun.isOn))
struct HostileTextTests {
  private let session: HostileSession

  init() throws { session = try HostileSession() }

  @Test("every command and every verb that is declared is used")
  func complete() {
    func names(_ uses: [HostileUse]) -> Set<String> { Set(uses.map(\.command)) }
    let commands = Set(Tool.table.commands(.prompt).map(\.name))
    #expect(commands.subtracting(names(HostileUses.lines(session))) == [])
    let verbs = Set(Tool.table.commands(.batch).map(\.name))
    #expect(verbs.subtracting(names(HostileUses.verbs(session))) == [])
  }

  // MARK: In a pipe

  @Test("verbs, in a pipe", arguments: ["text", "json"])
  func verbs(format: String) throws {
    let isText = format == "text"
    // Each in the one format or the other, where not all cases run.
    let uses =
      HostileUses.verbs(session).thinned(2, usual: 2, turn: isText ? 0 : 1)
      + (isText ? HostileUses.refused(session) : [])
    let faults = try uses.flatMap { use in
      let words = ["--format", format] + use.words
      let run = try ProcessRun.run(try BuiltBinary.inspect, words, within: 20)
      return HostileOracle.faults(of: use, run.outputBytes, run.errorBytes, format)
    }
    #expect(faults == [])
    try expectSafeFiles()
  }

  @Test("lines of the prompt, in a pipe", arguments: ["text", "json", "ndjson"])
  func lines(format: String) throws {
    let uses = HostileUses.lines(session)
    var words = ["--keep-going", "--format", format, "--host", session.host("mutter")]
    for (place, use) in uses.enumerated() {
      // One mark for each stream behind what the line says there.
      let mark = "alias end\(place)=when ;; alias end\(place)"
      words += ["-e", use.words[0], "-e", mark, "-e", "none\(place)"]
    }
    let run = try ProcessRun.run(try BuiltBinary.inspect, words + [session.file])
    var (output, error) = (run.outputBytes[...], run.errorBytes[...])
    let faults = uses.enumerated().flatMap { place, use in
      let said = Self.part(of: &output, "end\(place)")
      return HostileOracle.faults(of: use, said, Self.part(of: &error, "none\(place)"), format)
    }
    #expect(faults == [])
    try expectSafeFiles()
  }

  /// What comes before the line that has a mark.
  private static func part(of bytes: inout ArraySlice<UInt8>, _ mark: String) -> [UInt8] {
    guard let found = bytes.firstRange(of: Array(mark.utf8)) else { return [] }
    let line = bytes[..<found.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? bytes.startIndex
    let end = bytes[found.upperBound...].firstIndex(of: 0x0A) ?? bytes.endIndex
    defer { bytes = bytes[end...].dropFirst() }
    return Array(bytes[..<line])
  }

  /// In the files that were written nothing is raw either, and sessions are sound.
  private func expectSafeFiles() throws {
    let given = [session.file, session.closed, session.damaged, session.out("script")]
    let paths = try FileManager.default.contentsOfDirectory(atPath: session.inner)
      .map { session.inner + "/" + $0 }.filter { !given.contains($0) }
    #expect(paths.count > 1)
    for path in paths {
      // Of what is gzipped, what is inside.
      let bytes =
        path.hasSuffix(".gz")
        ? Array(try Inspect.run("expand", path).output.utf8)
        : Array(try Data(contentsOf: URL(filePath: path)))
      let name = path.dropFirst(session.out("").count)
      #expect(HostileOracle.acting(inPipe: bytes) == [], "\(name)")
      if path.hasSuffix(".ndjson") {
        let check = try Inspect.run("check", path)
        #expect(check.status == .exited(0), "\(name) \(check.output)")
      }
    }
  }

  // MARK: At a terminal

  @Test("verbs, at a terminal")
  func verbsAtTerminal() throws {
    let uses = HostileUses.verbs(session).thinned(2, usual: 2, turn: 1)
    let lines = uses.map { use in
      use.words.map {
        "'" + $0.replacingOccurrences(of: "'", with: "'\\''", options: .literal) + "'"
      }.joined(separator: " ")
    }
    let faults = try shown("--no-pager", lines, names: uses.map(\.name))
    #expect(faults == [])
  }

  @Test("lines of the prompt, at a terminal")
  func linesAtTerminal() throws {
    let uses = HostileUses.lines(session)
    var words = ["--keep-going", "--host", session.host("mutter")]
    for (place, use) in uses.enumerated() { words += ["-e", use.words[0], "-e", "none\(place)"] }
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect, words + [session.file], columns: 120)
    let faults = try uses.dropLast().enumerated().flatMap { place, use in
      let text = try terminal.readUntil("no command none\(place);", within: 20)
      return HostileOracle.acting(atTerminal: text, besides: Self.isOwn)
        .map { "\(use.name): \($0)" }
    }
    #expect(faults == [])
    _ = try terminal.waitForExit()
  }

  @Test("names that are no UTF-8, variables of the environment, files of settings, typed lines")
  func surroundings() throws {
    try session.putSurroundings()
    let faults = try shown("", HostileUses.surroundings, names: HostileUses.surroundings)
    #expect(faults == [])
    let script = HostileUses.surroundings.map { HostileUses.shellLine("", $0) }
    let run = try ProcessRun.run(
      URL(filePath: "/bin/sh"), ["-c", script.joined(separator: "\n")],
      environment: try session.shellEnvironment)
    #expect(HostileOracle.acting(inPipe: run.outputBytes + run.errorBytes) == [])
  }

  /// What acts in what lines of a shell show at a terminal.
  private func shown(_ option: String, _ lines: [String], names: [String]) throws -> [String] {
    let script = lines.enumerated().map { place, line in
      HostileUses.shellLine(option, line) + "; echo end\(place)."
    }
    try session.folder.put("lines.sh", script.joined(separator: "\n"))
    let terminal = try PseudoTerminal(
      URL(filePath: "/bin/sh"), [session.folder.file("lines.sh")],
      environment: try session.shellEnvironment, columns: 120)
    return try names.enumerated().flatMap { place, name in
      let text = try terminal.readUntil("end\(place).", within: 20)
      return HostileOracle.acting(atTerminal: text, besides: Self.isOwn).map { "\(name): \($0)" }
    }
  }

  /// A colour of the program's, or the return with which it erases its sign of life.
  static func isOwn(_ sequence: String) -> Bool {
    let colors = ["0", "1", "2", "31", "32", "33", "34", "35", "36", "1;31", "1;4"]
    return sequence == "\r" || colors.contains { sequence == "\u{1B}[\($0)m" }
  }
}
