import SessionFormat
import TestSupport
import Testing

@testable import Inspector

@Suite("Blame tells who set each value")
struct BlameScanTests {
  private func blame(
    _ timeline: Timeline, _ n: Int, at path: JSONPointer = .root
  ) throws -> [BlamedLeaf] {
    var scan = BlameScan(timeline)
    return try scan.leaves(of: path, in: n) ?? []
  }

  /// A session of objects alone, so that nothing but what is set changes its place.
  private func objects(_ seed: Int) throws -> Timeline {
    var random = SplitMix64(seed: UInt64(seed))
    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    func value(_ depth: Int) -> JSONValue {
      if depth == 0 || draw(3) == 0 { return draw(5) == 0 ? [] : .number(draw(3)) }
      return .object(
        ["x", "0", "é/~"].filter { _ in draw(3) > 0 }.map { ($0, value(depth - 1)) })
    }
    var builder = SessionBuilder()
    builder.whole(0, value(3))
    var n = 0
    while n < 30 {
      n += 1
      if draw(10) == 0 {
        builder.gap(n + 1, lost: 2)
        n += 1
        builder.whole(n, value(3))
        continue
      }
      builder.action(n, "t\(n)")
      let old = builder.states[n - 1] ?? .null
      let next = draw(4) == 0 ? value(3) : old.object?.setting("x", to: value(2)) ?? value(3)
      if draw(8) == 0 { builder.whole(n, next) } else { builder.patch(n, to: next) }
      if draw(6) == 0 { builder.outside(n, to: value(3), isWhole: draw(2) == 0) }
    }
    return Timeline(try builder.session())
  }

  @Test("where nothing moves, it is what why tells of each leaf", arguments: 0..<40)
  func why(seed: Int) throws {
    let timeline = try objects(seed)
    for n in [0, 1, 5, 13, timeline.last] where timeline.hasState(n) {
      let leaves = try blame(timeline, n)
      for leaf in leaves {
        let cause = try CauseScan(timeline, path: leaf.path).last(upTo: n)
        #expect(leaf.origin == cause?.origin, "\(leaf.path) in \(n)")
        #expect(leaf.value == cause?.new)
      }
      for leaf in leaves {
        #expect(try blame(timeline, n, at: leaf.path) == [leaf])
      }
    }
  }

  /// A session with arrays whose leaves are all different, and patches as a recorder or another
  /// writer makes them; copies aside, a leaf was set where it is seen first.
  private func arrays(_ seed: Int) throws -> (timeline: Timeline, states: [JSONValue]) {
    var random = SplitMix64(seed: UInt64(seed))
    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    var made = 0
    func leaf() -> JSONValue {
      made += 1
      return .string("v\(made)")
    }
    func value() -> JSONValue {
      [leaf(), ["x": leaf(), "y": leaf()], [leaf(), leaf()], ["0": leaf()]][draw(4)]
    }
    var state: JSONValue = ["a": [leaf(), ["x": leaf()], leaf()], "b": leaf()]
    func place() -> JSONPointer {
      var tokens: [String] = []
      var value = state
      while tokens.isEmpty || draw(3) > 0 {
        if let object = value.object {
          let names = object.map(\.name) + ["x", "0"]
          tokens.append(names[draw(names.count)])
        } else if let array = value.array {
          tokens.append(draw(6) == 0 ? "-" : String(draw(array.count + 1)))
        } else {
          break
        }
        guard let next = JSONPointer(tokens: tokens).value(in: state) else { break }
        value = next
      }
      return JSONPointer(tokens: tokens)
    }
    var builder = SessionBuilder()
    builder.whole(0, state)
    var states = [state]
    for n in 1...25 {
      var operations: [JSONPatch.Operation] = []
      for _ in 0...draw(3) {
        let operation: JSONPatch.Operation =
          switch draw(7) {
          case 0, 1: .remove(place())
          case 2: .replace(place(), value())
          case 3: .move(from: place(), path: place())
          default: .add(place(), value())
          }
        guard let next = try? JSONPatch([operation]).applied(to: state), next.textSize < 600,
          next.object?.isEmpty == false
        else { continue }
        state = next
        operations.append(operation)
      }
      builder.action(n, "t\(n)")
      builder.add(.state(StateLine(n: n, content: .patch(JSONPatch(operations)))))
      states.append(state)
    }
    return (Timeline(try builder.session()), states)
  }

  @Test("elements that others push along and what moves keep who set them", arguments: 0..<60)
  func carried(seed: Int) throws {
    let (timeline, states) = try arrays(seed)
    for n in [3, 11, 25] {
      for leaf in try blame(timeline, n) {
        guard let text = leaf.value.string else { continue }
        let quoted = JSONValue.string(text).description
        let first = states.firstIndex { $0.description.contains(quoted) }
        let expected: Cause.Origin? = first.map {
          $0 == 0 ? .beginning : .action(n: $0, type: "t\($0)")
        }
        #expect(leaf.origin == expected, "\(leaf.path) in \(n)")
      }
    }
  }

  @Test(
    "whatever the patches do, it is what a document tells that goes forward with the states",
    arguments: 0..<60)
  func oracle(seed: Int) throws {
    let recording = RandomRecording(seed: seed, actions: 24, plain: seed % 3 == 0)
    let timeline = Timeline(try recording.session())
    var oracle = BlameOracle(recording.first)
    var expected: [Int: [JSONPointer: Cause.Origin]] = [0: oracle.origins]
    for (event, state, patch) in recording.changes {
      switch event {
      case .outside(let n): oracle.change(patch, to: state, by: .outside(after: n))
      case .gap(let n):
        oracle.change(patch, to: state, by: .unrecorded(before: n))
        expected[n] = oracle.origins
      case .action(let n):
        oracle.change(patch, to: state, by: .action(n: n, type: "t\(n)"))
        expected[n] = oracle.origins
      }
    }
    for (n, origins) in expected where timeline.hasState(n) {
      let leaves = try blame(timeline, n)
      let told = Dictionary(uniqueKeysWithValues: leaves.map { ($0.path, $0.origin) })
      #expect(told == origins, "state \(n)")
      for leaf in leaves where leaf.value != leaf.path.value(in: try timeline.state(n)) {
        Issue.record("\(leaf.path) in \(n) is not \(leaf.value)")
      }
    }
  }

  @Test("a branch is told too, and no place is nil")
  func branch() throws {
    var branch = Timeline(try SessionBuilder.counter([1, 2, 3]).session())
      .branch(named: "b", after: 2)
    branch.append(
      Step(action: ActionLine(n: 3, t: 7, type: "own", action: 1), inputs: [], hasState: true),
      state: ["total": 3, "new": true])
    let leaves = try blame(branch, 3)
    #expect(
      leaves == [
        BlamedLeaf(
          path: JSONPointer(tokens: ["total"]), value: 3,
          origin: .action(n: 2, type: "add"), t: 2_000_000),
        BlamedLeaf(
          path: JSONPointer(tokens: ["new"]), value: true,
          origin: .action(n: 3, type: "own"), t: 7),
      ])
    var scan = BlameScan(branch)
    #expect(try scan.leaves(of: JSONPointer(tokens: ["none"]), in: 3) == nil)
    var stopped = BlameScan(branch, interrupted: { true })
    #expect(throws: InspectorError.interrupted) { try stopped.leaves(of: .root, in: 3) }
  }
}
