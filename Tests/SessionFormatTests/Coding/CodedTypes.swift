import Foundation

// Types of the shapes that states and actions have, for the tests of coding.

enum Action: Codable, Equatable, Sendable {
  case plain
  case named(text: String, count: Int?)
  case unnamed(Int, Bool)
  indirect case nested(Action)
}

enum Color: String, Codable, CodingKeyRepresentable { case red, green }
enum Level: Int, Codable, Hashable { case low = 1, high = 10 }
enum Side: String, Codable, Hashable { case left, right }

struct Item: Codable, Equatable {
  var id: UUID
  var name: String?
  var due: Date
  var tags: Set<String>
}

struct Holder<Value: Codable & Equatable>: Codable, Equatable { var value: Value }
extension Holder: Sendable where Value: Sendable {}
struct Empty: Codable, Equatable {}
struct Tree: Codable, Hashable { var children: Set<Tree> = [] }

/// A list as deep as it is long.
final class Link: Codable {
  let next: Link?
  init(_ next: Link?) { self.next = next }

  static func chain(_ count: Int) -> Link {
    var link = Link(nil)
    for _ in 1..<count { link = Link(link) }
    return link
  }
}

/// Wraps the next one without a level of its own.
final class Wrapper: Encodable {
  let next: Wrapper?
  init(_ next: Wrapper?) { self.next = next }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let next { try container.encode(next) } else { try container.encode("inside") }
  }
}

class Animal: Codable {
  var name: String
  init(name: String) { self.name = name }
}

/// Puts its superclass under the key `super`.
final class Dog: Animal {
  var age: Int
  private enum Key: String, CodingKey { case age }

  init(name: String, age: Int) {
    self.age = age
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    age = try container.decode(Int.self, forKey: .age)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(age, forKey: .age)
    try super.encode(to: container.superEncoder())
  }
}

/// Codes itself through every kind of nested container.
struct Nested: Codable, Equatable {
  var numbers = [1, 2]
  var flag = true
  private enum Key: String, CodingKey { case list, object }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    guard try list.decodeNil() else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "no \u{1B}null")
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
