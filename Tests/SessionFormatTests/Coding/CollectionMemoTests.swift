import Foundation
import TestSupport
import TestTraits
import Testing

@testable import SessionFormat

/// What is known of the state before is used for the next one: nobody may see that in what is written.
@Suite("Collections that stay from one state to the next", .alsoByPublicAPI)
struct CollectionMemoTests {
  struct Row: Codable {
    var title = "a title that is long enough"
    var numbers: [Double] = []
  }

  struct State: Codable {
    var names: [String] = []
    var others: [String] = []
    var counts: [String: Int] = [:]
    var lists: [String: [Int]] = [:]
    var tags: Set<String> = []
    var table: [[Int16]] = []
    var bytes: [UInt8]?
    var dates: [Date] = []
    var rows: [Row] = []
    var numbered: [Int: String] = [:]
  }

  private struct Changes {
    var random: SplitMix64

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func text() -> String { "text \(number(0..<40)) \"\\é" }

    mutating func list<T>(_ make: (inout Changes) -> T) -> [T] {
      var list: [T] = []
      for _ in 0..<number(0..<9) { list.append(make(&self)) }
      return list
    }

    mutating func change(_ state: inout State) {
      switch number(0..<20) {
      case 0: state.names = list { $0.text() }
      case 1: state.names.append(text())
      case 2: if !state.names.isEmpty { state.names[0] = text() }
      case 3: swap(&state.names, &state.others)
      case 4: state.others = state.names
      case 5: state.counts[text()] = number(0..<1000)
      case 6: state.counts = [:]
      case 7: state.lists[text()] = list { $0.number(-5..<500_000) }
      case 8: state.lists[state.lists.keys.min() ?? ""]?.append(7)
      case 9: state.lists[state.lists.keys.max() ?? ""] = nil
      case 10: state.tags.formSymmetricDifference([text()])
      case 11: state.table = list { $0.list { Int16($0.number(0..<300)) } }
      case 12: state.table.shuffle(using: &random)
      case 13: state.table.append(contentsOf: state.table.prefix(1))
      case 14: state.bytes = number(0..<2) == 0 ? nil : list { UInt8($0.number(0..<256)) }
      case 15:
        state.dates = list { Date(timeIntervalSinceReferenceDate: Double($0.number(0..<9)) / 4) }
      case 16: state.rows.append(Row(numbers: list { Double($0.number(0..<99)) / 8 }))
      case 17: if !state.rows.isEmpty { state.rows[0].numbers.reverse() }
      case 18: state.rows.shuffle(using: &random)
      default: state.numbered[number(0..<5)] = text()
      }
    }
  }

  @Test("each state is written as if it were the only one", arguments: [1, 2, 3] as [UInt64])
  func likeAlone(_ seed: UInt64) throws {
    let encoder = RepeatedEncoder()
    var changes = Changes(random: SplitMix64(seed: seed))
    var state = State()
    var earlier: [State] = []
    for step in 0..<1500 {
      for _ in 0..<changes.number(1..<4) { changes.change(&state) }
      // Now and then one that was there before comes again, as where a host goes back.
      if step % 50 == 0 { earlier.append(state) }
      if step % 17 == 0, let other = earlier.randomElement(using: &changes.random) { state = other }
      let alone = try ValueEncoder().bytes(of: state)
      if try encoder.bytes(ofState: state) != alone { Issue.record("step \(step)") }
      // Actions are written by the same encoder in between.
      if step % 3 == 0 { #expect(try encoder.bytes(of: state.names).bytes.first == 0x5B) }
    }
  }

  @Test("one buffer that is changed where it lies, as nobody else seemed to have it, is seen")
  func changedInPlace() throws {
    let encoder = RepeatedEncoder()
    var state = State(names: ["a name of some length", "another one"])
    for number in 0..<100 {
      state.names[1] = "number \(number)"
      let text = String(decoding: try encoder.bytes(ofState: state).bytes, as: UTF8.self)
      #expect(text.contains(#"["a name of some length","number \#(number)"]"#))
    }
  }

  @Test("what lies too deep is left out, whatever is known of the same collection elsewhere")
  func atTheLimit() throws {
    struct Nested: Encodable {
      let levels: Int
      let names: [String]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(names)
        if levels > 0 { try container.encode(Nested(levels: levels - 1, names: names)) }
      }
    }
    let encoder = RepeatedEncoder()
    for levels in [3, 497, 498, 499, 500, 600, 3] {
      let value = Nested(levels: levels, names: ["a name of some length", "another one"])
      #expect(try encoder.bytes(ofState: value) == ValueEncoder().bytes(of: value))
    }
  }

