import SessionFormat
import Synchronization
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A list whose rows are written as they are made")
struct StepStreamTests {
  private static func stream(
    _ builder: SessionBuilder, interrupted: @escaping @Sendable () -> Bool = { false }
  ) throws -> StepStream {
    var context = CommandContext(
      table: CommandTable(CommandTable.library), host: { _ in nil })
    context.interrupted = interrupted
    let workspace = Workspace(try builder.session(), context: context)
    return StepStream(
      workspace.timeline, .all, current: nil,
      interrupted: workspace.context.interrupted)
  }

  /// What is written, piece by piece, and the error that it ends with.
  private static func pieces(
    _ stream: StepStream, _ format: ReportFormat
  ) -> (pieces: [String], error: String?) {
    var pieces: [String] = []
    let error = errorText { () throws(InspectorError) in
      try stream.write(format, RenderOptions()) { pieces.append($0) }
    }
    return (pieces, error)
  }

  private static func damaged() -> SessionBuilder {
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.action(3)
    builder.add(["kind": "state", "n": 3, "patch": [["op": "remove", "path": "/nobody"]]])
    builder.action(4)
    builder.whole(4, 4)
    builder.end(4)
    return builder
  }

  @Test("each row is written before the next is made")
  func piecewise() throws {
    let rows = (1...3).map {
      #"{"n":\#($0),"t":\#($0)000000,"type":"add","changed":["/total"]}"#
    }
    let stream = try Self.stream(.counter([1, 2, 3]))
    #expect(Self.pieces(stream, .ndjson) == (rows.map { $0 + "\n" }, nil))
    let head = #"{"report":"steps","version":1,"steps":["#
    #expect(
      Self.pieces(stream, .json)
        == ([head, rows[0], "," + rows[1], "," + rows[2], "]}\n"], nil))
  }

  @Test("what was asked to stop writes no more rows", arguments: ReportFormat.allCases)
  func interruption(format: ReportFormat) throws {
    let rows = Mutex(0)
    let stream = try Self.stream(.counter([1, 2, 3])) {
      rows.withLock { rows in
        rows += 1
        return rows > 2
      }
    }
    let (pieces, error) = Self.pieces(stream, format)
    #expect(error == "interrupted")
    let rowsOfForm =
      switch format {
      case .text: pieces.joined().split(separator: "\n").count
      case .json: pieces.count - 2
      case .ndjson: pieces.count
      }
    #expect(rowsOfForm == 2)
  }

  @Test("damage ends the list behind the rows before it, and one value stays whole and tells it")
  func damage() throws {
    let stream = try Self.stream(Self.damaged())
    let error = try #require(Self.pieces(stream, .text).error)
    #expect(
      Self.pieces(stream, .text).pieces == [
        """
           1  +0.001 s           add  total  0 → 1
           2  +0.002 s  +1.0 ms  add  total  1 → 3

        """
      ])
    let value = try JSONValue(parsing: Self.pieces(stream, .json).pieces.joined())
    #expect(value["steps"]?.array?.count == 2)
    #expect(value["error"] == .string(error))
    #expect(value.object?.map(\.name) == ["report", "version", "steps", "error"])
    #expect(Self.pieces(stream, .ndjson).pieces.count == 2)
  }

  @Test("a session without steps says so")
  func empty() throws {
    let stream = try Self.stream(.counter([]))
    #expect(Self.pieces(stream, .text) == (["no steps\n"], nil))
    #expect(
      Self.pieces(stream, .json).pieces.joined()
        == #"{"report":"steps","version":1,"steps":[]}"# + "\n")
    #expect(Self.pieces(stream, .ndjson) == ([], nil))
  }

  @Test("the cache of the session is as it was: a list of all steps remembers none")
  func memory() throws {
    let builder = SessionBuilder.counter(Array(repeating: 1, count: 400))
    var context = CommandContext(
      table: CommandTable(CommandTable.library), host: { _ in nil })
    context.interrupted = { false }
    let session = try builder.session()
    let workspace = Workspace(session, context: context)
    _ = try StepStream(
      workspace.timeline, .all, current: nil,
      interrupted: workspace.context.interrupted
    ).written(.ndjson)
    #expect(session.cache.cost == 0)
    _ = try session.state(400)
    #expect(session.cache.cost > 0)
  }
}
