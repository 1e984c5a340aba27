import Testing

@testable import Recorder

@Suite("Texts that were checked not long ago")
struct CheckedTextsTests {
  @Test("are known for their type alone, until another takes their place")
  func contains() {
    var texts = CheckedTexts()
    let all = (0..<10_000).map { Array("text \($0)".utf8) }
    for (place, text) in all.enumerated() {
      #expect(!texts.contains(text, of: Int.self))
      texts.insert(text, of: Int.self)
      #expect(texts.contains(text, of: Int.self))
      #expect(!texts.contains(text, of: String.self))
      if place > 0 { #expect(!texts.contains(all[place] + [0], of: Int.self)) }
    }
    let kept = all.filter { texts.contains($0, of: Int.self) }
    #expect((1...CheckedTexts.places).contains(kept.count))
  }

  @Test("long ones are not kept")
  func long() {
    var texts = CheckedTexts()
    for count in [0, 255, 256, 257, 10_000] {
      let text = [UInt8](repeating: 1, count: count)
      texts.insert(text, of: Int.self)
      #expect(texts.contains(text, of: Int.self) == (count <= CheckedTexts.longest))
    }
  }
}
