import Foundation

/// Types with the shapes of states and actions.
enum Zoo {
  struct Order: Codable, Equatable {
    var id: Int
    var name: String
    var total: Double
    var isPaid: Bool
    var note: String?
    var items: [Item]
  }

  struct Item: Codable, Equatable {
    var id: UInt16
    var title: String?
    var price: Float?
    var tags: Set<String>
  }

  enum Event: Codable, Equatable {
    case plain
    case named(text: String, count: Int?)
    case unnamed(Int, Bool)
    indirect case nested(Event)
  }

  struct Leaves: Codable, Equatable {
    var small: Int8?
    var large: UInt64?
    var day: Date?
    var id: UUID?
    var place: URL?
    var bytes: Data?
    var level: Level?
  }

  enum Level: Int, Codable { case low = 1, high = 10 }

  /// Decodes the first case that fits, in an order of its own.
  enum Choice: Codable, Equatable {
    case number(Int)
    case text(String)
    case list([Bool])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .list(try container.decode([Bool].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .list(let list): try container.encode(list)
      }
    }
  }

  struct Tree: Codable, Equatable {
    var name: String?
    var children: [Tree]?
  }

  /// Codes itself through every kind of nested container.
  struct Nested: Codable, Equatable {
    var numbers: [Int]
    var flag: Bool
    private enum Key: String, CodingKey { case list, object }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      guard try list.decodeNil() else {
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "no null")
      }
      var inner = try list.nestedUnkeyedContainer()
      numbers = []
      while !inner.isAtEnd { numbers.append(try inner.decode(Int.self)) }
      let object = try list.nestedContainer(keyedBy: Key.self)
      flag = try object.decode(Bool.self, forKey: .list)
      _ = try container.nestedContainer(keyedBy: Key.self, forKey: .object)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encodeNil()
      var inner = list.nestedUnkeyedContainer()
      for number in numbers { try inner.encode(number) }
      var object = list.nestedContainer(keyedBy: Key.self)
      try object.encode(flag, forKey: .list)
      _ = container.nestedContainer(keyedBy: Key.self, forKey: .object)
    }
  }
}
