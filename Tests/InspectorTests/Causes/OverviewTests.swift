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

  @Test("the size of a change was that of its line; it is the same however states are recorded")
  func sizes() throws {
    var patched = SessionBuilder()
    var whole = SessionBuilder()
    let states: [JSONValue] = [
      ["a": 1, "b": "x"], ["a": 1, "b": "x"], ["a": 2, "b": "x"], ["a": 2, "b": "xyz"],
    ]
    for (n, state) in states.enumerated() {
      if n > 0 {
        patched.action(n)
        whole.action(n)
        patched.patch(n, to: state)
      } else {
        patched.whole(n, state)
      }
      whole.whole(n, state)
    }
    let sizes = try [patched, whole].map { builder in
      try TimelineOverview(Timeline(try builder.session()), rows: 9).rows.map(\.bytes)
    }
    #expect(sizes[0] == sizes[1])
    #expect(sizes[0][0] == 0)
    #expect(sizes[0][1] == #"[{"op":"replace","path":"/a","value":2}]"#.utf8.count)
  }

  /// The numbers of a stretch in their order: before each step, if a change from outside led there,
  /// and after it.
  private func numbers(
    _ timeline: Timeline, _ path: JSONPointer, _ steps: ClosedRange<Int>, counting: Bool
  ) throws -> [Double?] {
    var numbers: [Double?] = []
    for n in steps {
      if n > timeline.first {
        numbers.append(try number(path, in: timeline.before(n), counting: counting))
      }
      numbers.append(try number(path, in: timeline.state(n), counting: counting))
    }
    return numbers
  }

  /// The number there, or how many elements the array there has, whichever is meant.
  private func number(
    _ path: JSONPointer, in state: JSONValue, counting: Bool
  ) -> Double? {
    let value = path.value(in: state)
    return counting ? value?.array.map { Double($0.count) } : value?.number?.double
  }

  @Test(
    "a column of one step is its number, and one of several what is furthest from the step before",
    arguments: (0..<8).thinned(8))
  func levels(seed: Int) throws {
    let timeline = Timeline(try RandomRecording(seed: seed, gaps: false).session())
    let all = timeline.last - timeline.first + 1
    for path in RandomRecording(seed: seed, gaps: false).paths {
      let history = try NumberHistory(timeline, path)
      guard let least = history.least?.value, let greatest = history.greatest?.value else {
        continue
      }
      // Elements are counted where there never is a number.
      let whole = timeline.first...timeline.last
      let counting = try numbers(timeline, path, whole, counting: false).allSatisfy { $0 == nil }
      #expect(history.countsElements == counting)
      let known = try numbers(timeline, path, whole, counting: counting).compactMap(\.self)
      #expect(known.allSatisfy { (least...greatest).contains($0) })
      for columns in [1, 3, 7, all, all + 5] {
        let levels = history.levels(columns: columns, height: 8)
        let count = min(columns, all)
        #expect(levels.count == count)
        var start = timeline.first
        for (column, level) in levels.enumerated() {
          let end = timeline.first + ((column + 1) * all + count - 1) / count - 1
          defer { start = end + 1 }
          let there = try numbers(timeline, path, start...end, counting: counting)
          let from =
            try start > timeline.first
            ? number(path, in: timeline.state(start - 1), counting: counting) : nil
          let base = from ?? there.compactMap(\.self).first
          let furthest = there.compactMap(\.self).map { abs($0 - (base ?? 0)) }.max()
          let candidates: [Double?] =
            start == end
            ? [there.last ?? nil]
            : furthest == nil
              ? [nil] : there.filter { $0.map { abs($0 - (base ?? 0)) } == furthest }
          let expected = candidates.map { number in
            number.map {
              min(7, greatest > least ? Int(($0 - least) / (greatest - least) * 8) : 0)
            }
          }
          #expect(expected.contains(level), "\(path) \(column) of \(columns)")
        }
      }
    }
  }

  @Test("the sign of a cut was counted as an element")
  func cutArray() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["rows": [1, 2, "… 52 more"]]) { $0.opaque = [""] }
    builder.action(1)
    builder.whole(1, ["rows": [7]]) { $0.opaque = [""] }
    builder.end(1)
    let plot = try NumberHistory(
      Timeline(try builder.session()), JSONPointer(tokens: ["rows"]))
    #expect(plot.points.map(\.n) == [1])
    #expect(plot.firstCut == 0)
    #expect(plot.undrawn.isEmpty)
  }

  @Test("a spike between columns was not seen, and large numbers were compared as if rounded")
  func plots() throws {
    func plot(_ numbers: [JSONValue?], gap: ClosedRange<Int>? = nil) throws -> NumberHistory {
      var builder = SessionBuilder()
      builder.whole(0, ["x": numbers[0] ?? .null])
      for n in numbers.indices.dropFirst() where gap?.contains(n) != true {
        if n - 1 == gap?.upperBound { builder.gap(n, lost: 1) }
        if n - 1 != gap?.upperBound { builder.action(n) }
        builder.whole(n, ["x": numbers[n] ?? .null])
      }
      return try NumberHistory(Timeline(try builder.session()), JSONPointer(tokens: ["x"]))
    }
    let spike = try plot((0..<100).map { .number($0 == 51 ? 9 : 0) })
    #expect(spike.levels(columns: 4, height: 8) == [0, 0, 7, 0])
    let exact = try plot([9_007_199_254_740_993, 9_007_199_254_740_992])
    #expect(exact.least?.n == 1 && exact.greatest?.n == 0)
    let huge = try plot([JSONNumber(text: "1e400").map { .number($0) }, 2])
    #expect(huge.greatest?.n == 0)
    #expect(huge.levels(columns: 2, height: 8) == [7, 0])
    let gap = try plot([1, 1, nil, nil, 1], gap: 2...3)
    #expect(gap.levels(columns: 5, height: 8) == [0, 0, nil, nil, 0])
  }
}
