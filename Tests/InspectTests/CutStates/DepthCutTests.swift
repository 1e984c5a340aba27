import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector

@Suite("A state that is nested deeper than reflection shows")
struct DepthCutTests {
  private static let remedy =
    "raise renderings.depthLimit in the app (HINDSIGHT_DEPTH_LIMIT), or make the type Encodable"

  private static func written(_ text: String, _ more: String = "") throws -> String {
    let state = #"{"next":{"next":"\#(text)"},"count":0\#(more)}"#
    let lines = [
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff","started":"2026-01-02T03:04:05Z","store":"chain","stateType":"Chain","actionType":"Act"}"#,
      #"{"kind":"state","n":0,"state":\#(state),"opaque":[""]}"#,
      #"{"kind":"action","n":1,"t":1000000,"type":"grow","action":{}}"#,
      #"{"kind":"state","n":1,"patch":[{"op":"replace","path":"/count","value":1}],"took":10}"#,
      #"{"kind":"end","n":1,"t":9000000}"#,
    ]
    return try Scratch.file(
      "depth-\(UUID().uuidString).ndjson", lines.joined(separator: "\n") + "\n")
  }

  @Test("the number of values was blamed, and advised to be raised, where it was the depth")
  func depth() throws {
    let file = try Self.written("nested deeper than 64 levels")
    #expect(
      try Inspect.run("log", file).output == """
           1  +0.001 s  10 ns  grow  count  0 → 1, the rest unknown: the state is cut
        unknown: at 1 step the state is cut, as it is nested deeper than the 64 levels that are shown, \
        and what changed there is not known; \(Self.remedy)
        opaque: the state Chain: not encoded but shown by reflection; a host reads such a state only by chance, and no replay of it is compared

        """)
    let info = try Inspect.run("-e", "info", file).output.split(separator: "\n")
    let cuts = info.filter { $0.hasPrefix("cut") }.joined(separator: "\n")
    #expect(
      cuts == """
        cut      2 states, nested deeper than the 64 levels that are shown: what is left out is \
        unknown; \(Self.remedy)
        """)
    #expect(
      try Inspect.run("print", file, "1", "/next/next/next").error == """
        inspect: /next/next/next is unknown in state 1: the state was cut when it was recorded, \
        with 1 of its members and elements left out; \(Self.remedy)

        """)
    #expect(
      try Inspect.run("find", file, "$.state.next.next.next").output == """
        no step matches $.state.next.next.next
        unknown at 2 steps, 0, 1: it depends on what was left out of the state; \(Self.remedy)

        """)
    #expect(
      try Inspect.run("stats", file).output.split(separator: "\n").last == """
        unknown: 2 states cut: their sizes, and changes behind the cuts (also from outside), \
        are not known; \(Self.remedy)
        """)
  }

  @Test("each limit and both together have their own advice")
  func advice() throws {
    let rows = [
      (
        try Self.written("text", #","…":"3 more""#),
        "2 states, with more values than are shown of what is not Encodable: what is left out is "
          + "unknown; raise renderings.nodeLimit in the app (HINDSIGHT_NODE_LIMIT), or make the type "
          + "Encodable"
      ),
      (
        try Self.written("nested deeper than 64 levels", #","…":"3 more""#),
        "2 states, with more values than are shown of what is not Encodable, or nested deeper than the "
          + "64 levels that are shown: what is left out is unknown; raise renderings.nodeLimit and "
          + "renderings.depthLimit in the app (HINDSIGHT_NODE_LIMIT, HINDSIGHT_DEPTH_LIMIT), or make "
          + "the type Encodable"
      ),
      (
        try Self.written("nested deeper than 500 levels"),
        "2 states, nested deeper than the 500 levels that are shown: what is left out is unknown; "
          + "nest the state less deeply, because a session holds no more levels"
      ),
    ]
    for (file, words) in rows {
      let info = try Inspect.run("-e", "info", file).output.split(separator: "\n")
      #expect(info.filter { $0.hasPrefix("cut") } == ["cut      \(words)"])
    }
  }
}
