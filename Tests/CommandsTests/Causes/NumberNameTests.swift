import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A name of digits, as that of a dictionary with numbers for keys")
struct NumberNameTests {
  /// A session with cells by number: cell 12 gets and loses an `x`; the list is no dictionary.
  private static func sample() throws -> SampleWorkspace {
    var builder = SessionBuilder()
    builder.whole(0, ["cells": ["7": ["x": 1]], "list": [5]])
    builder.action(1)
    builder.patch(1, to: ["cells": ["7": ["x": 1], "12": ["x": 1]], "list": [5]])
    builder.action(2)
    builder.patch(2, to: ["cells": ["7": ["x": 1], "12": ["x": 2]], "list": [5, 6]])
    builder.action(3)
    builder.patch(3, to: ["cells": ["7": ["x": 1]], "list": [5]])
    return try SampleWorkspace(builder)
  }

  /// The steps of which a condition is true.
  private func steps(_ condition: String) throws -> String {
    var sample = try Self.sample()
    return try sample.run("find \(condition) --anyway").stream?.written(.ndjson)
      .split(separator: "\n").compactMap { try JSONValue(parsing: String($0))["n"]?.description }
      .joined(separator: " ") ?? ""
  }

  @Test(
    "it is shown as an index, and in a condition that never held",
    arguments: [
      ("cells[12]", "1 2"), ("cells[12].x == 1", "1"), ("cells[12].x > cells[7].x", "2"),
      ("cells[7].x == 1", "1 2 3"), ("list[1] == 6", "2"), ("list[0] == 5", "1 2 3"),
      ("count(cells[12][*]) == 1", "1 2"), ("!cells[12]", "3"),
      // With $ it is RFC 9535, where an index is of an array.
      ("$.state.cells[12].x == 1", ""), ("$.state.cells['12'].x == 1", "1"),
      ("$.state.list[1] == 6", "2"),
    ])
  func conditions(condition: String, expected: String) throws {
    #expect(try steps(condition) == expected)
  }

  @Test("what is shown can be typed again in each command")
  func shown() throws {
    var sample = try Self.sample()
    _ = try sample.run("goto 2")
    for path in ["cells[12].x", "/cells/12/x", "$.cells[12].x"] {
      #expect(sample.told("why \(path)").hasPrefix("cells[12].x was "))
      #expect(sample.told("plot \(path)").hasPrefix("cells[12].x  min 1 at 1  max 2 at 2"))
    }
    _ = try sample.run("goto 0")
    _ = try sample.run("watch cells[12] if cells[12].x == 2")
    _ = try sample.run("continue")
    #expect(sample.workspace.n == 2)
  }
}
