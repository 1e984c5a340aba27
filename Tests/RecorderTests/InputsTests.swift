import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("Inputs")
struct InputsTests {
  @Test("each is in the file before the reducer gets it, exactly")
  func recordedBefore() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    var state = WordState()
    var drawn: (Date, UUID, Int, Double, String)?
    var seen: [[String]] = []
    recorder.step(WordAction.clear, into: &state) { _ in
      func note<T>(_ value: T) -> T {
        seen.append((try? sink.outline.suffix(1).map { $0 }) ?? [])
        return value
      }
      drawn = (
        note(Inputs.date()), note(Inputs.uuid()), note(Inputs.random(in: 1...6)),
        note(Inputs.random(in: 0.0...1.0)), note(Inputs.value("locale") { "ja" })
      )
    }
    #expect(seen == Array(repeating: ["input 1"], count: 5))
    let values = try #require(drawn)
    let inputs = try sink.lines.compactMap { line -> InputLine? in
      if case .input(let input) = line { input } else { nil }
    }
    #expect(inputs.map(\.name) == ["date", "uuid", "random", "random", "locale"])
    let decoder = ValueDecoder()
    #expect(try decoder.decode(Date.self, from: inputs[0].value) == values.0)
    #expect(try decoder.decode(UUID.self, from: inputs[1].value) == values.1)
    #expect(inputs[2].value == .number(values.2))
    #expect(try decoder.decode(Double.self, from: inputs[3].value) == values.3)
    #expect(inputs[4].value == "ja")
    #expect(inputs.allSatisfy { !$0.fresh })
  }

  @Test("outside a step they are live, and leave no line")
  func live() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    var state = WordState()
    recorder.step(WordAction.clear, into: &state) { reduceWords(&$0, .clear) }
    let before = sink.text
    #expect((1...6).contains(Inputs.random(in: 1...6)))
    #expect(Inputs.value("x") { 3 } == 3)
    #expect(sink.text == before)
  }

  @Test("what a task of the reducer draws later is not the reducer's")
  func tasks() async throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    var task: Task<Int, Never>?
    var state = WordState()
    recorder.step(WordAction.clear, into: &state) { _ in
      task = Task { Inputs.value("late") { 1 } }
    }
    #expect(await task?.value == 1)
    #expect(!sink.text.contains("late"))
  }

  @Test("an error of the live value is thrown on, and nothing is recorded")
  func throwing() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    var state = WordState()
    recorder.step(WordAction.clear, into: &state) { _ in
      #expect(throws: WordError.refused) {
        try Inputs.value("x") { () throws(WordError) -> Int in throw .refused }
      }
    }
    #expect(!sink.text.contains("\"input\""))
  }
}

@Suite("Names of actions")
struct ActionNameTests {
  enum Leaf: Codable { case tapped, typed(String) }
  enum Raw: String, Codable { case up, down }
  enum Speaking: Codable, CustomStringConvertible {
    case shout
    var description: String { "AAAH" }
  }
  enum Tree: Codable {
    case search(Leaf), labelled(inner: Leaf), pair(Leaf, Int), number(Int), maybe(Leaf?), raw(Raw)
    case speaking(Speaking)
  }
  struct Load: Codable {}
  struct Box<T: Codable>: Codable { let value: T }

  static var table: [(any Encodable, String)] {
    [
      (Leaf.tapped, "tapped"), (Leaf.typed("x"), "typed"), (Tree.search(.tapped), "search.tapped"),
      (Tree.search(.typed("x")), "search.typed"),
      (Tree.labelled(inner: .tapped), "labelled.tapped"),
      (Tree.pair(.tapped, 1), "pair"), (Tree.number(1), "number"), (Tree.maybe(.tapped), "maybe"),
      (Tree.maybe(nil), "maybe"), (Tree.raw(.down), "raw.down"), (Raw.up, "up"),
      (Tree.speaking(.shout), "speaking.shout"), (Speaking.shout, "shout"), (Load(), "Load"),
      (Box(value: 1), "Box<Int>"),
    ]
  }

  @Test("cases joined by dots through single enum payloads, else the type's name")
  func names() throws {
    for (action, name) in Self.table {
      let encoded = try ValueEncoder().encode(action).value
      #expect(ActionName.of(action, encoded: encoded) == name)
    }
  }
}
