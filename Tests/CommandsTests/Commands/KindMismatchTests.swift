import SessionFormat
import Testing

@testable import Commands
@testable import InspectorSupport

@Suite("A comparison that no value of the session can make true is named")
struct KindMismatchTests {
  private func sample() throws -> SampleWorkspace {
    var builder = SessionBuilder()
    builder.whole(0, ["items": [], "id": 17, "flag": true, "name": "x", "mixed": 1])
    for n in 1...4 {
      builder.action(n, "set", ["count": .number(n)])
      builder.patch(
        n,
        to: [
          "items": .array((0..<n).map { ["id": .number($0)] }), "id": .number(17 + n),
          "flag": false,
          "name": .string("x\(n)"), "mixed": n == 2 ? "two" : .number(n),
        ])
    }
    return try SampleWorkspace(builder)
  }

  @Test(
    "a string for a number, a number for an array, an order of truth values",
    arguments: [
      (
        "id == '17'",
        #"id == "17" never holds: id is a number in every state that has it, and "17" is a string"#
          + "; without quotes it is a number"
      ),
      (
        "'a' == id",
        #"id == "a" never holds: id is a number in every state that has it, and "a" is a string"#
      ),
      (
        "items > 1",
        "items > 1 never holds: items is an array in every state that has it, and 1 is a number"
          + "; length(items) counts what is in it"
      ),
      (
        "1 < items && $.n > 2",
        "items > 1 never holds: items is an array in every state that has it, and 1 is a number"
          + "; length(items) counts what is in it"
      ),
      (
        "items[0].id <= 'a'",
        #"items[0].id <= "a" never holds: items[0].id is a number in every state that has it, "#
          + #"and "a" is a string"#
      ),
      ("flag < true", "flag < true never holds: only numbers and strings have an order"),
      (
        "!(name != 3)",
        "name != 3 never holds: name is a string in every state that has it, and 3 is a number"
      ),
      (
        "$.action.count == '1'",
        #"$.action.count == "1" never holds: $.action.count is a number in every action that has it,"#
          + #" and "1" is a string; without quotes it is a number"#
      ),
      (
        "mixed == true",
        "mixed == true never holds: mixed is a number or a string in every state that has it, and true is true "
          + "or false"
      ),
      (
        "name == null",
        "name == null never holds: name is a string in every state that has it, and null is null"
          + "; !name holds where it is missing"
      ),
    ])
  func told(condition: String, note: String) throws {
    for command in ["find", "first", "bisect", "log --where", "break * if", "watch id if"] {
      var sample = try sample()
      let result = try sample.run("\(command) \(condition)")
      #expect(result.complaints == ["note: \(note)"], "\(command)")
      if ["find", "first", "bisect"].contains(command) { #expect(result.answer == .no) }
    }
  }

  @Test(
    "nothing is said of a condition that can hold, whatever it finds",
    arguments: [
      "id == 99", "mixed == 'none'", "id != '17' && id == 99", "!(id == '17') && id == 99",
      "length(items) > 9", "id == '17' || id == 18", "items[?@.id == 'x']",
      "flag <= true && id == 99",
    ])
  func untold(condition: String) throws {
    var sample = try sample()
    #expect(try sample.run("find \(condition)").complaints.isEmpty)
  }

  @Test("an index that no list is long enough for was answered with a plain no")
  func index() throws {
    var sample = try sample()
    for command in ["find", "first", "bisect"] {
      let result = try sample.run("\(command) items[9].id == 'x'")
      #expect(result.complaints.count == 1, "\(command)")
      #expect(
        result.complaints.first?.hasPrefix(
          "note: no state of the session has items[9]: items has at most ")
          == true)
    }
    #expect(try sample.run("find $.n > 0 && !items[9]").complaints == [])
  }

  @Test("of alternatives that find nothing, the one that never holds is named")
  func alternatives() throws {
    var sample = try sample()
    #expect(try sample.run("find id == '17' || id == 99").complaints.count == 1)
    // A breakpoint may yet stop.
    #expect(try sample.run("break * if id == '17' || id == 99").complaints.isEmpty)
  }

  @Test("nothing is said if values are not known")
  func unknown() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["id": 1])
    builder.action(1)
    builder.whole(1, ["id": 2]) { $0.opaque = ["/id"] }
    builder.gap(9, lost: 7)
    builder.whole(9, ["id": 3])
    var sample = try SampleWorkspace(builder)
    let found = try sample.run("find id == 'x'")
    #expect(
      found.complaints == [
        #"note: id == "x" never holds: id is a number in every known state that has it, and "x" is a string"#
      ])
  }
}
