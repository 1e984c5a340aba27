import SessionFormat
import Testing

@testable import Commands
@testable import InspectorSupport

@Suite("A place that is pinned within an array")
struct PinnedElementTests {
  private func sample() throws -> SampleWorkspace {
    var builder = SessionBuilder()
    builder.whole(0, ["items": [["id": 1], ["id": 2]]])
    builder.action(1, "insert")
    builder.patch(1, to: ["items": [["id": 7], ["id": 1], ["id": 2]]])
    builder.action(2, "remove")
    builder.patch(2, to: ["items": [["id": 1], ["id": 2]]])
    builder.end(2)
    return try SampleWorkspace(builder)
  }

  @Test("its value changed with the elements before it, and it was called unchanged")
  func moved() throws {
    var sample = try sample()
    _ = try sample.run("pin items[1].id")
    #expect(
      sample.told("goto 1") == """
        ── 1/2 insert ────────────────────────────────────────────────────── +0.001 s ──
           action    1
           ~ items[1].id  2 → 1
           and 1 other change outside the pinned place

        """)
    #expect(
      sample.told("diff 0 1") == """
        state 0 → state 1  1 difference
        ~ items[1].id  2 → 1
        and 1 other change outside the pinned place
        (no)

        """)
  }

  @Test("a value that came into the place and left it was called unchanged")
  func come() throws {
    var sample = try sample()
    _ = try sample.run("pin items[2].id")
    #expect(
      sample.told("log") == """
           1  +0.001 s           insert  + items[2].id  2
           2  +0.002 s  +1.0 ms  remove  - items[2].id

        """)
  }
}
