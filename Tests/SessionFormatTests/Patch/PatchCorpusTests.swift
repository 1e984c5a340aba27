import Foundation
import SessionFormat
import TestSupport
import Testing

/// The records of the public test suite of RFC 6902, which is kept beside the checkout.
private struct PatchCorpus {
  static let folder = Corpora.folder(named: "json-patch")

  /// The texts of the records: the files themselves are no JSON that the format accepts, because
  /// two records hold a name twice on purpose, so that each record is cut out and parsed alone.
  static func records(_ file: String) throws -> [String] {
    let folder = try #require(folder)
    var records: [String] = []
    var (depth, isString, isEscaped, start) = (0, false, false, 0)
    let bytes = Array(try Data(contentsOf: folder.appending(path: file)))
    for (place, byte) in bytes.enumerated() {
      if isString {
        (isString, isEscaped) = (isEscaped || byte != 0x22, !isEscaped && byte == 0x5C)
        continue
      }
      switch byte {
      case 0x22: isString = true
      case 0x5B, 0x7B:
        depth += 1
        if depth == 2 { start = place }
      case 0x5D, 0x7D:
        if depth == 2 { records.append(String(decoding: bytes[start...place], as: UTF8.self)) }
        depth -= 1
      default: break
      }
    }
    return records
  }
}

@Suite("The public test suite of RFC 6902")
struct PatchCorpusTests {
  @Test(
    "every enabled record gives its result or an error",
    .enabled(
      if: PatchCorpus.folder != nil, "no json-patch folder beside the checkout or in CORPORA"),
    arguments: [("tests.json", 95), ("spec_tests.json", 17)])
  func agrees(file: String, count: Int) throws {
    let records = try PatchCorpus.records(file)
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
