import SessionFormat
import TestTraits
import Testing

/// Keyed containers are made once for each type of keys and handed out again: nobody may see that.
@Suite("Containers that are handed out again", .alsoByPublicAPI)
struct KeptContainerTests {
  enum Key: String, CodingKey { case a, b, inner }

  /// A tree, each level of which asks for a container of the same keys.
  indirect enum Tree: Codable, Equatable {
    case leaf(Int)
    case fork(Tree, Tree)

    static func full(_ depth: Int, _ number: Int = 1) -> Tree {
      depth == 0
        ? .leaf(number)
        : .fork(full(depth - 1, number * 2), full(depth - 1, number * 2 + 1))
    }
  }

  /// Writes to one container before and behind a value that asks for one of the same keys.
  struct Around: Codable, Equatable {
    var a: Int
    var inner: [Around]
    var b: Int

    init(_ a: Int, _ inner: [Around] = []) { (self.a, self.inner, b) = (a, inner, -a) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      a = try container.decode(Int.self, forKey: .a)
      inner = try container.decode([Around].self, forKey: .inner)
      b = try container.decode(Int.self, forKey: .b)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(a, forKey: .a)
      try container.encode(inner, forKey: .inner)
      try container.encode(b, forKey: .b)
    }
  }

  @Test("a value that holds others of its own type keeps its own container")
  func recursion() throws {
    let tree = Tree.full(6)
    let text = try ValueEncoder().bytes(of: tree).bytes
    #expect(try ValueDecoder().decode(Tree.self, from: text) == tree)

    let around = Around(1, [Around(2), Around(3, [Around(4), Around(5)]), Around(6)])
    let written = try ValueEncoder().bytes(of: around).bytes
    #expect(
      String(decoding: written, as: UTF8.self)
        == #"{"a":1,"inner":[{"a":2,"inner":[],"b":-2},{"a":3,"inner":[{"a":4,"inner":[],"b":-4},"#
        + #"{"a":5,"inner":[],"b":-5}],"b":-3},{"a":6,"inner":[],"b":-6}],"b":-1}"#)
    #expect(try ValueDecoder().decode(Around.self, from: written) == around)
  }

  @Test("two containers of one value, of the same keys, write to the same object")
  func twice() throws {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var first = encoder.container(keyedBy: Key.self)
        var second = encoder.container(keyedBy: Key.self)
        try first.encode(1, forKey: .a)
        try second.encode(2, forKey: .b)
        var nested = first.nestedContainer(keyedBy: Key.self, forKey: .inner)
        try nested.encode(3, forKey: .a)
      }
    }
    let text = try ValueEncoder().bytes(of: [Twice(), Twice()]).bytes
    #expect(
      String(decoding: text, as: UTF8.self)
        == #"[{"a":1,"b":2,"inner":{"a":3}},{"a":1,"b":2,"inner":{"a":3}}]"#)
  }

  /// Keeps the container that it was given.
  final class Keeper: Codable {
    var written: KeyedEncodingContainer<Key>?
    var read: KeyedDecodingContainer<Key>?

    init() {}

    init(from decoder: any Decoder) throws { read = try decoder.container(keyedBy: Key.self) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(7, forKey: .a)
      written = container
    }
  }

  /// What other values of the same keys encode to, while and after somebody keeps a container.
  private static let plain = Around(1, [Around(2)])
  private static let plainText = #"{"a":1,"inner":[{"a":2,"inner":[],"b":-2}],"b":-1}"#

  @Test("a container that is kept refuses once its value has ended, whatever is written meanwhile")
  func keptWhileWriting() throws {
    let keepers = [Keeper(), Keeper(), Keeper()]
    for _ in 0..<3 {
      #expect(
        try ValueEncoder().bytes(of: keepers).bytes == Array(#"[{"a":7},{"a":7},{"a":7}]"#.utf8))
      for keeper in keepers {
        #expect(throws: EncodingError.self) { try keeper.written?.encode(8, forKey: .b) }
        #expect(
          String(decoding: try ValueEncoder().bytes(of: Self.plain).bytes, as: UTF8.self)
            == Self.plainText)
      }
    }
    // One that is kept inside a value which goes on.
    struct Outer: Encodable {
      let keeper = Keeper()
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(keeper, forKey: .inner)
        #expect(throws: EncodingError.self) { try keeper.written?.encode(8, forKey: .b) }
        try container.encode(KeptContainerTests.plain, forKey: .a)
        #expect(throws: EncodingError.self) { try keeper.written?.encode(8, forKey: .b) }
      }
    }
    #expect(
      String(decoding: try ValueEncoder().bytes(of: Outer()).bytes, as: UTF8.self)
        == #"{"inner":{"a":7},"a":\#(Self.plainText)}"#)
  }

  @Test("a container that is kept reads its own text for ever, whatever is read meanwhile")
  func keptWhileReading() throws {
    var keepers: [Keeper] = []
    for number in 1...4 {
      let text = Array(#"[{"a":\#(number)},{"a":\#(number * 10)}]"#.utf8)
      keepers += try ValueDecoder().decode([Keeper].self, from: text)
      #expect(
        try ValueDecoder().decode(Around.self, from: Array(Self.plainText.utf8)) == Self.plain)
    }
    let numbers = try keepers.map { try $0.read?.decode(Int.self, forKey: .a) }
    #expect(numbers == [1, 10, 2, 20, 3, 30, 4, 40])
  }

  /// A type with keys of its own for each tag.
  struct Tagged<Tag>: Codable { var value: Int }

  @Test("more types of keys than are kept encode and decode all the same")
  func manyTypes() throws {
    func check<Tag>(_ tag: Tag.Type, _ more: Int) throws {
      let text = try ValueEncoder().bytes(of: Tagged<Tag>(value: more)).bytes
      #expect(String(decoding: text, as: UTF8.self) == #"{"value":\#(more)}"#)
      #expect(try ValueDecoder().decode(Tagged<Tag>.self, from: text).value == more)
      if more > 0 { try check([Tag].self, more - 1) }
    }
    try check(Int.self, 600)
    try check(Int.self, 600)
  }
}
