import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A session as trace events")
struct TraceExportTests {
  private static func events(_ session: Session, _ counters: [String] = []) throws -> [JSONValue] {
    var text = ""
    let export = TraceExport(session, counters: try counters.map { try JSONPointer($0) }) { false }
    let losses = try export.write { text += $0 }
    #expect(losses == [])
    return Array(try #require(try JSONValue(parsing: text)["traceEvents"]?.array))
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
    #expect(events.map { $0["ph"]?.string } == ["M", "X", "X", "s", "f", "X", "i", "i", "C", "C"])
    #expect(events[3]["id"] == events[4]["id"])
    #expect(events[6]["name"] == "here" && events[7]["name"] == "crash")
    #expect(events[8...].map { $0["args"]?["value"] } == [1, 2])
  }
}
