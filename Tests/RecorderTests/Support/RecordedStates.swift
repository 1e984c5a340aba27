import SessionFormat
import TestSupport
import Testing

@testable import Recorder

extension MemorySession {
  /// Its lines, read.
  var sessionLines: [SessionLine] {
    get throws {
      try lines.map { text in
        try Array(text.utf8).withUnsafeBufferPointer { try LineCoding.line($0, crc: .either).line }
      }
    }
  }
}

/// The states of a session's lines, each as the one before and its changes make it; changes from
/// outside belong to the next state.
func states(_ lines: [SessionLine]) throws -> [JSONValue] {
  var state = JSONValue.null
  return try lines.compactMap { line in
    switch line {
    case .state(let line):
      state = try line.content.applied(to: state)
      return state
    case .outside(let line): state = try line.content.applied(to: state)
    default: break
    }
    return nil
  }
}

/// Records random changes of a state, and compares the session's states and keyframes with full
/// encodings.
func expectFullEncodings<State: Codable & Sendable>(
  of first: State, steps: Int, seed: UInt64, _ changes: [@Sendable (inout State, Int) -> Void]
) throws {
  var random = SplitMix64(seed: seed)
  let memory = MemorySession()
  let recorder = SessionRecorder(into: memory, store: "states")
  var state = first
  var expected = [try ValueEncoder().encode(state).value]
  for n in 0..<steps {
    let change = changes[Int.random(in: 0..<changes.count, using: &random)]
    recorder.step(n, into: &state) { change(&$0, n) }
    expected.append(try ValueEncoder().encode(state).value)
  }
  recorder.close()
  let lines = try memory.sessionLines
  #expect(try states(lines) == expected)
  for case .keyframe(let keyframe) in lines {
    #expect(keyframe.state == expected[keyframe.n], "keyframe \(keyframe.n)")
  }
}
