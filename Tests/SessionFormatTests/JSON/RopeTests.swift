import TestSupport
import Testing

@testable import SessionFormat

/// A rope against the array that it stands for.
struct RopeTests {
  private struct Item: RopeElement, Equatable {
    let number: Int
    var share: Measure { Measure(height: number % 7, textSize: number % 100) }
  }

  private static func measure(_ items: [Item]) -> Measure {
    items.reduce(into: Measure()) { $0.add($1.share) }
  }

  private static func agree(_ rope: Rope<Item>, _ model: [Item]) -> Bool {
    let measure = measure(model)
    return rope.count == model.count && Array(rope) == model
      && model.indices.allSatisfy { rope[$0] == model[$0] }
      && rope.measure.height == measure.height && rope.measure.textSize == measure.textSize
  }

  @Test(
    "it holds what an array holds, whatever is put in, taken out and exchanged",
    arguments: [0, 1, 15, 16, 17, 255, 256, 257, 5000])
  func followsArray(count: Int) {
    var generator = SplitMix64(seed: UInt64(count))
    var model = (0..<count).map(Item.init)
    var rope = Rope(model)
    #expect(Self.agree(rope, model))
    for round in 0..<400 {
      let item = Item(number: Int.random(in: 0..<100_000, using: &generator))
      let place = Int.random(in: 0...model.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        model.insert(item, at: place)
        rope = rope.inserting(item, at: place)
      case 1 where place < model.count:
        model.remove(at: place)
        rope = rope.removing(at: place)
      case 2 where place < model.count:
        model[place] = item
        rope = rope.replacing(at: place, with: item)
      default: break
      }
      #expect(rope.checkInvariants() == [])
      if round % 20 == 0 { #expect(Self.agree(rope, model)) }
    }
    #expect(Self.agree(rope, model))
  }

  @Test("it shrinks to nothing and grows again")
  func shrinks() {
    var model = (0..<1000).map(Item.init)
    var rope = Rope(model)
    var generator = SplitMix64(seed: 4)
    while !model.isEmpty {
      let place = Int.random(in: 0..<model.count, using: &generator)
      model.remove(at: place)
      rope = rope.removing(at: place)
      #expect(rope.checkInvariants() == [])
      if model.count % 97 == 0 { #expect(Self.agree(rope, model)) }
    }
    #expect(rope.root.isLeaf)
    for number in 0..<500 {
      model.append(Item(number: number))
      rope = rope.inserting(Item(number: number), at: rope.count)
    }
    #expect(Self.agree(rope, model))
  }

  @Test("a changed copy leaves the original as it was, and shares nearly all of it")
  func shares() {
    let model = (0..<90_000).map(Item.init)
    let rope = Rope(model)
    let changed = rope.inserting(Item(number: 7), at: 45_000)
    #expect(Array(rope) == model)
    var nodes: Set<ObjectIdentifier> = []
    rope.root.visit { nodes.insert(ObjectIdentifier($0)) }
    var new = 0
    changed.root.visit { if !nodes.contains(ObjectIdentifier($0)) { new += 1 } }
    // A path from the root to a leaf that was split, and no more.
    #expect(new <= 12)
    #expect(!rope.agrees(with: changed, ==))
    #expect(rope.agrees(with: changed.removing(at: 45_000), ==))
  }

  @Test("a comparison looks at no element of a part that both share")
  func skipsShared() {
    let rope = Rope((0..<90_000).map(Item.init))
    let other = rope.replacing(at: 100, with: Item(number: 100))
    var looked = 0
    #expect(
      rope.agrees(with: other) { left, right in
        looked += 1
        return left == right
      })
    #expect(looked <= Rope<Item>.leafLimit)
  }
}

extension RopeNode {
  fileprivate func visit(_ body: (RopeNode) -> Void) {
    body(self)
    if case .branch(let children) = content { children.forEach { $0.visit(body) } }
  }

  fileprivate var isLeaf: Bool {
    if case .leaf = content { true } else { false }
  }
}
