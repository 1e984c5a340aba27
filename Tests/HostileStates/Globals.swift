import Foundation

// Encodings that read more than their value: globals, statics, tables behind a handle, the
// environment, files, the locale, the clock.

nonisolated(unsafe) private var scale = 1
nonisolated(unsafe) private var names = ["a", "b"]

private struct Scaled: Encodable {
  var value = 3
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value * scale)
  }
}

private struct State<Part: Encodable>: Encodable, Ticking {
  var tick = 0
  var part: Part
  var padding = (0..<30).map { "padding \($0)" }

  enum CodingKeys: CodingKey { case tick, part, padding }
}

/// Encodes no tick: steps that change nothing but the global have no patch to write.
private struct Quiet<Part: Encodable>: Encodable {
  var part: Part
  var others = (0..<10).map { ["other \($0)"] }
}

/// A handle into a table, as an entity of a game.
private struct Entity: Encodable {
  private struct Record: Encodable {
    var health = 100
    var name = "entity"
  }
  private static let table = Lock([0: Record(), 1: Record()])
  let id: Int

  static func hit(_ id: Int, _ amount: Int) {
    table.with { $0[id, default: Record()].health -= amount }
  }

  func encode(to encoder: any Encoder) throws {
    try Self.table.with { $0[id] }?.encode(to: encoder)
  }
}

private struct Generic<Value>: Encodable {
  private static var key: String { "\(Value.self)" }
  private static var values: Lock<[String: Int]> { genericValues }
  static func set(_ value: Int) { values.with { $0[key] = value } }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Self.values.with { $0[Self.key] ?? 0 })
  }
}

private let genericValues = Lock<[String: Int]>([:])

private struct FromEnvironment: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(getenv("HOSTILE").map { String(cString: $0) })
  }
}

private struct FromFile: Encodable {
  let path: String
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let data = FileManager.default.contents(atPath: path) ?? Data()
    try container.encode(String(decoding: data, as: UTF8.self))
  }
}

private struct Counted: Encodable {
  nonisolated(unsafe) static var encodings = 0
  func encode(to encoder: any Encoder) throws {
    Self.encodings += 1
    var container = encoder.singleValueContainer()
    try container.encode(Self.encodings)
  }
}

private struct Timed: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Instant.now.wall)
  }
}

private enum Language {
  @TaskLocal static var current = "en"
}

private struct Localized: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([
      "greeting": Language.current == "en" ? "hello" : "grüezi", "name": names[1],
    ])
  }
}

/// Remembers its text when it is first asked, and is wrong from then on until it is reset.
private struct Memo: Encodable {
  nonisolated(unsafe) static var texts: [Int: String] = [:]
  var id = 1
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let text = Self.texts[id] ?? "\(id) of \(scale)"
    Self.texts[id] = text
    try container.encode(text)
  }
}

extension HostileStates {
  static let globals: [Specimen] = [
    .codable("global-variable") {
      State(part: Scaled())
    } _: {
      $0.tick = $1.step
      scale += $1.amount
    },
    .codable("global-variable-nothing-else-changes") {
      Quiet(part: Scaled())
    } _: {
      scale += $1.amount + $0.part.value
    },
    .codable("global-variable-flips-once-and-nothing-else") {
      Quiet(part: Scaled())
    } _: {
      if $1.step == 100 { scale += $0.part.value }
    },
    .codable("global-variable-flips-once") {
      State(part: [Scaled(), Scaled(value: 4)])
    } _: {
      $0.tick = $1.step
      if $1.step == 150 { scale = 77 }
    },
    .codable("global-variable-and-back-again") {
      State(part: ["a": Scaled()])
    } _: {
      $0.tick = $1.step
      scale = $1.step % 10 == 5 ? 1_000 : 1
    },
    .codable("global-between-steps") {
      State(part: Scaled())
    } meanwhile: {
      scale += $1.amount + $0.tick
    } _: {
      $0.tick = $1.step
    },
    .codable("global-table-behind-a-handle") {
      State(part: [Entity(id: 0), Entity(id: 1)])
    } _: {
      $0.tick = $1.step
      Entity.hit($1.step % 2, $1.amount)
      if $1.step % 30 == 0 { $0.part.append(Entity(id: $1.step)) }
    },
    .codable("global-static-of-a-generic") {
      State(part: Generic<[Int]>())
    } _: {
      $0.tick = $1.step
      Generic<[Int]>.set($1.amount)
      Generic<Int>.set(-1)
    },
    .codable("global-environment") {
      State(part: FromEnvironment())
    } _: {
      $0.tick = $1.step
      if $1.step % 4 == 0 { setenv("HOSTILE", "\($1.amount)", 1) }
    },
    .codable("global-file") {
      State(part: FromFile(path: NSTemporaryDirectory() + "hostile-\(getpid())"))
    } _: {
      $0.tick = $1.step
      let data = Data("\($1.amount)".utf8)
      _ = FileManager.default.createFile(atPath: $0.part.path, contents: data)
    },
    .codable("global-words") {
      State(part: Localized())
    } _: {
      $0.tick = $1.step
      if $1.step % 5 == 0 { names[1] = "name \($1.amount)" }
    },
    .codable("global-memo-reset-now-and-then") {
      State(part: [Memo(), Memo(id: 2)])
    } _: {
      $0.tick = $1.step
      scale += 1
      if $1.step % 25 == 0 { Memo.texts = [:] }
    },
    .codable("global-counts-encodings", .none) {
      State(part: Counted())
    } _: {
      $0.tick = $1.step
    },
    .codable("global-clock", .none) {
      State(part: Timed())
    } _: {
      $0.tick = $1.step
    },
  ]
}
