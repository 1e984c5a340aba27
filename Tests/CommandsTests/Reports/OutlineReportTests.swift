import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The outline of a state tells what it is made of")
struct OutlineReportTests {
  private func sample() throws -> SampleWorkspace {
    var builder = SessionBuilder()
    builder.whole(
      0,
      [
        "user": ["name": "Ada", "tags": [], "deep": ["er": ["est": [1]]]], "none": [:],
        "list": .array((0..<23).map { .number($0) }), "ok": true, "no": nil,
      ])
    return try SampleWorkspace(builder)
  }

  @Test("level by level, as far as one asks")
  func levels() throws {
    var sample = try sample()
    #expect(
      sample.told("tree --depth 1") == """
        (the whole state) 5 members
          user 3 members
          none 0 members
          list 23 elements
          ok true
          no null

        """)
    #expect(
      sample.told("tree user") == """
        user 3 members
          name "Ada"
          tags 0 elements
          deep 1 member
            er 1 member
              est 1 element

        """)
    #expect(sample.told("tree user.name --depth 0") == "user.name \"Ada\"\n")
  }

  @Test("of many elements the first are told, and how many more there are")
  func many() throws {
    var sample = try sample()
    let lines = sample.told("tree list").split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines[20...] == ["  19 19", "  … 3 more"])
  }

  @Test("for programs each value is a row")
  func json() throws {
    var sample = try sample()
    #expect(
      try sample.json("tree user --depth 1")
        == #"{"report":"outline","version":1,"path":"/user","n":0,"nodes":["#
        + #"{"path":"/user","kind":"object","count":3},"#
        + #"{"path":"/user/name","kind":"string","value":"Ada"},"#
        + #"{"path":"/user/tags","kind":"array","count":0},"#
        + #"{"path":"/user/deep","kind":"object","count":1}]}"#)
    #expect(try sample.json("tree list").hasSuffix(#",{"path":"/list","more":3}]}"#))
  }

  @Test("what is no place or no depth is refused")
  func refusals() throws {
    var sample = try sample()
    #expect(
      sample.told("tree usr")
        == "error: usr: no state of the session has it; did you mean user?; "
        + "--anyway asks nevertheless\n")
    for depth in ["x", "-1", "101"] {
      #expect(
        sample.told("tree --depth \(depth)")
          == "error: tree: --depth is a number from 0 to 100, not \(depth); "
          + "usage: tree [PATH] [--depth N] [--anyway]\n")
    }
  }

  @Test("an empty name was shown as nothing, and could not be typed back")
  func emptyName() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["": -0, "a": ["": ["": 1]], "01": 2])
    var sample = try SampleWorkspace(builder)
    #expect(
      sample.told("tree") == """
        (the whole state) 3 members
          "" 0
          a 1 member
            "" 1 member
              "" 1
          "01" 2

        """)
    #expect(sample.told(#"print a[""][""]"#) == "1\n")
    #expect(sample.told("print /a//") == "1\n")
  }
}
