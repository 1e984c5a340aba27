import TestSupport
import Testing

@testable import SessionFormat

@Suite("Many elements of a rope are exchanged at once")
struct RopeExchangeTests {
  private func newNodes(
    _ node: RopeNode<JSONValue>, beside old: RopeNode<JSONValue>
  ) -> Int {
    if node === old { return 0 }
    guard case .branch(let children) = node.content, case .branch(let others) = old.content
    else { return 1 }
    return zip(children, others).reduce(1) { $0 + newNodes($1.0, beside: $1.1) }
  }

  @Test("it is what exchanging them one by one is", arguments: [1, 16, 17, 257, 5000])
  func oneByOne(count: Int) {
    var generator = SplitMix64(seed: UInt64(count))
    let rope = Rope((0..<count).map { JSONValue.number($0) })
    for round in 0..<20 {
      let places = Set(
        (0..<(round * round)).map { _ in Int.random(in: 0..<count, using: &generator) })
      let changes = places.sorted().map { (place: $0, element: JSONValue.string("\($0)")) }
      let changed = rope.exchanging(changes[...])
      let one = changes.reduce(rope) { $0.replacing(at: $1.place, with: $1.element) }
      #expect(Array(changed) == Array(one))
      #expect(changed.measure.textSize == one.measure.textSize)
    }
  }

  @Test("what is on the way to several is copied once, and nothing else is")
  func sharing() {
    // Leaves, branches and root of 16 each.
    let rope = Rope((0..<4096).map { JSONValue.number($0) })
    let changes = (0..<100).map { (place: $0, element: JSONValue.null) }
    #expect(newNodes(rope.exchanging(changes[...]).root, beside: rope.root) == 7 + 1 + 1)
    #expect(newNodes(rope.exchanging([]).root, beside: rope.root) == 0)
  }
}
