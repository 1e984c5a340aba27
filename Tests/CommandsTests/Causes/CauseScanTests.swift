import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Who changed a value is told as a walk over all states would tell it")
struct CauseScanTests {
  /// What may happen between two states, as the builder was told to write it.
  private enum Event {
    case action(Int), outside(Int), gap(Int)
  }

  /// A random session with outside changes and gaps, and its states in order with their makers.
  private static func random(
    _ seed: Int
  ) -> (builder: SessionBuilder, events: [(Event, JSONValue)]) {
    var generator = SplitMix64(seed: UInt64(seed))
    var state: [String: Int] = ["x": 0]
    var value: JSONValue {
      .object(state.keys.sorted().map { ($0, .number(state[$0] ?? 0)) })
    }
    var builder = SessionBuilder()
    var events: [(Event, JSONValue)] = []
    builder.whole(0, value)
    func change() {
      let name = ["x", "y", "z"].randomElement(using: &generator) ?? "x"
      state[name] = [nil, 1, 2].randomElement(using: &generator) ?? nil
    }
    var n = 0
    while n < 30 {
      // Often several after one action, of which each is told.
      while Int.random(in: 0..<3, using: &generator) == 0 {
        change()
        builder.outside(n, to: value, isWhole: Bool.random(using: &generator))
        events.append((.outside(n), value))
      }
      n += 1
      if Int.random(in: 0..<6, using: &generator) == 0 {
        let hasLine = Bool.random(using: &generator)
        if hasLine { builder.action(n) }
        let to = n + Int.random(in: 1...3, using: &generator)
        builder.gap(to, lost: to - n + (hasLine ? 0 : 1))
        n = to
        change()
        builder.whole(n, value)
        events.append((.gap(n), value))
      } else {
        builder.action(n, "t\(n)")
        change()
        builder.patch(n, to: value)
        events.append((.action(n), value))
      }
    }
    return (builder, events)
  }

  private static func oracle(
    _ path: JSONPointer, _ first: JSONValue, _ events: [(Event, JSONValue)], upTo last: Int
  ) -> [Cause] {
    var value = path.value(in: first)
    var causes = value.map { [Cause(origin: .beginning(of: 0), old: nil, new: $0)] } ?? []
    for (event, state) in events {
      let next = path.value(in: state)
      let origin: Cause.Origin
      switch event {
      case .action(let n):
        if n > last { continue }
        origin = .action(n: n, type: "t\(n)")
      case .outside(let n):
        // It is seen in what the action after it began with.
        if n >= last { continue }
        origin = .outside(after: n)
      case .gap(let n):
        if n > last { continue }
        origin = .unrecorded(before: n)
      }
      if next != value { causes.append(Cause(origin: origin, old: value, new: next)) }
      value = next
    }
    return causes
  }

  @Test("history and why equal a walk over the recorded states", arguments: 0..<40)
  func oracle(seed: Int) throws {
    let (builder, events) = Self.random(seed)
    let timeline = Timeline(try builder.session())
    for path in try ["", "/x", "/y", "/z", "/none"].map({ try JSONPointer($0) }) {
      let scan = CauseScan(timeline, path: path)
      for last in [0, 1, 7, 15, timeline.last] where timeline.hasState(last) {
        let expected = Self.oracle(path, ["x": 0], events, upTo: last)
        #expect(try scan.changes(upTo: last) == expected)
        #expect(try scan.last(upTo: last) == expected.last)
        for limit in [1, 2, 5, 100] {
          #expect(try scan.changes(upTo: last, limit: limit) == expected.suffix(limit))
        }
      }
    }
  }

