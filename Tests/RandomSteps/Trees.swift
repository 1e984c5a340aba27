/// A tree of cases that hold themselves.
indirect enum Tree: Codable, Changing {
  case leaf(Int)
  case named(String)
  case branch(left: Tree, right: Tree)
  case many([Tree])
  case keyed([String: Tree])
  case maybe(Tree?)

  static func made(_ dice: inout Dice) -> Tree { made(&dice, depth: 3) }

  private static func made(_ dice: inout Dice, depth: Int) -> Tree {
    guard depth > 0 else { return .leaf(dice.below(100)) }
    return switch dice.below(7) {
    case 0: .leaf(dice.below(100))
    case 1: .named(dice.text())
    case 2, 3: .branch(left: made(&dice, depth: depth - 1), right: made(&dice, depth: depth - 1))
    case 4: .many((0..<dice.below(4)).map { _ in made(&dice, depth: depth - 1) })
    case 5: .keyed([dice.key(): made(&dice, depth: depth - 1)])
    default: .maybe(dice.percent(30) ? nil : made(&dice, depth: depth - 1))
    }
  }

  mutating func change(_ dice: inout Dice) {
    guard dice.percent(85) else {
      self = .made(&dice)
      return
    }
    switch self {
    case .leaf, .named: self = Self.made(&dice, depth: dice.below(3))
    case .branch(var left, var right):
      if dice.percent(10) { swap(&left, &right) }
      if dice.percent(50) { left.change(&dice) } else { right.change(&dice) }
      self = .branch(left: left, right: right)
    case .many(var trees):
      self = .leaf(0)
      trees.change(&dice)
      self = .many(trees)
    case .keyed(var trees):
      trees.change(&dice)
      self = .keyed(trees)
    case .maybe(var tree):
      if tree == nil { tree = .leaf(1) } else { tree?.change(&dice) }
      self = .maybe(tree)
    }
  }

  mutating func remake(_ dice: inout Dice) {
    switch self {
    case .leaf(let number): self = .leaf(number)
    case .named(var name):
      name.remake(&dice)
      self = .named(name)
    case .branch(var left, var right):
      left.remake(&dice)
      right.remake(&dice)
      self = .branch(left: left, right: right)
    case .many(var trees):
      trees.remake(&dice)
      self = .many(trees)
    default: break
    }
  }
}

/// A list of cases, each of which holds the rest.
enum Chain: Codable, Changing {
  case end
  indirect case link(Int, Chain)

  static func made(_ dice: inout Dice) -> Chain {
    (0..<dice.below(8)).reduce(.end) { rest, _ in .link(dice.below(100), rest) }
  }

  mutating func change(_ dice: inout Dice) {
    var numbers = self.numbers
    numbers.change(&dice)
    if numbers.count > 40 { numbers.removeLast(20) }
    guard dice.percent(50), case .link(_, let rest) = self else {
      self = numbers.reversed().reduce(.end) { .link($1, $0) }
      return
    }
    // The rest is the same memory.
    self = .link(dice.below(100), rest)
  }

  mutating func remake(_ dice: inout Dice) {
    self = numbers.reversed().reduce(.end) { .link($1, $0) }
  }

  private var numbers: [Int] {
    var (numbers, place) = ([Int](), self)
    while case .link(let number, let rest) = place {
      numbers.append(number)
      place = rest
    }
    return numbers
  }
}

/// A struct that holds itself in a list and in an optional of a case.
struct Node: Codable, Composed {
  var id = 0
  var name = ""
  var children: [Node] = []
  var next = Chain.end

  static var parts: [Part<Node>] {
    [
      Part(\.id), Part(\.name), Part(\.next),
      Part(\.children, remake: { $0.remake(&$1) }) { children, dice in
        if children.count < 3, dice.percent(40) {
          children.append(Node())
        } else if !children.isEmpty {
          if dice.percent(15) { children.removeFirst() } else { children.change(&dice) }
        }
      },
    ]
  }

  static func made(_ dice: inout Dice) -> Node {
    var node = Node()
    node.id = dice.below(1000)
    node.name = dice.text()
    return node
  }
}

/// A state of trees and chains.
struct Trees: RandomState {
  var root = Tree.leaf(0)
  var chain = Chain.end
  var node = Node()
  var forest: [Tree] = []
  var chains: [Chain] = []
  var nodes: [Node] = []
  var byName: [String: Tree] = [:]

  static var parts: [Part<Trees>] {
    [
      Part(\.root), Part(\.chain), Part(\.node), Part(filling: \.forest), Part(filling: \.chains),
      Part(filling: \.nodes), Part(filling: \.byName),
    ]
  }
}
