import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector

@Suite("repair with a host makes lost states again")
struct RecoveryTests {
  /// Sessions in which no step overlaps another.
  private static let plain = [
    "gourmet-failures", "products-favourite", "search-typing", "toast-queue", "counter-crash",
  ]

  private struct Sample {
    let lines: [[UInt8]]
    let session: Session
    let host: HostCommand

    init(_ name: String) throws {
      let data = try Data(contentsOf: URL(filePath: Inspect.session(name)))
      lines = data.split(separator: 0x0A).map { Array($0) + [0x0A] }
      session = try Session(bytes: data, file: name)
      var host = HostCommand(
        program: try BuiltBinary.inspect.path, arguments: ["host", session.header.store])
      host.environment["TZ"] = "UTC"
      self.host = host
    }

    /// The session without a line, and with a byte of that changed.
    func damaged(_ place: Int) -> [[UInt8]] {
      var without = lines
      without[place] = []
      var changed = lines
      changed[place][lines[place].count / 2] ^= 1
      return [without, changed].map { $0.flatMap { $0 } }
    }

    /// What is broken in the states of a repaired copy.
    func faults(_ bytes: [UInt8], mustKnow: Bool) throws -> [String] {
      let damaged = try Session(bytes: Data(bytes), file: "s", mode: .salvage)
      let client = HostClient(host)
      let copy = try Session(
        bytes: Data(try damaged.repaired(host: client)), file: "copy", mode: .salvage)
      var faults = try SessionCheck(copy).faults.map { "it is not sound: \($0)" }
      for n in session.first...session.last where session.hasState(n) {
        if copy.hasState(n) ? (try copy.state(n) != session.state(n)) : mustKnow {
          faults.append("state \(n)")
        }
      }
      return faults
    }
  }

  @Test(
    "damage to any line leaves all states as they were, where all actions are known",
    arguments: plain)
  func anyLine(_ name: String) throws {
    let sample = try Sample(name)
    let last = sample.session.steps.states.last(atOrBefore: .max) ?? 0
    for place in sample.lines.indices.dropFirst() {
      let line = try sample.session.line(place)
      var mustKnow = true
      switch line {
      case .action: mustKnow = false
      case .state(let line): mustKnow = line.n > 0
      default: break
      }
      // A state that has no line at all before the end looks as if the app had died in its action.
      var isLast = false
      if case .state(let line) = line { isLast = line.n >= last }
      for (way, bytes) in sample.damaged(place).enumerated() where way > 0 || !isLast {
        #expect(try sample.faults(bytes, mustKnow: mustKnow) == [], "line \(place), way \(way)")
      }
    }
  }

  @Test(
    "nothing is made that was not so, also where steps overlap",
    arguments: ["cat-interleaved", "archive-race"])
  func overlaps(_ name: String) throws {
    let sample = try Sample(name)
    for place in sample.lines.indices.dropFirst() {
      for (way, bytes) in sample.damaged(place).enumerated() {
        #expect(try sample.faults(bytes, mustKnow: false) == [], "line \(place), way \(way)")
      }
    }
  }
}
