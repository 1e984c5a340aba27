import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Overviews of a timeline")
struct OverviewTests {
  @Test("the rows are all recorded steps in order, however many there may be", arguments: 0..<6)
  func rows(seed: Int) throws {
    let timeline = Timeline(try RandomRecording(seed: seed).session())
    let steps = Array(timeline.recorded)
    for limit in 1...(steps.count + 2) {
      let rows = try TimelineOverview(timeline, rows: limit).rows
      #expect(rows.count <= limit)
      #expect(rows.map(\.actions).reduce(0, +) == timeline.actionCount)
      #expect(steps.allSatisfy { n in rows.count { $0.steps.contains(n) } == 1 })
      #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.steps.upperBound < $1.steps.lowerBound })
    }
  }

  @Test("each column of a plot is the number at the end of its steps", arguments: 0..<8)
  func levels(seed: Int) throws {
    let recording = RandomRecording(seed: seed, gaps: false)
    let timeline = Timeline(try recording.session())
    for path in recording.paths {
      let history = try NumberHistory(timeline, path)
      let numbers = try (timeline.first...timeline.last).map { n in
        path.value(in: try timeline.state(n))?.number?.double
      }
      let known = numbers.compactMap(\.self)
      #expect(known.allSatisfy { history.least.map(\.value) ?? .infinity <= $0 })
      #expect(known.allSatisfy { history.greatest.map(\.value) ?? -.infinity >= $0 })
      guard let least = history.least?.value, let greatest = history.greatest?.value else {
        continue
      }
      for columns in [1, 3, 7, numbers.count, numbers.count + 5] {
        let levels = history.levels(columns: columns, height: 8)
        let count = min(columns, numbers.count)
        #expect(levels.count == count)
        for (column, level) in levels.enumerated().dropLast() {
          // The last state of the stretch, with the changes from outside after it.
          let end = ((column + 1) * numbers.count + count - 1) / count - 1
          let n = timeline.first + end
          let after = try path.value(in: timeline.beforeNext(n))?.number?.double
          let share = after.map { greatest > least ? ($0 - least) / (greatest - least) : 0 }
          #expect(level == share.map { min(7, Int($0 * 8)) }, "\(path) \(column) of \(columns)")
        }
      }
    }
  }
}