  @Test("of the whole state only steps that changed it are told, however large it is")
  func wholeState() throws {
    let first = JSONValue.array((0..<5000).map { ["id": .number($0)] })
    var builder = SessionBuilder()
    builder.whole(0, first)
    let path = JSONPointer(tokens: ["4000", "id"])
    let patches: [[JSONPatch.Operation]] = [
      [.replace(path, 7)], [.replace(path, 7)], [], [.replace(path, 8), .replace(path, 7)],
      [.add(JSONPointer(tokens: ["0"]), 1), .remove(JSONPointer(tokens: ["0"]))],
      [.add(JSONPointer(tokens: ["0"]), 1), .remove(JSONPointer(tokens: ["5000"]))],
      [.move(from: JSONPointer(tokens: ["0"]), path: JSONPointer(tokens: ["9"]))],
    ]
    for (place, patch) in patches.enumerated() {
      builder.action(place + 1)
      let line = StateLine(n: place + 1, content: .patch(JSONPatch(patch)))
      builder.add(.state(line))
    }
    let timeline = Timeline(try builder.session())
    #expect(
      try CauseScan(timeline, path: .root).changes(upTo: 7).map(\.n) == [nil, 1, 6, 7])
  }

  @Test(
    "no value's changes are missed by the scan over bytes, whatever the patches do",
    arguments: 0..<16)
  func bytes(seed: Int) throws {
    let recording = RandomRecording(seed: seed, plain: seed % 3 == 0)
    let session = try recording.session()
    let timeline = Timeline(session)
    for path in recording.paths {
      let scan = CauseScan(timeline, path: path)
      let last = session.last
      let events = recording.events.map { event -> (Event, JSONValue) in
        switch event.event {
        case .action(let n): (.action(n), event.state)
        case .outside(let n): (.outside(n), event.state)
        case .gap(let n): (.gap(n), event.state)
        }
      }
      let expected = Self.oracle(path, recording.first, events, upTo: last)
      #expect(try scan.changes(upTo: last) == expected, "\(path)")
      // Again, from what is kept.
      #expect(try scan.changes(upTo: last) == expected, "\(path)")
      for n in [0, 1, 9, 20, last - 1] {
        #expect(
          try scan.last(upTo: n) == Self.oracle(path, recording.first, events, upTo: n).last)
      }
    }
  }

  @Test("a change from outside that a gap follows is told as what it is")
  func outsideBeforeGap() throws {
    var builder = SessionBuilder.counter([2], closed: false)
    builder.outside(1, to: ["total": 9])
    builder.gap(3, lost: 2)
    builder.whole(3, ["total": 9])
    let scan = CauseScan(Timeline(try builder.session()), path: JSONPointer(tokens: ["total"]))
    #expect(
      try scan.changes(upTo: 3) == [
        Cause(origin: .beginning(of: 0), old: nil, new: 0),
        Cause(origin: .action(n: 1, type: "add"), old: 0, new: 2),
        Cause(origin: .outside(after: 1), old: 2, new: 9),
      ])
  }

  @Test("an equal value in other digits or another order is no change")
  func equalByValue() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 1, "b": 2])
    builder.action(1)
    builder.whole(1, try JSONValue(parsing: #"{"b":2.0,"a":1e0}"#))
    let timeline = Timeline(try builder.session())
    for path in [JSONPointer.root, JSONPointer(tokens: ["a"]), JSONPointer(tokens: ["b"])] {
      #expect(
        try CauseScan(timeline, path: path).changes(upTo: 1).map(\.origin) == [.beginning(of: 0)])
    }
  }

  @Test("a scan can be interrupted, and damage on its way is an error")
  func ends() throws {
    let timeline = Timeline(try SessionBuilder.counter([2]).session())
    #expect(throws: InspectorError.interrupted) {
      try CauseScan(timeline, path: .root, interrupted: { true }).changes(upTo: 1)
    }
    var chunks = SessionBuilder.counter([1, 2]).chunks(crc: false)
    let before = chunks[..<3].joined().count
    chunks[3] = Array("{\"kind\":\"state\",\"n\":1,\"state\":}\n".utf8)
    let damaged = Timeline(try open(Array(chunks.joined())))
    #expect(
      errorText { () throws(InspectorError) in
        try CauseScan(damaged, path: .root).changes(upTo: 2)
      } == "s.ndjson:4:31: no JSON value begins here (byte \(before + 30))\(damageHint)")
  }

  @Test("the reports name who changed the value, and from what")
  func reports() throws {
    let path = JSONPointer(tokens: ["a"])
    let causes = [
      Cause(origin: .beginning(of: 0), old: nil, new: 1),
      Cause(origin: .action(n: 2, type: "set"), old: 1, new: 2),
      Cause(origin: .outside(after: 3), old: 2, new: nil),
      Cause(origin: .unrecorded(before: 9), old: nil, new: "x"),
    ]
    let texts = [
      "a is so from the beginning\n  is   1\n",
      "a was last changed by action 2 set\n  from 1\n  to   2\n",
      "a was last changed without an action, after action 3\n  from 2\n  to   nothing\n"
        + "  it is gone since then\n",
      "a was last changed in a stretch that is not recorded, before state 9\n  from nothing\n"
        + "  to   \"x\"\n",
    ]
    let objects = [
      #"{"by":"beginning","new":1}"#, #"{"by":"action","n":2,"type":"set","old":1,"new":2}"#,
      #"{"by":"outside","after":3,"old":2}"#, #"{"by":"unrecorded","before":9,"new":"x"}"#,
    ]
    for (place, cause) in causes.enumerated() {
      let report = WhyReport(path: path, n: 9, cause: cause)
      #expect(report.text == texts[place])
      #expect(
        report.json.description
          == #"{"report":"why","version":1,"path":"/a","n":9,"cause":\#(objects[place])}"#)
    }
    let none = WhyReport(path: path, n: 9, cause: nil)
    #expect(none.text == "a is in no state up to 9\n")
    #expect(
      none.json.description == #"{"report":"why","version":1,"path":"/a","n":9,"cause":null}"#)
    let history = HistoryReport(path: path, changes: causes)
    #expect(history.rows.map(\.description) == objects)
    #expect(
      history.text == """
        start  (from the beginning)               1
            2  set                                1 → 2
            3  (outside, after this action)       gone
            9  (not recorded, before this state)  "x"

        """)
    #expect(HistoryReport(path: path, changes: []).text == "a is in no state\n")
  }
}
