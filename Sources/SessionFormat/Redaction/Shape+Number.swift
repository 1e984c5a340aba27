extension Shape {
  /// The shape of a number: the sign, the exponent and the places of the decimal point stay, and a
  /// number without a leading zero gets none.
  ///
  /// The zero of `0.5`, and `-0`, stay.
  static func of(_ number: JSONNumber, _ table: inout AlphabetTable) -> Shape {
    var shape = Shape(.number)
    let scalars = Array(number.text.unicodeScalars)
    let start = scalars.first == "-" ? 1 : 0
    let point = scalars[start...].firstIndex { !("0"..."9" ~= $0) } ?? scalars.count
    let hasFraction = point < scalars.count && scalars[point] == "."
    let end = scalars.firstIndex { $0 == "e" || $0 == "E" } ?? scalars.count
    shape.keep(scalars[..<start])
    for place in start..<end {
      let scalar = scalars[place]
      if place == point {
        shape.keep([scalar])
      } else if place > start {
        shape.add(scalar, as: .digit, &table)
      } else if point - start == 1, scalar == "0", hasFraction || start == 1 {
        shape.keep([scalar])
      } else if point - start == 1, !hasFraction, start == 0 {
        shape.add(scalar, as: .digit, &table)
      } else {
        shape.add(scalar, as: .leadingDigit, &table)
      }
    }
    shape.keep(scalars[end...])
    return shape
  }
}

/// The integer types that a number fits in; its stand-in fits in the same, so that it decodes.
struct NumberRange: Equatable {
  private let isWhole: Bool
  private let width: Int
  private let isFinite: Bool

  /// The largest values of the integer types: `UInt8`, `Int16` and so on.
  ///
  /// `Int8` is left out: too few numbers of three digits fit in it to hide one among them.
  private static let limits: [UInt64] = [
    UInt64(UInt8.max), UInt64(Int16.max), UInt64(UInt16.max), UInt64(Int32.max),
    UInt64(UInt32.max), UInt64(Int64.max), UInt64.max,
  ]
  /// The same for the magnitudes of negative numbers.
  private static let negativeLimits: [UInt64] = [
    UInt64(Int16.min.magnitude), UInt64(Int32.min.magnitude), Int64.min.magnitude,
  ]

  init(_ text: String) {
    isWhole = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- 48 < 10 }
    // Up to 300 digits are far from the largest `Double`.
    isFinite = (isWhole && text.utf8.count <= 300) || Double(text)?.isFinite == true
    guard isWhole else {
      width = 0
      return
    }
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let limits = isNegative ? Self.negativeLimits : Self.limits
    guard let magnitude = UInt64(isNegative ? text.dropFirst() : text[...]) else {
      width = limits.count
      return
    }
    width = limits.firstIndex { magnitude <= $0 } ?? limits.count
  }
}
