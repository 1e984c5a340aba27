extension Shape {
  /// Base 64 that ends with `=` or `==`, as data are encoded.
  ///
  /// The last letter before the padding has two or four low bits that are not used. They stay zero:
  /// a text with other bits would be encoded as another text after it was decoded.
  static func base64(_ scalars: [Unicode.Scalar], _ table: inout AlphabetTable) -> Shape? {
    guard scalars.count.isMultiple(of: 4), scalars.last == "=" else { return nil }
    let padding = scalars[scalars.count - 2] == "=" ? 2 : 1
    let letters = scalars.dropLast(padding)
    guard letters.allSatisfy(Alphabet.isBase64), let last = letters.last,
      let alphabet = Alphabet(lastOfBase64: last, padding: padding)
    else { return nil }
    var shape = Shape(.base64)
    for scalar in letters.dropLast() { shape.add(scalar, &table) }
    shape.add(last, as: alphabet, &table)
    shape.keep(scalars.suffix(padding))
    return shape
  }
}

extension Alphabet {
  fileprivate static func isBase64(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", "+", "/": true
    default: false
    }
  }

  /// The letters of one class that may stand before the padding; nil if this one may not.
  fileprivate init?(lastOfBase64 scalar: Unicode.Scalar, padding: Int) {
    let classes: [Alphabet] =
      padding == 2
      ? [.steps(from: 0x41, by: 16, count: 2), .steps(from: 0x67, by: 16, count: 2)]
      : [
        .steps(from: 0x41, by: 4, count: 7), .steps(from: 0x63, by: 4, count: 6),
        .steps(from: 0x30, by: 4, count: 3),
      ]
    guard let found = classes.first(where: { $0.scalars.contains(scalar) }) else { return nil }
    self = found
  }
}
