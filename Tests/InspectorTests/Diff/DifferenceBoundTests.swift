import Foundation
import Query
import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Values that differ in very many places")
struct DifferenceBoundTests {
  /// An array of that many of a value.
  private func array(_ value: String, _ count: Int) throws -> JSONValue {
    let elements = Array(repeating: value, count: count).joined(separator: ",")
    return try JSONParser().parse(Array("[\(elements)]".utf8))
  }

  @Test("a few copies of a stranger's made a list of gigabytes; up to the bound all are listed")
  func differences() throws {
    for (count, isListed) in [(100_000, true), (250_000, false)] {
      let (old, new) = (try array("0", count), try array("1", count))
      let tree = DifferenceTree(from: old, to: new)
      #expect(tree.changes.count == (isListed ? count : 1))
      #expect(tree.cuts == (isListed ? [] : [.root]))
      #expect(isListed || tree.patch == JSONPatch([.replace(.root, new)]))
    }
  }

  @Test("what lies beside a container that is compared as a whole is followed all the same")
  func beside() throws {
    func state(_ value: String, _ name: JSONValue) throws -> JSONValue {
      .object([("name", name), ("rows", try array(value, 250_000))])
    }
    let tree = DifferenceTree(from: try state("0", "a"), to: try state("1", "b"))
    #expect(tree.changes.map(\.path.description) == ["/name", "/rows"])
    #expect(tree.cuts.map(\.description) == ["/rows"])
  }

  @Test("an array of millions of elements that differ at both ends is compared as a whole")
  func elements() throws {
    let tree = DifferenceTree(from: try array("0", 1_100_000), to: try array("1", 1_100_000))
    #expect(tree.cuts == [.root] && tree.changes.count == 1)
  }

  @Test(
    "the patch that a condition sees had an operation for each of millions",
    arguments: [100, 10_000])
  func conditions(count: Int) throws {
    let name = String(repeating: "n", count: 1_000)
    let (old, new) = (
      JSONValue.object([(name, try array("0", count))]),
      JSONValue.object([(name, try array("1", count))])
    )
    let lines: [SessionLine] = [
      .session(SessionHeader(id: "p", started: "s", store: "patch")),
      .state(StateLine(n: 0, content: .whole(old))),
      .action(ActionLine(n: 1, t: 1, type: "a", action: 0)),
      .state(StateLine(n: 1, content: .whole(new))),
    ]
    let session = try Session(
      bytes: Data(lines.flatMap { LineCoding.bytes(of: $0.document) }), file: "p.ndjson")
    let search = StepSearch(Timeline(session), where: try Condition("count($.patch[*]) > 0"))
    let expected = count > 1_000 ? JSONPatch([.replace(.root, new)]) : JSONPatch(from: old, to: new)
    #expect(try search.document(1)["patch"] == expected.document)
  }
}
