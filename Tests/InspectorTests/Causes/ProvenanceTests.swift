import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Where a value comes from is certain only if the file says so")
struct ProvenanceTests {
  /// How a step really made the value of a slot.
  private enum Origin: Equatable {
    case start, outside
    case payload(JSONPointer)
    case input
    case copy(String)
    case computed
  }

  /// A session of slots, each change of which is known by construction.
  private struct Slots {
    var builder = SessionBuilder()
    /// The last change of each slot: the step, and how its value was made.
    private(set) var last: [String: (n: Int, origin: Origin)] = [:]
    private(set) var state: [String: JSONValue] = [:]
    private var generator: SplitMix64
    private let names = ["a", "b", "c", "d"]

    init(seed: Int, steps: Int = 30) {
      generator = SplitMix64(seed: UInt64(seed))
      for name in names {
        state[name] = fresh()
        last[name] = (0, .start)
      }
      builder.whole(0, whole)
      for n in 1...steps { step(n) }
    }

    private var whole: JSONValue { .object(names.map { ($0, state[$0] ?? .null) }) }
    private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    /// A value; sometimes one that others have as well, by chance.
    private mutating func fresh() -> JSONValue {
      draw(4) == 0 ? .string("common-\(draw(3))") : .string("value-\(draw(1 << 30))")
    }

    private mutating func step(_ n: Int) {
      let name = names[draw(names.count)]
      if draw(6) == 0 {
        if set(name, to: fresh(), n - 1, .outside) { builder.outside(n - 1, to: whole) }
      }
      let value: JSONValue
      let origin: Origin
      switch draw(4) {
      case 0:
        value = fresh()
        origin = .payload(JSONPointer(tokens: ["set", "to"]))
        builder.action(n, "set", ["set": ["to": value]])
      case 1:
        value = fresh()
        origin = .input
        builder.action(n, "draw")
        builder.input(n, "uuid", value)
      case 2:
        let other = names[draw(names.count)]
        value = state[other] ?? .null
        origin = .copy(other)
        builder.action(n, "copy")
      default:
        value = fresh()
        origin = .computed
        builder.action(n, "compute")
      }
      _ = set(name, to: value, n, origin)
      builder.patch(n, to: whole)
    }

    /// Sets a slot; false if it has that value already, which is no change.
    private mutating func set(_ name: String, to value: JSONValue, _ n: Int, _ origin: Origin)
      -> Bool
    {
      guard state[name] != value else { return false }
      state[name] = value
      last[name] = (n, origin)
      return true
    }
  }

  @Test("over random sessions whose every change is known", arguments: (0..<60).thinned(20))
  func law(seed: Int) throws {
    let slots = Slots(seed: seed)
    let timeline = Timeline(try slots.builder.session())
    for (name, truth) in slots.last {
      let path = JSONPointer(tokens: [name])
      let provenance = try Provenance(timeline, path, upTo: timeline.last)
      let first = try #require(provenance.hops.first)
      // What is certain is true.
      switch truth.origin {
      case .start: #expect(first.cause.origin == .beginning(of: 0))
      case .outside: #expect(first.cause.origin == .outside(after: truth.n))
      default: #expect(first.cause.n == truth.n)
      }
      // The true source is among those that are inferred, or nothing is.
      switch truth.origin {
      case .payload(let place): #expect(first.equal.contains(.payload(n: truth.n, place)))
      case .input: #expect(first.equal.contains(.input(n: truth.n, name: "uuid", .root)))
      case .copy(let other):
        #expect(first.equal.contains(.state(before: truth.n, JSONPointer(tokens: [other]))))
      case .start, .outside: #expect(first.equal.isEmpty && first.action == nil)
      case .computed: break
      }
      try check(provenance, timeline)
    }
  }

  /// Each hop says what the states say: the value came to be there by that step, and each source
  /// has an equal one.
  private func check(_ provenance: Provenance, _ timeline: Timeline) throws {
    let value = provenance.hops.first?.cause.new
    for hop in provenance.hops {
      #expect(hop.cause.new == value)
      if case .action(let n, _) = hop.cause.origin {
        #expect(hop.path.value(in: try timeline.state(n)) == value)
        #expect(hop.path.value(in: try timeline.before(n)) != value)
      }
      for source in hop.equal {
        switch source {
        case .payload(let n, let path):
          #expect(path.value(in: try timeline.step(n).action.action) == value)
        case .input(let n, let name, let path):
          let input = try timeline.step(n).inputs.first { $0.name == name }
          #expect(input.flatMap { path.value(in: $0.value) } == value)
        case .state(let n, let path): #expect(path.value(in: try timeline.before(n)) == value)
        }
      }
    }
    let steps = provenance.hops.compactMap(\.cause.n)
    #expect(steps == steps.sorted(by: >), "each hop is earlier")
  }

