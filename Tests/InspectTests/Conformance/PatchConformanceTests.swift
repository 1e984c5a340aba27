import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("The public test suite of RFC 6902 from the command line")
struct PatchConformanceTests {
  private static let isThere = Corpora.patchRecords != nil

  /// The enabled records that can be parsed.
  private func records() throws -> [JSONValue] {
    let texts = try #require(Corpora.patchRecords).sorted { $0.key < $1.key }.flatMap(\.value)
    return texts.compactMap { try? JSONValue(parsing: $0) }.filter { $0["disabled"]?.bool != true }
  }

  @Test(
    "the state after every patch that applies is what the record expects",
    .enabled(if: isThere, "no json-patch folder beside the checkout or in CORPORA"))
  func applying() throws {
    let records = try records().filter { $0["expected"] != nil }
    var session = DocumentSession()
    var script = Script()
    for record in records {
      session.add("\(try #require(record["doc"]))")
      let n = session.add("\(try #require(record["patch"]))", as: "patch")
      script.add("goto \(n)")
      script.add("print")
    }
    let run = try script.run(on: try session.file("patches.ndjson"))
    #expect(run.complaints == [])
    #expect(run.status == .exited(0))
    try #require(run.output.count == 2 * records.count)
    for (place, record) in records.enumerated() {
      #expect(run.output[2 * place + 1] == record["expected"], "\(record)")
    }
    #expect(records.count == 74)
  }

  @Test(
    "a patch that does not apply is damage, told with its line, and exit status 2",
    .enabled(if: isThere, "no json-patch folder beside the checkout or in CORPORA"))
  func failing() throws {
    let records = try records().filter { $0["error"] != nil }
    for (place, record) in records.enumerated() {
      var session = DocumentSession()
      session.add("\(try #require(record["doc"]))")
      session.add("\(try #require(record["patch"]))", as: "patch")
      let file = try session.file("patch-\(place).ndjson")
      let result = try Inspect.run("--format", "json", "print", file, "1", "")
      #expect(result.output == "", "\(record)")
      #expect(result.error.hasPrefix("inspect: patch-\(place).ndjson:4:1: "), "\(record)")
      #expect(result.error.split(separator: "\n").count == 1)
      #expect(result.status == .exited(2), "\(record)")
    }
    #expect(records.count == 34)
  }

  @Test(
    "a patch with a name twice in one operation is damage",
    .enabled(if: isThere, "no json-patch folder beside the checkout or in CORPORA"))
  func nameTwice() throws {
    let texts = try #require(Corpora.patchRecords).values.flatMap { $0 }
      .filter { (try? JSONValue(parsing: $0)) == nil }
    #expect(texts.count == 2)
    for text in texts {
      let start = try #require(text.range(of: #""patch":"#)).upperBound
      let end = try #require(text[start...].range(of: "]")).upperBound
      let patch = text[start..<end].replacingOccurrences(of: "\n", with: " ")
      var session = DocumentSession()
      session.add(#"{"foo": 1}"#)
      session.add(patch, as: "patch")
      let result = try Inspect.run("print", try session.file("twice.ndjson"), "1", "")
      #expect(result.output == "")
      #expect(
        result.error.masking(":4:[0-9]+", with: ":4:N").masking("byte [0-9]+", with: "byte N")
          == "inspect: twice.ndjson:4:N: the name \"op\" comes twice in one object (byte N)"
          + "; --salvage reads the rest, and inspect repair makes a sound copy\n")
      #expect(result.status == .exited(2))
    }
  }
}
