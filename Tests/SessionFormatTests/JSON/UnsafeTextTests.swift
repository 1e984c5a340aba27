import Testing

@testable import SessionFormat

@Suite("Characters that are not safe to be shown")
struct UnsafeTextTests {
  /// Format characters that are seen: they stand before a number and enclose it.
  static let signs: [ClosedRange<UInt32>] = [
    0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x110BD...0x110BD,
    0x110CD...0x110CD,
  ]
  /// They say how the emoji or sign before them is drawn.
  static let selectors: ClosedRange<UInt32> = 0xFE00...0xFE0F

  /// Whether a character acts or hides by what Unicode says of it.
  private func actsOrHides(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  @Test("of all of Unicode exactly those that act or hide, but for two kinds")
  func properties() {
    var wrong: [String] = []
    for scalar in (UInt32(0)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init) {
      let isException =
        Self.selectors.contains(scalar.value) || Self.signs.contains { $0 ~= scalar.value }
      if UnsafeText.contains(scalar) != (actsOrHides(scalar) && !isException) {
        wrong.append(String(scalar.value, radix: 16))
      }
      if isException, !actsOrHides(scalar) { wrong.append("no exception: \(scalar.value)") }
    }
    #expect(wrong == [])
  }

  @Test("the first one is found in every character's own bytes, at every offset of a word")
  func finds() {
    for scalar in (UInt32(0)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init) {
      let own = Array(String(scalar).utf8)
      let offset = Int(scalar.value % 9)
      let bytes = Array(repeating: UInt8(ascii: "a"), count: offset) + own + Array("\"\\é".utf8)
      let found = bytes.withUnsafeBufferPointer { UnsafeText.first(in: $0) }
      let expected = UnsafeText.contains(scalar) ? offset : nil
      if found?.place != expected || (found.map { $0.length != own.count } ?? false) {
        Issue.record("\(String(scalar.value, radix: 16)): \(String(describing: found))")
      }
    }
  }
}
