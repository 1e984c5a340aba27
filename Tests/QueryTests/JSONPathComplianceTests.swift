import Foundation
import Query
import SessionFormat
import TestSupport
import Testing

@Suite("JSONPath passes the compliance suite of RFC 9535")
struct JSONPathComplianceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: JSONValue

    var selector: String { value["selector"]?.string ?? "" }
    var isInvalid: Bool { value["invalid_selector"]?.bool ?? false }

    /// What one member holds, or each of the alternatives that another holds.
    func accepted(_ one: String, _ many: String) -> [JSONValue] {
      value[one].map { [$0] } ?? value[many]?.array.map(Array.init) ?? []
    }
  }

  static let cases: [Case] = {
    guard let folder = Corpora.folder(named: "jsonpath"),
      let data = try? Data(contentsOf: folder.appending(path: "cts.json")),
      let tests = try? JSONParser().parse(Array(data))["tests"]?.array
    else { return [] }
    return tests.map { Case(testDescription: $0["name"]?.string ?? "", value: $0) }
  }()

  static let isThere = Corpora.folder(named: "jsonpath") != nil

  @Test(
    "every case of the suite has a selector, and a result or a verdict",
    .enabled(if: isThere, "no corpora beside the checkout or in CORPORA"))
  func shape() {
    #expect(!Self.cases.isEmpty)
    for test in Self.cases {
      #expect(test.value["selector"]?.string != nil)
      #expect(test.isInvalid == test.accepted("result", "results").isEmpty)
    }
  }

  @Test(
    "an invalid selector is refused, with a column within it",
    .enabled(if: isThere, "no corpora beside the checkout or in CORPORA"),
    arguments: cases.filter(\.isInvalid))
  func invalid(_ test: Case) throws {
    let error = try #require(throws: QueryError.self) { try JSONPath(test.selector) }
    let column = try #require(error.column)
    #expect(1...(test.selector.unicodeScalars.count + 1) ~= column)
  }

  @Test(
    "a valid selector selects those values at those places",
    .enabled(if: isThere, "no corpora beside the checkout or in CORPORA"),
    arguments: cases.filter { !$0.isInvalid })
  func valid(_ test: Case) throws {
    let path = try JSONPath(test.selector)
    let document = try #require(test.value["document"])
    let nodes = try path.nodes(in: document)
    let values = JSONValue.array(nodes.map(\.value))
    #expect(test.accepted("result", "results").contains(values))
    let paths = JSONValue.array(nodes.map { .string($0.normalizedPath) })
    #expect(test.accepted("result_paths", "results_paths").contains(paths))
    for node in nodes {
      #expect(node.pointer.value(in: document) == node.value)
      let again = try JSONPath(node.normalizedPath)
      #expect(again.isSingular)
      #expect(try again.nodes(in: document).map(\.path) == [node.path])
    }
  }
}
