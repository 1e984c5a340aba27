import Foundation
import TestSupport
import Testing

@Suite("docs/minimize.md shows what the tool answers")
struct MinimizePageTests {
  /// The commands of the page, each with what it prints.
  static func examples() throws -> [(command: String, expected: String)] {
    let page = try String(
      contentsOf: Inspect.root.appendingPathComponent("docs/minimize.md"), encoding: .utf8)
    return page.components(separatedBy: "```console\n").dropFirst().flatMap { rest in
      rest.components(separatedBy: "```")[0].components(separatedBy: "$ ").dropFirst().map { text in
        let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), String(parts[1]))
      }
    }
  }

  /// Without what differs from processor to processor, and from time to time.
  private func masked(_ text: String) -> String {
    text.masking("signal [0-9]+ \\([A-Za-z/ ]+\\)", with: "SIGNAL")
      .masking("/items/0/id is [0-9]+", with: "/items/0/id is NOW")
  }

  @Test("each command of the page prints what the page tells, one after the other")
  func commands() throws {
    let folder = try SessionFolder()
    try FileManager.default.copyItem(
      atPath: Inspect.root.appendingPathComponent("sessions").path, toPath: folder.file("sessions"))
    let tools = try BuiltBinary.inspect.deletingLastPathComponent().path
    let examples = try Self.examples()
    #expect(examples.count == 5)
    for (command, expected) in examples {
      let text = """
        cd '\(folder.path)'; PATH='\(tools)':$PATH; \(command)
        """
      // The reason of a trap stands in its backtrace.
      let run = try ProcessRun.run(
        URL(filePath: "/bin/bash"), ["-c", text],
        environment: ProcessRun.plainEnvironment.filter { $0.key != "SWIFT_BACKTRACE" })
      #expect(masked(run.output) == masked(expected), "\(command)")
      #expect(Inspect.withoutSampleNotes(run.error) == "", "\(command)")
      #expect(run.status == .exited(0), "\(command)")
    }
  }
}
