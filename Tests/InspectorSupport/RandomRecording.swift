import Foundation
import Inspector
import SessionFormat
import TestSupport

/// A random session with nested arrays and objects, patches of all operations, gaps, changes from
/// outside and keyframes, its lines in the writer's layout or another; and its states.
struct RandomRecording {
  /// One change of the state, by its kind of line.
  enum Event { case action(Int), outside(Int), gap(Int) }

  private(set) var builder = SessionBuilder { $0.hasSplices = true }
  private(set) var events: [(event: Event, state: JSONValue)] = []
  /// The patch of each action that has one.
  private(set) var patches: [Int: JSONPatch] = [:]
  private(set) var first: JSONValue
  /// Every path of some state, and some paths of none.
  private(set) var paths: Set<JSONPointer> = []
  private var generator: SplitMix64
  private var state: JSONValue

  /// A recording of `actions` actions.
  ///
  /// - Parameter plain: Whether patches have only a recorder's operations: `add`, `remove`, `replace`,
  ///   `splice`.
  init(seed: Int, actions: Int = 40, plain: Bool = false, gaps: Bool = true) {
    generator = SplitMix64(seed: UInt64(seed))
    state = ["a": [1, 2, ["x": 1]], "b": ["0": 1, "10": [1]], "c": 0]
    first = state
    builder.whole(0, state)
    note()
    var n = 0
    while n < actions {
      if draw(6) == 0 {
        let patch = change(plain)
        builder.add(.outside(OutsideLine(n: n, t: n, content: content(patch))))
        events.append((.outside(n), state))
      }
      n += 1
      if gaps, draw(12) == 0 {
        let hasLine = draw(2) == 0
        if hasLine { builder.action(n, "t\(n)") }
        let to = n + draw(3) + 1
        builder.gap(to, lost: to - n + (hasLine ? 0 : 1))
        n = to
        _ = change(plain)
        builder.whole(n, state)
        events.append((.gap(n), state))
      } else {
        builder.action(n, "t\(n)")
        let patch = change(plain)
        patches[n] = patch
        add(StateLine(n: n, content: content(patch)))
        events.append((.action(n), state))
      }
      if draw(9) == 0 { builder.keyframe(n, state) }
      note()
    }
    for text in ["", "/nobody", "/a/-", "/a/99", "/a/01", "/b/é~1"] {
      if let path = try? JSONPointer(text) { paths.insert(path) }
    }
  }

  func session() throws -> Session { try open(bytes) }

  /// The lines of the session.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (place, chunk) in builder.chunks(crc: false).enumerated() {
      // No writer puts blanks there.
      if place % 7 == 3 { bytes += Array("{ ".utf8) + chunk.dropFirst() } else { bytes += chunk }
    }
    return bytes
  }

  private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private func content(_ patch: JSONPatch?) -> StateContent {
    patch.map(StateContent.patch) ?? .whole(state)
  }

  /// Adds a state line; its members sometimes have another order than a writer's.
  private mutating func add(_ line: StateLine) {
    var line = line
    if draw(3) == 0 { line.took = 1500 }
    if draw(8) == 0 { line.threw = "a \"b\"" }
    let document = SessionLine.state(line).document
    guard draw(5) == 0, let operations = document["patch"]?.array else {
      builder.add(.state(line))
      return
    }
    let turned = operations.map { operation -> JSONValue in
      .object((operation.object.map(Array.init) ?? []).reversed())
    }
    builder.add(document.object?.setting("patch", to: .array(turned)) ?? document)
  }

  /// Changes the state by a few operations; nil if a whole state must be written.
  private mutating func change(_ plain: Bool) -> JSONPatch? {
    var operations: [JSONPatch.Operation] = []
    for _ in 0..<draw(4) {
      let operation = operation(plain)
      guard let next = try? JSONPatch([operation]).applied(to: state) else { continue }
      // Large states would only be slow.
      guard next.textSize < 400 else { continue }
      state = next
      operations.append(operation)
    }
    return draw(8) == 0 ? nil : JSONPatch(operations)
  }

  private mutating func operation(_ plain: Bool) -> JSONPatch.Operation {
    let place = place()
    switch draw(plain ? 6 : 9) {
    case 0, 1: return .add(place, value())
    case 2: return .remove(place)
    case 3, 4: return .replace(place, value())
    case 5: return splice()
    case 6: return .move(from: self.place(), path: place)
    case 7: return .copy(from: self.place(), path: place)
    default: return .test(place, place.value(in: state) ?? 1)
    }
  }

  /// A change of a part of a string, which need not fit.
  private mutating func splice() -> JSONPatch.Operation {
    var place = place()
    for _ in 0..<9 where place.value(in: state)?.kind != .string { place = self.place() }
    let inserted = ["", "é", "\"ß"][draw(3)]
    return .splice(place, TextSplice(at: draw(4), removed: draw(3), inserted: inserted))
  }

  private mutating func place() -> JSONPointer {
    var tokens: [String] = []
    var value = state
    while true {
      if draw(5) == 0, !tokens.isEmpty { break }
      if let object = value.object {
        let names = object.map(\.name) + ["0", "2", "é/"]
        tokens.append(names[draw(names.count)])
      } else if let array = value.array {
        tokens.append(draw(5) == 0 ? "-" : String(draw(array.count + 1)))
      } else {
        break
      }
      guard let next = JSONPointer(tokens: tokens).value(in: state) else { break }
      value = next
    }
    // Sometimes the whole state.
    return JSONPointer(tokens: draw(60) == 0 ? [] : tokens)
  }

  private mutating func value() -> JSONValue {
    let number = JSONValue.number(draw(3))
    return [number, number, "s\"]}", [number, 7], ["x": number], [], ["0": [number]]][draw(7)]
  }

  private mutating func note() {
    var open = [(JSONPointer.root, state)]
    while let (path, value) = open.popLast() {
      paths.insert(path)
      for member in value.object.map(Array.init) ?? [] {
        open.append((path.appending(member.name), member.value))
      }
      for (place, element) in (value.array.map(Array.init) ?? []).enumerated() {
        open.append((path.appending(place), element))
      }
    }
  }
}
