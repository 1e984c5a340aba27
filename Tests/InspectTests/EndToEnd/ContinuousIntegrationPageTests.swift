import Commands
import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

@Suite("The page on CI")
struct ContinuousIntegrationPageTests {
  private func page() throws -> String {
    try String(contentsOf: Inspect.root.appendingPathComponent("docs/ci.md"), encoding: .utf8)
  }

  private func workflow() throws -> String {
    try String(
      contentsOf: Inspect.root.appendingPathComponent("docs/ci/replay.yml"), encoding: .utf8)
  }

  /// A folder with what the page names; the tool is where the workflow builds it.
  private func folder() throws -> String {
    let folder = Scratch.path("ci-page-\(UUID())")
    for name in ["sessions", "Sessions", ".build/release", "ci"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    let script = Inspect.root.appendingPathComponent("Tests/InspectTests/Scripts/counter_host.py")
    for (link, target) in [
      (".build/release/inspect", try BuiltBinary.inspect.path), ("counter_host.py", script.path),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(link)", withDestinationPath: target)
    }
    for name in ["sessions", "Sessions"] {
      try FileManager.default.copyItem(
        atPath: Inspect.toast, toPath: "\(folder)/\(name)/toast.ndjson")
      _ = try Inspect.run(
        "record", "counter", "--scenario", "steps", "-o", "\(folder)/\(name)/counter.ndjson")
    }
    return folder
  }

  private func run(
    _ script: String, in folder: String, _ environment: [String: String] = [:]
  ) throws -> ProcessRun {
    try ProcessRun.run(
      URL(filePath: "/bin/bash"),
      ["-c", "cd '\(folder)'; PATH=$PWD/.build/release:$PATH\n\(script)"],
      environment: ProcessRun.plainEnvironment.merging(environment) { $1 })
  }

  @Test("its commands print what it says")
  func console() throws {
    let folder = try folder()
    for block in try #require(CodeBlock.all("console", in: try page())) {
      var printed: [String] = []
      for line in block.lines where line.hasPrefix("$ ") {
        let run = try run("{ \(line.dropFirst(2))\n} 2>&1", in: folder)
        printed.append(line)
        printed += run.output.split(separator: "\n").map(String.init)
      }
      #expect(printed == block.lines)
    }
  }

  @Test("its config file is one")
  func config() throws {
    let block = try #require(CodeBlock.all("ini", in: try page())?.first)
    let file = try Scratch.file("page.rc", block.lines.joined(separator: "\n") + "\n")
    let table = try StoreTable(file: file)
    #expect(table["shop"]?.memory == 2 << 30)
    #expect(
      table["shop, second window"]?.host?.arguments == ["--window", "2"])
  }

  @Test("its workflow is the file beside it, which is YAML, and whose commands are there")
  func parses() throws {
    let block = try #require(CodeBlock.all("yaml", in: try page())?.first)
    #expect(block.lines.joined(separator: "\n") + "\n" == (try workflow()))
    let steps = try steps()
    #expect(steps.count == 5)
    #expect(steps.allSatisfy { ($0["run"] == nil) != ($0["uses"] == nil) })
    let scripts = steps.compactMap { $0["run"]?.string }
    for script in scripts {
      let check = try run("bash -n <<'END'\n\(script)\nEND", in: try folder())
      #expect(check.error == "")
    }
    let products = scripts.joined().matches(of: /--product (\w+)/).map { String($0.1) }
    #expect(products == ["ShopHost", "inspect"])
  }

  @Test("its step that verifies does so, in each shard")
  func replays() throws {
    let step = try #require(try steps().first { $0["name"] == "Replay the recorded sessions" })
    let script = try #require(step["run"]?.string)
    let config = try #require(CodeBlock.all("ini", in: try page())?.first)
    let folder = try folder()
    try Data(config.lines.joined(separator: "\n").utf8)
      .write(to: URL(filePath: "\(folder)/ci/inspectrc"))
    for (shard, name) in [("1", "counter"), ("2", "toast")] {
      let shell = script.replacing("${{ matrix.shard }}", with: shard)
      let run = try run(shell, in: folder, ["GITHUB_STEP_SUMMARY": "\(folder)/summary.md"])
      #expect(Inspect.withoutSampleNotes(run.error) == "")
      #expect(run.output.hasPrefix("✓ reproduces  Sessions/\(name).ndjson  "))
      #expect(run.status == .exited(0))
      let tap = try String(contentsOfFile: "\(folder)/replay.tap", encoding: .utf8)
      let note = "# note: no host was named; the built-in sample `\(name)` replayed it\n"
      #expect(tap == "TAP version 13\n1..1\nok 1 - Sessions/\(name).ndjson\n" + note)
    }
    let summary = try String(contentsOfFile: "\(folder)/summary.md", encoding: .utf8)
    func once(_ name: String) -> String {
      #"""
      ## inspect verify

      1 session: 1 reproduce.

      | result | session | what |
      | --- | --- | --- |
      | reproduces | Sessions\/\#(name)\.ndjson | no host was named\; the built\-in sample \`\#(name)\` replayed it |


      """#
    }
    #expect(summary == once("counter") + once("toast"))
  }

  /// The steps of the workflow, as a parser of YAML reads them.
  private func steps() throws -> [JSONValue] {
    let script =
      "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)['jobs']['replay']['steps']))"
    let run = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"), ["python3", "-c", script], input: try workflow())
    #expect(run.error == "")
    return try JSONValue(parsing: run.output).array.map(Array.init) ?? []
  }
}
