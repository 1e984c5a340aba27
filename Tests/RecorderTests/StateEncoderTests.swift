import SessionFormat
import Testing

@testable import Recorder

@Suite("States that are encoded one after the other")
struct StateEncoderTests {
  private struct Tally: Codable {
    var count = 0
    var names = ["a", "é", "e\u{301}", "a name that is longer than a few letters"]
    var scores = ["ann": 900, "bob": 1_200]
  }

  private struct Opaque {
    var count = 0
  }

  @Test("a snapshot is the same with what is known of the one before as without")
  func snapshots() {
    let encoder = StateEncoder()
    var tally = Tally()
    for count in [0, 0, 1, 1, 0, 2] {
      tally.count = count
      if count == 2 { tally.names.swapAt(0, 3) }
      let snapshot = Snapshot.of(tally, by: encoder)
      #expect(snapshot.text.bytes == Snapshot.of(tally).text.bytes)
      #expect(snapshot.text.bytes == JSONWriter.bytes(of: snapshot.value))
      #expect(snapshot.opaque == [] && snapshot.cut == [])
    }
  }

  /// Encodes another state by the same encoder while it is encoded.
  private struct Nested: Encodable {
    let encoder: StateEncoder

    func encode(to outer: any Encoder) throws {
      var container = outer.singleValueContainer()
      try container.encode(String(decoding: encoder.encoded(Tally()).text.bytes, as: UTF8.self))
    }
  }

  @Test("a state whose coding encodes another is written whole, and so is the next")
  func nested() {
    let encoder = StateEncoder()
    let inner = String(decoding: Snapshot.of(Tally()).text.bytes, as: UTF8.self)
    for _ in 0..<2 {
      #expect(Snapshot.of(Nested(encoder: encoder), by: encoder).value == .string(inner))
      #expect(Snapshot.of(Tally(), by: encoder).text.bytes == Array(inner.utf8))
    }
  }

  @Test("what does not encode is rendered each time")
  func opaque() {
    let encoder = StateEncoder()
    for count in [1, 1, 2] {
      let snapshot = Snapshot.of(Opaque(count: count), by: encoder)
      #expect(snapshot.value == ["count": .number(count)])
      #expect(snapshot.opaque == [""])
    }
  }

  @Test("a nil state after another is null again, and another state after it is itself")
  func absent() {
    let encoder = StateEncoder()
    for state in [1, nil, nil, 2, 2] as [Int?] {
      let expected = state.map { JSONValue.number($0) } ?? JSONValue.null
      #expect(Snapshot.of(state, by: encoder).value == expected)
    }
  }
}
