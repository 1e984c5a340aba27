import Foundation

// Existentials of existentials, values behind types that nobody can name, types as values.

private protocol Shape {
  var size: Int { get }
  mutating func grow(_ amount: Int)
}

private protocol Saved: Encodable, Shape {}

private struct Dot: Saved {
  var size = 1
  mutating func grow(_ amount: Int) { size += amount }
}

/// Too large to be in an existential itself, so that it is in a box beside it.
private struct Polygon: Saved {
  var size = 1
  var points = Eight(Eight(0))
  var names = ["a"]
  mutating func grow(_ amount: Int) {
    size += amount
    points.c.d = size
  }
}

private struct Framed: Saved {
  var inner: any Saved
  var size: Int { inner.size }
  mutating func grow(_ amount: Int) { inner.grow(amount) }

  enum CodingKeys: CodingKey { case inner }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(inner, forKey: .inner)
  }
}

private struct Drawing: Encodable, Ticking {
  var tick = 0
  var shapes: [any Saved] = [Dot(), Polygon(), Framed(inner: Framed(inner: Polygon()))]
  var maybe: (any Saved)?

  enum CodingKeys: CodingKey { case tick, shapes, maybe }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    var list = container.nestedUnkeyedContainer(forKey: .shapes)
    for shape in shapes { try list.encode(shape) }
    if let maybe { try maybe.encode(to: container.superEncoder(forKey: .maybe)) }
  }
}

private struct Erased: Encodable {
  var value: any Encodable
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

private struct Any3: Ticking {
  var tick = 0
  var any: Any = 0
  var optional: Any? = Optional<Optional<Int>>.some(nil) as Any
  var hashable: AnyHashable = AnyHashable(AnyHashable(1))
  var error: any Error = CancellationError()
  var both: any Shape & Encodable = Dot()
  var list: any Collection<Int> = [1, 2]
  var type: any Any.Type = (any Shape).self
  var meta: Any = Int.Type.self
  var object: AnyObject = NSNull()
}

private struct Erasures: Encodable, Ticking {
  var tick = 0
  var all: [Erased] = [
    Erased(value: 1), Erased(value: Erased(value: Erased(value: "a"))), Erased(value: [1.5]),
  ]
}

private func nested(_ value: some Any, _ levels: Int) -> Any {
  levels == 0 ? value : nested(Optional(value) as Any, levels - 1)
}

extension HostileStates {
  static let existentials: [Specimen] = [
    .codable("existential-boxed-in-place") {
      Drawing()
    } _: {
      $0.tick = $1.step
      $0.shapes[$1.step % 3].grow($1.amount)
      if $1.step % 5 == 0 { $0.maybe = $0.shapes[$1.amount % 3] }
      if $1.step % 7 == 0 { $0.maybe?.grow(1) }
      if $1.step % 11 == 0 { $0.shapes.swapAt(0, 1) }
    },
    .codable("existential-erased-types-vary") {
      Erasures()
    } _: { state, move in
      state.tick = move.step
      let values: [any Encodable] = [
        move.amount, "\(move.amount)", [move.amount], ["a": [move.step]], Double(move.amount) / 8,
        Erased(value: true), Optional<Int>.none, UInt8(move.step % 256), Dot(size: 3),
      ]
      state.all[move.step % 3] = Erased(value: values[move.amount % values.count])
    },
    .reflected("existential-any-of-any") {
      Any3()
    } _: { state, move in
      state.tick = move.step
      state.any = nested(move.amount, move.step % 5)
      state.hashable = AnyHashable(["a": AnyHashable(move.amount)])
      state.list = move.step % 2 == 0 ? [move.step] : Set([move.step])
      state.both.grow(2)
    },
    .reflected("existential-optionals-25-deep") {
      Any3()
    } _: { state, move in
      state.tick = move.step
      state.optional = nested(move.step, 25)
    },
    .reflected("existential-in-its-own-kind") {
      Any3()
    } _: { state, move in
      state.tick = move.step
      state.any = [state.any, ["x": state.optional as Any]] as [Any]
      if move.step % 12 == 0 { state.any = (1, (2, (3, state.type))) }
    },
    .action("existential-action") { move -> any Encodable & SendableMetatype in
      move.step % 2 == 0 ? Erased(value: Erased(value: move.amount)) : [move.step]
    },
    .action("existential-action-any") { move -> Any in nested(move.amount, 3) },
  ]
}