  @Test("a collection is held until a state comes without it, and no longer")
  func letsGo() throws {
    struct Holder: Encodable {
      var names: [String]
    }
    /// Whether somebody else has the buffer, as then a change makes a copy.
    func isShared(_ names: inout [String]) -> Bool {
      let before = names.withUnsafeBufferPointer { $0.baseAddress }
      names[0] = names[0]
      return names.withUnsafeBufferPointer { $0.baseAddress } != before
    }
    let encoder = RepeatedEncoder()
    var names = (0..<5).map { "a name of some length \($0)" }
    _ = try encoder.bytes(ofState: Holder(names: names))
    #expect(isShared(&names))
    _ = try encoder.bytes(ofState: Holder(names: names))
    _ = try encoder.bytes(ofState: Holder(names: []))
    #expect(!isShared(&names))
  }

  @Test("a state of few collections after one of very many does not cost as much as that")
  func givesBack() {
    var memo = CollectionMemo()
    defer { memo.free() }
    var out = ByteBuffer(capacity: 64)
    defer { out.free() }
    final class Held {}
    let text = Array("[1,2,3,4,5,6,7,8,9]".utf8)
    func encode(_ numbers: Range<UInt>) {
      for number in numbers {
        let place = CollectionMemo.Place(elements: number * 32, type: 1)
        if memo.add(place, to: &out) { continue }
        text.withUnsafeBufferPointer { memo.remember(place, $0) { Held() } }
      }
      memo.endValue()
    }
    encode(1..<3)
    #expect(memo.room == 64)
    encode(1..<10_001)
    #expect(memo.room >= 20_000)
    encode(9_000..<9_100)
    #expect(memo.room == 512)
    // What stayed is known still, and the rest is not.
    #expect(memo.add(CollectionMemo.Place(elements: 9_050 * 32, type: 1), to: &out))
    #expect(!memo.add(CollectionMemo.Place(elements: 8_999 * 32, type: 1), to: &out))
    encode(0..<0)
    #expect(memo.room == 64)
  }

  @Test("very long texts are not kept, nor the strings of a list that is")
  func bounded() throws {
    struct State: Encodable {
      var long: [String]
      var list: [String]
    }
    let encoder = RepeatedEncoder()
    let list = (0..<70_000).map { "a name of thirty-two bytes and more \($0)" }
    var state = State(long: [String(repeating: "é", count: 1 << 20)], list: [list[0]])
    for step in 0..<4 {
      if step == 1 { state.list = list }
      if step == 3 { state.long[0] += "!" }
      #expect(try encoder.bytes(ofState: state) == ValueEncoder().bytes(of: state))
    }
    var memo = CollectionMemo()
    defer { memo.free() }
    var out = ByteBuffer(capacity: 64)
    defer { out.free() }
    final class Held {}
    let text = [UInt8](repeating: 0x31, count: 1 << 20)
    func remembers(_ number: UInt, _ text: [UInt8]) -> Bool {
      let place = CollectionMemo.Place(elements: number, type: 1)
      text.withUnsafeBufferPointer { memo.remember(place, $0) { Held() } }
      out.truncate(to: 0)
      return memo.add(place, to: &out) && out.count == text.count
    }
    #expect(!remembers(1, text + [0x31]))
    #expect((1...16).allSatisfy { remembers($0, text) })
    #expect(!remembers(17, Array(text.prefix(16))))
  }

  @Test("a state that fails to encode leaves nothing wrong behind")
  func failing() throws {
    struct Failing: Encodable {
      struct Refusal: Error {}
      var names: [String]
      var fails: Bool
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(names)
        try container.encode([names: 1])
        if fails { throw Refusal() }
        try container.encode(names.reversed() as [String])
      }
    }
    let encoder = RepeatedEncoder()
    var state = Failing(names: ["a name of some length"], fails: false)
    for step in 0..<60 {
      state.fails = step % 3 == 1
      if step % 4 == 0 { state.names.append("name \(step)") }
      if state.fails {
        #expect(throws: Failing.Refusal.self) { try encoder.bytes(ofState: state) }
      } else {
        #expect(try encoder.bytes(ofState: state) == ValueEncoder().bytes(of: state))
      }
    }
  }
}
