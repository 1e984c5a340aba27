import Foundation

/// A generator that gives the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

private func bytes(of path: String, _ count: Int) -> [UInt8] {
  guard let file = asked(FileHandle(forReadingAtPath: path)) else { return [] }
  defer { try? file.close() }
  return asked(try? file.read(upToCount: count)).map { Array($0) } ?? []
}

extension Specimen {
  /// Reducers that throw dice.
  static let chance: [Specimen] = [
    .desk("uuid", .random) { desk, _ in
      desk.answers.append(asked(UUID().uuidString))
    },
    .desk("uuid-prefix", .random) { desk, _ in
      desk.answers.append(String(asked(UUID()).uuidString.prefix(6)))
    },
    .desk("random-number", .random) { desk, _ in
      desk.total += asked(Int.random(in: 0..<1_000_000_000))
    },
    .desk("random-delay", .random, script: Script(24, asks: [13, 20])) { desk, _ in
      desk.readings.append(asked(Double.random(in: 0.5...1.5)))
    },
    .desk("coin", .random, script: Script(40, asks: Array(11...34)), first: .atMost(34)) {
      desk, number in
      desk.flags["\(number)"] = asked(Bool.random())
    },
    .desk("dice", .random, script: Script(20, asks: Array(5...18)), first: .atMost(18)) {
      desk, _ in
      desk.total += asked(Int.random(in: 1...6))
    },
    .desk("shuffle", .random) { desk, _ in
      desk.answers = asked((1...20).map(String.init).shuffled())
    },
    .desk("random-element", .random) { desk, _ in
      desk.answers.append(asked((0..<100_000).randomElement()).map { "winner \($0)" } ?? "")
    },
    .desk("generator-seeded-by-chance", .random) { desk, _ in
      var generator = SplitMix(state: asked(UInt64.random(in: .min ... .max)))
      desk.total = Int.random(in: 0..<1_000_000, using: &generator)
    },
    .desk("generator-seeded-by-clock", .clock) { desk, _ in
      let now = asked(Date().timeIntervalSince1970)
      var generator = SplitMix(state: now.bitPattern)
      desk.total = Int.random(in: 0..<1_000_000, using: &generator)
    },
    .desk("c-rand-seeded-by-time", .clock, between: .clock(-500)) { desk, _ in
      srand(UInt32(truncatingIfNeeded: asked(time(nil))))
      desk.total = Int(rand())
    },
    .desk("dev-urandom", .random) { desk, _ in
      desk.answers.append(asked(bytes(of: "/dev/urandom", 8)).map(String.init).joined())
    },
    .desk("dev-random-bit", .random, script: Script(40, asks: Array(9...32)), first: .atMost(32)) {
      desk, number in
      desk.flags["\(number)"] = asked(bytes(of: "/dev/urandom", 1)).first.map { $0 > 127 } ?? false
    },
    .desk("getentropy", .random) { desk, _ in
      var word = UInt64(0)
      _ = asked(withUnsafeMutableBytes(of: &word) { getentropy($0.baseAddress, $0.count) })
      desk.answers.append(String(word, radix: 16))
    },
    .desk("kernel-uuid", .random) { desk, _ in
      let text = asked(bytes(of: "/proc/sys/kernel/random/uuid", 36))
      desk.answers.append(String(decoding: text, as: UTF8.self))
    },
    .desk("temporary-name", .random, .environment, .clock) { desk, _ in
      desk.answers.append(asked(ProcessInfo.processInfo.globallyUniqueString))
    },
  ]
}
