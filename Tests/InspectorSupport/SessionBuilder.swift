import Foundation
import Inspector
import SessionFormat
import Testing

/// Builds the bytes of a session from lines, and knows the states that it adds.
///
/// It writes whatever lines it gets, sound or not.
struct SessionBuilder {
  static let id = "00000000-0000-4000-8000-000000000001"

  var lines: [JSONValue]
  /// The states by number, as their actions left them.
  private(set) var states: [Int: JSONValue] = [:]
  /// The states by number, as the action after them found them.
  private(set) var beforeNext: [Int: JSONValue] = [:]
  /// The latest state.
  private(set) var current = JSONValue.null

  /// A session that begins with a header.
  init(_ alter: (inout SessionHeader) -> Void = { _ in }) {
    var header = SessionHeader(id: Self.id, started: "2026-01-02T03:04:05Z", store: "counter")
    alter(&header)
    lines = [SessionLine.session(header).document]
  }

  /// Adds any line.
  mutating func add(_ line: SessionLine) { lines.append(line.document) }
  /// Adds any JSON value as a line.
  mutating func add(_ document: JSONValue) { lines.append(document) }

  mutating func action(_ n: Int, _ type: String = "add", _ action: JSONValue = 1) {
    add(.action(ActionLine(n: n, t: n * 1_000_000, type: type, action: action)))
  }

  mutating func input(_ n: Int, _ name: String, _ value: JSONValue) {
    add(.input(InputLine(n: n, name: name, value: value)))
  }

  /// Adds a whole state.
  mutating func whole(
    _ n: Int, _ state: JSONValue, _ alter: (inout StateLine) -> Void = { _ in }
  ) {
    var line = StateLine(n: n, content: .whole(state))
    alter(&line)
    add(.state(line))
    keep(n, state)
  }

  /// Adds a state as the patch from the state before it, outside changes included.
  mutating func patch(
    _ n: Int, to state: JSONValue, _ alter: (inout StateLine) -> Void = { _ in }
  ) {
    var line = StateLine(n: n, content: .patch(JSONPatch(from: current, to: state)))
    alter(&line)
    add(.state(line))
    keep(n, state)
  }

  /// Adds a state as what these operations make of the one before it.
  mutating func patch(_ n: Int, by patch: JSONPatch) throws {
    add(.state(StateLine(n: n, content: .patch(patch))))
    keep(n, try patch.applied(to: current))
  }

  mutating func keyframe(_ n: Int, _ state: JSONValue? = nil) {
    add(.keyframe(KeyframeLine(n: n, state: state ?? current)))
  }

  mutating func outside(_ n: Int, to state: JSONValue, isWhole: Bool = false) {
    let patch = JSONPatch(from: current, to: state)
    add(
      .outside(
        OutsideLine(n: n, t: n * 1_000_000, content: isWhole ? .whole(state) : .patch(patch)))
    )
    beforeNext[n] = state
    current = state
  }

  mutating func gap(_ n: Int, lost: Int, _ reason: String = "paused") {
    add(.gap(GapLine(n: n, t: n * 1_000_000, lost: lost, reason: reason)))
  }

  mutating func mark(_ n: Int, _ text: String) {
    add(.mark(MarkLine(n: n, t: n * 1_000_000, text: text)))
  }

  mutating func end(_ n: Int) { add(.end(EndLine(n: n, t: n * 1_000_000))) }

  private mutating func keep(_ n: Int, _ state: JSONValue) {
    states[n] = state
    beforeNext[n] = state
    current = state
  }

  /// The bytes of each line, with its line feed.
  func chunks(crc: Bool = true) -> [[UInt8]] {
    lines.map { LineCoding.bytes(of: $0, crc: crc) }
  }

  func bytes(crc: Bool = true) -> [UInt8] { chunks(crc: crc).flatMap { $0 } }

  func session(crc: Bool = true) throws -> Session {
    try Session(bytes: Data(bytes(crc: crc)), file: "s.ndjson")
  }
}

extension SessionBuilder {
  /// A counter: state 0, then a state for each of the added numbers.
  static func counter(
    _ numbers: [Int], closed: Bool = true, _ alter: (inout SessionHeader) -> Void = { _ in }
  ) -> SessionBuilder {
    var builder = SessionBuilder(alter)
    var total = 0
    builder.whole(0, ["total": 0])
    for (place, number) in numbers.enumerated() {
      total += number
      builder.action(place + 1, "add", .number(number))
      builder.patch(place + 1, to: ["total": .number(total)])
    }
    if closed { builder.end(numbers.count) }
    return builder
  }
}

/// The end of the error for damage that leaves the rest readable.
let damageHint = "; --salvage reads the rest, and inspect repair makes a sound copy"

/// Opens bytes as the session `s.ndjson`.
func open(_ bytes: [UInt8]) throws(InspectorError) -> Session {
  try Session(bytes: Data(bytes), file: "s.ndjson")
}

/// The text of the error from opening these bytes, or nil if they open.
func openingError(_ bytes: [UInt8]) -> String? {
  do throws(InspectorError) {
    _ = try open(bytes)
    return nil
  } catch {
    return error.description
  }
}

/// The text of the error that the body throws, or nil.
func errorText<T>(_ body: () throws(InspectorError) -> T) -> String? {
  do throws(InspectorError) {
    _ = try body()
    return nil
  } catch {
    return error.description
  }
}

extension SessionBuilder {
  /// A small shop with a list, an input, a mark, a step that throws and one without a change.
  static func sample() -> SessionBuilder {
    var builder = SessionBuilder {
      $0.store = "shop"
      $0.hook = .reducer
      $0.stateType = "Shop"
      $0.actionType = "ShopAction"
    }
    builder.whole(0, ["items": [], "total": 0])
    builder.action(1, "addItem", ["addItem": ["name": "pen"]])
    builder.input(1, "uuid", "A-1")
    builder.patch(1, to: ["items": [["name": "pen", "id": "A-1"]], "total": 2]) { $0.took = 1500 }
    builder.mark(1, "first pen")
    builder.action(2, "refresh", "refresh")
    builder.patch(2, to: ["items": [["name": "pen", "id": "A-1"]], "total": 2])
    builder.action(3, "pay", "pay")
    builder.patch(3, to: ["items": [["name": "pen", "id": "A-1"]], "total": 0]) {
      $0.threw = "NoMoney"
    }
    builder.outside(3, to: ["items": [["name": "pen", "id": "A-1"]], "total": 9])
    builder.action(4, "clear", "clear")
    builder.patch(4, to: ["items": [], "total": 9])
    builder.end(4)
    return builder
  }
}
