import DamageSupport
import Foundation
import TestSupport

/// Damages a session of about 20 kB everywhere, and has the inspector read and repair the rest.
struct Damage: Sendable {
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
    part.note(
      AllProcessors.run(stride(from: 0, to: sound.count * 8, by: step)) { bit in
        let place = bit / 8
        let line = (starts.firstIndex { $0 > place } ?? 1) - 1
        var bytes = sound
        bytes[place] ^= 1 << UInt8(bit % 8)
        let touched: Set<Int> = place + 1 == starts[line + 1] ? [line, line + 1] : [line]
        var faults = law.faults(bytes, touched: touched)
        if bit % 5 == 0 { faults += law.faultsOfRepair(bytes) }
        return faults.map { "bit \(bit), line \(line + 1): \($0)" }
      })
    return part.finish("every \(step). of \(sound.count * 8) bits of \(sample.lines.count) lines")
  }

  /// Whether every cut was survived.
  func cuts() -> Bool {
    var part = Part("cuts")
    let (sound, law) = (sample.bytes, DamageLaw(sample))
    part.note(
      AllProcessors.run(stride(from: sample.starts[1], to: sound.count, by: step)) { count in
        let bytes = Array(sound.prefix(count))
        let faults = law.faults(bytes, touched: sample.cut(after: count).lost)
        return (faults + law.faultsOfRepair(bytes)).map { "cut after \(count): \($0)" }
      })
    return part.finish("at every \(step). of \(sound.count) bytes")
  }

  /// Whether up to 64 bytes overwritten at random places were survived, many times.
  func overwritten(_ count: Int) -> Bool {
    var part = Part("overwritten bytes")
    let (sound, starts, law) = (sample.bytes, sample.starts, DamageLaw(sample))
    part.note(
      AllProcessors.run(stride(from: 0, to: count, by: 1)) { number in
        var random = SplitMix64(seed: seed &+ UInt64(number))
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
        let faults = law.faults(bytes, touched: touched) + law.faultsOfRepair(bytes)
        return faults.map { "overwrite \(number): \($0)" }
      })
    return part.finish("\(count) times, seed \(seed)")
  }

  /// Whether segments were read that were cut, changed, lost, misnamed or there twice.
  func segments() -> Bool {
    var part = Part("damaged segments")
    do {
      for segment in try DamagedSegments().sample.segments.indices {
        let size = try DamagedSegments().sound(segment).count
        let every = { (step: Int, body: @Sendable (DamagedSegments, Int) -> [String]) in
          AllProcessors.run(stride(from: 1, to: size, by: 256 * step)) { first in
            guard let segments = try? DamagedSegments() else { return ["no folder"] }
            return stride(from: first, to: min(size, first + 256 * step), by: step).flatMap { at in
              body(segments, at).map { "segment \(segment + 1) at \(at): \($0)" }
            }
          }
        }
        part.note(every(step) { $0.faultsOfCut(segment, after: $1) })
        // Another bit of each byte.
        part.note(every(step) { $0.faultsOfFlip(segment, bit: $1 * 8 + $1 % 8, repairs: false) })
      }
    } catch { part.note(error, in: "segments") }
    return part.finish("every \(step). byte of three segments cut off, and one bit of it flipped")
  }

  /// Whether everything before a tail of zeros, garbage or line ends was read.
  func tails() -> Bool {
    var part = Part("tails")
    let (sound, law) = (sample.bytes, DamageLaw(sample))
    part.note(
      AllProcessors.run(stride(from: 0, to: 63, by: 1)) { number in
        var random = SplitMix64(seed: seed &+ UInt64(number))
        let size = 1 << (number / 3)
        let tail: [UInt8] = (0..<size).map { _ in
          switch number % 3 {
          case 0: 0
          case 1: UInt8.random(in: 0...255, using: &random)
          default: Bool.random(using: &random) ? 0x0A : 0
          }
        }
        let faults = law.faults(sound + tail, touched: []) + law.faultsOfRepair(sound + tail)
        return faults.map { "tail \(number) of \(size) bytes: \($0)" }
      })
    return part.finish("of zeros, of garbage, of zeros and line ends, each of 1 byte to 1 MiB")
  }

  /// Whether killed repairs left the original and no half copy.
  func killedRepairs(_ count: Int) -> Bool {
    var part = Part("killed repairs")
    do {
      var repairs = try KilledRepairs(tool: try BuiltBinary.inspect, actions: 3000, seed: seed)
      for number in 0..<count { part.note(try repairs.run(), in: "repair \(number)") }
      return part.finish(
        "\(count) repairs, \(repairs.killed) killed, \(repairs.finished) of them with a whole copy")
    } catch {
      part.note(error, in: "repairs")
      return part.finish("\(count) repairs")
    }
  }
}
