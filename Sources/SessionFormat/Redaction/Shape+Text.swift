extension Shape {
  /// The shape of a string.
  static func of(_ string: String, _ table: inout AlphabetTable) -> Shape {
    let scalars = Array(string.unicodeScalars)
    if ["NaN", "Infinity", "-Infinity"].contains(string) {
      var shape = Shape(.notFinite)
      shape.keep(scalars)
      return shape
    }
    return uuid(scalars, &table) ?? date(scalars, &table) ?? url(scalars, &table)
      ?? base64(scalars, &table) ?? plain(scalars, &table)
  }

  /// Letters, digits and symbols change; the punctuation between them stays.
  ///
  /// If there is only punctuation, it changes too, because then it is the whole secret.
  private static func plain(_ scalars: [Unicode.Scalar], _ table: inout AlphabetTable) -> Shape {
    var shape = Shape(.text)
    for scalar in scalars { shape.add(scalar, &table) }
    guard shape.digits.isEmpty else { return shape }
    shape = Shape(.punctuation)
    for scalar in scalars {
      if Alphabet.isPunctuation(scalar) {
        shape.add(scalar, as: .punctuation, &table)
      } else {
        shape.keep([scalar])
      }
    }
    return shape
  }

  /// A UUID keeps its hyphens, its version and its variant.
  private static func uuid(_ scalars: [Unicode.Scalar], _ table: inout AlphabetTable) -> Shape? {
    guard scalars.count == 36 else { return nil }
    var shape = Shape(.uuid)
    for (place, scalar) in scalars.enumerated() {
      switch place {
      case 8, 13, 18, 23:
        guard scalar == "-" else { return nil }
        shape.keep([scalar])
      case 14, 19:
        guard Alphabet(hexadecimal: scalar) != nil else { return nil }
        shape.keep([scalar])
      default:
        guard let alphabet = Alphabet(hexadecimal: scalar) else { return nil }
        shape.add(scalar, as: alphabet, &table)
      }
    }
    return shape
  }
}

extension Alphabet {
  /// The alphabet of a hexadecimal digit: decimal digits stay such, letters stay below `g`.
  init?(hexadecimal scalar: Unicode.Scalar) {
    switch scalar {
    case "0"..."9": self = .digit
    case "a"..."f": self = .lower(6)
    case "A"..."F": self = .upper(6)
    default: return nil
    }
  }
}

// MARK: Dates

extension Shape {
  /// ISO 8601: `YYYY-MM-DD`, and after `T` or a blank `hh:mm`, `:ss`, a fraction and a zone; or all of
  /// that in the basic form `YYYYMMDDThhmmss`, without which a day is any number.
  ///
  /// It stays a day of the calendar and a time of day; the zone stays as it is.
  private static func date(_ scalars: [Unicode.Scalar], _ table: inout AlphabetTable) -> Shape? {
    var rest = scalars[...]
    guard let year = rest.popNumber(4) else { return nil }
    let isBasic = rest.pop("-") == nil
    guard let month = rest.popNumber(2), isBasic || rest.pop("-") != nil,
      let dayOfMonth = rest.popNumber(2),
      let day = CalendarDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    var shape = Shape(.date)
    let era = CalendarDay.Era(day)
    shape.pieces.append(.day(era, isBasic: isBasic))
    shape.digits.append(era.place(of: day))
    if rest.isEmpty { return isBasic ? nil : shape }
    guard let separator = rest.pop("T", "t", " ") else { return nil }
    shape.keep([separator])
    guard shape.addTime(&rest, isBasic, &table), shape.addZone(&rest) else { return nil }
    return rest.isEmpty ? shape : nil
  }

  private mutating func addTime(
    _ rest: inout ArraySlice<Unicode.Scalar>, _ isBasic: Bool, _ table: inout AlphabetTable
  ) -> Bool {
    guard add(&rest, below: 24), isBasic || keep(":", &rest), add(&rest, below: 60) else {
      return false
    }
    guard isBasic ? rest.first.map({ "0"..."9" ~= $0 }) == true : keep(":", &rest) else {
      return true
    }
    guard add(&rest, below: 60) else { return false }
    guard let point = rest.pop(".", ",") else { return true }
    keep([point])
    let fraction = rest.prefix { "0"..."9" ~= $0 }
    for scalar in fraction { add(scalar, as: .digit, &table) }
    rest = rest.dropFirst(fraction.count)
    return !fraction.isEmpty
  }

  /// Keeps a character, if it comes next.
  private mutating func keep(
    _ wanted: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard let scalar = rest.pop(wanted) else { return false }
    keep([scalar])
    return true
  }

  private mutating func add(_ rest: inout ArraySlice<Unicode.Scalar>, below limit: UInt32) -> Bool {
    guard let number = rest.popNumber(2), number < limit else { return false }
    pieces.append(.twoDigits(below: limit))
    digits.append(UInt32(number))
    return true
  }

  private mutating func addZone(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool {
    let zone = rest
    if rest.pop("Z", "z") == nil, rest.pop("+", "-") != nil {
      guard rest.popNumber(2) != nil else { return false }
      if rest.pop(":") != nil || !rest.isEmpty {
        guard rest.popNumber(2) != nil else { return false }
      }
    }
    keep(zone.dropLast(rest.count))
    return true
  }
}

extension ArraySlice<Unicode.Scalar> {
  /// Takes the next character, if it is one of these.
  fileprivate mutating func pop(_ wanted: Unicode.Scalar...) -> Unicode.Scalar? {
    guard let first, wanted.contains(first) else { return nil }
    return popFirst()
  }

  /// Takes that many digits, if they come next.
  fileprivate mutating func popNumber(_ width: Int) -> Int? {
    let digits = prefix(width)
    guard digits.count == width, digits.allSatisfy({ "0"..."9" ~= $0 }) else { return nil }
    self = dropFirst(width)
    return digits.reduce(0) { $0 * 10 + Int($1.value - 48) }
  }
}
