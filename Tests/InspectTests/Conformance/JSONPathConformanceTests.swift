import Commands
import Foundation
import Inspector
import Query
import SessionFormat
import TestSupport
import Testing

/// A case of the compliance suite of RFC 9535, which is kept beside the checkout.
private struct PathCase {
  let value: JSONValue
  /// The state that is its document.
  let n: Int

  var selector: String { value["selector"]?.string ?? "" }
  var isInvalid: Bool { value["invalid_selector"]?.bool ?? false }
  /// Whether a line of a script can hold the selector.
  var fitsLine: Bool { !selector.utf8.contains(0x0A) }
  var selectsNothing: Bool { accepted("result", "results").contains([]) }

  func accepted(_ one: String, _ many: String) -> [JSONValue] {
    value[one].map { [$0] } ?? value[many]?.array.map { Array($0) } ?? []
  }

  func expectSelected(_ values: JSONValue?, _ paths: JSONValue?) throws {
    let name = value["name"]?.string ?? ""
    #expect(accepted("result", "results").contains(try #require(values)), "\(name)")
    #expect(accepted("result_paths", "results_paths").contains(try #require(paths)), "\(name)")
  }
}

@Suite("The compliance suite of RFC 9535 from the command line")
struct JSONPathConformanceTests {
  private static let folder = Corpora.folder(named: "jsonpath")

  /// All cases, and a session with their documents.
  private func suite(_ name: String) throws -> (cases: [PathCase], session: String) {
    let folder = try #require(Self.folder)
    let data = try Data(contentsOf: folder.appending(path: "cts.json"))
    let tests = try #require(try JSONParser().parse([UInt8](data))["tests"]?.array)
    var session = DocumentSession()
    let cases = tests.map { test in
      PathCase(value: test, n: session.add((test["document"] ?? .null).description))
    }
    try #require(cases.count == 703)
    return (cases, try session.file("jsonpath-\(name).ndjson"))
  }

  @Test(
    "print gives the values and the normalized paths of every selector that selects something",
    .enabled(if: folder != nil, "no jsonpath folder beside the checkout or in CORPORA"))
  func selecting() throws {
    let (all, session) = try suite("selecting")
    let cases = all.filter { !$0.isInvalid && !$0.selectsNothing }
    let inScript = cases.filter(\.fitsLine)
    var script = Script()
    for test in inScript {
      script.add("goto \(test.n)")
      script.add("print \(Script.word(test.selector))")
      script.add("print --paths \(Script.word(test.selector))")
    }
    let run = try script.run(on: session)
    #expect(run.complaints == [])
    #expect(run.status == .exited(0))
    try #require(run.output.count == 3 * inScript.count)
    for (place, test) in inScript.enumerated() {
      try test.expectSelected(run.output[3 * place + 1], run.output[3 * place + 2])
    }
    for test in cases where !test.fitsLine { try expectVerb(test, session, status: 0) }
    #expect(inScript.count > 300)
  }

  @Test(
    "print of a selector that selects nothing gives an empty array, and exit status 1",
    .enabled(if: folder != nil, "no jsonpath folder beside the checkout or in CORPORA"))
  func selectingNothing() throws {
    let (all, session) = try suite("nothing")
    let cases = all.filter { !$0.isInvalid && $0.selectsNothing }
    for test in cases { try expectVerb(test, session, status: 1) }
    #expect(cases.count > 40)
  }

  @Test(
    "print refuses every invalid selector with exit status 2",
    .enabled(if: folder != nil, "no jsonpath folder beside the checkout or in CORPORA"))
  func invalid() throws {
    let (all, session) = try suite("invalid")
    // What does not begin with $ is a path in the state to this tool.
    let cases = all.filter { $0.isInvalid }
    let inScript = cases.filter { $0.fitsLine && $0.selector.hasPrefix("$") }
    var script = Script()
    for test in inScript { script.add("print \(Script.word(test.selector))") }
    let run = try script.run(on: session, ["--keep-going"])
    #expect(run.output == [])
    #expect(run.status == .exited(2))
    // The text with a caret under its fault follows each.
    let complaints = run.complaints.filter { !$0.hasPrefix("  ") }
    try #require(complaints.count == inScript.count)
    for (place, complaint) in complaints.enumerated() {
      let selector = inScript[place].selector
      let error = try #require(throws: QueryError.self) { try JSONPath(selector) }
      #expect(complaint.hasPrefix("inspect: <stdin>:\(place + 1):"), "\(complaint)")
      #expect(complaint.hasSuffix(": \(error)"), "\(complaint)")
    }
    for test in cases where !inScript.contains(where: { $0.n == test.n }) {
      let result = try Inspect.run("print", session, String(test.n), "--", test.selector)
      #expect(result.output == "", "\(test.selector)")
      #expect(result.status == .exited(2), "\(test.selector)")
    }
    #expect(inScript.count > 150)
  }

  private func expectVerb(_ test: PathCase, _ session: String, status: Int) throws {
    // A document of another case may have what this one lacks, and nothing may have it.
    let run = ["--format", "json", "print", session, String(test.n), "--anyway"]
    let values = try Inspect.run(run + [test.selector])
    let paths = try Inspect.run(run + [test.selector, "--paths"])
    for result in [values, paths] {
      #expect(result.status == .exited(status), "\(test.selector)")
      let isElsewhere = result.error.wholeMatch(
        of: #/inspect: .*: (step \d+ (adds|removed) it|it is written .*)\n/#)
      #expect(result.error == "" || status == 1 && isElsewhere != nil, "\(result.error)")
    }
    try test.expectSelected(
      try JSONParser().parse(values.outputBytes), try JSONParser().parse(paths.outputBytes))
  }
}
