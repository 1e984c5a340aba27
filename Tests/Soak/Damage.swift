import DamageSupport
import Foundation
import TestSupport

/// Damages a session of about 20 kB everywhere, and has the inspector read and repair the rest.
struct Damage {
  let seed: UInt64
  /// Only every so many bits and cuts, for a shorter run.
  let step: Int
  private let sample = DamageSample(actions: 31)

  init(seed: UInt64, step: Int) {
    self.seed = seed
    self.step = max(1, step)
  }

  /// Whether every single flipped bit was survived.
  func bits() -> Bool {
    var part = Part("flipped bits")
    let (sound, starts, law) = (sample.bytes, sample.starts, DamageLaw(sample))
    var line = 0
    for bit in stride(from: 0, to: sound.count * 8, by: step) {
      let place = bit / 8
      while starts[line + 1] <= place { line += 1 }
      var bytes = sound
      bytes[place] ^= 1 << UInt8(bit % 8)
      let touched: Set<Int> = place + 1 == starts[line + 1] ? [line, line + 1] : [line]
      var faults = law.faults(bytes, touched: touched)
      if bit % 5 == 0 { faults += law.faultsOfRepair(bytes) }
      part.note(faults, in: "bit \(bit), line \(line + 1)")
    }
    return part.finish("every \(step). of \(sound.count * 8) bits of \(sample.lines.count) lines")
  }

  /// Whether every cut was survived.
  func cuts() -> Bool {
    var part = Part("cuts")
    let (sound, law) = (sample.bytes, DamageLaw(sample))
    for count in stride(from: sample.starts[1], to: sound.count, by: step) {
      let bytes = Array(sound.prefix(count))
      part.note(law.faults(bytes, touched: sample.cut(after: count).lost), in: "cut after \(count)")
      part.note(law.faultsOfRepair(bytes), in: "repair after \(count)")
    }
    return part.finish("at every \(step). of \(sound.count) bytes")
  }

  /// Whether up to 64 bytes overwritten at random places were survived, many times.
  func overwritten(_ count: Int) -> Bool {
    var part = Part("overwritten bytes")
    var random = SplitMix64(seed: seed)
    let (sound, starts, law) = (sample.bytes, sample.starts, DamageLaw(sample))
    for number in 0..<count {
      var bytes = sound
      var touched: Set<Int> = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let size = Int.random(in: 1...64, using: &random)
        let start = Int.random(in: 0...bytes.count - size, using: &random)
        for place in start..<start + size {
          bytes[place] = number % 4 == 0 ? 0 : UInt8.random(in: 0...255, using: &random)
        }
        let hit = starts.dropLast().indices.filter {
          starts[$0] < start + size && start <= starts[$0 + 1]
        }
        touched.formUnion(hit)
        if let last = hit.last, starts[last + 1] <= start + size { touched.insert(last + 1) }
      }
      part.note(law.faults(bytes, touched: touched), in: "overwrite \(number)")
      part.note(law.faultsOfRepair(bytes), in: "repair of overwrite \(number)")
    }
    return part.finish("\(count) times, seed \(seed)")
  }
}
