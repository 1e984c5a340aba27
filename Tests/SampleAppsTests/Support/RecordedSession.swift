import Foundation
import Recorder
import SessionFormat
import Testing

/// A session file, read strictly: every line whole, of a known kind and with its checksum, every
/// patch applied, every keyframe checked, and the lines in the order that the format asks for.
struct RecordedSession {
  struct Step {
    let action: ActionLine
    var inputs: [InputLine] = []
    let before: JSONValue
    var after: JSONValue?
    var marks: [String] = []
  }

  struct Outside: Equatable {
    let n: Int
    let state: JSONValue
  }

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  let lines: [SessionLine]
  let header: SessionHeader
  /// By n, from 0.
  private(set) var states: [JSONValue] = []
  private(set) var steps: [Step] = []
  /// What states became without an action, each with the n of the action before.
  private(set) var outsides: [Outside] = []
  /// What was dispatched and never reduced.
  private(set) var dispatched: [DispatchedLine] = []
  private(set) var isClosed = false

  init(path: String) throws {
    let bytes = try Data(contentsOf: URL(filePath: path))
    try #require(bytes.last == UInt8(ascii: "\n"))
    lines = try bytes.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).map {
      try Array($0).withUnsafeBufferPointer { try LineCoding.line($0, crc: .required).line }
    }
    guard case .session(let header) = lines[0] else { throw Fault(description: "no header") }
    self.header = header
    for line in lines.dropFirst() { try take(line) }
  }

  private mutating func take(_ line: SessionLine) throws {
    guard !isClosed else { throw Fault(description: "a line after the end: \(line)") }
    guard line.n == steps.count || (line.kind == "action" && line.n == steps.count + 1) else {
      throw Fault(description: "a wrong n after action \(steps.count): \(line)")
    }
    switch line {
    case .state(let state): try take(state)
    case .action(let action):
      guard let before = current, states.count == action.n else {
        throw Fault(description: "action \(action.n) before state \(action.n - 1)")
      }
      steps.append(Step(action: action, before: before))
      // It was in flight when its first line was written.
      if let number = action.dispatch { dispatched.removeAll { $0.dispatch == number } }
    case .input(let input):
      guard states.count == input.n else { throw Fault(description: "a late input: \(line)") }
      steps[steps.count - 1].inputs.append(input)
    case .keyframe(let keyframe):
      guard keyframe.state == current else { throw Fault(description: "a wrong keyframe") }
    case .mark(let mark): if !steps.isEmpty { steps[steps.count - 1].marks.append(mark.text) }
    case .dispatched(let line): dispatched.append(line)
    case .end: isClosed = true
    case .outside(let outside):
      guard let before = current, states.count == outside.n + 1 else {
        throw Fault(description: "a misplaced change from outside: \(line)")
      }
      outsides.append(Outside(n: outside.n, state: try outside.content.state(after: before)))
    case .session, .gap, .unknown:
      throw Fault(description: "unexpected: \(line)")
    }
  }

  /// The newest state, which the next action finds.
  private var current: JSONValue? {
    if let outside = outsides.last, outside.n == states.count - 1 { return outside.state }
    return states.last
  }

  private mutating func take(_ line: StateLine) throws {
    guard line.n == states.count, line.opaque == nil, line.threw == nil else {
      throw Fault(description: "an unexpected state: \(line)")
    }
    let state = try line.content.state(after: current ?? .null)
    states.append(state)
    if !steps.isEmpty { steps[steps.count - 1].after = state }
  }

  /// Records what the body does into a new file, closes it, and reads it.
  static func record(
    _ store: String, troubles expected: [RecorderError] = [],
    isolation: isolated (any Actor)? = #isolation, _ body: (SessionRecorder) async throws -> Void
  ) async throws -> RecordedSession {
    let path = newPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let troubles = Troubles()
    let options = RecorderOptions(onError: troubles.note)
    let recorder = try SessionRecorder(path: path, store: store, options: options)
    try await body(recorder)
    recorder.close()
    #expect(troubles.all == expected)
    let session = try RecordedSession(path: path)
    #expect(session.isClosed)
    #expect(session.header.store == store)
    #expect(session.header.hook == .reducer)
    return session
  }

  static func newPath() -> String {
    FileManager.default.temporaryDirectory
      .appending(path: "sample-\(UUID().uuidString).ndjson").path
  }
}

/// What a recorder complains of.
private final class Troubles: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var noted: [RecorderError] = []

  var all: [RecorderError] { lock.withLock { noted } }

  @Sendable func note(_ trouble: RecorderError) { lock.withLock { noted.append(trouble) } }
}
