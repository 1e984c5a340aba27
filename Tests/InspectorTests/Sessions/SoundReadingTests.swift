import DamageSupport
import Foundation
import TestSupport
import Testing

@testable import Inspector

struct SoundReadingTests {
  private static let isNeverInterrupted: @Sendable () -> Bool = { false }

  private func isSound(_ bytes: [UInt8], cores: Int = 2) throws -> Bool {
    guard let session = try? Session(bytes: Data(bytes), file: "s.ndjson") else { return false }
    return try SoundReading(session).isSound(cores: cores, interrupted: Self.isNeverInterrupted)
  }

  private func hasNoFault(_ bytes: [UInt8]) -> Bool {
    guard
      let read = try? Salvage(
        Data(bytes), file: "s.ndjson", interrupted: Self.isNeverInterrupted)
    else { return false }
    return read.isSound
  }

  @Test("a sound file is found so", arguments: [true, false], [1, 2, 7])
  func findsSound(crc: Bool, cores: Int) throws {
    let sample = DamageSample(actions: 40, crc: crc)
    #expect(try isSound(sample.bytes, cores: cores))
    #expect(hasNoFault(sample.bytes))
  }

  @Test("what it calls sound has no fault, whatever happened to the lines", arguments: 0..<40)
  func neverMissesFaults(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let sample = DamageSample(actions: 12, crc: seed.isMultiple(of: 4))
    for _ in 0..<25 {
      var lines = sample.chunks
      let (a, b) = (
        Int.random(in: 0..<lines.count, using: &generator),
        Int.random(in: 0..<lines.count, using: &generator)
      )
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: lines.remove(at: a)
      case 1: lines.insert(lines[b], at: a)
      case 2: lines.swapAt(a, b)
      case 3:
        let digits = lines[a].indices.filter { (48...57).contains(lines[a][$0]) }
        if let place = digits.randomElement(using: &generator) {
          lines[a][place] = UInt8.random(in: 48...57, using: &generator)
        }
      default:
        let place = Int.random(in: 0..<lines[a].count, using: &generator)
        lines[a][place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      let bytes = lines.flatMap { $0 }
      #expect(try !isSound(bytes) || hasNoFault(bytes))
    }
  }
}
