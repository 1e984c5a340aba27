import TestSupport
import Testing

@testable import Commands
@testable import inspect

@Suite("A line whose session stands in the wrong place is refused with a line that works")
struct MisplacedSessionTests {
  @Test(
    "behind the other arguments of a verb, or behind a command of the prompt",
    arguments: [
      "bisect '$.n >= 9' session.ndjson", "blame /items 4 session.ndjson",
      "find 'items[1].id > 3' --limit 1 session.ndjson", "first 'items[1]' session.ndjson",
      "grep -i 'upload failed' session.ndjson", "grep \"it's\" session.ndjson",
      "history 'items[0].id' --limit 2 session.ndjson", "plot 'items[0].id' session.ndjson",
      "print 4 '$.items[?@.type == \"error\"].id' session.ndjson",
      "show 4 'items[1]' session.ndjson",
      "why 'items[0].id' 4 session.ndjson",
      "info session.ndjson", "action session.ndjson", "tree session.ndjson items",
      "list 3 session.ndjson",
      "goto '@save while offline' session.ndjson",
      "break session.ndjson enqueueToast if 'items[0].id > 3'",
      "display '$.items[?@.id > 3]' session.ndjson",
      "session.ndjson log --limit 3", "-e 'help list'",
    ])
  func remedy(_ typed: String) throws {
    let refused = try ExampleFolder.run("inspect " + typed)
    #expect(refused.status == .exited(2))
    #expect(refused.output == "")
    let parts = refused.error.split(separator: "usage: ")
    let line = try #require(parts.count == 2 ? parts.last : nil, "\(refused.error)")
    #expect(line.hasPrefix("inspect "))
    let run = try ExampleFolder.run(String(line))
    #expect(run.error == "", "\(line)")
    #expect([.exited(0), .exited(1)].contains(run.status), "\(line)")
  }

  @Test(
    "the line that works had lost the options that were typed",
    arguments: [
      ("--format json info session.ndjson", "--format json -e info session.ndjson"),
      ("list 3 session.ndjson --end", "--end -e 'list 3' session.ndjson"),
      ("goto 5 --raw session.ndjson -e diff", "--raw -e 'goto 5' -e diff session.ndjson"),
      (
        "find 'items[1].id > 3' --format=json session.ndjson --limit 1",
        "--format=json find session.ndjson 'items[1].id > 3' --limit 1"
      ),
      (
        "session.ndjson log --color never --limit 3", "--color never log session.ndjson --limit 3"
      ),
    ])
  func options(typed: String, meant: String) throws {
    let refused = try ExampleFolder.run("inspect " + typed)
    #expect(refused.status == .exited(2))
    #expect(refused.error.contains("usage: inspect \(meant)\n"), "\(refused.error)")
    let run = try ExampleFolder.run("inspect " + meant)
    #expect(run.error == "" && [.exited(0), .exited(1)].contains(run.status), "\(run.error)")
  }

  @Test("a mistyped verb alone was taken for a file that cannot be read")
  func mistyped() throws {
    let run = try ExampleFolder.run("inspect verfy")
    #expect(run.status == .exited(2))
    #expect(
      run.error.hasPrefix(
        "inspect: there is no file and no verb verfy; did you mean verify?; usage: "))
    #expect(try ExampleFolder.run("inspect ./verfy").error.contains("cannot be read"))
  }
}
