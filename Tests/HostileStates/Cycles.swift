import Foundation

// Cycles of references: rings, graphs in which every path is endless or there are too many of them.

private final class Node {
  var value = 0
  var next: Node?
  var others: [Node] = []
  var handler: (() -> Int)?
  weak var back: Node?
}

private struct Ring: Ticking {
  var tick = 0
  var node = Node()

  mutating func move(_ move: Move) {
    tick = move.step
    node.value += move.amount
  }
}

private final class Bag {
  var items: [Any] = []
  var named: [String: Any] = [:]
}

private struct Luggage: Ticking {
  var tick = 0
  let bag = Bag()
}

private final class Person: Codable {
  var age = 1
  var friend: Person?
}

private struct Circle: Codable, Ticking {
  var tick = 0
  var person = Person()
}

/// A tree whose nodes know their parents, which they do not encode.
private final class Branch: Encodable {
  var title: String
  var children: [Branch] = []
  unowned(unsafe) var parent: Branch?

  init(_ title: String, _ parent: Branch?) {
    self.title = title
    self.parent = parent
  }

  enum CodingKeys: CodingKey { case title, children }
}

private struct Tree: Encodable, Ticking {
  var tick = 0
  let root = Branch("root", nil)
}

private final class SelfState: Ticking {
  var tick = 0
  var me: SelfState?
}

extension HostileStates {
  static let cycles: [Specimen] = [
    .reflected("cycle-self") {
      let ring = Ring()
      ring.node.next = ring.node
      return ring
    } _: {
      $0.move($1)
    },
    .reflected("cycle-ring-of-three") {
      let ring = Ring()
      let (second, third) = (Node(), Node())
      (ring.node.next, second.next, third.next) = (second, third, ring.node)
      (ring.node.back, second.back, third.back) = (third, ring.node, second)
      return ring
    } _: {
      $0.move($1)
      $0.node.next?.next?.value = $1.step
    },
    // Sixty nodes, but 2^60 paths.
    .reflected("cycle-diamonds") {
      let ring = Ring()
      var node = ring.node
      for _ in 0..<60 {
        let next = Node()
        node.others = [next, next]
        node.next = next
        node = next
      }
      return ring
    } _: {
      $0.move($1)
      $0.node.next?.next?.value += 1
    },
    .reflected("cycle-everyone-knows-everyone", .rendering, Traits(steps: 60)) {
      let ring = Ring()
      let nodes = [ring.node] + (0..<60).map { _ in Node() }
      for node in nodes { node.others = nodes }
      return ring
    } _: {
      $0.move($1)
      $0.node.others[$1.step % 60].value += 1
    },
    .reflected("cycle-bag-in-itself") {
      let luggage = Luggage()
      luggage.bag.items = [luggage.bag, [luggage.bag, luggage.bag]]
      luggage.bag.named = ["me": luggage.bag, "all": luggage.bag.items]
      return luggage
    } _: {
      $0.tick = $1.step
      $0.bag.items.append($0.bag.named)
      if $0.bag.items.count > 40 { $0.bag.items.removeLast(30) }
    },
    .reflected("cycle-closure") {
      let ring = Ring()
      ring.node.handler = { ring.node.value }
      return ring
    } _: {
      $0.move($1)
      $0.node.value = $0.node.handler?() ?? 0
    },
    .reflected("cycle-that-grows") {
      Ring()
    } _: { ring, move in
      ring.move(move)
      let node = Node()
      node.next = ring.node.next ?? ring.node
      ring.node.next = node
      node.back = ring.node
    },
    // Encodes without an end: the app could not encode it at all.
    .codable("cycle-encodable", .none) {
      let circle = Circle()
      circle.person.friend = Person()
      circle.person.friend?.friend = circle.person
      return circle
    } _: {
      $0.tick = $1.step
      $0.person.age += 1
    },
    .codable("cycle-parent-not-encoded") {
      Tree()
    } _: { tree, move in
      tree.tick = move.step
      var branch = tree.root
      while let child = branch.children.last, branch.children.count > 3 { branch = child }
      branch.children.append(Branch("branch \(move.amount)", branch))
      branch.parent?.title += "+"
    },
    .reflected("cycle-state-is-the-class") {
      let state = Immortal.keep(SelfState())
      state.me = state
      return state
    } _: {
      $0.tick = $1.step
    },
  ]
}
