import Foundation
import Inspector
import SessionFormat
import TestSupport

/// Makes sessions out of lines, and knows every state that it put in.
struct SessionBuilder {
  private(set) var lines: [SessionLine]
  /// The states by number, as their actions left them.
  private(set) var states: [Int: JSONValue] = [:]
  /// The states by number, with the changes from outside.
  private(set) var leaving: [Int: JSONValue] = [:]
  private(set) var n = 0
  private var current: JSONValue

  init(_ first: JSONValue, store: String = "test") {
    self.init(first, header: SessionHeader(id: "id", started: "then", store: store))
  }

  init(_ first: JSONValue, header: SessionHeader) {
    lines = [
      .session(header),
      .state(StateLine(n: 0, content: .whole(first))),
    ]
    current = first
    states[0] = first
    leaving[0] = first
  }

  /// Adds a line as it is.
  mutating func add(_ line: SessionLine) { lines.append(line) }

  /// Adds an action and its state, whole or as a patch.
  mutating func step(
    _ state: JSONValue, type: String = "act", action: JSONValue = [:], whole: Bool = false,
    inputs: [(String, JSONValue)] = []
  ) {
    n += 1
    lines.append(.action(ActionLine(n: n, t: n * 1_000_000, type: type, action: action)))
    for (name, value) in inputs { lines.append(.input(InputLine(n: n, name: name, value: value))) }
    let content: StateContent = whole ? .whole(state) : .patch(JSONPatch(from: current, to: state))
    lines.append(.state(StateLine(n: n, content: content)))
    current = state
    states[n] = state
    leaving[n] = state
  }

  mutating func keyframe() { lines.append(.keyframe(KeyframeLine(n: n, state: current))) }

  mutating func outside(_ state: JSONValue, whole: Bool = false) {
    let content: StateContent = whole ? .whole(state) : .patch(JSONPatch(from: current, to: state))
    lines.append(.outside(OutsideLine(n: n, t: 0, content: content)))
    current = state
    leaving[n] = state
  }

  mutating func gap(to target: Int, _ state: JSONValue) {
    lines.append(.gap(GapLine(n: target, t: 0, lost: target - n, reason: "disk full")))
    n = target
    lines.append(.state(StateLine(n: n, content: .whole(state))))
    current = state
    states[n] = state
    leaving[n] = state
  }

  /// The file.
  func bytes(crc: Bool = true) -> [UInt8] {
    lines.flatMap { LineCoding.bytes(of: $0.document, crc: crc) }
  }

  func session(crc: Bool = true) throws(InspectorError) -> Session {
    try Session(bytes: Data(bytes(crc: crc)), file: "test.ndjson")
  }

  /// A random session with changes from outside, keyframes and, if wanted, gaps.
  static func random(seed: UInt64, steps: Int = 25, gaps: Bool = true) -> SessionBuilder {
    var documents = RandomDocuments(seed: seed)
    var generator = SplitMix64(seed: seed &+ 1)
    var builder = SessionBuilder(documents.document(depth: 4))
    for _ in 0..<steps {
      let next = documents.edited(builder.leaving[builder.n] ?? .null, edits: 2)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: builder.outside(next, whole: Bool.random(using: &generator))
      case 1 where gaps: builder.gap(to: builder.n + Int.random(in: 1...3, using: &generator), next)
      default:
        builder.step(
          next, type: Bool.random(using: &generator) ? "one" : "two",
          whole: Int.random(in: 0..<6, using: &generator) == 0)
        if Int.random(in: 0..<5, using: &generator) == 0 { builder.keyframe() }
      }
    }
    return builder
  }
}
