import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A session as trace events")
struct TraceExportTests {
  private static func events(_ session: Session, _ counters: [String] = []) throws -> [JSONValue] {
    var text = ""
    let export = TraceExport(session, counters: try counters.map { ($0, try JSONPointer($0)) }) {
      false
    }
    _ = try export.write { text += $0 }
    return Array(try #require(try JSONValue(parsing: text)["traceEvents"]?.array))
  }

  @Test("inputs, marks and changes from outside were left out without a word, by a table too")
  func losses() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["v": "a"])
    builder.action(1)
    builder.input(1, "date", 5)
    builder.input(1, "uuid", "u")
    builder.patch(1, to: ["v": "b"])
    builder.mark(1, "here")
    builder.outside(1, to: ["v": "c"])
    builder.add(.dispatched(DispatchedLine(n: 1, t: 9, type: "x", action: 1)))
    builder.gap(4, lost: 3)
    builder.whole(4, ["v": "d"])
    builder.end(4)
    let session = try builder.session()
    let trace = TraceExport(session, counters: [("v", try JSONPointer("/v"))]) { false }
    #expect(
      try trace.write { _ in } == [
        "v, which is never a number", "2 inputs", "1 change from outside", "1 gap",
      ])
    var table = TableExport(session, places: []) { false }
    #expect(
      try table.write { _ in } == [
        "2 inputs", "1 change from outside", "1 mark", "1 action that reached no reducer",
      ])
  }

  @Test("has a span for each action, at its time and as long as its reducer ran")
  func spans() throws {
    let session = try SessionBuilder.sample().session()
    let spans = try Self.events(session).filter { $0["ph"] == "X" }
    #expect(spans.count == session.last - session.first)
    for (span, n) in zip(spans, session.first + 1...session.last) {
      let action = try session.action(n)
      #expect(span["name"]?.string == action.type && span["args"]?["n"]?.int == n)
      #expect(span["ts"]?.number.map { Double($0.text) } == Double(action.t) / 1000)
      let took = session.hasState(n) ? try session.stateLine(n).took ?? 0 : 0
      #expect(span["dur"]?.number.map { Double($0.text) } == Double(took) / 1000)
    }
  }

  @Test("the spans of each thread nest, however those of the session overlap")
  func threads() {
    var random = SplitMix64(seed: 10)
    for _ in 0..<2000 {
      var (threads, spans) = (SpanThreads(), [[ClosedRange<Int>]]())
      for n in 1...Int.random(in: 1...8, using: &random) {
        let start = Int.random(in: 0...12, using: &random)
        let length = Int.random(in: 0...6, using: &random)
        let thread = threads.add(n, start, length)
        #expect(threads[n] == thread)
        while spans.count < thread { spans.append([]) }
        spans[thread - 1].append(start...start + length)
      }
      for spans in spans {
        for (place, one) in spans.enumerated() {
          for other in spans.dropFirst(place + 1) {
            let (a, b) = (one.lowerBound, one.upperBound)
            let (c, d) = (other.lowerBound, other.upperBound)
            #expect(c >= b || (a <= c && d <= b), "\(one) \(other)")
          }
        }
      }
    }
  }

  @Test("steps one after the other are on one thread")
  func oneThread() {
    var threads = SpanThreads()
    #expect((1...9).map { threads.add($0, $0 * 10, 10) } == Array(repeating: 1, count: 9))
    #expect(threads.add(10, 95, 10) == 2)
  }

  @Test("has an arrow for each cause, a counter for each number, marks and the crash")
  func others() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["v": 1])
    builder.action(1, "a")
    builder.whole(1, ["v": 2])
    builder.mark(1, "here")
    var effect = ActionLine(n: 2, t: 2_000_000, type: "b", action: .null)
    effect.from = 1
    builder.add(.action(effect))
    builder.whole(2, ["v": "none"])
    builder.action(3, "c")
    let events = try Self.events(try builder.session(), ["/v"])
    #expect(
      events.map { $0["ph"]?.string } == [
        "M", "X", "X", "s", "f", "X", "i", "i", "M", "M", "C", "C",
      ])
    #expect(events[3]["id"] == events[4]["id"])
    #expect(events[6]["name"] == "here" && events[7]["name"] == "crash")
    #expect(events[6]["tid"] == 2 && events[7]["tid"] == 2)
    #expect(events[8...9].map { $0["args"]?["name"] } == ["reducer", "marks"])
    #expect(events[10...].map { $0["args"]?["value"] } == [1, 2])
  }
}
