import Foundation

// Values of 100,000 levels, in states and in actions, and such that are just shallow enough.

private indirect enum List {
  case end
  case cell(Int, List)

  static func of(_ count: Int) -> List {
    var list = List.end
    for index in 0..<count { list = .cell(index, list) }
    return list
  }
}

private struct Lists: Ticking {
  var tick = 0
  var list = Immortal.keep(List.of(100_000))
}

private final class Link {
  var value: Int
  let next: Link?

  init(_ value: Int, _ next: Link?) {
    self.value = value
    self.next = next
  }
}

private struct Chain: Ticking {
  var tick = 0
  var first: Link

  init() {
    var link = Link(0, nil)
    for index in 1..<100_000 { link = Immortal.keep(Link(index, link)) }
    first = link
  }
}

private struct Layer {
  let inner: Any
}

private struct Layers: Ticking {
  var tick = 0
  var top: Any

  init(_ count: Int) {
    var value: Any = 0
    for _ in 0..<count { value = Immortal.keep(Layer(inner: value)) }
    top = value
  }
}

private indirect enum Tree: Encodable {
  case leaf(Int)
  case branch([Tree])

  static func of(_ count: Int) -> Tree {
    var tree = Tree.leaf(1)
    for _ in 0..<count { tree = Immortal.keep(.branch([tree])) }
    return tree
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .leaf(let value): try container.encode(value)
    case .branch(let trees): try container.encode(trees)
    }
  }
}

private struct Forest: Encodable, Ticking {
  var tick = 0
  var tree: Tree

  init(_ levels: Int) { tree = .of(levels) }
}

private indirect enum Chained: Encodable {
  case end
  case cell(Int, Chained)

  static func of(_ count: Int) -> Chained {
    var list = Chained.end
    for index in 0..<count { list = Immortal.keep(.cell(index, list)) }
    return list
  }
}

private struct ChainedState: Encodable, Ticking {
  var tick = 0
  var list = Chained.of(100_000)
}

private enum DeepAction {
  case add(List)
}

extension HostileStates {
  private static let small = Traits(stack: 512 << 10)

  static let deep: [Specimen] = [
    .reflected("deep-enum") {
      Lists()
    } _: {
      $0.tick = $1.step
      $0.list = Immortal.keep(.cell($1.amount, $0.list))
    },
    .reflected("deep-enum-small-stack", .rendering, small) {
      Lists()
    } _: {
      $0.tick = $1.step
      $0.list = Immortal.keep(.cell($1.amount, $0.list))
    },
    .reflected("deep-classes") {
      Chain()
    } _: {
      $0.tick = $1.step
      $0.first.value = $1.amount
    },
    .reflected("deep-existentials") {
      Layers(100_000)
    } _: {
      $0.tick = $1.step
      $0.top = Immortal.keep(Layer(inner: $0.top))
    },
    .reflected("deep-existentials-small-stack", .rendering, small) {
      Layers(100_000)
    } _: {
      $0.tick = $1.step
      $0.top = Immortal.keep(Layer(inner: $0.top))
    },
    .codable("deep-encodable-arrays", .none) {
      Forest(100_000)
    } _: {
      $0.tick = $1.step
    },
    .codable("deep-encodable-enum", .none) {
      ChainedState()
    } _: {
      $0.tick = $1.step
      $0.list = Immortal.keep(.cell($1.amount, $0.list))
    },
    .codable("deep-encodable-arrays-small-stack", .none, small) {
      Forest(100_000)
    } _: {
      $0.tick = $1.step
    },
    .codable("deep-700-levels", .none) {
      Forest(700)
    } _: {
      $0.tick = $1.step
    },
    .codable("deep-480-levels") {
      Forest(480)
    } _: { forest, move in
      forest.tick = move.step
      forest.tree = .branch([.leaf(move.amount), .of(move.step % 400 + 20)])
    },
    .action("deep-action") { move in
      DeepAction.add(Immortal.keep(List.of(move.step % 50 == 1 ? 100_000 : 70)))
    },
    .action("deep-encodable-action") { move in Chained.of(move.step % 50 == 1 ? 100_000 : 70) },
  ]
}
