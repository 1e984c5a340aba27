import Foundation
import TestSupport
import Testing

@testable import SessionFormat

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Which types' values are the same if their bits are")
struct ValueBitsTests {
  final class Reference { var n = 0 }
  final class Mutable<Value> { var value: Value; init(_ value: Value) { self.value = value } }

  struct Hidden { private var storage = Mutable(1) }
  struct Weak { weak var reference: Reference? }
  struct Unowned { unowned(unsafe) var reference: Reference }
  struct Handler { var run: () -> Void }
  struct Wrapped<Value> { var value: Value; var flag = true }
  struct Pointer { var start: UnsafeRawPointer? }
  struct Existential { var error: any Error }
  struct Metatype { var type: Any.Type }
  struct Node { var children: [Node]; var name: String }
  struct BadNode { var children: [BadNode]; var owner: Reference? }
  indirect enum Tree { case leaf(Int), node(Tree, Tree) }
  enum Payload { case none, text(String), many([Int: [String]]), pair(Int, to: UInt8) }
  enum BadPayload { case none, boxed(Reference) }
  struct Everything {
    var id = UUID()
    var date = Date()
    var url: URL?
    var data = Data([1, 2])
    var price = Decimal(2)
    var names: Set<String> = ["a"]
    var tree = Tree.leaf(1)
    var payload = Payload.text("a")
    var double: Int?? = .some(nil)
    var slice: ArraySlice<Int> = [1, 2, 3][1...]
    var tuple = (Int8(1), "b")
    var range = 1...3
    var index = IndexSet(integer: 3)
    var set = CharacterSet.alphanumerics
    var components = URLComponents(string: "https://example.org/a?b=c")
    var text = AttributedString("a")
    var path = IndexPath(indexes: [1, 2, 3])
    var letter: Character = "é"
    var node = Node(children: [Node(children: [], name: "x")], name: "y")
  }

  private static let plain: [Any.Type] = [
    Int.self, UInt8.self, Double.self, Bool.self, String.self, Substring.self, Character.self,
    [Int].self, [String: [Int]].self, Set<UUID>.self, ContiguousArray<Date>.self, Int??.self,
    (Int, String).self, Void.self, Never.self, Range<Int>.self, Node.self, Tree.self,
    Payload.self, Wrapped<Payload>.self, Result<Int, Never>.self, Everything.self, Never?.self,
  ]

  private static let referring: [Any.Type] = [
    Reference.self, Hidden.self, Weak.self, Unowned.self, Handler.self, Pointer.self,
    Existential.self, (any Error).self, Any.self, AnyObject.self, Metatype.self,
    UnsafePointer<Int>.self, UnsafeMutableRawPointer.self, OpaquePointer.self,
    Unmanaged<Reference>.self, (() -> Void).self, [Reference].self, [String: Handler].self,
    Reference?.self, (Int, Reference).self, BadNode.self, [BadNode].self, BadPayload.self,
    Wrapped<Reference>.self, Wrapped<[Int: Hidden]>.self, AnyHashable.self, [Any].self,
    Result<Int, any Error>.self, Int.Type.self, ObjectIdentifier.self,
    Locale.self, TimeZone.self, Calendar.self, DateComponents.self,
  ]

  @Test("values of numbers, texts and the library's collections are", arguments: plain.indices)
  func isPlain(place: Int) {
    let type = Self.plain[place]
    #expect(ValueBits(of: type) != nil, "\(type)")
  }

  @Test(
    "those with a reference, a closure, a pointer or a box are not", arguments: referring.indices)
  func isReferring(place: Int) {
    let type = Self.referring[place]
    #expect(ValueBits(of: type) == nil, "\(type)")
  }

  #if canImport(Glibc)
    struct HoldsUnion {
      var number = 1
      var union = pthread_mutexattr_t()
    }

    @Test("a union of C has no list of what it holds, so its bits prove nothing")
    func unions() {
      #expect(ValueBits(of: pthread_mutexattr_t.self) == nil)
      #expect(ValueBits(of: HoldsUnion.self) == nil)
      #expect(ValueBits(of: in6_addr.self) == nil)
      #expect(ValueBits(of: timespec.self)?.ranges == [0..<16])
    }
  #endif

