import TestSupport
import Testing

@testable import SessionFormat

@Suite("A value on its own")
struct DetachedValueTests {
  /// The bytes of the text that a value looks into; 0 if it looks into none.
  private static func text(of value: JSONValue) -> Int {
    if case .text(let place) = value.node { place.text.tape.textCount } else { 0 }
  }

  @Test("is the same value, text for text")
  func isSame() throws {
    var source = RandomDocuments(seed: 5)
    for _ in 0..<800 {
      let document = source.document()
      for value in [document, try JSONValue(parsing: document.description)] {
        #expect(value.detached().value == value)
        #expect(value.detached().value.description == value.description)
      }
    }
  }

  @Test("keeps no more than its own text in memory, and tells at least that")
  func isSmall() throws {
    let long = String(repeating: "x", count: 100_000)
    let state = try JSONValue(
      parsing: #"{"long":"\#(long)","n":12.50,"s":"a","a":[1,[2]],"b":true}"#)
    let own: [String: (text: Int, least: Int)] = [
      "n": (0, 5), "s": (0, 1), "b": (0, 0), "a": (7, 7 + 6 * 16),
    ]
    for (name, expected) in own {
      let value = try #require(state[name])
      let (detached, memory) = value.detached()
      #expect(Self.text(of: detached) == expected.text)
      #expect((expected.least...400).contains(memory), "\(name): \(memory)")
    }
    // Also of a container whose parts come from other texts.
    let mixed = JSONValue.object([("n", try #require(state["n"])), ("a", try #require(state["a"]))])
    #expect(Self.text(of: mixed.detached().value) == #"{"n":12.50,"a":[1,[2]]}"#.utf8.count)
  }
}
