import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("The public test suite of RFC 6902")
struct PatchCorpusTests {
  @Test(
    "every enabled record gives its result or an error",
    .enabled(
      if: Corpora.patchRecords != nil, "no json-patch folder beside the checkout or in CORPORA"),
    arguments: [("tests.json", 95), ("spec_tests.json", 17)])
  func agrees(file: String, count: Int) throws {
    let records = try #require(Corpora.patchRecords?[file])
    #expect(records.count == count)
    var tally = (checked: 0, refusedDuplicates: 0, disabled: 0)
    for text in records {
      let record: JSONValue
      do throws(JSONSyntaxError) { record = try JSONValue(parsing: text) } catch {
        // Disabled in the suite, but what it asks for is an error, and here it is one.
        #expect(error.kind == .duplicateName("op"), "\(text)")
        tally.refusedDuplicates += 1
        continue
      }
      guard record["disabled"]?.bool != true else {
        tally.disabled += 1
        continue
      }
      try check(record)
      tally.checked += 1
    }
    #expect(tally.refusedDuplicates == 1)
    #expect(tally.disabled == (file == "tests.json" ? 2 : 0))
    #expect(tally.checked == count - tally.disabled - tally.refusedDuplicates)
  }

  private func check(_ record: JSONValue) throws {
    let document = try #require(record["doc"])
    let patch = try #require(record["patch"])
    func result() throws -> JSONValue { try JSONPatch(patch).applied(to: document) }
    if let expected = record["expected"] {
      #expect(try result() == expected, "\(record)")
    } else {
      try #require(record["error"]?.kind == .string)
      #expect(throws: JSONPatchError.self, "\(record)") { try result() }
    }
  }
}
