import Foundation

// Property wrappers of every habit, and statics that refer to themselves.

@propertyWrapper private struct Clamped: Codable {
  var wrappedValue: Int { didSet { wrappedValue = min(max(wrappedValue, 0), 500) } }
  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
}

/// A wrapper whose value is in an object, as those of a property that views share.
@propertyWrapper private struct Shared<Value> {
  private final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let storage: Storage
  init(wrappedValue: Value) { storage = Storage(wrappedValue) }
  var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }
  var projectedValue: Self { self }
}

extension Shared: Encodable where Value: Encodable {
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

/// A wrapper whose value is set later, and that traps before.
@propertyWrapper private struct Late<Value> {
  private var value: Value?
  init() {}
  var wrappedValue: Value {
    get {
      guard let value else { fatalError("used too early") }
      return value
    }
    set { value = newValue }
  }
}

/// A wrapper whose value is somewhere else, as in the settings of the process.
@propertyWrapper private struct Setting: Encodable {
  private static let values = Lock<[String: Int]>([:])
  let key: String
  var wrappedValue: Int {
    get { Self.values.with { $0[key] ?? 0 } }
    nonmutating set { Self.values.with { $0[key] = newValue } }
  }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

private struct Volume: Codable, Ticking {
  var tick = 0
  @Clamped var level = 3
  @Clamped var other = 0
}

private struct SharedState: Encodable, Ticking {
  var tick = 0
  @Shared var total = 0
  @Shared var words = ["a"]
  var nested = [Shared(wrappedValue: ["n": 1])]
}

private struct Settings: Encodable, Ticking {
  var tick = 0
  @Setting(key: "volume") var volume
}

private struct Laters: Ticking {
  var tick = 0
  @Late var name: String
  @Late var table: [String: Int]
  lazy var slow: [Int] = { fatalError("made too early") }()
  lazy var count: Int = tick * 2
}

private final class Registry {
  nonisolated(unsafe) static let shared = Registry()
  nonisolated(unsafe) static var all: [String: Registry] = [:]
  var count = 0
  var me: Registry { Self.shared }
  var twin: Registry?
}

private struct Registered: Ticking {
  var tick = 0
  var registry = Registry.shared
  var type: Registry.Type = Registry.self
}

/// Values that are given as statics, of which each knows the others.
private struct Planet: Encodable {
  static let earth = Planet(name: "earth", rank: 3)
  static let mars = Planet(name: "mars", rank: 4)
  static let all: [Planet] = [.earth, .mars, all2[0]]
  static let all2 = [Planet(name: "sun", rank: 0)]
  nonisolated(unsafe) static var offset = 0
  var name: String
  var rank: Int

  enum CodingKeys: CodingKey { case name, rank, neighbours }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(rank + Self.offset, forKey: .rank)
    try container.encode(Self.all.map(\.name), forKey: .neighbours)
  }
}

private struct Sky: Encodable, Ticking {
  var tick = 0
  var planets = Planet.all
}

/// Encodes a part by an encoder of its own, while it is encoded itself.
private struct Embedded: Encodable, Ticking {
  static let empty = (try? JSONEncoder().encode(Embedded(tick: -1))) ?? Data()
  var tick = 0
  var inner = Volume()

  enum CodingKeys: CodingKey { case tick, text, size }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    let own = JSONEncoder()
    own.outputFormatting = .sortedKeys
    try container.encode(own.encode(inner), forKey: .text)
    if tick >= 0 { try container.encode(Self.empty.count, forKey: .size) }
  }
}

extension HostileStates {
  static let wrappers: [Specimen] = [
    .codable("wrapper-clamped") {
      Volume()
    } _: {
      $0.tick = $1.step
      $0.level += $1.amount - 400
      $0.other = $1.amount
    },
    .codable("wrapper-shared-in-place") {
      SharedState()
    } _: {
      $0.tick = $1.step
      $0.total += $1.amount
      if $1.step % 3 == 0 { $0.words.append("\($1.step)") }
      $0.nested[0].wrappedValue["n \($1.step % 5)"] = $1.amount
    },
    .codable("wrapper-setting-elsewhere") {
      Settings()
    } _: {
      $0.tick = $1.step / 3
      $0.volume += $1.amount
    },
    .reflected("wrapper-too-early") {
      Laters()
    } _: {
      $0.tick = $1.step
      if $1.step == 90 { $0.name = "now" }
      if $1.step > 150 { _ = $0.count }
    },
  ]

  static let statics: [Specimen] = [
    .reflected("static-that-is-in-the-state") {
      Registry.shared.twin = Registry.shared
      Registry.all = ["me": .shared, "other": Registry()]
      return Registered()
    } _: {
      $0.tick = $1.step
      $0.registry.me.count += $1.amount
    },
    .codable("static-planets-read-when-encoded") {
      Sky()
    } _: {
      $0.tick = $1.step
      if $1.step % 10 == 0 { Planet.offset += 1 }
      $0.planets[$1.step % 3].rank += 1
    },
    .codable("static-made-while-encoding") {
      Embedded()
    } _: {
      $0.tick = $1.step
      $0.inner.level = $1.amount
    },
  ]
}
