/// Makes the values that stand in for secrets, all of one session with one key.
///
/// Different values of one shape have different stand-ins, and none is its own if there are two.
/// Only a truth value may be its own stand-in: the key decides once for the session whether truth
/// values are swapped, because always swapping them would hide nothing.
package struct StandIns: Sendable {
  private let key: RedactionKey
  private let swapsTruth: Bool
  private var table = AlphabetTable()
  private var texts = StandInMemo()
  private var numbers = StandInMemo()

  package init(key: RedactionKey) {
    self.key = key
    var function = SipHash(key)
    function.combine(UInt64.max)
    swapsTruth = function.finished() & 1 == 1
  }

  package func of(_ truth: Bool) -> Bool { truth != swapsTruth }

  package mutating func of(_ string: String) -> String {
    if let known = texts.standIn(for: string) { return known }
    // An app that trims what was typed has the stand-in trimmed as well.
    let start = string.unicodeScalars.prefix(while: Self.isBlank).endIndex
    let inner = string[start...].unicodeScalars
    let count = inner.reversed().prefix(while: Self.isBlank).count
    let end = inner.index(inner.endIndex, offsetBy: -count)
    let isPadded = start < end && (start > string.startIndex || count > 0)
    let standIn =
      isPadded
      ? string[..<start] + of(String(string[start..<end])) + string[end...]
      : made(for: string)
    texts.remember(standIn, for: string)
    return standIn
  }

  package mutating func of(_ number: JSONNumber) -> JSONNumber {
    let known = numbers.standIn(for: number.text)
    let standIn = known ?? made(for: number)
    if known == nil { numbers.remember(standIn, for: number.text) }
    return JSONNumber(text: standIn) ?? JSONNumber(0)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t"
  }

  private mutating func made(for string: String) -> String {
    let shape = Shape.of(string, &table)
    // A text may by chance become a date or the like; those have stand-ins of their own.
    return next(after: string, shape) { Shape.of($0, &$1).kind == shape.kind }
  }

  private mutating func made(for number: JSONNumber) -> String {
    let range = NumberRange(number.text)
    return next(after: number.text, Shape.of(number, &table)) { text, _ in
      NumberRange(text) == range
    }
  }

  /// The next text of a shape that fits.
  ///
  /// The loop ends: the cycle comes back to the text itself, which fits.
  private mutating func next(
    after text: String, _ shape: Shape, fits: (String, inout AlphabetTable) -> Bool
  ) -> String {
    guard !shape.digits.isEmpty else { return text }
    var function = SipHash(key)
    shape.mix(into: &function)
    let cycle = KeyedCycle(shape.radixes(&table), function: function)
    var standIn = text
    var digits = shape.digits
    repeat {
      digits = cycle.successor(of: digits)
      standIn = shape.text(digits, &table)
    } while !fits(standIn, &table)
    return standIn
  }
}
