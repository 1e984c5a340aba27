import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Blame tells who set each value")
struct BlameScanTests {
  private func blame(
    _ timeline: Timeline, _ n: Int, at path: JSONPointer = .root
  ) throws -> [BlamedLeaf] {
    var scan = BlameScan(timeline)
    return try scan.leaves(of: path, in: n) ?? []
  }

  @Test("the paths of deep values took gigabytes, as values alone were counted")
  func longPaths() throws {
    func timeline(_ levels: Int, _ leaves: Int) throws -> Timeline {
      var value = JSONValue.array(Array(repeating: 0, count: leaves))
      for _ in 1..<levels { value = [value] }
      var builder = SessionBuilder()
      builder.whole(0, value)
      return Timeline(try builder.session())
    }
    #expect(throws: InspectorError.pathsTooLong) { try blame(timeline(400, 20_001), 0) }
    #expect(try blame(timeline(400, 2_000), 0).count == 2_000)
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

  @Test("an element that comes before another is set as a whole, also where both have equal values")
  func equalElements() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["log": []])
    for n in 1...4 {
      builder.action(n, "say\(n)")
      let row: JSONValue = ["id": .number(n), "done": false]
      let patch = JSONPatch([.add(JSONPointer(tokens: ["log", "0"]), row)])
      builder.add(.state(StateLine(n: n, content: .patch(patch))))
    }
    let leaves = try blame(Timeline(try open(builder.bytes())), 4)
    let told = leaves.map { leaf -> String in
      guard case .action(let n, _) = leaf.origin else { return "\(leaf.path)" }
      return "\(leaf.path) \(n)"
    }
    #expect(
      told == (0..<4).flatMap { ["/log/\($0)/id \(4 - $0)", "/log/\($0)/done \(4 - $0)"] })
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

  @Test("what moves elsewhere is set by that, as why tells")
  func moved() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["list": [1, ["x": 2]], "o": [:], "old": 3, "same": 4, "twin": 4])
    let moves: [(String, String)] = [
      ("/list/1", "/o/part"), ("/old", "/new"), ("/list/0", "/o/one"), ("/same", "/twin"),
      ("/o/part/x", "/list/0"),
    ]
    for (place, move) in moves.enumerated() {
      let operation = JSONPatch.Operation.move(
        from: try JSONPointer(move.0), path: try JSONPointer(move.1))
      builder.action(place + 1, "t\(place + 1)")
      builder.add(.state(StateLine(n: place + 1, content: .patch(JSONPatch([operation])))))
    }
    let timeline = Timeline(try builder.session())
    let told = try blame(timeline, 5).map { "\($0.path) \($0.value) \($0.origin)" }
    #expect(
      told == [
        #"/list/0 2 action(n: 5, type: "t5")"#, #"/o/part {} action(n: 5, type: "t5")"#,
        #"/o/one 1 action(n: 3, type: "t3")"#, "/twin 4 beginning(of: 0)",
        #"/new 3 action(n: 2, type: "t2")"#,
      ])
    #expect(try blame(timeline, 1).last?.origin == .beginning(of: 0))
    let part = try blame(timeline, 4, at: JSONPointer("/o/part/x"))
    #expect(part.map(\.origin) == [.action(n: 1, type: "t1")])
  }

  @Test(
    "whatever the patches do, it is what a document tells that goes forward with the states",
    arguments: 0..<40)
  func oracle(seed: Int) throws {
    let recording = RandomRecording(seed: seed, actions: 24, plain: seed % 3 == 0)
    let timeline = Timeline(try recording.session())
    var oracle = BlameOracle(recording.first)
    var expected: [Int: [JSONPointer: Cause.Origin]] = [0: oracle.origins]
    for (event, state) in recording.events {
      switch event {
      case .outside(let n): oracle.change(to: state, by: .outside(after: n))
      case .gap(let n):
        oracle.change(to: state, by: .unrecorded(before: n))
        expected[n] = oracle.origins
      case .action(let n):
        oracle.change(to: state, by: .action(n: n, type: "t\(n)"))
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