  @Test("small values are called computed, with what the action may have read")
  func computed() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 1, "other": 3])
    builder.action(1, "add", ["add": ["amount": 2]])
    builder.input(1, "date", 7)
    builder.patch(1, to: ["total": 3, "other": 3])
    let timeline = Timeline(try builder.session())
    let path = JSONPointer(tokens: ["total"])
    let hops = try Provenance(timeline, path, upTo: 1).hops
    #expect(hops.count == 1)
    #expect(hops[0].equal == [])
    #expect(
      hops[0].read == [
        .payload(n: 1, JSONPointer(tokens: ["add", "amount"])),
        .input(n: 1, name: "date", .root), .state(before: 1, path),
      ])
  }

  @Test(
    "a small value that the payload has too was not named, and one in an array was called a source",
    arguments: [
      0, 1, true, "", "on", .null, [0, 0, 0, 0], ["isOn": true, "count": 0], [], [[true], [false]],
    ] as [JSONValue])
  func small(value: JSONValue) throws {
    var builder = SessionBuilder()
    builder.whole(0, ["slot": "was", "other": value])
    builder.action(1, "set", ["a": 7, "b": 8, "c": 9, "to": value])
    builder.patch(1, to: ["slot": value, "other": value])
    let timeline = Timeline(try builder.session())
    let hops = try Provenance(timeline, JSONPointer(tokens: ["slot"]), upTo: 1).hops
    #expect(hops.count == 1)
    #expect(hops[0].equal == [])
    let source = Provenance.Source.payload(n: 1, JSONPointer(tokens: ["to"]))
    #expect(hops[0].alike == [source])
    #expect(hops[0].read.first == source)
  }

  @Test(
    "values that say more are inferred sources",
    arguments: [1234, "text", [1, 5, 3, 2], ["id": 40, "n": 17], ["on": true, "of": ["abcd"]]]
      as [JSONValue])
  func telling(value: JSONValue) throws {
    var builder = SessionBuilder()
    builder.whole(0, ["slot": "was"])
    builder.action(1, "set", ["to": value])
    builder.patch(1, to: ["slot": value])
    let timeline = Timeline(try builder.session())
    let hop = try #require(
      try Provenance(timeline, JSONPointer(tokens: ["slot"]), upTo: 1).hops.first)
    #expect(hop.equal == [.payload(n: 1, JSONPointer(tokens: ["to"]))])
    #expect(hop.alike == [])
  }

  @Test("it was certain that a value stayed across a stretch that is not recorded")
  func gap() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["x": "was"])
    builder.action(1, "set", ["x": "value"])
    builder.patch(1, to: ["x": "value"])
    builder.gap(9, lost: 8)
    builder.whole(9, ["x": "value"])
    let timeline = Timeline(try builder.session())
    func hop(upTo n: Int) throws -> Provenance.Hop {
      try #require(try Provenance(timeline, JSONPointer(tokens: ["x"]), upTo: n).hops.first)
    }
    #expect(try hop(upTo: 1).isCertain)
    #expect(try !hop(upTo: 9).isCertain)
    #expect(try hop(upTo: 9).gap == 2...8)
    #expect(try hop(upTo: 9).cause.n == 1)
  }

  @Test("an input that was read hid behind an equal value of the state")
  func inputBesideEqual() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 1_795_240_609])
    builder.action(1, "enqueue", ["text": "x"])
    builder.input(1, "date", 816_933_409)
    builder.patch(1, to: ["a": 1_795_240_609, "b": 1_795_240_609])
    let timeline = Timeline(try builder.session())
    let hop = try #require(
      try Provenance(timeline, JSONPointer(tokens: ["b"]), upTo: 1).hops.first)
    #expect(hop.equal == [.state(before: 1, JSONPointer(tokens: ["a"]))])
    #expect(hop.read == [.input(n: 1, name: "date", .root)])
  }

  @Test("the chain of causes ends at a lost action, and at a line that names a later one")
  func chain() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["x": 0])
    for (n, from) in [(1, 9), (2, 1), (3, 2)] {
      var line = ActionLine(n: n, t: n, type: "t\(n)", action: 1)
      line.from = from
      builder.add(.action(line))
      builder.patch(n, to: ["x": .number(n)])
    }
    let timeline = Timeline(try builder.session())
    let links = try timeline.causes(of: try timeline.step(3).action, upTo: 5)
    #expect(links.map(\.n) == [2, 1])
  }
}
