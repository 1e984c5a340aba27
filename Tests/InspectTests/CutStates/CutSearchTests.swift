import TestSupport
import Testing

@Suite("grep says what it could not search, because it was left out when it was recorded")
struct CutSearchTests {
  private static let remedy =
    "raise renderings.nodeLimit in the app (HINDSIGHT_NODE_LIMIT), or make the type Encodable"

  /// States 0 to 2 show three of seven rows, state 3 all; of action 4 two of six numbers are shown.
  private static func session() throws -> String {
    try Scratch.file(
      "cut-search.ndjson",
      #"""
      {"kind":"session","format":"hindsight-session","version":1,"id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff","started":"2026-01-02T03:04:05Z","store":"feed","stateType":"Feed","actionType":"Act"}
      {"kind":"state","n":0,"state":{"rows":["tea","milk","… 4 more"]},"opaque":[""],"cut":["/rows/2"]}
      {"kind":"action","n":1,"t":1000000,"type":"loaded","action":{}}
      {"kind":"state","n":1,"patch":[],"cut":["/rows/2"],"took":10}
      {"kind":"action","n":2,"t":2000000,"type":"read","action":{}}
      {"kind":"state","n":2,"patch":[{"op":"replace","path":"/rows/1","value":"soda"}],"cut":["/rows/2"],"took":10}
      {"kind":"action","n":3,"t":3000000,"type":"trimmed","action":{}}
      {"kind":"state","n":3,"state":{"rows":["tea"]},"opaque":[""],"took":10}
      {"kind":"action","n":4,"t":4000000,"type":"numbers","action":{"all":[1,2,"… 4 more"]},"opaque":true}
      {"kind":"state","n":4,"patch":[],"took":10}
      {"kind":"end","n":4,"t":9000000}

      """#)
  }

  @Test("what was left out was silently called not there")
  func notFound() throws {
    let path = try Self.session()
    let run = try Inspect.run("grep", path, "zebra")
    #expect(run.status == .exited(2))
    #expect(run.error == "")
    #expect(
      run.output == """
        nothing has "zebra"
        unknown what was left out of 3 states and 1 action: it was not searched; \(Self.remedy)

        """)
    let json = try Inspect.run("grep", path, "zebra", "--format", "json")
    #expect(
      json.output
        == #"{"report":"grep","version":1,"text":"zebra","hits":[],"count":0,"types":[],"marks":0,"#
        + #""others":0,"cutStates":3,"cutActions":1}"# + "\n")
  }

  @Test("only what was to be searched counts, and what was found is found")
  func kinds() throws {
    let path = try Self.session()
    func told(_ words: String...) throws -> (String, TestSupport.ExitStatus) {
      let run = try Inspect.run(["grep", path] + words)
      return (run.output, run.status)
    }
    let state = try told("zebra", "--in", "state")
    #expect(
      state == (
        """
        nothing has "zebra" in states
        unknown what was left out of 3 states: it was not searched; \(Self.remedy)

        """, .exited(2)
      ))
    let action = try told("zebra", "--in", "action")
    #expect(
      action == (
        """
        nothing has "zebra" in actions
        unknown what was left out of 1 action: it was not searched; \(Self.remedy)

        """, .exited(2)
      ))
    #expect(try told("zebra", "--in", "mark") == ("nothing has \"zebra\" in marks\n", .exited(1)))
    let soda = try told("soda", "--in", "state")
    #expect(
      soda == (
        """
        2  state  read     +  rows[1]  "soda"
        3  state  trimmed  -  rows[1]  "soda"
        found with  actions  inputs  states
        read              -       -       1
        trimmed           -       -       1
        unknown what was left out of 3 states: it was not searched; \(Self.remedy)

        """, .exited(0)
      ))
    // With a limit that is reached, nothing after the last hit is searched anyway.
    #expect(
      try told("soda", "--in", "state", "--limit", "1").0 == """
        2  state  read  +  rows[1]  "soda"
        ended after 1 hit: there may be more without --limit

        """)
  }
}
