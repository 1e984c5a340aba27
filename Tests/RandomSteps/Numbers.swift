import Foundation

extension FixedWidthInteger where Self: Changing {
  static func made(_ dice: inout Dice) -> Self {
    switch dice.below(8) {
    case 0: .max
    case 1: .min
    case 2: 0
    case 3: Self(truncatingIfNeeded: dice.next())
    default: Self(clamping: dice.below(100))
    }
  }

  mutating func change(_ dice: inout Dice) {
    switch dice.below(4) {
    case 0: self = .made(&dice)
    case 1: self &-= 1
    default: self &+= 1
    }
  }
}

extension Int: Changing {}
extension Int8: Changing {}
extension Int16: Changing {}
extension Int32: Changing {}
extension Int64: Changing {}
extension UInt: Changing {}
extension UInt8: Changing {}
extension UInt16: Changing {}
extension UInt32: Changing {}
extension UInt64: Changing {}
extension Int128: Changing {}
extension UInt128: Changing {}

extension BinaryFloatingPoint where Self: Changing {
  static func made(_ dice: inout Dice) -> Self {
    switch dice.below(12) {
    case 0: .nan
    case 1: .infinity
    case 2: -.infinity
    case 3: -0.0
    case 4: 0.0
    case 5: .greatestFiniteMagnitude
    case 6: .leastNonzeroMagnitude
    case 7: 0.1 + 0.2
    case 8: Self(dice.below(1_000_000)) * 1e10
    default: Self(dice.below(100_000)) / 1000
    }
  }

  mutating func change(_ dice: inout Dice) {
    switch dice.below(6) {
    case 0: negate()
    case 1: self += 0.5
    case 2: self = nextUp
    // The same number, which need not be the same bits.
    case 3: self += 0
    default: self = .made(&dice)
    }
  }
}

extension BinaryFloatingPoint where Self: Changing {
  /// The other zero for a zero.
  func respelled(_ dice: inout Dice) -> Self { self == 0 ? -self : self }
}

extension Double: Changing {}
extension Float: Changing {}
extension CGFloat: Changing {}

extension Bool: Changing {
  static func made(_ dice: inout Dice) -> Bool { dice.percent(50) }

  mutating func change(_ dice: inout Dice) { toggle() }
}

extension Optional: Changing where Wrapped: Changing {
  static func made(_ dice: inout Dice) -> Wrapped? { dice.percent(30) ? nil : .some(.made(&dice)) }

  mutating func change(_ dice: inout Dice) {
    guard case .some(var wrapped) = self else {
      self = .some(.made(&dice))
      return
    }
    // No second owner of what is wrapped while it changes.
    self = nil
    guard dice.percent(75) else { return }
    wrapped.change(&dice)
    self = .some(wrapped)
  }

  mutating func remake(_ dice: inout Dice) {
    guard case .some(var wrapped) = self else { return }
    wrapped.remake(&dice)
    self = .some(wrapped)
  }
}

extension String: Changing {
  static func made(_ dice: inout Dice) -> String { dice.text() }

  mutating func change(_ dice: inout Dice) {
    switch dice.below(8) {
    case 0: append(dice.pick(Dice.hard))
    case 1: insert(contentsOf: dice.pick(Dice.hard), at: startIndex)
    case 2 where !isEmpty: removeLast()
    case 3 where !isEmpty: removeFirst()
    case 4: self = respelled(&dice)
    case 5: self = uppercased()
    case 6: remake(&dice)
    default: self = dice.text()
    }
  }

  mutating func remake(_ dice: inout Dice) {
    if dice.percent(50) { reserveCapacity(utf8.count + 100) }
    self = String(decoding: Array(utf8), as: UTF8.self)
  }

  func respelled(_ dice: inout Dice) -> String {
    dice.percent(50) ? decomposedStringWithCanonicalMapping : precomposedStringWithCanonicalMapping
  }
}
