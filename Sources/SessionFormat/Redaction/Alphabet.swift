/// A set of characters that stand in for each other.
enum Alphabet: Hashable, Sendable {
  /// `0` to `9`
  case digit
  /// `1` to `9`
  case leadingDigit
  /// `a` to `z`, or `a` to `f` in hexadecimal.
  case lower(UInt32)
  /// `A` to `Z`, or `A` to `F` in hexadecimal.
  case upper(UInt32)
  /// The visible characters of ASCII that are neither letter nor digit.
  case punctuation
  /// U+4E00 to U+9FFF, the Chinese characters in common use.
  case ideograph
  /// U+AC00 to U+D7A3, the Korean syllables.
  case syllable
  /// The characters of one general category in a block of 256, without ASCII.
  case block(UInt32, Unicode.GeneralCategory)
  /// `count` characters, the first of which is `from`, `by` code points apart.
  case steps(from: UInt32, by: UInt32, count: UInt32)

  static let lower = Alphabet.lower(26)
  static let upper = Alphabet.upper(26)

  private static let ideographs: ClosedRange<UInt32> = 0x4E00...0x9FFF
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  private static let marks = (0x21...0x7E).map { UInt8($0) }.filter { byte in
    !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte)
      && !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20)
  }

  /// The alphabet of a letter, digit, mark or symbol; nil for punctuation, blanks and symbols of
  /// ASCII, which are structure and stay.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "0"..."9": self = .digit
    case "a"..."z": self = .lower
    case "A"..."Z": self = .upper
    case _ where scalar.isASCII: return nil
    case _ where Self.ideographs ~= scalar.value: self = .ideograph
    case _ where Self.syllables ~= scalar.value: self = .syllable
    default:
      let category = scalar.properties.generalCategory
      switch category {
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation, .spaceSeparator,
        .lineSeparator, .paragraphSeparator, .control, .format:
        return nil
      default: self = .block(scalar.value >> 8, category)
      }
    }
  }

  static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && marks.contains(UInt8(truncatingIfNeeded: scalar.value))
  }

  /// Its characters, if they are consecutive.
  var range: ClosedRange<UInt32>? {
    switch self {
    case .digit: 0x30...0x39
    case .leadingDigit: 0x31...0x39
    case .lower(let count): 0x61...0x60 + count
    case .upper(let count): 0x41...0x40 + count
    case .ideograph: Self.ideographs
    case .syllable: Self.syllables
    case .punctuation, .block, .steps: nil
    }
  }

  /// All its characters, in the order of their code points.
  var scalars: [Unicode.Scalar] {
    switch self {
    case .punctuation: return Self.marks.map { Unicode.Scalar($0) }
    case .steps(let first, let step, let count):
      return (0..<count).compactMap { Unicode.Scalar(first + $0 * step) }
    case .block(let block, let category):
      return Self.scalars(max(block << 8, 0x80)...(block << 8 | 0xFF)).filter {
        $0.properties.generalCategory == category && Alphabet($0) == self
      }
    default: return range.map(Self.scalars) ?? []
    }
  }

  private static func scalars(_ values: ClosedRange<UInt32>) -> [Unicode.Scalar] {
    values.compactMap(Unicode.Scalar.init)
  }
}

/// Caches alphabets whose characters are not consecutive.
struct AlphabetTable: Sendable {
  private struct Entry {
    let scalars: [Unicode.Scalar]
    let places: [Unicode.Scalar: UInt32]
  }

  private var entries: [Alphabet: Entry] = [:]

  /// How many characters an alphabet has.
  mutating func count(_ alphabet: Alphabet) -> UInt32 {
    UInt32(alphabet.range?.count ?? entry(alphabet).scalars.count)
  }

  /// The place of a character in its alphabet.
  mutating func place(of scalar: Unicode.Scalar, in alphabet: Alphabet) -> UInt32 {
    if let range = alphabet.range {
      return range.contains(scalar.value) ? scalar.value - range.lowerBound : 0
    }
    return entry(alphabet).places[scalar] ?? 0
  }

  /// The character at a place of an alphabet.
  mutating func scalar(at place: UInt32, in alphabet: Alphabet) -> Unicode.Scalar {
    if let range = alphabet.range {
      return Unicode.Scalar(range.lowerBound + place) ?? "\u{FFFD}"
    }
    return entry(alphabet).scalars[Int(place)]
  }

  private mutating func entry(_ alphabet: Alphabet) -> Entry {
    if let known = entries[alphabet] { return known }
    let scalars = alphabet.scalars
    var places: [Unicode.Scalar: UInt32] = [:]
    for (place, scalar) in scalars.enumerated() { places[scalar] = UInt32(place) }
    let entry = Entry(scalars: scalars, places: places)
    entries[alphabet] = entry
    return entry
  }
}
