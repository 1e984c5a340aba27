import SessionFormat
import Testing

@testable import Commands
@testable import InspectorSupport

@Suite("Two missing places are equal by RFC 9535, which a reader is told")
struct MissingSidesTests {
  private func sample() throws -> SampleWorkspace {
    var builder = SessionBuilder()
    builder.whole(0, ["items": [], "total": 0])
    for (n, items) in [(1, 0), (2, 1), (3, 2), (4, 0)] {
      builder.action(n, "set", ["count": .number(items)])
      builder.whole(
        n, ["items": .array((0..<items).map { _ in ["id": 7] }), "total": .number(items)])
    }
    return try SampleWorkspace(builder)
  }

  private static let note =
    "note: in 2 steps that match, neither items[0].id nor items[1].id is there: two missing places "
    + "are equal (RFC 9535); add && items[0].id to leave these out"

  @Test("each command with a condition says in how many steps both sides are missing")
  func told() throws {
    for command in ["find", "first", "bisect", "log --where", "break * if", "watch total if"] {
      var sample = try sample()
      let line = "\(command) items[0].id == items[1].id"
      #expect(try sample.run(line).complaints == [Self.note], "\(line)")
      #expect(try sample.run("\(line) && items[0].id").complaints == [], "\(line)")
    }
  }

  @Test("steps behind those that a limit leaves are not counted")
  func limited() throws {
    var sample = try sample()
    let line = "find items[0].id == items[1].id --limit 2"
    #expect(
      try sample.run(line).complaints == [Self.note.replacing("in 2 steps", with: "in 1 step")])
  }

  @Test(
    "nothing is said if one side is always there, or if missing places are not equal",
    arguments: [
      "items[0].id == total", "items[0].id != items[1].id", "items[0].id < items[1].id",
      "items[0].id == 7", "total == $.before.total",
    ])
  func untold(condition: String) throws {
    var sample = try sample()
    #expect(try sample.run("find \(condition)").complaints.isEmpty)
  }
}
