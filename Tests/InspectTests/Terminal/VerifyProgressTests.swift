import DamageSupport
import Foundation
import TestSupport
import Testing

@Suite("verify of a folder, several at once, at a terminal")
struct VerifyProgressTests {
  private static let law = HostDeathLaw(seed: 1)

  /// A folder with so many sessions of a ledger.
  private func folder(_ count: Int) throws -> String {
    let folder = Scratch.path("progress-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 1...count {
      try Data(Self.law.bytes).write(to: URL(filePath: "\(folder)/s\(number).ndjson"))
    }
    return folder
  }

  private func open(_ arguments: [String], columns: Int) throws -> PseudoTerminal {
    try PseudoTerminal(
      try BuiltBinary.inspect, arguments,
      environment: ProcessRun.plainEnvironment.merging(["NO_COLOR": "1", "PAGER": ""]) { $1 },
      columns: columns)
  }

  @Test("the sign of life counts sessions, and nothing of it is left", arguments: [200, 80, 20])
  func progress(_ columns: Int) throws {
    let folder = try folder(8)
    let host = "\(try BuiltBinary.rogueHost.path) late 1"
    let terminal = try open(
      ["verify", "--jobs", "2", "--host", host, folder], columns: columns)
    var shown = try terminal.readUntil("\rverified ")
    let (status, rest) = try terminal.waitForExit()
    shown += rest
    #expect(status == .exited(0))
    let count = Self.law.actions
    let report = try Inspect.run("verify", "--jobs", "2", "--host", host, folder)
    #expect(report.error == "")
    #expect(report.output.split(separator: "\n").count == 8)
    #expect(report.output.contains("\(count) of \(count) action"))
    let screen = ScreenText(shown, columns: columns)
    // What does not fit behind the file stands below it.
    let expected = (1...8).map { number in
      let (file, facts) = (
        "✓ reproduces  \(folder)/s\(number).ndjson", "\(count) of \(count) actions equal"
      )
      return file.count + 2 + facts.count <= columns
        ? "\(file)  \(facts)\n" : "\(file)\n            \(facts)\n"
    }
    // Long lines are broken between words, and paths where the screen ends.
    #expect(
      screen.text.filter { !$0.isWhitespace } == expected.joined().filter { !$0.isWhitespace })
    let signs = shown.split(separator: "\r").filter { $0.hasPrefix("verified") }
    let whole = signs.map { $0.prefix { $0 != ";" } }
    #expect(!signs.isEmpty)
    if columns > 60 {
      for sign in whole {
        #expect(String(sign).masking("[0-9]+", with: "N") == "verified N of N sessions, N s")
      }
    } else {
      #expect(signs.allSatisfy { $0.count < columns })
    }
  }

  @Test("Ctrl-C ends it with all hosts, and leaves no sign of life")
  func interrupted() throws {
    let folder = try folder(4)
    let pids = Scratch.path("progress-pids-\(UUID().uuidString)")
    // It tells who it is, and becomes the host, which hangs in its first action.
    let script = "echo $$ >> \(pids); exec \(try BuiltBinary.rogueHost.path) hang 1"
    let terminal = try open(
      ["verify", "--jobs", "2", "--host", "/bin/sh -c '\(script)'", folder], columns: 100)
    var shown = ""
    var hosts: [Int32] = []
    while hosts.count < 2 {
      shown += try terminal.readUntil("\rverified 0 of 4 sessions, ")
      let told = (try? String(contentsOfFile: pids, encoding: .utf8)) ?? ""
      hosts = told.split(separator: "\n").compactMap { Int32($0) }
    }
    try terminal.send("\u{3}")
    let (status, rest) = try terminal.waitForExit()
    shown += rest
    #expect(status == .signaled(2))
    #expect(hosts.count == 2)
    for host in hosts { #expect(kill(host, 0) == -1, "\(host) is still there") }
    #expect(!ScreenText(shown, columns: 100).text.contains("verified"))
  }
}
