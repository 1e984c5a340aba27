/// A value that chance makes and changes.
protocol Changing {
  /// A new value.
  static func made(_ dice: inout Dice) -> Self

  /// Changes one thing, or now and then more, or none.
  mutating func change(_ dice: inout Dice)

  /// Keeps the content, in other memory.
  mutating func remake(_ dice: inout Dice)

  /// An equal value that is written by other bytes, where there is one.
  func respelled(_ dice: inout Dice) -> Self
}

extension Changing {
  mutating func change(_ dice: inout Dice) { self = .made(&dice) }

  mutating func remake(_ dice: inout Dice) {}

  func respelled(_ dice: inout Dice) -> Self { self }
}

/// A value that can be made as large as a state has to be.
protocol Filling: Changing {
  /// Adds so much that there are as many elements as asked for, or more.
  mutating func fill(_ count: Int, _ dice: inout Dice)
}

/// A member of a composed value, with what can be done to it.
struct Part<Root> {
  typealias Act = (inout Root, inout Dice) -> Void

  let change: Act
  let remake: Act
  var fill: (inout Root, Int, inout Dice) -> Void = { _, _, _ in }

  /// A member that changes by itself.
  init<Value: Changing>(_ path: WritableKeyPath<Root, Value>) {
    change = { $0[keyPath: path].change(&$1) }
    remake = { $0[keyPath: path].remake(&$1) }
  }

  /// A member of which a state of a certain size has many elements.
  init<Value: Filling>(filling path: WritableKeyPath<Root, Value>) {
    self.init(path)
    fill = { $0[keyPath: path].fill($1, &$2) }
  }

  /// A member that is changed in some way of its own.
  init<Value>(
    _ path: WritableKeyPath<Root, Value>,
    remake: @escaping (inout Value, inout Dice) -> Void = { _, _ in },
    fill: @escaping (inout Value, Int, inout Dice) -> Void = { _, _, _ in },
    change: @escaping (inout Value, inout Dice) -> Void
  ) {
    self.change = { change(&$0[keyPath: path], &$1) }
    self.remake = { remake(&$0[keyPath: path], &$1) }
    self.fill = { fill(&$0[keyPath: path], $1, &$2) }
  }
}

/// A value of members, each of which changes by itself.
protocol Composed: Changing {
  init()
  static var parts: [Part<Self>] { get }
}

extension Composed {
  static func made(_ dice: inout Dice) -> Self {
    var value = Self()
    for part in parts where dice.percent(85) { part.change(&value, &dice) }
    return value
  }

  mutating func change(_ dice: inout Dice) {
    let parts = Self.parts
    dice.pick(parts).change(&self, &dice)
    while dice.percent(15) { dice.pick(parts).change(&self, &dice) }
  }

  mutating func remake(_ dice: inout Dice) {
    for part in Self.parts where dice.percent(70) { part.remake(&self, &dice) }
  }

  /// Makes everything larger that can have many elements.
  mutating func fill(_ count: Int, _ dice: inout Dice) {
    for part in Self.parts { part.fill(&self, count, &dice) }
  }

  /// Changes each member.
  mutating func changeAll(_ dice: inout Dice) {
    for part in Self.parts { part.change(&self, &dice) }
  }
}

/// The state of a store whose steps are left to chance.
protocol RandomState: Composed, Encodable, SendableMetatype {
  /// Whether `JSONEncoder` ought to write the same.
  static var isComparable: Bool { get }
}

extension RandomState {
  static var isComparable: Bool { true }
}
