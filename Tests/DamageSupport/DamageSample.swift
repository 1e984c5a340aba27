import Foundation
public import SessionFormat

/// A session with every kind of line, and the content of each line.
public struct DamageSample: Sendable {
  /// The bytes of each line, with its line end.
  public let chunks: [[UInt8]]
  /// What the lines say.
  public let lines: [SessionLine]
  /// The states by number, as their actions left them.
  public let states: [Int: JSONValue]
  /// The states by number, as the action after them found them.
  public let leaving: [Int: JSONValue]

  /// The whole file.
  public var bytes: [UInt8] { chunks.flatMap { $0 } }

  /// The offset of each line, and of the end.
  public var starts: [Int] { chunks.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) } }

  /// The lines of each segment; one range of all lines if there is only one.
  public let segments: [Range<Int>]

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - actions: The number of actions.
  ///   - crc: Whether the lines have checksums.
  ///   - borders: The numbers of the states that end a segment.
  public init(actions: Int, crc: Bool = true, borders: Set<Int> = []) {
    var build = Build()
    build.begin()
    for n in 1...max(1, actions) {
      build.step(n)
      if borders.contains(n) { build.rotate(n) }
    }
    build.add(.end(EndLine(n: actions, t: actions)))
    lines = build.lines
    let starts = build.starts + [lines.count]
    segments = zip(starts, starts.dropFirst()).map { $0..<$1 }
    states = build.states
    leaving = build.leaving
    chunks = build.lines.enumerated().map { place, line in
      var bytes = LineCoding.bytes(of: line.document, crc: crc)
      // Both line ends, as after an edit on another system.
      if place % 3 == 1 { bytes.insert(0x0D, at: bytes.count - 1) }
      return bytes
    }
  }

  private struct Build {
    var lines: [SessionLine] = []
    var starts = [0]
    var states: [Int: JSONValue] = [:]
    var leaving: [Int: JSONValue] = [:]
    var current: JSONValue = ["names": [], "n": 0, "sum": 0]

    mutating func add(_ line: SessionLine) { lines.append(line) }

    mutating func begin() {
      add(.session(header()))
      keep(0, current)
      add(.state(StateLine(n: 0, content: .whole(current))))
    }

    /// Closes a segment and begins the next one with its last state.
    mutating func rotate(_ n: Int) {
      add(.end(EndLine(n: n, t: n)))
      starts.append(lines.count)
      var header = header(starts.count)
      header.continues = SessionHeader.Origin(id: self.header().id, n: n)
      add(.session(header))
      add(.state(StateLine(n: n, content: .whole(current))))
    }

    private func header(_ segment: Int = 1) -> SessionHeader {
      var header = SessionHeader(
        id: "00000000-0000-4000-8000-00000000000\(segment)", started: "2026-01-02T03:04:05Z",
        store: "名")
      header.hook = .reducer
      return header
    }

    mutating func step(_ n: Int) {
      let name = ["Zoë", "日本語", "plain", "🙂🙃", "e\u{301}"][n % 5]
      add(.action(ActionLine(n: n, t: n, type: "add.\(name)", action: ["add": .string(name)])))
      if n % 3 == 0 { add(.input(InputLine(n: n, name: "random", value: .number(n)))) }
      let before = current
      let names = (before["names"]?.array ?? []).suffix(6).map { $0 } + [.string("\(name) \(n)")]
      current = ["names": .array(names), "n": .number(n), "sum": .number(n * n)]
      keep(n, current)
      let isWhole = n % 11 == 0
      let content: StateContent =
        isWhole ? .whole(current) : .patch(JSONPatch(from: before, to: current))
      var line = StateLine(n: n, content: content)
      line.took = n
      add(.state(line))
      if n % 8 == 0 { add(.keyframe(KeyframeLine(n: n, state: current))) }
      if n % 7 == 0 { addOutside(n) }
      if n % 6 == 0 { add(.mark(MarkLine(n: n, t: n, text: "mark \(n) – \(name)"))) }
      if n % 10 == 0 {
        add(.dispatched(DispatchedLine(n: n, t: n, type: "thunk", action: "thunk")))
      }
      if n % 13 == 0, let note = try? SessionLine(["kind": "note", "text": .string(name)]) {
        add(note)
      }
    }

    mutating func addOutside(_ n: Int) {
      let before = current
      current = ["names": before["names"] ?? [], "n": .number(n), "sum": .number(-n)]
      add(
        .outside(
          OutsideLine(n: n, t: n, content: .patch(JSONPatch(from: before, to: current)))))
      leaving[n] = current
    }

    mutating func keep(_ n: Int, _ state: JSONValue) {
      states[n] = state
      leaving[n] = state
    }
  }
}
