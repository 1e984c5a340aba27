import Foundation
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The steps of which something is recorded")
struct RecordedStepsTests {
  /// Sessions with gaps, and a damaged one, in which lines are missing anywhere.
  private static func sessions() throws -> [Session] {
    var sessions = try (1...20).map { try RandomRecording(seed: $0, actions: 30).session() }
    for missing in 2..<20 {
      let chunks = SessionBuilder.mixed().chunks().enumerated()
      let bytes = chunks.filter { $0.offset % missing != missing - 1 }.flatMap(\.element)
      guard let session = try? Session(bytes: Data(bytes), file: "s.ndjson", mode: .salvage)
      else { continue }
      sessions.append(session)
    }
    return sessions
  }

  private static func isRecorded(_ n: Int, _ timeline: Timeline) -> Bool {
    timeline.hasAction(n) || timeline.hasState(n) || timeline.hasState(n - 1)
  }

  @Test("they are those with an action, a state, or a state before them, wherever one begins")
  func all() throws {
    for session in try Self.sessions() {
      let timeline = Timeline(session)
      for start in session.first + 1...session.last + 1 {
        for end in [start - 1, start, start + 3, session.last] {
          let expected = stride(from: start, through: min(end, session.last), by: 1)
            .filter { Self.isRecorded($0, timeline) }
          #expect(Array(timeline.recorded(from: start, through: end)) == expected)
          #expect(Array(session.recorded(from: start, through: end)) == expected)
        }
      }
    }
  }

  private final class Time: @unchecked Sendable { var nanoseconds: UInt64 = 5 }

  @Test("of heavy steps only each 256th was noted, so that long nothing was said of the share")
  func heavySteps() throws {
    let session = try RandomRecording(seed: 1, actions: 30).session()
    let time = Time()
    let meter = PassMeter(clock: { time.nanoseconds }, isWaitedFor: { true })
    meter.start(from: 0, to: 1000)
    let steps = RecordedSteps(
      session.steps, from: 1, through: 30, fork: session.last, meter)
    for _ in steps.prefix(9) { time.nanoseconds += 60_000_000 }
    #expect(meter.words?.hasPrefix("0 %") == true)
  }

  @Test("the nearest action, state or recorded step is found in either direction")
  func nearest() throws {
    for session in try Self.sessions() {
      let timeline = Timeline(session)
      let numbers = session.first...session.last
      for n in numbers {
        let (before, behind) = (numbers.prefix { $0 <= n }, numbers.drop { $0 < n })
        #expect(timeline.action(atOrAfter: n) == behind.first(where: timeline.hasAction))
        #expect(timeline.action(atOrBefore: n) == before.last(where: timeline.hasAction))
        #expect(timeline.state(atOrBefore: n) == before.last(where: timeline.hasState))
        let recorded = before.last { Self.isRecorded($0, timeline) }
        #expect(timeline.recorded(atOrBefore: n) == recorded)
      }
    }
  }

  @Test("of a branch all own steps are recorded, and no step of the recording behind its fork")
  func branch() throws {
    for fork in 0...9 {
      var timeline = Timeline(try SessionBuilder.mixed().session()).branch(
        named: "b", after: fork)
      let step = try timeline.session.actionStep(1)
      for _ in 0..<3 { timeline.append(step, state: nil) }
      let expected = (1...fork + 3).filter { $0 > fork || Self.isRecorded($0, timeline) }
      #expect(Array(timeline.recorded) == expected)
      #expect(timeline.action(atOrAfter: fork + 1) == fork + 1)
      #expect(timeline.action(atOrAfter: fork + 4) == nil)
      #expect(timeline.recorded(atOrBefore: fork + 2) == fork + 2)
      #expect(timeline.actionCount == expected.count(where: timeline.hasAction) || fork < 9)
    }
  }

  @Test("rows follow one another, each of one known action or of lost ones up to the end of a gap")
  func rows() throws {
    for session in try Self.sessions() {
      let timeline = Timeline(session)
      var rows: [ClosedRange<Int>] = []
      while (rows.last?.upperBound ?? session.first) < session.last {
        rows.append(timeline.row(at: (rows.last?.upperBound ?? session.first) + 1))
      }
      #expect(rows.flatMap { Array($0) } == Array(session.first + 1..<session.last + 1))
      let ends = Set(session.steps.gaps.map(\.to))
      for (row, next) in zip(rows, rows.dropFirst()) {
        let bothAreLost =
          !timeline.hasAction(row.upperBound) && !timeline.hasAction(next.lowerBound)
        #expect(!bothAreLost || ends.contains(row.upperBound))
      }
      for row in rows {
        #expect(row.count == 1 || !row.contains(where: timeline.hasAction))
        #expect(!row.dropLast().contains(where: ends.contains))
        #expect(row.allSatisfy { timeline.row(at: $0) == row })
      }
    }
  }
}

extension Session {
  fileprivate func actionStep(_ n: Int) throws -> Step { try Timeline(self).step(n) }
}
