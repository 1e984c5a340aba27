import Foundation
import TestSupport
import Testing

@Suite("Every command that makes a file replaces one in the same way")
struct ForceTests {
  @Test(
    "it is refused with the option that replaces it, and what is read is never replaced",
    arguments: ["compact", "expand", "replay", "record", "repair"])
  func force(verb: String) throws {
    let file = try Scratch.file("force-\(verb).ndjson", "old\n")
    let source = verb == "record" ? "toast" : Inspect.toast
    let refused = try Inspect.run(verb, source, "-o", file)
    #expect(refused.status == .exited(2))
    #expect(
      refused.error.hasPrefix(
        "inspect: force-\(verb).ndjson: cannot be written: File exists; --force replaces it\n"),
      "\(refused.error)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old\n")
    let run = try Inspect.run(verb, source, "-o", file, "--force")
    #expect(run.status == .exited(0), "\(run.error)")
    #expect(try Inspect.run("check", file).status == .exited(0))
    guard verb != "record" else { return }
    let own = try Inspect.run(verb, file, "-o", file, "--force")
    #expect(own.status == .exited(2))
    #expect(own.error.contains("is the same file as"), "\(own.error)")
    #expect(try Inspect.run("check", file).status == .exited(0))
  }
}
