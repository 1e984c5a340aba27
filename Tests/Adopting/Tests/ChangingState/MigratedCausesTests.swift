import Foundation
import Testing

@Suite("Why a session that its host migrates differs")
struct MigratedCausesTests {
  @Test("what was migrated was called a coding that loses something, for certain")
  func notLossy() throws {
    let reader = try RecordedReader()
    defer { reader.remove() }
    try reader.rewrite { lines in
      let patched = #""path":"/size","value":14"#
      lines = lines.map { $0.replacing(patched, with: patched.replacing("14", with: "15")) }
    }
    let verdict = try reader.inspect("verify", reader.session)
    let lines = verdict.split(separator: "\n").map(String.init)
    // Which causes are untested depends on what is installed.
    let told = lines.drop { !$0.hasPrefix("  place") }.prefix { !$0.hasPrefix("  untested") }
    #expect(
      Array(told.prefix(8)) == [
        "  place     size", "  recorded  15", "  replayed  14.0",
        "  cause     other code than was recorded (likely)",
        "            verify with the build that recorded, or record with this one",
        "            the recording is of version 1.4 of the app, the host of 2.0",
        "            the types of states or actions differ from the recorded ones: state "
          + "/articles/*/stars is new and required",
        "            the state's type was State, and is ReaderState",
      ])
    #expect(told.filter { $0.hasPrefix("  cause") }.count == 1)
    #expect(lines.last == "exited with 1")
  }
}
