import Foundation
import SessionFormat
import TestTraits
import Testing

@testable import Recorder

@Suite("Rendering by reflection: limits", .alsoByPublicAPI)
struct MirrorRenderingLimitTests {
  private func render(_ value: Any, nodes: Int) -> String {
    var renderings = Renderings()
    renderings.nodeLimit = nodes
    return MirrorRendering.render(unencodable: value, renderings).description
  }

  private struct Item: Hashable { let id: Int }

  @Test("what is over the limit is counted in its place")
  func nodeLimit() {
    let items = (1...4).map(Item.init)
    let (a, b) = (#"{"id":1}"#, #"{"id":2}"#)
    #expect(render(items, nodes: 5) == "[\(a),\(b),\"… 2 more\"]")
    #expect(render(Shape.two(1, y: "s"), nodes: 2) == #"{"two":{"_0":1,"…":"1 more"}}"#)
    #expect(render(items, nodes: 1) == #"["… 4 more"]"#)
  }

  @Test("what is cut off of a set or dictionary does not depend on hash order")
  func hashOrderedLimit() {
    let items = (1...3).map(Item.init)
    #expect(render(Set(items), nodes: 3) == #"["… 3 more"]"#)
    #expect(
      render(Set(items), nodes: 4) == #"[{"…":"1 more"},{"…":"1 more"},{"…":"1 more"}]"#)
    let pairs = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
    #expect(render(pairs, nodes: 3) == #"{"…":"3 more"}"#)
    #expect(
      render(pairs, nodes: 7)
        == #"{"1":{"…":"1 more"},"2":{"…":"1 more"},"3":{"…":"1 more"}}"#)
  }

  private final class Node: Hashable {
    let left: Any?
    let right: Any?
    init(_ left: Any?, _ right: Any?) { (self.left, self.right) = (left, right) }
    static func == (left: Node, right: Node) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test("objects shared twice at each of forty levels are shown once each")
  func sharedObjects() {
    var node = Node(nil, nil)
    var expected = #"{"left":null,"right":null}"#
    for _ in 0..<40 {
      node = Node(node, node)
      expected = #"{"left":\#(expected),"right":"Node (again)"}"#
    }
    #expect(render(node, nodes: 1_000) == expected)
  }

  @Test("objects shared at more levels than are shown end in bounded text")
  func deepSharing() {
    var node = Node(nil, nil)
    for _ in 0..<100 { node = Node(node, node) }
    let rendered = MirrorRendering.render(unencodable: node, Renderings())
    #expect(rendered.height == Renderings().depthLimit)
    #expect(rendered.textSize < 10_000)
  }

  @Test("an object that lay too deep to be shown is shown where it is met again")
  func shownLater() {
    struct Leaf { let value = 7 }
    final class Holder { let leaf = Leaf() }
    let holder = Holder()
    var deep: Any = holder
    for _ in 0..<70 { deep = [deep] }
    let rendered = MirrorRendering.render(unencodable: [deep, holder] as [Any], Renderings())
    #expect(rendered[1] == ["leaf": ["value": 7]])
  }

  @Test("which element of a set shows an object that several have does not depend on hash order")
  func sharedInSets() {
    struct Item: Hashable {
      let id: Int
      let node: Node
    }
    let node = Node(1, nil)
    let shown = #"{"left":1,"right":null}"#
    let items = (1...3).map { Item(id: $0, node: node) }
    let all = items.map { #"{"id":\#($0.id),"node":\#(shown)}"# }.joined(separator: ",")
    #expect(
      render([Set(items), node, Set(items)] as [Any], nodes: 1_000)
        == "[[\(all)],\"Node (again)\","
        + "[" + items.map { #"{"id":\#($0.id),"node":"Node (again)"}"# }.joined(separator: ",")
        + "]]")
  }

  @Test("one rendering of a graph with sets looks at no more values than the limit")
  func setsOfShared() {
    var node = Node(nil, nil)
    for _ in 0..<40 { node = Node(Set([node, Node(node, nil)]), [node: node]) }
    let rendered = MirrorRendering.render(unencodable: node, Renderings())
    #expect(rendered.textSize < 50 * Renderings().nodeLimit)
  }

  @Test("deep nesting ends in a text, on a thread with a small stack", arguments: [true, false])
  func depth(ofClasses: Bool) async throws {
    final class Link {
      let next: Any
      init(_ next: Any) { self.next = next }
    }
    let rendered = await withCheckedContinuation { continuation in
      let thread = Thread {
        var value: Any = Shape.plain
        for _ in 0..<400 { value = ofClasses ? Link(value) : [value] }
        continuation.resume(returning: MirrorRendering.render(unencodable: value, Renderings()))
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    var innermost = rendered
    for _ in 0..<Renderings().depthLimit {
      innermost = try #require(ofClasses ? innermost["next"] : innermost[0])
    }
    #expect(innermost == "nested deeper than 64 levels")
  }

  @Test("an encoded part that would be nested too deep where it stands is cut off there")
  func encodedDepth() {
    struct Chain: Encodable {
      let next: [Chain]
      init(_ depth: Int) { next = depth == 0 ? [] : [Chain(depth - 1)] }
    }
    struct Holder {
      let chain: Chain
      let action: () -> Void = {}
    }
    let deep = MirrorRendering.render(unencodable: Holder(chain: Chain(300)), Renderings())
    #expect(deep.height == Renderings().depthLimit)
    let fitting = MirrorRendering.render(unencodable: Holder(chain: Chain(248)), Renderings())
    #expect(fitting.height == 499)
    let shallow = MirrorRendering.render(unencodable: Holder(chain: Chain(2)), Renderings())
    #expect(
      shallow.description
        == #"{"chain":{"next":[{"next":[{"next":[]}]}]},"action":"() -> ()"}"#)
  }
}
