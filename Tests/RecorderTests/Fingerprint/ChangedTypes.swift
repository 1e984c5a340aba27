import Foundation
import SessionFormat

@testable import Recorder

/// A type as it was and as it is, with a value of the old one.
struct ChangedType: Sendable, CustomStringConvertible {
  let description: String
  /// What differs, as `grade: place and words`.
  let expected: [String]
  /// Whether the value is read by the new type.
  let isRead: Bool
  /// What differs between the fingerprints.
  let differences: @Sendable () -> [TypeDifference]
  /// The old and the new fingerprint.
  let fingerprints: @Sendable () -> [TypeFingerprint]
  /// What came of reading the old value as the new type.
  let outcome: @Sendable () throws -> Void

  init<Old: Codable & Sendable, New: Codable & Sendable>(
    _ description: String, _ value: Old, as new: New.Type, isRead: Bool, _ expected: [String]
  ) {
    self.description = description
    self.expected = expected
    self.isRead = isRead
    differences = {
      TypeComparison.differences(
        from: StoreTypes(state: Old.self, actions: .unknown).fingerprint,
        to: StoreTypes(state: New.self, actions: .unknown).fingerprint)
    }
    fingerprints = {
      [
        StoreTypes(state: Old.self, actions: .unknown).fingerprint,
        StoreTypes(state: New.self, actions: .one(New.self)).fingerprint,
      ]
    }
    outcome = {
      let bytes = try ValueEncoder().bytes(of: value).bytes
      _ = try ValueDecoder().decode(New.self, from: bytes)
    }
  }
}

/// The members of the changed types.
enum Member {
  struct None: Codable, Sendable {}
  struct Count: Codable, Sendable { var count = 7 }
  struct CountAndName: Codable, Sendable { var (count, name) = (7, "n") }
  struct CountAndTitle: Codable, Sendable { var (count, title) = (7, "n") }
  struct MaybeName: Codable, Sendable {
    var count = 7
    var name: String?
  }
  struct MaybeTitle: Codable, Sendable {
    var count = 7
    var title: String?
  }
  struct NameWithDefault: Codable, Sendable {
    var count = 7
    var name = "n"
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      count = try container.decode(Int.self, forKey: .count)
      name = try container.decodeIfPresent(String.self, forKey: .name) ?? "n"
    }
  }
  struct NameIfItReads: Codable, Sendable {
    var count = 7
    var name = "n"
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      count = try container.decode(Int.self, forKey: .count)
      name = (try? container.decode(String.self, forKey: .name)) ?? "n"
    }
  }
  struct Of<Value: Codable & Sendable>: Codable, Sendable { var value: Value }
  struct Nested<Value: Codable & Sendable>: Codable, Sendable { var rows: [Of<Value>] }

  struct TextFirst: Codable, Sendable {
    var name: String
    init(from decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self.name = name
      } else {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      }
    }
  }
  struct ObjectFirst: Codable, Sendable {
    var name: String
    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: CodingKeys.self) {
        name = try container.decode(String.self, forKey: .name)
      } else {
        name = try decoder.singleValueContainer().decode(String.self)
      }
    }
  }

  struct Comment: Codable, Sendable {
    var colour: Int
    var replies: [Comment]
  }
  struct PlainComment: Codable, Sendable { var replies: [PlainComment] }

  enum Key: String, Codable, Sendable, CodingKeyRepresentable { case a, b }
  enum FewerKeys: String, Codable, Sendable, CodingKeyRepresentable { case a, c }
  struct TextKey: RawRepresentable, Hashable, Codable, Sendable, CodingKeyRepresentable {
    var rawValue: String
  }

  enum Light: String, Codable, Sendable { case red, green }
  enum LightOfThree: String, Codable, Sendable { case red, yellow, green }
  enum Number: Int, Codable, Sendable { case one = 1, two }
  enum Route: Codable, Sendable { case home, item(id: Int) }
  enum RouteOfThree: Codable, Sendable { case home, item(id: Int), search(String) }
  enum RouteByName: Codable, Sendable { case home, item(id: String) }
  enum RouteWithPage: Codable, Sendable { case home, item(id: Int, page: Int?) }
  enum RouteWithRank: Codable, Sendable { case home, item(id: Int, rank: Int) }
  indirect enum Tree: Codable, Sendable { case leaf, node(Tree, Int, Tree) }
  indirect enum NamedTree: Codable, Sendable { case leaf, node(NamedTree, String, NamedTree) }
  struct Pair: Codable, Sendable {
    var (x, y) = (1, 2)
    init() {}
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      (x, y) = (try container.decode(Int.self), try container.decode(Int.self))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(x)
      try container.encode(y)
    }
  }
  struct Triple: Codable, Sendable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      for _ in 0..<3 { _ = try container.decode(Int.self) }
    }
    func encode(to encoder: any Encoder) throws {}
  }
  /// Its coding refuses whatever is made up.
  struct Colour: Codable, Sendable {
    var name = "teal"
    init() {}
    init(from decoder: any Decoder) throws {
      name = try decoder.singleValueContainer().decode(String.self)
      guard name == "teal" else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no colour"))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }
}
