import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("States that are written as the changes that were found")
struct FoundChangesTests {
  private static var options: RecorderOptions {
    var options = RecorderOptions()
    options.roundTripChecks = .none
    options.environment = RecorderOptions.Environment(
      nanoseconds: { 0 }, id: "00000000-0000-4000-8000-000000000000",
      started: "2026-01-02T03:04:05.678Z", platform: nil)
    return options
  }

  /// The session of random steps, of which some are preceded by changes from outside.
  private func session(seed: UInt64, steps: Int) -> [String] {
    let session = MemorySession()
    let recorder = SessionRecorder(into: session, store: "s", options: Self.options)
    var random = SplitMix64(seed: seed)
    var state = LockstepState()
    for n in 0..<steps {
      if n % 7 == 0 { state.mutate(by: &random) }
      recorder.step(n, into: &state) { $0.mutate(by: &random) }
    }
    recorder.close()
    return session.lines
  }

  @Test("make the same session as states that are encoded whole", arguments: 0..<6)
  func sameSession(seed: UInt64) {
    let found = session(seed: seed, steps: 1_000)
    let whole = PrivateLayout.$isUsed.withValue(false) { session(seed: seed, steps: 1_000) }
    for (line, expected) in zip(found, whole) where line != expected {
      Issue.record("\(line) instead of \(expected)")
      break
    }
    #expect(found.count == whole.count)
    #expect(found.count { $0.hasPrefix(#"{"kind":"keyframe""#) } > 20)
  }

  @Test("more keyframes than a number has bits do no harm")
  func manyKeyframes() {
    let session = MemorySession()
    let recorder = SessionRecorder(into: session, store: "s", options: Self.options)
    var state = ["a": String(repeating: "a", count: 4_800), "b": ""]
    for n in 0..<600 {
      recorder.step(n, into: &state) { $0["b"] = String(repeating: "b", count: 800 + n % 2) }
    }
    #expect(session.lines.count { $0.hasPrefix(#"{"kind":"keyframe""#) } > 80)
  }

  /// What it encodes depends on more than its value.
  struct Scaled: Codable {
    nonisolated(unsafe) static var scale = 1
    var values = Array(repeating: 1_000, count: 1_000)
    var n = 0

    private enum Keys: CodingKey { case values, n }
    init() {}
    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(values.map { $0 * Self.scale }, forKey: .values)
      try container.encode(n, forKey: .n)
    }
  }

  @Test("an encoding that reads a global is found out, and the session has the right states again")
  func global() throws {
    defer { Scaled.scale = 1 }
    let session = MemorySession()
    let told = Gathered<RecorderError>()
    var options = Self.options
    options.onError = { told.append($0) }
    let recorder = SessionRecorder(into: session, store: "s", options: options)
    var state = Scaled()
    for n in 1...300 {
      if n == 100 { Scaled.scale = 2 }
      recorder.step(n, into: &state) { $0.n = n }
    }
    var value = JSONValue.null
    var right: [Int] = []
    for text in session.lines {
      guard case .state(let line) = try SessionLine(try JSONValue(parsing: text)) else { continue }
      value = try line.content.state(after: value)
      let scale = line.n >= 100 ? 2 : 1
      if value["values"]?.array?.first == .number(1_000 * scale) { right.append(line.n) }
    }
    #expect(told.all == [.stateDependsOnMore(type: "Scaled")])
    // A check comes after at most as many patches as came before.
    #expect(right.prefix(100) == ArraySlice(0..<100))
    #expect(right.suffix(100) == ArraySlice(201...300))
  }

  @Test("states of several threads are those that each thread made")
  func threads() throws {
    let session = MemorySession()
    let recorder = SessionRecorder(into: session, store: "s", options: Self.options)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var state = LockstepState()
      for n in 0..<100 {
        let id: Int = thread * 1_000 + n
        recorder.step(id, into: &state) { $0.renumber(row: n % 20, to: id) }
      }
    }
    var value = JSONValue.null
    var action: [Int: Int] = [:]
    for text in session.lines {
      switch try SessionLine(try JSONValue(parsing: text)) {
      case .action(let line): action[line.n] = line.action.int
      case .state(let line):
        value = try line.content.state(after: value)
        guard let made = action[line.n] else { continue }
        let row = made % 1_000 % 20
        #expect(value["rows"]?.array?[row]["id"]?.int == made)
      case .outside(let line): value = try line.content.state(after: value)
      default: break
      }
    }
    #expect(action.count == 400)
  }
}
