import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What is hidden in a session")
struct RedactionSummaryTests {
  @Test("info said nothing of redactions: neither that there are any, nor which")
  func words() throws {
    let rows: [([String]?, String?, JSONValue?)] = [
      (nil, nil, nil), ([], nil, nil),
      (["defaults@1"], "the list defaults@1", ["lists": ["defaults@1"], "patterns": 0]),
      (
        ["defaults@1", "$.cards[*].number", "$..note"],
        "the list defaults@1 and 2 other patterns", ["lists": ["defaults@1"], "patterns": 2]
      ),
      (["$..token"], "1 pattern", ["lists": [], "patterns": 1]),
      (
        ["defaults@2", "$..token"],
        #"everything, as the header names "defaults@2", which is not known here"#,
        ["lists": [], "patterns": 1, "unknown": ["defaults@2"]]
      ),
    ]
    for (redactions, words, json) in rows {
      var builder = SessionBuilder { $0.redactions = redactions }
      builder.whole(0, ["value": 0])
      var sample = try SampleWorkspace(builder)
      let hidden = sample.told("info").split(separator: "\n").filter { $0.hasPrefix("hidden") }
      #expect(hidden == (words.map { ["hidden   \($0)"] } ?? []))
      #expect(try JSONValue(parsing: sample.json("info"))["redactions"] == json)
    }
  }

  @Test("types that cannot be read were passed over without a word")
  func unreadTypes() throws {
    let known = "v1; state 00000000 {x:Int}; action 00000000 Int"
    for (text, isTold) in [(known, false), (known.replacing("{x:", with: "{\"a b\":"), true)] {
      var builder = SessionBuilder { $0.fingerprint = .string(text) }
      builder.whole(0, ["x": 0])
      var sample = try SampleWorkspace(builder)
      let rows = sample.told("info").split(separator: "\n").filter { $0.hasPrefix("types") }
      #expect(
        rows == (isTold ? ["types    the fingerprint cannot be read, and is ignored"] : []))
      #expect(
        try JSONValue(parsing: sample.json("info"))["unreadTypes"] == (isTold ? true : nil))
    }
  }
}
