import Foundation

/// Values of Foundation that are kept in objects, or encode in ways of their own.
struct Boxes: RandomState {
  var path = IndexPath()
  var places = IndexSet()
  var locale = Locale(identifier: "en_US")
  var zone = TimeZone(secondsFromGMT: 0)
  var length = Measurement(value: 1, unit: UnitLength.meters)
  var parts = DateComponents()
  var letters = CharacterSet()
  var name = PersonNameComponents()
  var calendar = Calendar(identifier: .gregorian)
  var link = URLComponents()
  var span = DateInterval(start: Date(timeIntervalSinceReferenceDate: 0), duration: 0)
  var range = NSRange(location: 0, length: 0)
  var turn = AffineTransform.identity
  var many: [IndexSet] = []
  var paths: [String: IndexPath] = [:]

  static var parts: [Part<Boxes>] {
    [
      Part(\.path), Part(\.places),
      Part(\.locale) {
        $0 = Locale(identifier: $1.pick(["de_DE", "en_US", "ja_JP@calendar=japanese"]))
      },
      Part(\.zone) { $0 = TimeZone(identifier: $1.pick(["Europe/Berlin", "UTC", "Asia/Tokyo"])) },
      Part(\.length) {
        $0 = Measurement(value: Double($1.below(9)), unit: $1.percent(50) ? .meters : .miles)
      },
      Part(\.parts, change: Boxes.change), Part(\.letters, change: Boxes.change),
      Part(\.name, change: Boxes.change),
      Part(\.calendar) { $0.firstWeekday = 1 + $1.below(7) },
      Part(\.link) { $0.path = "/\($1.below(99))" },
      Part(\.span), Part(\.range) { $0 = NSRange(location: $1.below(99), length: $1.below(9)) },
      Part(\.turn) { $0.rotate(byDegrees: Double($1.below(4)) * 90) },
      Part(filling: \.many), Part(filling: \.paths),
    ]
  }

  private static func change(_ parts: inout DateComponents, _ dice: inout Dice) {
    switch dice.below(4) {
    case 0: parts.year = dice.percent(20) ? nil : 2000 + dice.below(30)
    case 1: parts.timeZone = TimeZone(secondsFromGMT: 3600 * dice.below(3))
    case 2: parts.nanosecond = dice.below(1_000_000)
    default: parts = DateComponents(month: 1 + dice.below(12), day: 1 + dice.below(28))
    }
  }

  private static func change(_ letters: inout CharacterSet, _ dice: inout Dice) {
    switch dice.below(4) {
    case 0: letters.invert()
    case 1: letters = .decimalDigits
    default: letters.insert(charactersIn: dice.text())
    }
  }

  private static func change(_ name: inout PersonNameComponents, _ dice: inout Dice) {
    switch dice.below(3) {
    case 0: name.givenName = dice.text()
    case 1: name.familyName = dice.percent(40) ? nil : dice.text()
    default: name.nickname = dice.text()
    }
  }
}

extension IndexPath: Changing {
  static func made(_ dice: inout Dice) -> IndexPath {
    IndexPath(indexes: (0..<dice.below(5)).map { _ in dice.below(20) })
  }

  mutating func change(_ dice: inout Dice) {
    if dice.percent(50) { append(dice.below(9)) } else { self = dropLast() }
  }
}

extension IndexSet: Changing {
  static func made(_ dice: inout Dice) -> IndexSet {
    IndexSet((0..<dice.below(6)).map { _ in dice.below(60) })
  }

  mutating func change(_ dice: inout Dice) {
    switch dice.below(4) {
    case 0: insert(dice.below(60))
    case 1: remove(integersIn: 0..<dice.below(30))
    case 2: shift(startingAt: dice.below(20), by: 1)
    default: insert(integersIn: 10..<(10 + dice.below(20)))
    }
  }

  mutating func remake(_ dice: inout Dice) { self = IndexSet(Array(self)) }
}
