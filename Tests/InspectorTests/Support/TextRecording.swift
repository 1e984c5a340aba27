import Foundation
import SessionFormat
import TestSupport

@testable import Inspector
@testable import InspectorSupport

/// A random session full of a few texts: in names, strings and numbers, spelled with escapes,
/// brought there by splices, moves and copies, with gaps, changes from outside, inputs and marks.
struct TextRecording {
  /// What its values are made of, and what is looked for in it.
  static let texts = [
    "foo", "ba", "fooba", "Foo", "o\"b", "a/b", "~", "\\", "é", "🎌", "1", "12.5", "n\n", "state",
    "from", "nothing",
  ]
  private static let strings = [
    "foo", "fo", "oba", "ba", "FOO", "o\"b", "a/b", "m~n", "\\", "É", "é", "🎌", "1", "x12.5", "n\n",
    "", "from",
  ]
  private static let numbers = ["1", "1.0", "10e-1", "12.5", "0.125e2", "0", "7"]

  private(set) var builder = SessionBuilder { $0.hasSplices = true }
  private var generator: SplitMix64
  private var state: JSONValue = ["items": [["foo": 1]], "by": ["ba": "fo"], "text": "foba"]

  init(seed: Int, actions: Int = 24) {
    generator = SplitMix64(seed: UInt64(seed))
    builder.whole(0, state)
    var n = 0
    while n < actions {
      if draw(8) == 0 {
        builder.add(.outside(OutsideLine(n: n, t: n, content: change())))
      }
      if draw(10) == 0 { builder.mark(n, string()) }
      n += 1
      if draw(14) == 0 {
        builder.gap(n + 1, lost: 2)
        n += 1
        _ = change()
        builder.whole(n, state)
        continue
      }
      builder.action(n, draw(3) == 0 ? string() : "t", value(2))
      if draw(4) == 0 { builder.input(n, draw(2) == 0 ? "date" : "foo", value(1)) }
      builder.add(.state(StateLine(n: n, content: change())))
      if draw(9) == 0 { builder.keyframe(n, state) }
    }
  }

