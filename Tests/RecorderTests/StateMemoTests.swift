import SessionFormat
import Testing

@testable import Recorder

@Suite("States that are encoded again")
struct StateMemoTests {
  private struct Tally: Codable {
    var count = 0
    var names = ["a", "é", "e\u{301}"]
  }

  private struct Opaque {
    var count = 0
  }

  @Test("a snapshot is the same with a memory of the one before as without")
  func snapshots() {
    let memo = StateMemo()
    var tally = Tally()
    for count in [0, 0, 1, 1, 0, 2] {
      tally.count = count
      let snapshot = memo.snapshot(of: tally, renderings: Renderings())
      #expect(snapshot.value == ["count": .number(count), "names": ["a", "é", "e\u{301}"]])
      #expect(snapshot.text == JSONWriter.bytes(of: snapshot.value))
      #expect(snapshot.size == snapshot.text?.count)
      #expect(snapshot.opaque == [])
    }
  }

  @Test("what does not encode is rendered each time, and has no text")
  func opaque() {
    let memo = StateMemo()
    for count in [1, 1, 2] {
      let snapshot = memo.snapshot(of: Opaque(count: count), renderings: Renderings())
      #expect(snapshot.value == ["count": .number(count)])
      #expect(snapshot.text == nil)
      #expect(snapshot.opaque == [""])
    }
  }

  @Test("a value that is changed afterwards has no text, and the size of what it became")
  func changed() {
    var snapshot = Snapshot.of(Tally())
    snapshot.value = ["count": "1234567"]
    #expect(snapshot.text == nil)
    #expect(snapshot.size == 19)
  }

  @Test("a nil state after another is null again, and another state after it is itself")
  func absent() {
    let memo = StateMemo()
    for state in [1, nil, nil, 2, 2] as [Int?] {
      let expected = state.map { JSONValue.number($0) } ?? JSONValue.null
      #expect(memo.snapshot(of: state, renderings: Renderings()).value == expected)
    }
  }
}
