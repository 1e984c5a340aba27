import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("The verdict on a session whose states no host can read")
struct CutVerdictTests {
  private static func session(_ state: String, _ cut: String) -> String {
    #"""
    {"kind":"session","format":"hindsight-session","version":1,"id":"h","started":"s","store":"counter"}
    {"kind":"state","n":0,"state":\#(state),"opaque":[""]\#(cut)}
    {"kind":"action","n":1,"t":1000,"type":"reset","action":{"reset":{}}}
    {"kind":"state","n":1,"patch":[]\#(cut)}
    {"kind":"end","n":1,"t":2000}

    """#
  }

  @Test(
    "a first state that was cut when it was recorded was trouble: a member is missing",
    arguments: [
      ("cut", #"{"steps":0,"…":"1 more"}"#, #","cut":["/…"]"#, 1),
      ("opaque", #"{"steps":0}"#, "", 0),
    ])
  func firstState(name: String, state: String, cut: String, leftOut: Int) throws {
    let file = try Scratch.file("cut-verdict-\(name).ndjson", Self.session(state, cut))
    let host = "'\(try BuiltBinary.inspect.path)' host counter"
    let told =
      leftOut > 0 ? ", and cut: \(leftOut) of its members and elements were left out" : ""
    for options in [[], ["--twice"], ["--no-causes"]] {
      let run = try Inspect.run(["verify", file, "--host", host] + options)
      #expect(
        run.output == """
          ? not comparable  cut-verdict-\(name).ndjson  0 of 1 action equal, 1 not comparable (1)
            opaque    state 0 as a whole: it was not encoded when it was recorded\(told); its value is not compared

          """)
      #expect(run.status == .exited(0))
    }
    let row = try Inspect.run("verify", file, "--host", host, "--format", "ndjson").output
    let opaque = try JSONValue(parsing: row.trimmingCharacters(in: .newlines))["opaque"]
    #expect(opaque?["leftOut"] == (leftOut > 0 ? .number(leftOut) : nil))
  }
}
