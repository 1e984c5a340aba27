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
}
