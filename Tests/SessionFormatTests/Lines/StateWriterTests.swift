import TestSupport
import Testing

@testable import SessionFormat

@Suite("States that are written one after the other")
struct StateWriterTests {
  private static let seeds = 0..<UInt64(80)

  /// A state line of a writer, as it is read again.
  private func line(
    _ writer: inout StateWriter, _ next: EncodedText, whole: Bool = false
  ) throws -> (content: StateContent, isWhole: Bool) {
    let text = LineText()
    text.begin("state", n: 1)
    let isWhole = writer.add(next, whole: whole, to: text)
    text.end()
    let line = try #require(text.lastDocument)
    guard case .state(let state) = try SessionLine(line) else {
      throw LineFault.missing("state")
    }
    return (state.content, isWhole)
  }

  @Test("each makes the next, and is a patch unless that is longer", arguments: seeds)
  func chain(seed: UInt64) throws {
    var documents = RandomDocuments(seed: seed)
    var random = SplitMix64(seed: seed)
    var state = documents.document(depth: 4)
    var writer = StateWriter(first: EncodedText(state))
    for _ in 0..<40 {
      let next =
        Int.random(in: 0..<8, using: &random) == 0
        ? documents.document(depth: 4)
        : documents.edited(state, edits: Int.random(in: 0...3, using: &random))
      // As an encoder gives it, or as a document.
      let isText = Bool.random(using: &random)
      let text = isText ? EncodedText(JSONWriter.bytes(of: next)) : EncodedText(next)
      let (content, isWhole) = try line(&writer, text)
      #expect(try content.state(after: state) == next)
      let patch = JSONPatch(from: state, to: next)
      #expect(content.isWhole == isWhole)
      #expect(isWhole == (patch.textSize > text.bytes.count), "\(state) to \(next)")
      #expect(writer.last.bytes == text.bytes && writer.last.value == next)
      state = next
    }
  }

  @Test("a state that is asked for whole is whole, and the next one is a patch against it")
  func whole() throws {
    let states = (0..<3).map { count in
      EncodedText(["count": .number(count), "name": "long enough for a patch"] as JSONValue)
    }
    var writer = StateWriter(first: states[0])
    #expect(try line(&writer, states[1], whole: true).content == .whole(states[1].value))
    let patch = JSONPatch([.replace(JSONPointer(tokens: ["count"]), 2)])
    #expect(try line(&writer, states[2]).content == .patch(patch))
  }

  @Test("a keyframe is due when the patches have reached the size of the last whole state")
  func keyframes() throws {
    func state(_ count: Int) -> EncodedText {
      EncodedText(["count": .number(count), "names": ["a", "b", "c", "d", "e", "f"]] as JSONValue)
    }
    var writer = StateWriter(first: state(0))
    var patches = 0
    for count in 1...20 {
      guard case .patch(let patch) = try line(&writer, state(count)).content else {
        throw LineFault.missing("patch")
      }
      patches += patch.textSize
      #expect(writer.isKeyframeDue == (patches >= state(count).bytes.count))
      guard writer.isKeyframeDue else { continue }
      let text = LineText()
      text.begin("keyframe", n: count)
      writer.addWhole(to: text)
      text.end()
      #expect(text.lastDocument?["state"] == state(count).value)
      patches = 0
    }
  }

  @Test("a text knows how deep it is nested without being read", arguments: seeds)
  func height(seed: UInt64) {
    var documents = RandomDocuments(seed: seed)
    for depth in 0..<6 {
      let value = documents.document(depth: depth)
      #expect(EncodedText(JSONWriter.bytes(of: value)).height == value.height)
    }
    let tricky: JSONValue = ["[{\"": ["}]\\", "\\\"[", [[]]]]
    #expect(EncodedText(JSONWriter.bytes(of: tricky)).height == 4)
  }
}
