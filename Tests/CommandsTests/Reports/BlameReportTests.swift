import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("The report of blame")
struct BlameReportTests {
  @Test("it is a tree with the step, the type and the age of each value")
  func text() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("goto 3")
    #expect(
      sample.told("blame") == """
                                (the whole state)
                                  items
                                    0
        1  addItem  2.0 ms ago        name: "pen"
        1  addItem  2.0 ms ago        id: "A-1"
        3  pay            here    total: 0

        """)
    #expect(
      sample.verb("blame") == """
                                                   (the whole state)
        4  clear                         0 ns ago    items: []
        3  (outside, after this action)              total: 9

        """)
    #expect(sample.verb("blame", "total", "1") == "1  addItem  0 ns ago  total: 2\n")
    #expect(sample.verb("blame", "items", "0") == "start  (from the beginning)  items: []\n")
    #expect(
      sample.verb("blame", "nothing", "0")
        == "error: nothing: no state of the session has it; the state has items, total; "
        + "--anyway asks nevertheless\n")
  }

  @Test("an excerpt, or a later segment, was taken for the whole recording")
  func excerpt() throws {
    var builder = SessionBuilder { $0.continues = SessionHeader.Origin(id: "a", n: 9) }
    builder.whole(9, ["v": 1])
    builder.action(10)
    builder.patch(10, to: ["v": 1, "w": 2])
    builder.end(10)
    var sample = try SampleWorkspace(builder)
    #expect(sample.verb("why", "v") == "v is so in state 9, the first of the file\n  is   1\n")
    #expect(
      sample.verb("why", "v", "--chain").contains(
        "  certain  v  there in state 9, the first of the file\n"))
    #expect(sample.verb("history", "v") == "start  (there in state 9, the first)  1\n")
    #expect(sample.verb("blame", "v") == "start  (there in state 9, the first)  v: 1\n")
    for line in ["why v", "history v", "blame v", "grep v --in state"] {
      #expect(try sample.json(line).contains(#""by":"beginning","first":9"#), "\(line)")
    }
  }

  @Test("its JSON names who set each leaf")
  func json() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("goto 3")
    #expect(
      try sample.json("blame items[0]")
        == #"{"report":"blame","version":1,"path":"/items/0","n":3,"leaves":["#
        + #"{"path":"/items/0/name","value":"pen","by":"action","n":1,"type":"addItem","t":1000000},"#
        + #"{"path":"/items/0/id","value":"A-1","by":"action","n":1,"type":"addItem","t":1000000}]}"#
    )
  }
}
