extension Shape {
  /// A URL with `://` keeps its scheme, its port, and every separator; an escape stays an escape,
  /// and an address in brackets stays hexadecimal.
  static func url(_ scalars: [Unicode.Scalar], _ table: inout AlphabetTable) -> Shape? {
    guard let authority = startOfAuthority(scalars) else { return nil }
    let end = scalars[authority...].firstIndex { ["/", "?", "#"].contains($0) } ?? scalars.count
    let host = scalars[authority..<end].lastIndex(of: "@").map { $0 + 1 } ?? authority
    let port = startOfPort(scalars[host..<end]) ?? end
    let isAddress = scalars[host..<end].first == "["
    var shape = Shape(.url)
    shape.keep(scalars[..<authority])
    var place = authority
    while place < scalars.count {
      let scalar = scalars[place]
      if port..<end ~= place {
        shape.keep([scalar])
      } else if host..<port ~= place, isAddress, let alphabet = Alphabet(hexadecimal: scalar) {
        shape.add(scalar, as: alphabet, &table)
      } else if scalar == "%", place + 2 < scalars.count,
        Alphabet(hexadecimal: scalars[place + 1]) != nil,
        let alphabet = Alphabet(hexadecimal: scalars[place + 2])
      {
        shape.keep(scalars[place...place + 1])
        shape.add(scalars[place + 2], as: alphabet, &table)
        place += 2
      } else {
        shape.add(scalar, &table)
      }
      place += 1
    }
    return shape
  }

  /// The index after `scheme://`; nil if there is none, or if a blank shows that this is not a URL.
  private static func startOfAuthority(_ scalars: [Unicode.Scalar]) -> Int? {
    guard let colon = scalars.firstIndex(of: ":"), colon > 0, Alphabet.isLetter(scalars[0]),
      scalars[..<colon].allSatisfy({ scalar in
        Alphabet.isLetter(scalar) || "0"..."9" ~= scalar || ["+", "-", "."].contains(scalar)
      }),
      scalars[colon...].starts(with: [":", "/", "/"]), scalars.count > colon + 3,
      !scalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 })
    else { return nil }
    return colon + 3
  }

  /// The place of the colon before a port.
  private static func startOfPort(_ host: ArraySlice<Unicode.Scalar>) -> Int? {
    guard let colon = host.lastIndex(of: ":"), colon + 1 < host.endIndex,
      host[(colon + 1)...].allSatisfy({ "0"..."9" ~= $0 })
    else { return nil }
    return colon
  }
}

extension Alphabet {
  fileprivate static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    "a"..."z" ~= scalar || "A"..."Z" ~= scalar
  }
}
