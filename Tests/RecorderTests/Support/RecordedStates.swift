import Recorder
import SessionFormat

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
