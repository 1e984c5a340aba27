internal import SessionFormat

/// A set of Unicode characters: ranges and general categories, or everything but those.
struct CharacterClass: Hashable, Sendable {
  /// Sorted and disjoint after ``finish()`` was called.
  private var ranges: [ClosedRange<UInt32>] = []
  private var categories: UInt32 = 0
  var isNegated = false

  init() {}

  init(_ scalar: Unicode.Scalar) {
    ranges = [scalar.value...scalar.value]
  }

  /// The character, if the class has only one.
  var only: Unicode.Scalar? {
    guard !isNegated, categories == 0, ranges.count == 1, ranges[0].count == 1 else { return nil }
    return Unicode.Scalar(ranges[0].lowerBound)
  }

  /// The characters of a dot (RFC 9485, section 5): all but the two line ends.
  static let dot: CharacterClass = {
    var characters = CharacterClass()
    characters.isNegated = true
    characters.insert("\n"..."\n")
    characters.insert("\r"..."\r")
    characters.finish()
    return characters
  }()

  mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
    ranges.append(range.lowerBound.value...range.upperBound.value)
  }

  mutating func insert(categories mask: UInt32) {
    categories |= mask
  }

  /// Sorts and joins the ranges, so that a look-up is a binary search.
  mutating func finish() {
    var joined: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    ranges = joined
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.cover(scalar.value) || isInCategories(scalar) ? !isNegated : isNegated
  }

  private func isInCategories(_ scalar: Unicode.Scalar) -> Bool {
    guard categories != 0 else { return false }
    return categories & (Self.bits[scalar.properties.generalCategory] ?? 0) != 0
  }
}

// MARK: - General categories

extension CharacterClass {
  /// The categories that a pattern may name; surrogates are not characters and are excluded.
  private static let named: [(code: String, category: Unicode.GeneralCategory)] = [
    ("Ll", .lowercaseLetter), ("Lm", .modifierLetter), ("Lo", .otherLetter),
    ("Lt", .titlecaseLetter), ("Lu", .uppercaseLetter),
    ("Mc", .spacingMark), ("Me", .enclosingMark), ("Mn", .nonspacingMark),
    ("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber),
    ("Pc", .connectorPunctuation), ("Pd", .dashPunctuation), ("Pe", .closePunctuation),
    ("Pf", .finalPunctuation), ("Pi", .initialPunctuation), ("Po", .otherPunctuation),
    ("Ps", .openPunctuation),
    ("Zl", .lineSeparator), ("Zp", .paragraphSeparator), ("Zs", .spaceSeparator),
    ("Sc", .currencySymbol), ("Sk", .modifierSymbol), ("Sm", .mathSymbol), ("So", .otherSymbol),
    ("Cc", .control), ("Cf", .format), ("Cn", .unassigned), ("Co", .privateUse),
  ]

  private static let bits: [Unicode.GeneralCategory: UInt32] = {
    var bits: [Unicode.GeneralCategory: UInt32] = [:]
    for (place, entry) in named.enumerated() { bits[entry.category] = 1 << UInt32(place) }
    return bits
  }()

  /// The categories of a code such as `Lu` or `L`, or all others; nil if the code is unknown.
  static func categories(named code: String, isComplement: Bool) -> UInt32? {
    var mask: UInt32 = 0
    for entry in named where entry.code == code || entry.code.prefix(1) == code {
      mask |= bits[entry.category] ?? 0
    }
    guard mask != 0 else { return nil }
    return isComplement ? ~mask : mask
  }
}
