import Foundation

extension Date: Changing {
  static func made(_ dice: inout Dice) -> Date {
    Date(
      timeIntervalSinceReferenceDate: dice.pick([0, -1.5, 1e9, 8e8 + Double(dice.below(9)) / 7]))
  }
}

extension UUID: Changing {
  static func made(_ dice: inout Dice) -> UUID {
    let bytes = (0..<16).map { _ in UInt8(dice.below(256)) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension URL: Changing {
  static func made(_ dice: inout Dice) -> URL {
    let host = URL(filePath: "/tmp/folder \(dice.below(9))")
    return switch dice.below(4) {
    case 0: host
    case 1:
      URL(string: "item?id=\(dice.below(99))", relativeTo: URL(string: "https://example.com/a/"))
        ?? host
    case 2: URL(string: "mailto:a\(dice.below(99))@example.com") ?? host
    default: URL(string: "https://example.com/\(dice.below(999))?q=a%20b#c") ?? host
    }
  }
}

extension Data: Changing {
  static func made(_ dice: inout Dice) -> Data {
    let bytes = (0..<dice.pick([0, 1, 3, 14, 15, 40])).map { _ in UInt8(dice.below(256)) }
    return dice.percent(20) ? Data([1, 2] + bytes + [3]).dropFirst(2) : Data(bytes)
  }

  mutating func change(_ dice: inout Dice) {
    switch dice.below(5) {
    case 0: append(UInt8(dice.below(256)))
    case 1 where !isEmpty: self[startIndex + dice.below(count)] ^= 0x55
    case 2 where !isEmpty: removeLast()
    case 3: remake(&dice)
    default: self = .made(&dice)
    }
  }

  mutating func remake(_ dice: inout Dice) { self = Data(Array(self)) }
}

extension Decimal: Changing {
  static func made(_ dice: inout Dice) -> Decimal {
    switch dice.below(4) {
    case 0: 0
    case 1: Decimal(dice.below(100_000)) / 100
    case 2: -Decimal(dice.below(1000))
    default: Decimal(sign: .plus, exponent: -20, significand: Decimal(dice.below(1_000_000)))
    }
  }
}

extension Range: Changing where Bound == Int {
  static func made(_ dice: inout Dice) -> Range<Int> {
    let lower = dice.below(50)
    return lower..<(lower + dice.below(9))
  }
}

extension ClosedRange: Changing where Bound == Double {
  static func made(_ dice: inout Dice) -> ClosedRange<Double> {
    let lower = Double(dice.below(50))
    return lower...(lower + 0.5)
  }
}

extension Duration: Changing {
  static func made(_ dice: inout Dice) -> Duration {
    .nanoseconds(Int64(dice.below(1_000_000_000_000)))
  }
}

extension CGPoint: Changing {
  static func made(_ dice: inout Dice) -> CGPoint { CGPoint(x: dice.below(99), y: -dice.below(9)) }
}

extension CGRect: Changing {
  static func made(_ dice: inout Dice) -> CGRect {
    CGRect(origin: .made(&dice), size: CGSize(width: Double(dice.below(99)), height: 0.25))
  }
}

extension DateInterval: Changing {
  static func made(_ dice: inout Dice) -> DateInterval {
    DateInterval(start: .made(&dice), duration: Double(dice.below(10_000)))
  }
}

/// Numbers of all sizes.
struct Numbers: Codable, Composed {
  var a: Int8 = 0
  var b: UInt8 = 0
  var c: Int16 = 0
  var d: UInt16 = 0
  var e: Int32 = 0
  var f: UInt32 = 0
  var g: Int64 = 0
  var h: UInt64 = .max
  var i = 0
  var j: UInt = 0
  var double = 0.0
  var float: Float = 0
  var length: CGFloat = 0
  var flag = false

  static var parts: [Part<Numbers>] {
    [
      Part(\.a), Part(\.b), Part(\.c), Part(\.d), Part(\.e), Part(\.f), Part(\.g), Part(\.h),
      Part(\.i), Part(\.j), Part(\.double), Part(\.float), Part(\.length), Part(\.flag),
    ]
  }
}

/// Values of Foundation that are compared by their bits, or by what they hold.
struct Facts: Codable, Composed {
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var data = Data()
  var price = Decimal(0)
  var range = 0..<1
  var closed = 0.0...1.0
  var duration = Duration.zero
  var point = CGPoint.zero
  var frame = CGRect.zero
  var due: Date?
  var owner: UUID?
  var attachment: Data?

  static var parts: [Part<Facts>] {
    [
      Part(\.date), Part(\.id), Part(\.data), Part(\.price), Part(\.range), Part(\.closed),
      Part(\.duration), Part(\.point), Part(\.frame), Part(\.due), Part(\.owner),
      Part(\.attachment),
    ]
  }
}

/// A state of leaves, by value.
struct Leaves: RandomState {
  var numbers = Numbers()
  var facts = Facts()
  var link = URL(filePath: "/")
  var manyNumbers: [Numbers] = []
  var manyFacts: [Facts] = []
  var links: [URL] = []
  var doubles: [Double] = []
  var floats: ContiguousArray<Float> = []
  var bytes: [UInt8] = []
  var dates: [String: Date] = [:]
  var blobs: [Data?] = []
  var idSet: Set<UUID> = []

  static var parts: [Part<Leaves>] {
    [
      Part(\.numbers), Part(\.facts), Part(\.link), Part(filling: \.manyNumbers),
      Part(filling: \.manyFacts), Part(filling: \.links), Part(filling: \.doubles),
      Part(filling: \.floats), Part(filling: \.bytes), Part(filling: \.dates),
      Part(filling: \.blobs), Part(filling: \.idSet),
    ]
  }
}

/// A state with the widest numbers.
struct Wide: RandomState {
  var wide: Int128 = 0
  var count: UInt128 = 0
  var list: [Int128] = []

  static var parts: [Part<Wide>] { [Part(\.wide), Part(\.count), Part(filling: \.list)] }
}
