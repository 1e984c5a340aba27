import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A pinned place and hidden types in lists, trees and patches")
struct PinnedListTests {
  @Test("log, find, tree and diff in each form show the pinned place, and count the rest")
  func pinned() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("pin items") == "")
    #expect(
      sample.told("log") == """
           1  +0.001 s           1.5 µs  addItem    items  0 → 1 element  # first pen
           2  +0.002 s  +1.0 ms          refresh    no change
           3  +0.003 s  +1.0 ms          pay        threw NoMoney
              +0.003 s                   (outside)  no change there
           4  +0.004 s  +1.0 ms          clear      items  1 → 0 elements

        """)
    #expect(
      sample.told("find $.n == 1") == """
           1  +0.001 s  1.5 µs  addItem  items  0 → 1 element  # first pen

        """)
    _ = try sample.run("goto 1")
    #expect(sample.told("tree") == "items 1 element\n  0 {id \"A-1\" \"pen\"}\n")
    #expect(sample.told("tree total") == "total 2\n")
    #expect(
      sample.told("diff --as patch") == """
        [
          {"op":"add","path":"/items/0","value":{"name":"pen","id":"A-1"}}
        ]
        and 1 other change outside the pinned place

        """)
    #expect(
      sample.told("diff --as sides") == """
        state 0 → state 1  2 differences
        +   items[0]    {id "A-1" "pen"}
        and 1 other change outside the pinned place

        """)
    // A machine form is the whole patch.
    #expect(
      try sample.json("diff --as patch")
        == #"[{"op":"add","path":"/items/0","value":{"name":"pen","id":"A-1"}},"#
        + #"{"op":"replace","path":"/total","value":2}]"#)
    _ = try sample.run("pin --none")
    #expect(sample.told("tree").hasPrefix("(the whole state) 2 members\n"))
  }

  @Test("what was shortened of an array by other elements is no size of it")
  func size() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("pin items[3] --anyway")
    #expect(
      sample.told("find $.n == 1")
        == "   1  +0.001 s  1.5 µs  addItem  no change there  # first pen\n")
  }

  @Test("find leaves out the hidden types, and counts them; a verb hides nothing")
  func hidden() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("hide pay clear")
    #expect(
      sample.told("find $.n > 1") == """
           2  +0.002 s  +1.0 ms  refresh  no change
        2 steps hidden (hide --none shows them)

        """)
    #expect(sample.told("find $.n == 3") == "1 step hidden (hide --none shows them)\n")
    #expect(sample.told("find $.n == 99").hasSuffix("(no)\n"))
    #expect(try sample.json("find $.n > 2").hasSuffix(#""steps":[],"hidden":2}"#))
  }
}
