/// What a stand-in keeps of the text that it hides, and the digits in which the two differ.
///
/// A shape is a sequence of pieces: characters that stay, and places for one of several characters,
/// a day or a number. Each text of a shape is a sequence of digits, one for each such place, below
/// its radix.
struct Shape: Equatable {
  /// What the text is recognized as.
  enum Kind: UInt64 {
    /// Any text with a letter, digit or symbol in it.
    case text
    /// A text of punctuation and blanks alone.
    case punctuation
    /// `NaN`, `Infinity` and `-Infinity`, which stand for numbers.
    case notFinite
    case uuid
    case url
    case date
    case number
    /// Base 64 with padding, in which the last letter has no bits that decoding would lose.
    case base64
  }

  enum Piece: Equatable {
    case kept(Unicode.Scalar)
    case one(Alphabet)
    /// A number below a limit, in two digits.
    case twoDigits(below: UInt32)
    /// A day of the calendar: `YYYY-MM-DD`, or in the basic form `YYYYMMDD`.
    case day(CalendarDay.Era, isBasic: Bool)
  }

  var kind: Kind
  var pieces: [Piece] = []
  /// The digits of the text from which the shape was taken.
  var digits: [UInt32] = []

  init(_ kind: Kind) { self.kind = kind }

  mutating func keep(_ scalars: some Sequence<Unicode.Scalar>) {
    for scalar in scalars { pieces.append(.kept(scalar)) }
  }

  mutating func add(
    _ scalar: Unicode.Scalar, as alphabet: Alphabet, _ table: inout AlphabetTable
  ) {
    pieces.append(.one(alphabet))
    digits.append(table.place(of: scalar, in: alphabet))
  }

  /// Adds a character by its own alphabet, or as it is if it has none.
  mutating func add(_ scalar: Unicode.Scalar, _ table: inout AlphabetTable) {
    if let alphabet = Alphabet(scalar) {
      add(scalar, as: alphabet, &table)
    } else {
      pieces.append(.kept(scalar))
    }
  }

  /// The radix of each digit.
  func radixes(_ table: inout AlphabetTable) -> [UInt32] {
    pieces.compactMap { piece in
      switch piece {
      case .kept: nil
      case .one(let alphabet): table.count(alphabet)
      case .twoDigits(let limit): limit
      case .day(let era, _): era.count
      }
    }
  }

  /// The text of this shape with other digits.
  func text(_ digits: [UInt32], _ table: inout AlphabetTable) -> String {
    var text = String.UnicodeScalarView()
    var rest = digits[...]
    for piece in pieces {
      if case .kept(let scalar) = piece {
        text.append(scalar)
        continue
      }
      guard let digit = rest.popFirst() else { break }
      switch piece {
      case .kept: break
      case .one(let alphabet): text.append(table.scalar(at: digit, in: alphabet))
      case .twoDigits: text.append(contentsOf: CalendarDay.padded(Int(digit), 2).unicodeScalars)
      case .day(let era, let isBasic):
        text.append(contentsOf: era.text(digit).unicodeScalars.filter { !isBasic || $0 != "-" })
      }
    }
    return String(text)
  }

  /// Makes a keyed function differ between shapes.
  func mix(into function: inout SipHash) {
    function.combine(kind.rawValue)
    for piece in pieces {
      switch piece {
      case .kept(let scalar): function.combine(UInt64(scalar.value))
      case .one(let alphabet): function.combine(1 << 32 | alphabet.number)
      case .twoDigits(let limit): function.combine(2 << 32 | UInt64(limit))
      case .day(let era, let isBasic):
        function.combine((isBasic ? 4 : 3) << 32 | UInt64(era.count))
      }
    }
  }
}

extension Alphabet {
  /// A number that distinguishes alphabets.
  fileprivate var number: UInt64 {
    switch self {
    case .digit: 1
    case .leadingDigit: 2
    case .punctuation: 3
    case .ideograph: 4
    case .syllable: 5
    case .lower(let count): 1 << 8 | UInt64(count)
    case .upper(let count): 2 << 8 | UInt64(count)
    case .block(let block, _): 1 << 16 | UInt64(block)
    case .steps(let first, let step, _): 1 << 31 | UInt64(first) << 8 | UInt64(step)
    }
  }
}
