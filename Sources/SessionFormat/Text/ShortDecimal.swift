/// The nearest double of a decimal number with few digits, by integer arithmetic.
///
/// The general way through a `String` costs ten times as much; dates are such numbers.
enum ShortDecimal {
  /// The double nearest to `mantissa / 10^fraction`, ties to even, for at most 19 fraction digits.
  static func double(_ mantissa: UInt64, fraction: Int) -> Double {
    // Both are exact here, so one division rounds correctly.
    if mantissa < 1 << 53, fraction <= 15 { return Double(mantissa) / Double(power(10, fraction)) }
    if fraction == 0 { return Double(mantissa) }
    // m / 10^k = m / 5^k / 2^k. With both highest bits set, the quotient has 64 bits. A bit for the
    // remainder makes the conversion to 53 bits round like the exact value.
    let divisor = power(5, fraction)
    let (zeros, divisorZeros) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let (numerator, denominator) = (mantissa << UInt64(zeros), divisor << UInt64(divisorZeros))
    var exponent = divisorZeros - zeros - fraction - 64
    let parts: (quotient: UInt64, remainder: UInt64)
    if numerator < denominator {
      parts = denominator.dividingFullWidth((numerator, 0))
    } else {
      parts = denominator.dividingFullWidth((numerator >> 1, numerator << 63))
      exponent += 1
    }
    let quotient = parts.remainder == 0 ? parts.quotient : parts.quotient | 1
    return Double(sign: .plus, exponent: exponent, significand: Double(quotient))
  }

  private static func power(_ base: UInt64, _ exponent: Int) -> UInt64 {
    var power: UInt64 = 1
    var left = exponent
    while left > 0 {
      power = power &* base
      left &-= 1
    }
    return power
  }
}
