import SessionFormat
import Testing

@testable import Commands
@testable import InspectorSupport

@Suite("A condition that asks only whether a flag is there")
struct FlagConditionTests {
  @Test(
    "a flag that is not always there was refused though the question has two answers",
    arguments: ["paid", "!paid", "$.state.paid", "!$.state.paid"])
  func sometimes(condition: String) throws {
    for other: JSONValue in [["total": 1], ["paid": "cash"]] {
      var builder = SessionBuilder()
      builder.whole(0, ["paid": false])
      builder.action(1)
      builder.whole(1, other)
      builder.action(2)
      builder.whole(2, ["paid": true])
      var sample = try SampleWorkspace(builder)
      #expect(!sample.told("find \(condition)").hasPrefix("error"))
    }
  }

  private func sample() throws -> SampleWorkspace {
    var builder = SessionBuilder()
    builder.whole(0, ["paid": false, "open": true, "total": 0])
    builder.action(1)
    builder.whole(1, ["paid": true, "open": true, "total": 2])
    builder.action(2)
    builder.whole(2, ["paid": false, "open": true, "total": 3])
    return try SampleWorkspace(builder)
  }

  @Test(
    "a flag alone was refused, though a path alone holds where it selects something",
    arguments: [
      ("paid", ["paid"], 2), ("$.before.paid", ["$.before.paid"], 2),
      ("total > 2 && paid", ["paid"], 1),
      ("paid || !open", ["paid", "open"], 2),
    ])
  func always(condition: String, flags: [String], count: Int) throws {
    var sample = try sample()
    let notes = flags.map {
      "note: \($0) is true or false, and a path alone asks only whether it is there; "
        + "write \($0) == true or \($0) == false"
    }
    let result = try sample.run("find \(condition)")
    #expect(result.answer == .yes)
    #expect(result.complaints == notes)
    let found = try JSONValue(parsing: try sample.json("find \(condition)"))
    #expect(found["steps"]?.array?.count == count)
    #expect(try sample.run("break * if \(condition)").complaints == notes)
    // Whoever says that it is meant so is told nothing.
    #expect(try sample.run("find \(condition) --anyway").complaints == [])
    #expect(try sample.run("find paid == true").complaints == [])
  }

  @Test("what never holds is refused, also where another flag alone stands first")
  func never() throws {
    var sample = try sample()
    for condition in ["!paid", "paid && !open", "!(paid || total > 1)"] {
      #expect(sample.told("find \(condition)").hasPrefix("error: "), "\(condition)")
    }
  }
}
