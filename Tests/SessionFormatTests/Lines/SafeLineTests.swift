import TestSupport
import Testing

@testable import SessionFormat

@Suite("Lines of strangers, made safe")
struct SafeLineTests {
  /// Characters that need an escape, that a string may hold raw, and others; one of each kind.
  private static let pieces = [
    "a", "é", "日本", "❤\u{FE0F}", "\u{600}", "\\\"", "\\\\", "\\u001b", "\u{7F}", "\u{9B}", "\u{AD}",
    "\u{202E}", "\u{2064}", "\u{206A}", "\u{FFF9}", "\u{E0041}", "\u{1D173}",
  ]

  /// A line of random members with the pieces in names and values, and blanks between the tokens.
  private func line(_ random: inout SplitMix64, hasCRC: Bool) -> [UInt8] {
    func text(_ random: inout SplitMix64) -> String {
      (0..<Int.random(in: 0...9, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    func blank(_ random: inout SplitMix64) -> String {
      ["", "", "", " ", "\t", "\r"].randomElement(using: &random) ?? ""
    }
    let members = (0..<Int.random(in: 1...4, using: &random)).map { place in
      #"\#(blank(&random))"\#(place)\#(text(&random))":\#(blank(&random))"\#(text(&random))""#
    }
    let bytes = Array("{\(members.joined(separator: ","))}".utf8)
    return hasCRC ? LineCoding.refreshed(bytes) : bytes
  }

  @Test("the value and the checksum hold, nothing unsafe is left, and what is safe stays as it is")
  func law() throws {
    var random = SplitMix64(seed: 10)
    var changed = 0
    for round in 0..<4000 {
      let hasCRC = round % 2 == 0
      let line = line(&random, hasCRC: hasCRC)
      let safe = line.withUnsafeBufferPointer { SafeLine.escaped($0, hasCRC: hasCRC) }
      let isSafe = !String(decoding: line, as: UTF8.self).unicodeScalars.contains(
        where: UnsafeText.contains)
      #expect((safe == nil) == isSafe)
      guard let safe else { continue }
      changed += 1
      #expect(
        !String(decoding: safe, as: UTF8.self).unicodeScalars.contains(where: UnsafeText.contains))
      let rule: LineCoding.CRCRule = hasCRC ? .required : .forbidden
      let (left, right) = (try document(line, rule), try document(safe, rule))
      #expect(left == right)
      #expect(SafeLine.bytes(of: safe, hasCRC: hasCRC) == safe)
    }
    #expect(changed > 2000 && changed < 4000)
  }

  private func document(_ line: [UInt8], _ rule: LineCoding.CRCRule) throws -> JSONValue {
    try line.withUnsafeBufferPointer { try LineCoding.document($0, crc: rule).document }
  }
}