  /// The lines, of which some spell letters by their numbers.
  var bytes: [UInt8] {
    builder.chunks(crc: false).enumerated().flatMap { place, chunk -> [UInt8] in
      guard place % 3 == 1 else { return chunk }
      let text = String(decoding: chunk, as: UTF8.self)
      let spelled = text.replacing("oo", with: #"\u006F\u006f"#).replacing("ba", with: #"b\u0061"#)
        .replacing("é", with: #"\u00e9"#).replacing("🎌", with: #"\uD83C\udf8c"#)
        .replacing("from", with: #"fr\u006fm"#)
      return Array(spelled.utf8)
    }
  }

  private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
  private mutating func string() -> String { Self.strings[draw(Self.strings.count)] }

  private mutating func value(_ depth: Int) -> JSONValue {
    switch draw(depth > 0 ? 7 : 4) {
    case 0, 1: return .string(string())
    case 2:
      return JSONNumber(text: Self.numbers[draw(Self.numbers.count)]).map(JSONValue.number) ?? 1
    case 3: return .bool(true)
    case 4: return [value(depth - 1), value(depth - 1)]
    case 5: return []
    default: return .object([(string(), value(depth - 1))])
    }
  }

  private mutating func change() -> StateContent {
    var operations: [JSONPatch.Operation] = []
    for _ in 0..<draw(4) {
      let operation = operation()
      guard let next = try? JSONPatch([operation]).applied(to: state), next.textSize < 500,
        next.kind == .object
      else { continue }
      state = next
      operations.append(operation)
    }
    return draw(8) == 0 ? .whole(state) : .patch(JSONPatch(operations))
  }

  private mutating func operation() -> JSONPatch.Operation {
    let place = place()
    switch draw(9) {
    case 0, 1: return .add(place, value(2))
    case 2: return .remove(place)
    case 3, 4: return .replace(place, value(2))
    case 5, 6:
      let inserted = ["o", "fo", "ba", "é", ""][draw(5)]
      return .splice(place, TextSplice(at: draw(3), removed: draw(3), inserted: inserted))
    case 7: return .move(from: self.place(), path: place)
    default: return .copy(from: self.place(), path: place)
    }
  }

  private mutating func place() -> JSONPointer {
    var (tokens, value): ([String], JSONValue) = ([], state)
    repeat {
      if let object = value.object {
        let names = object.map(\.name) + [string(), "0"]
        tokens.append(names[draw(names.count)])
      } else if let array = value.array {
        tokens.append(draw(5) == 0 ? "-" : String(draw(array.count + 1)))
      } else {
        break
      }
      guard let next = JSONPointer(tokens: tokens).value(in: state) else { break }
      value = next
    } while draw(4) > 0
    return JSONPointer(tokens: tokens)
  }
}

/// A hit in a form that two searches can be compared by.
struct FoundText: Equatable, CustomStringConvertible {
  let description: String

  init(_ hit: TextHit) {
    let places = hit.places.map {
      "\($0.path):\($0.match.rawValue):\($0.change?.rawValue ?? "")=\($0.value ?? .null)"
    }
    // The order of places is that of the parts of a state; which of many are kept depends on it.
    let kept = hit.count > TextHit.mostPlaces ? "" : "\(places.sorted())"
    description = "\(hit.n) \(hit.type ?? "-") \(hit.source) \(hit.isNamed) \(hit.count) \(kept)"
  }
}

/// The same search in the plain way: each line is parsed, and each state looked through as a whole.
struct SlowTextSearch {
  private let timeline: Timeline
  private let query: TextQuery

  init(_ timeline: Timeline, _ query: TextQuery) { (self.timeline, self.query) = (timeline, query) }

  func hits() throws -> [FoundText] {
    let (first, session) = (timeline.first, timeline.session)
    var hits: [TextHit] = []
    var last: JSONValue?
    func compare(_ state: JSONValue, _ n: Int, _ type: String?, _ origin: Cause.Origin) {
      let places = changes(from: last, to: state)
      last = state
      if !places.isEmpty { hits.append(hit(n, type, .state(origin), places)) }
    }
    func events(_ n: Int) throws {
      for case .mark(let mark) in try session.events(n) where query.matches(mark.text) {
        hits.append(hit(n, nil, .mark, places(of: .string(mark.text))))
      }
    }
    if timeline.hasState(first) {
      compare(try timeline.state(first), first, nil, .beginning(of: first))
    }
    for n in stride(from: first + 1, through: timeline.last, by: 1) {
      try events(n - 1)
      if timeline.hasBefore(n) {
        for change in try session.outsideChanges(n - 1) {
          compare(change.state, n - 1, nil, .outside(after: n - 1))
        }
      }
      if timeline.hasAction(n) {
        let step = try timeline.step(n)
        let found = places(of: step.action.action)
        if !found.isEmpty || query.matches(step.type) {
          hits.append(hit(n, step.type, .action, found, isNamed: query.matches(step.type)))
        }
        for input in step.inputs {
          let (found, isNamed) = (places(of: input.value), query.matches(input.name))
          guard !found.isEmpty || isNamed else { continue }
          hits.append(hit(n, step.type, .input(name: input.name), found, isNamed: isNamed))
        }
      }
      guard timeline.hasState(n) else { continue }
      let type = timeline.hasAction(n) && timeline.hasBefore(n) ? try timeline.step(n).type : nil
      compare(
        try timeline.state(n), n, type,
        type.map { .action(n: n, type: $0) } ?? .unrecorded(before: n))
    }
    try events(timeline.last)
    if timeline.hasState(timeline.last) {
      for change in try session.outsideChanges(timeline.last) {
        compare(change.state, timeline.last, nil, .outside(after: timeline.last))
      }
    }
    return hits.map(FoundText.init)
  }

  private func hit(
    _ n: Int, _ type: String?, _ source: TextHit.Source, _ places: [TextHit.Place],
    isNamed: Bool = false
  ) -> TextHit {
    TextHit(
      n: n, t: nil, type: type, source: source, isNamed: isNamed,
      places: Array(places.prefix(TextHit.mostPlaces)), count: places.count)
  }

  private func places(of value: JSONValue) -> [TextHit.Place] {
    leaves(of: value).map { path, isName, value in
      TextHit.Place(
        path: path, match: isName ? .name : query.match(value) ?? .text,
        value: isName ? nil : value)
    }
  }

  private func changes(from old: JSONValue?, to new: JSONValue) -> [TextHit.Place] {
    let (before, since) = (old.map(leaves) ?? [], leaves(of: new))
    var places: [TextHit.Place] = []
    for (path, isName, value) in since {
      let last = before.first { $0.path == path && $0.isName == isName }
      if let last, isName || last.value == value { continue }
      places.append(
        TextHit.Place(
          path: path, match: isName ? .name : query.match(value) ?? .text,
          value: isName ? nil : value, change: last == nil ? .appeared : .changed))
    }
    for (path, isName, value) in before
    where !since.contains(where: { $0.path == path && $0.isName == isName }) {
      places.append(
        TextHit.Place(
          path: path, match: isName ? .name : query.match(value) ?? .text,
          value: isName ? nil : value, change: .vanished))
    }
    return places
  }

  /// The matching names and leaves of a value.
  private func leaves(
    of value: JSONValue
  ) -> [(path: JSONPointer, isName: Bool, value: JSONValue)] {
    var found: [(JSONPointer, Bool, JSONValue)] = []
    func look(_ value: JSONValue, _ path: JSONPointer) {
      if query.match(value) != nil { found.append((path, false, value)) }
      for (name, member) in value.object.map(Array.init) ?? [] {
        if query.matches(name) { found.append((path.appending(name), true, .null)) }
        look(member, path.appending(name))
      }
      for (index, element) in (value.array.map(Array.init) ?? []).enumerated() {
        look(element, path.appending(index))
      }
    }
    look(value, .root)
    return found
  }
}
