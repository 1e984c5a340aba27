import Foundation

// Mirrors of the app's own making: endless, slow, untrue, or such that never come.

private struct Endless: Collection {
  var startIndex: Int { 0 }
  var endIndex: Int { .max }
  func index(after index: Int) -> Int { index + 1 }
  subscript(position: Int) -> Mirror.Child { ("child \(position)", position) }
}

private struct State<Part>: Ticking {
  var tick = 0
  var part: Part

  mutating func move(_ move: Move) { tick = move.step }
}

private struct Hanging: CustomReflectable {
  var customMirror: Mirror {
    for _ in 0..<300 { sleep(1) }
    return Mirror(self, children: [:])
  }
}

private struct Unending: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: Endless()) }
}

private struct Lazy: Sequence, IteratorProtocol {
  mutating func next() -> Int? { 1 }
}

private struct Slow: CustomReflectable {
  var customMirror: Mirror {
    let children = (0..<100).lazy.map { index -> Mirror.Child in
      usleep(20_000)
      return ("slow \(index)", index)
    }
    return Mirror(self, children: children)
  }
}

private struct Deeper: CustomReflectable {
  let level: Int
  var customMirror: Mirror {
    Mirror(self, children: ["deeper": Deeper(level: level + 1), "too": Deeper(level: level + 1)])
  }
}

private class Heir: CustomReflectable {
  var customMirror: Mirror {
    Mirror(
      self, children: ["value": 1], ancestorRepresentation: .customized({ self.customMirror }))
  }
}

private struct Untrue: CustomReflectable {
  let style: Mirror.DisplayStyle
  var customMirror: Mirror {
    let children: [Mirror.Child] = [("", 1), (nil, 2), ("same", 3), ("same", self.style)]
    return Mirror(self, children: children, displayStyle: style)
  }
}

private struct Trapping: CustomReflectable {
  let values: [Int] = []
  var customMirror: Mirror { Mirror(self, children: ["first": values[0]]) }
}

private struct Changing: CustomReflectable {
  static let count = Lock(0)
  let seen = Lock(0)
  var customMirror: Mirror {
    seen.with { $0 += 1 }
    return Mirror(self, children: ["seen": 1])
  }
}

private struct Opaque {
  var a = 1
  var b = "b"
}

/// A collection whose elements are not there to be walked.
private struct Unwalkable: Collection {
  let values: [Int] = []
  var startIndex: Int { 0 }
  var endIndex: Int { 3 }
  func index(after index: Int) -> Int { index + 1 }
  subscript(position: Int) -> Int { values[position] }
}

extension HostileStates {
  static let mirrors: [Specimen] = [
    .reflected("mirror-hangs", .none) {
      State(part: Hanging())
    } _: {
      $0.move($1)
    },
    .reflected("mirror-endless", .none) {
      State(part: Unending())
    } _: {
      $0.move($1)
    },
    .reflected("mirror-endless-sequence", .none) {
      State(part: Lazy())
    } _: {
      $0.move($1)
    },
    .reflected("mirror-slow", .none, Traits(steps: 10)) {
      State(part: Slow())
    } _: {
      $0.move($1)
    },
    .reflected("mirror-ever-deeper", .rendering, Traits(steps: 20)) {
      State(part: Deeper(level: 0))
    } _: {
      $0.move($1)
    },
    .reflected("mirror-endless-ancestors") {
      State(part: Heir())
    } _: {
      $0.move($1)
    },
    .reflected("mirror-untrue") {
      State(part: [
        Untrue(style: .dictionary), Untrue(style: .optional), Untrue(style: .enum),
        Untrue(style: .tuple), Untrue(style: .set), Untrue(style: .collection),
        Untrue(style: .class), Untrue(style: .struct),
      ])
    } _: {
      $0.move($1)
    },
    .reflected("mirror-traps") {
      State(part: Trapping())
    } _: {
      $0.move($1)
    },
    .reflected("mirror-changes-what-it-shows") {
      State(part: Changing())
    } _: {
      $0.move($1)
    },
    .reflected("mirror-unwalkable-collection") {
      State(part: Unwalkable())
    } _: {
      $0.move($1)
    },
    .reflected("mirror-of-a-million", .rendering, Traits(steps: 20)) {
      State(part: [Opaque](repeating: Opaque(), count: 1_000_000))
    } _: {
      $0.move($1)
      $0.part[$1.amount].a += 1
    },
  ]
}
