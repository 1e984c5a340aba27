import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("A state that has not changed since it was encoded", .serialized)
struct LastStateTests {
  /// Counts how often it is encoded.
  struct Counted: Encodable {
    nonisolated(unsafe) static var count = 0
    nonisolated(unsafe) static var unit = "km"

    var n = 0
    var names = ["a", "b"]

    func encode(to encoder: any Encoder) throws {
      Self.count += 1
      var container = encoder.unkeyedContainer()
      try container.encode(n)
      try container.encode(names)
      try container.encode(Self.unit)
    }
  }

  final class Reference: Encodable {
    var n = 0
  }

  struct Holder: Encodable {
    var reference = Reference()
  }

  private static func text(_ state: some Encodable, _ encoder: StateEncoder) throws -> String {
    let encoded = try encoder.known(state) ?? encoder.encoded(state)
    return String(decoding: encoded.text.bytes, as: UTF8.self)
  }

  @Test("is not encoded again, but checked after 1, 2, 4 and so on uses, and then after 64")
  func checks() throws {
    let encoder = StateEncoder()
    Counted.count = 0
    var encoded: [Int] = []
    for use in 0..<400 {
      let before = Counted.count
      #expect(try Self.text(Counted(names: Self.names), encoder) == #"[0,["a","b"],"km"]"#)
      if Counted.count > before { encoded.append(use) }
    }
    #expect(encoded == [0, 2, 5, 10, 19, 36, 69, 134, 199, 264, 329, 394])
  }

  /// One array, so that each state shares it.
  private static let names = ["a", "b"]

  @Test("a change is seen at once, and the state before it is another one again")
  func changes() throws {
    let encoder = StateEncoder()
    var state = Counted()
    for n in [1, 1, 2, 1, 1, 1, 3] {
      state.n = n
      #expect(try Self.text(state, encoder) == #"[\#(n),["a","b"],"km"]"#)
      state.names[0] = "c"
      #expect(try Self.text(state, encoder) == #"[\#(n),["c","b"],"km"]"#)
      state.names[0] = "a"
    }
  }

  @Test(
    "one whose text depends on more than the value is found out, and encoded each time from then on"
  )
  func depends() throws {
    defer { Counted.unit = "km" }
    let encoder = StateEncoder()
    let state = Counted()
    for _ in 0..<10 { _ = try Self.text(state, encoder) }
    Counted.unit = "mi"
    var texts: [String] = []
    for _ in 0..<20 { texts.append(try Self.text(state, encoder)) }
    let change = try #require(texts.firstIndex(of: #"[0,["a","b"],"mi"]"#))
    #expect(change < 8)
    Counted.unit = "m"
    #expect(try Self.text(state, encoder) == #"[0,["a","b"],"m"]"#)
  }

  @Test("one with a reference is encoded each time")
  func references() throws {
    let encoder = StateEncoder()
    let state = Holder()
    for n in 0..<5 {
      state.reference.n = n
      #expect(try Self.text(state, encoder) == #"{"reference":{"n":\#(n)}}"#)
    }
  }

  @Test("states of several types by one encoder")
  func types() throws {
    let encoder = StateEncoder()
    for n in 0..<3 {
      #expect(try Self.text(n, encoder) == "\(n)")
      #expect(try Self.text("\(n)", encoder) == #""\#(n)""#)
      #expect(try Self.text(n == 1 ? nil : n, encoder) == (n == 1 ? "null" : "\(n)"))
      #expect(try Self.text([n], encoder) == "[\(n)]")
    }
  }

  @Test("what a recorder writes is the same with it as without")
  func sameSession() {
    var texts: [[String]] = []
    for isUsed in [true, false] {
      PrivateLayout.$isUsed.withValue(isUsed && PrivateLayout.isUsed) {
        let session = MemorySession()
        var options = RecorderOptions()
        options.environment = RecorderOptions.Environment(
          nanoseconds: { 0 }, id: "00000000-0000-4000-8000-000000000000",
          started: "2026-01-02T03:04:05.678Z", platform: nil)
        let recorder = SessionRecorder(into: session, store: "s", options: options)
        var state = ["a": [1, 2], "b": []]
        for n in 0..<50 {
          if n % 7 == 0 { state["c", default: []].append(n) }
          recorder.step(n % 3, into: &state) { state in
            if n % 3 == 0 { state["a", default: []].append(n) }
          }
        }
        texts.append(session.lines)
      }
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].count > 100)
  }
}
