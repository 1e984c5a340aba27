import Foundation
import SessionFormat

@testable import Recorder

/// Keeps the lines that a recorder writes; it can refuse one, and all after it.
///
/// Only read it while no step is open, or under the recorder's own lock.
final class CollectingSink: LineSink {
  static let refusal = RecorderError.cannotWrite(path: "memory", errno: 28)

  private(set) var bytes: [UInt8] = []
  private(set) var lines: [String] = []
  private(set) var appends = 0
  private(set) var begins = 0
  private(set) var closes = 0
  private let refusesFrom: Int?

  /// - Parameter refusesFrom: The first append that fails, from 1; nil if none does.
  init(refusesFrom: Int? = nil) { self.refusesFrom = refusesFrom }

  func append(_ line: [UInt8], isSoon: Bool) throws(RecorderError) {
    appends += 1
    if let refusesFrom, appends >= refusesFrom { throw Self.refusal }
    bytes += line
    lines.append(String(decoding: line.dropLast(), as: UTF8.self))
  }

  var hasFile: Bool { true }
  func beginSegment() throws(RecorderError) {
    if let refusesFrom, appends >= refusesFrom { throw Self.refusal }
    begins += 1
  }
  func discardSegment() -> Bool {
    closes += 1
    return true
  }
  func leaveSegment(end: [UInt8]) { closes += 1 }
  func closeSegment() { closes += 1 }

  /// The lines without their checksums, which are checked.
  var texts: [String] {
    get throws {
      try lines.map { line in
        _ = try Self.read(line)
        return line.dropLast(#","crc":"00000000"}"#.utf8.count) + "}"
      }
    }
  }

  /// The lines as values.
  var sessionLines: [SessionLine] {
    get throws {
      try lines.map(Self.read)
    }
  }

  private static func read(_ line: String) throws -> SessionLine {
    try Array(line.utf8).withUnsafeBufferPointer {
      try LineCoding.line($0, crc: .required).line
    }
  }
}

/// A list that several threads may append to.
final class Gathered<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []

  var all: [Element] { lock.withLock { elements } }

  func append(_ element: Element) { lock.withLock { elements.append(element) } }
}

/// A clock that goes on whenever it is asked, by one from 1000 unless told.
final class CountingClock: @unchecked Sendable {
  private let lock = NSLock()
  private var time: UInt64 = 999
  private let tick: UInt64

  init(tick: UInt64 = 1) { self.tick = tick }

  func now() -> UInt64 {
    lock.withLock {
      time += tick
      return time
    }
  }
}