  struct Gaps { var flag: Bool; var number: Int64; var small: UInt16; var last: UInt8 }

  @Test("padding does not count")
  func padding() {
    #expect(ValueBits(of: Gaps.self)?.ranges == [0..<1, 8..<19])
    #expect(ValueBits(of: (UInt8, UInt32).self)?.ranges == [0..<1, 4..<8])
    #expect(ValueBits(of: Void.self)?.ranges == [])
  }

  struct Empty {}
  struct Around { var before: UInt8; var empty: Empty; var after: Int64; var last: Empty }

  @Test("a member without a size hides nothing, wherever it stands")
  func empties() {
    #expect(ValueBits(of: Empty.self)?.ranges == [])
    #expect(ValueBits(of: Around.self)?.ranges == [0..<1, 8..<16])
  }

  private static func areEqual<Value>(_ left: Value, _ right: Value) -> Bool? {
    guard let bits = ValueBits(of: Value.self) else { return nil }
    return withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { right in bits.areEqual(left, right) }
    }
  }

  private static let changes: [@Sendable (inout Everything) -> Void] = [
    { $0.id = UUID() }, { $0.date += 1 }, { $0.url = URL(string: "a:b") }, { $0.data.append(1) },
    { $0.price += 1 }, { $0.names.insert("b") }, { $0.tree = .node(.leaf(1), .leaf(2)) },
    { $0.payload = .none }, { $0.payload = .text("b") }, { $0.double = nil }, { $0.double = 1 },
    { $0.slice.append(1) }, { $0.slice[1] = 9 }, { $0.tuple.0 = 2 }, { $0.tuple.1 = "c" },
    { $0.range = 1...4 }, { $0.index.insert(4) }, { $0.set.insert("§") },
    { $0.components?.path = "/b" }, { $0.text += AttributedString("b") }, { $0.path.append(1) },
    { $0.letter = "e" }, { $0.node.children[0].name = "z" },
  ]

  @Test(
    "a change of a copy is never missed, and a copy has the same bits", arguments: changes.indices)
  func change(place: Int) {
    let first = Everything()
    var second = first
    #expect(Self.areEqual(first, second) == true)
    Self.changes[place](&second)
    #expect(Self.areEqual(first, second) == false)
  }

  @Test("texts that are equal but have other bytes differ, as do the two zeros")
  func canonical() {
    #expect(Self.areEqual("é", "e\u{301}") == false)
    #expect(Self.areEqual(0.0, -0.0) == false)
    #expect(Self.areEqual([0.0], [0.0]) == false)
  }

  /// What an encoding shows of a value, and random changes of it.
  struct Random: Codable, Equatable {
    struct Item: Codable, Equatable {
      var name: String; var flag: Bool; var parts: [Int?]; var small: UInt8
    }
    enum Mode: Codable, Equatable { case off, on(level: Int), named(String) }
    var items: [Item] = []
    var table: [String: Item] = [:]
    var mode = Mode.off
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var note: String??
  }

  @Test("law: same bits, same encoding, over random changes of values that share their parts")
  func law() throws {
    var generator = SplitMix64(seed: 5)
    var same = 0
    var last = Random()
    for step in 0..<2000 {
      var next = last
      let number = Int.random(in: 0..<50, using: &generator)
      let item = Random.Item(
        name: "item \(number)", flag: step % 2 == 0, parts: [nil, number], small: UInt8(number))
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: next.items.append(item)
      case 1 where !next.items.isEmpty: next.items[number % next.items.count].flag.toggle()
      case 2 where !next.items.isEmpty: next.items.removeLast()
      case 3: next.table["\(number % 7)"] = item
      case 4: next.table["\(number % 7)"]?.name = "item \(number)"
      case 5:
        next.mode =
          number % 3 == 0 ? .off : number % 3 == 1 ? .on(level: number) : .named("\(number)")
      case 6: next.note = number % 3 == 0 ? .some(nil) : number % 3 == 1 ? nil : "note \(number)"
      case 7: next.date = last.date
      default: break
      }
      if Self.areEqual(last, next) == true {
        same += 1
        #expect(try ValueEncoder().bytes(of: last) == ValueEncoder().bytes(of: next))
      }
      last = next
    }
    #expect(same > 100)
  }
}
