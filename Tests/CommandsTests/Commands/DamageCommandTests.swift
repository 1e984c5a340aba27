import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Commands that make sound copies")
struct DamageCommandTests {
  @Test("a file that appears in the place of the copy while it is made stays, and is told")
  func appears() throws {
    let folder = NSTemporaryDirectory() + "appears-\(UUID().uuidString)"
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    let (file, copy) = (folder + "/session.ndjson", folder + "/copy.ndjson")
    try Data(SessionBuilder.sample().bytes()).write(to: URL(filePath: file))
    var context = CommandContext(
      table: CommandTable(CommandTable.library), host: { _ in nil })
    context.interrupted = {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      // The copy is begun, and somebody else is quicker.
      if names.contains(where: { $0.hasSuffix(".partial") }) {
        try? "theirs".write(toFile: copy, atomically: false, encoding: .utf8)
      }
      return false
    }
    let command = try context.table.verb("repair")
    let invocation = try Invocation(command, words: [file, "-o", copy])
    #expect(
      errorText { () throws(InspectorError) in try command.run(in: context, invocation) }
        == "\(copy): cannot be written: File exists; --force replaces it")
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "theirs")
    #expect(
      try files.contentsOfDirectory(atPath: folder).sorted() == ["copy.ndjson", "session.ndjson"])
  }
}
