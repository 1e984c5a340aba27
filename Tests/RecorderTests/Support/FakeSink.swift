import Foundation
import SessionFormat
import TestSupport

@testable import Recorder

/// Keeps the lines of a session in memory, and fails where it is told to.
final class FakeSink: LineSink, @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [[UInt8]] = []
  private let failsAt: Int?
  private var attempts = 0

  /// Fails at that append, counted from 1, and at every later one.
  init(failsAt: Int? = nil) { self.failsAt = failsAt }

  func append(_ line: [UInt8]) throws(RecorderError) {
    lock.lock()
    defer { lock.unlock() }
    attempts += 1
    if let failsAt, attempts >= failsAt { throw .cannotWrite(path: "fake", errno: 28) }
    kept.append(line)
  }

  func close() {}

  /// How often a line was given.
  var appends: Int { lock.withLock { attempts } }

  var text: String { lock.withLock { String(decoding: kept.flatMap { $0 }, as: UTF8.self) } }

  /// The lines, checked and read.
  var lines: [SessionLine] {
    get throws {
      try lock.withLock { kept }.map { bytes in
        try bytes.dropLast().withUnsafeBufferPointer {
          try LineCoding.line($0, crc: .required).line
        }
      }
    }
  }

  /// The lines as short words: `action 1`, `state 1 whole`, `state 2 patch`.
  var outline: [String] {
    get throws {
      try lines.map { line in
        let n = line.n.map { " \($0)" } ?? ""
        switch line {
        case .state(let state): return "state\(n) \(state.content.word)"
        case .outside(let outside): return "outside\(n) \(outside.content.word)"
        default: return line.kind + n
        }
      }
    }
  }
}

extension StateContent {
  fileprivate var word: String { if case .whole = self { "whole" } else { "patch" } }
}

/// Troubles that a recorder told.
final class Troubles: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [RecorderError] = []
  func add(_ trouble: RecorderError) { lock.withLock { all.append(trouble) } }
  var list: [RecorderError] { lock.withLock { all } }
}

/// A recorder whose every byte is known: a clock that counts tens, a fixed id, no platform.
func makeRecorder(
  _ sink: FakeSink, snapshots: RecorderOptions.Snapshots = .delta, troubles: Troubles = Troubles()
) -> SessionRecorder {
  let clock = CountingClock()
  let surroundings = RecorderOptions.Surroundings(
    nanoseconds: clock.next, id: "id", started: "2026-01-01T00:00:00Z", platform: nil)
  return SessionRecorder(
    sink: sink, store: "test",
    options: RecorderOptions(
      snapshots: snapshots, surroundings: surroundings, onTrouble: { troubles.add($0) }))
}

private final class CountingClock: @unchecked Sendable {
  private let lock = NSLock()
  private var time: UInt64 = 0
  @Sendable func next() -> UInt64 {
    lock.withLock {
      time += 10
      return time
    }
  }
}

/// A list of words, large enough that a patch pays.
struct WordState: Codable, Equatable, Sendable {
  var words: [String] = []
  var count = 0
}

enum WordAction: Codable, Equatable, Sendable {
  case add(String)
  case clear
  case fail
}

enum WordError: Error, Equatable { case refused }

/// The reducer of the words.
func reduceWords(_ state: inout WordState, _ action: WordAction) {
  switch action {
  case .add(let word): state.words.append(word)
  case .clear: state.words = []
  case .fail: break
  }
  state.count += 1
}
