/// A keyed cycle of all digit sequences of one form; each has another as its successor.
///
/// The digits may have different radixes. A keyed permutation `E` numbers the sequences; the
/// successor of `x` is `E⁻¹(E(x) + 1)`. So different sequences have different successors, and none
/// is its own, unless it is the only one. Without the key the successor says only that the sequence
/// is another one.
///
/// For two digits or more `E` is a Feistel network over the two halves. For a single digit, which
/// has no halves, it is the swap-or-not shuffle.
struct KeyedCycle {
  let radixes: [UInt32]
  /// The keyed function, already mixed with all that distinguishes this form of sequence.
  private let function: SipHash

  init(_ radixes: [UInt32], function: SipHash) {
    self.radixes = radixes
    self.function = function
  }

  /// The next sequence; the same one if it is the only one.
  func successor(of digits: [UInt32]) -> [UInt32] {
    guard !digits.isEmpty else { return digits }
    var digits = digits
    permute(&digits, backwards: false)
    increment(&digits)
    permute(&digits, backwards: true)
    return digits
  }

  private func increment(_ digits: inout [UInt32]) {
    for place in digits.indices.reversed() {
      digits[place] += 1
      if digits[place] < radixes[place] { return }
      digits[place] = 0
    }
  }

  private func permute(_ digits: inout [UInt32], backwards: Bool) {
    if digits.count == 1 {
      digits[0] = shuffled(digits[0], radix: radixes[0], backwards: backwards)
      return
    }
    // Few digits need more rounds, because each round mixes in little of the secret.
    let rounds = digits.count > 64 ? 4 : 10
    let half = digits.count / 2
    for step in 0..<rounds {
      let round = backwards ? rounds - 1 - step : step
      let (from, to) =
        round.isMultiple(of: 2)
        ? (half..<digits.count, 0..<half) : (0..<half, half..<digits.count)
      shift(&digits, to, by: from, round: round, backwards: backwards)
    }
  }

  /// Adds a keyed function of some digits to others, each modulo its radix.
  private func shift(
    _ digits: inout [UInt32], _ to: Range<Int>, by from: Range<Int>, round: Int, backwards: Bool
  ) {
    var hash = function
    hash.combine(UInt64(round))
    for place in from { hash.combine(UInt64(digits[place])) }
    var bits: UInt64 = 0
    for (count, place) in to.enumerated() {
      if count.isMultiple(of: 2) {
        var word = hash
        word.combine(UInt64(count))
        bits = word.finished()
      } else {
        bits >>= 32
      }
      let radix = UInt64(radixes[place])
      let amount = (bits & 0xFFFF_FFFF) % radix
      let sum = UInt64(digits[place]) + (backwards ? radix - amount : amount)
      digits[place] = UInt32(sum % radix)
    }
  }

  /// Each round pairs the numbers that add up to a keyed sum, and swaps the pairs that a keyed coin
  /// picks; done twice, a round undoes itself.
  private func shuffled(_ digit: UInt32, radix: UInt32, backwards: Bool) -> UInt32 {
    let radix = UInt64(radix)
    let rounds = 16 + 8 * (64 - radix.leadingZeroBitCount)
    var number = UInt64(digit)
    for step in 0..<rounds {
      var hash = function
      hash.combine(UInt64(backwards ? rounds - 1 - step : step))
      let partner = (hash.finished() % radix + radix - number) % radix
      hash.combine(max(number, partner))
      if hash.finished() & 1 == 1 { number = partner }
    }
    return UInt32(number)
  }
}
