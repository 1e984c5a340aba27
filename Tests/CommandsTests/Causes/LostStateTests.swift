import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Answers where states are lost in a gap")
struct LostStateTests {
  private func sample() throws -> SampleWorkspace {
    var builder = SessionBuilder()
    builder.whole(0, ["v": 1])
    builder.gap(5, lost: 5)
    builder.whole(5, ["v": 1])
    builder.action(6)
    builder.patch(6, to: ["v": 1])
    builder.end(6)
    return try SampleWorkspace(builder)
  }

  @Test("without the first state nothing was asked of the others")
  func firstStateLost() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["v": 1])
    builder.action(1)
    builder.whole(1, ["v": 2])
    builder.action(2)
    builder.patch(2, to: ["v": 3])
    builder.end(2)
    var text = String(decoding: builder.bytes(), as: UTF8.self)
    text = text.replacing(#"{"kind":"state","n":0"#, with: #"{"kind":"state","n":o"#)
    let session = try Session(bytes: Data(text.utf8), file: "s.ndjson", mode: .salvage)
    var sample = try SampleWorkspace(builder)
    sample.workspace = Workspace(session, context: sample.workspace.context)
    #expect(
      sample.verb("find", "v > 1") == """
           1  +0.001 s           add  after a gap
           2  +0.002 s  +1.0 ms  add  v  2 → 3

        """)
    #expect(sample.verb("first", "v > 2").hasPrefix("   2"))
    #expect(
      sample.verb("history", "v") == """
        1  (not recorded, before this state)  2
        2  add                                2 → 3

        """)
    #expect(sample.verb("why", "v").hasPrefix("v was last changed by action 2 add\n"))
    #expect(sample.verb("why", "v", "1").hasPrefix("v was last changed"))
    #expect(sample.verb("log", "--where", "v == 3").hasPrefix("   2"))
    #expect(sample.verb("plot", "v").hasPrefix("v  min 2 at 1  max 3 at 2"))
  }

  @Test("blame was sure that a value is from the beginning, across states that nobody knows")
  func blame() throws {
    var sample = try sample()
    #expect(
      sample.verb("blame") == """
                                     (the whole state)
        start  (from the beginning)    v: 1
        older values may also have been set in the states 1 to 4, which are lost

        """)
    #expect(sample.verb("blame", "v", "0") == "start  (from the beginning)  v: 1\n")
  }

  @Test("why was sure that nothing changed a value in states that nobody knows")
  func why() throws {
    var sample = try sample()
    #expect(
      sample.verb("why", "v") == """
        v is so from the beginning
          is   1
          or in the states 1 to 4, which are lost

        """)
    _ = try sample.run("goto 6")
    #expect(
      try sample.json("why v")
        == #"{"report":"why","version":1,"path":"/v","n":6,"cause":{"by":"beginning","new":1},"#
        + #""lost":[{"n":1,"through":4}]}"#)
  }

  @Test("find and first were sure of a condition on states that nobody knows")
  func find() throws {
    var sample = try sample()
    for verb in ["find", "first"] {
      #expect(
        sample.verb(verb, "v==2") == """
          no step matches v==2
          unknown at the steps 1 to 4, lost in a gap

          """)
    }
    #expect(
      try sample.json("find v==2")
        == #"{"report":"find","version":1,"condition":"v==2","lost":[{"n":1,"through":4}],"steps":[]}"#
    )
    #expect(sample.verb("find", "$.n == 9").hasSuffix("(no)\n"))
  }

  @Test("bisect called a condition monotone without a look at each step")
  func bisect() throws {
    var sample = try sample()
    #expect(
      try sample.json("bisect v==2")
        == #"{"report":"bisect","version":1,"condition":"v==2","lost":[{"n":1,"through":4}],"#
        + #""step":null,"probes":2,"against":[]}"#)
    sample = try SampleWorkspace(.counter([1, 1, 1]))
    #expect(try sample.json("bisect total>1").contains(#""probes":3,"monotone":true"#))
  }
}
