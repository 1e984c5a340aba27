import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A session as comma-separated values")
struct TableExportTests {
  @Test("a row is an action; quotes, commas and line ends are inside of quotes")
  func rows() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["v": 1])
    builder.action(1, "a,\"b\"", ["x": "\n"])
    builder.whole(1, ["v": "", "w": [15]])
    builder.action(2, "c")
    builder.patch(2, to: ["w": [15]]) { $0.threw = "no, sorry" }
    var text = ""
    let places = try ["/v", "/w"].map { (name: $0, path: try JSONPointer($0)) }
    var export = TableExport(try builder.session(), places: places) { false }
    _ = try export.write { text += $0 }
    let session = try builder.session()
    let (one, two) = (try session.action(1), try session.action(2))
    func took(_ n: Int) throws -> String { try session.stateLine(n).took.map(String.init) ?? "" }
    #expect(
      text == "n,t,took,type,from,threw,action,/v,/w\n"
        + "1,\(one.t),\(try took(1)),\"a,\"\"b\"\"\",,,\"{\"\"x\"\":\"\"\\n\"\"}\",\"\",[15]\n"
        + "2,\(two.t),\(try took(2)),c,,\"no, sorry\",\(two.action.description),,[15]\n")
  }

  @Test("what is unsafe to show is escaped")
  func unsafe() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["v": 0])
    builder.action(1, "t\u{202E}", .null)
    builder.whole(1, ["v": "\u{0}\u{1B}[31m\r\n\u{9B}"])
    var text = ""
    var export = TableExport(
      try builder.session(), places: [(name: "v", path: try JSONPointer("/v"))]
    ) { false }
    _ = try export.write { text += $0 }
    #expect(text.hasSuffix(#"t\u{202E},,,null,\u{0}\u{1B}[31m\u{D}\u{A}\u{9B}"# + "\n"))
  }

  @Test("no text of a stranger is a formula in a spreadsheet, and JSON stays JSON")
  func formulas() throws {
    let texts = ["=1+1", "+cmd", "-2", "@SUM(A1)", "＝1", "a=1", "\\u{A}"]
    var builder = SessionBuilder()
    builder.whole(0, ["v": "start"])
    for (place, text) in texts.enumerated() {
      builder.action(place + 1, text, ["x": .string(text), "\u{202E}": -1])
      builder.whole(place + 1, ["v": .string(text), "w": -1])
    }
    var table = ""
    var export = TableExport(
      try builder.session(), places: try ["/v", "/w"].map { (name: $0, path: try JSONPointer($0)) }
    ) { false }
    _ = try export.write { table += $0 }
    let script = """
      import csv, sys, io, json
      rows = list(csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode(), newline='')))
      print(json.dumps([[row['type'], row['/v'], row['/w'], json.loads(row['action'])['x']] for row in rows]))
      """
    let run = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"), ["python3", "-c", script], input: table)
    let shown = [
      "\\u{3D}1+1", "\\u{2B}cmd", "\\u{2D}2", "\\u{40}SUM(A1)", "\\u{FF1D}1", "a=1", "\\u{5C}u{A}",
    ]
    #expect(
      try JSONValue(parsing: run.output)
        == .array(
          zip(texts, shown).map { [.string($1), .string($1), "-1", .string($0)] }))
  }

  @Test("is read by an independent reader as it was written")
  func independent() throws {
    let texts = ["", "a", "\"", ",", "ö🦊", " x ", "\"\"", "a\"b,c"]
    var builder = SessionBuilder()
    builder.whole(0, ["v": "start"])
    for (place, text) in texts.enumerated() {
      builder.action(place + 1, "t")
      builder.whole(place + 1, ["v": .string(text)])
    }
    var table = ""
    var export = TableExport(
      try builder.session(), places: [(name: "v", path: try JSONPointer("/v"))]
    ) { false }
    _ = try export.write { table += $0 }
    let script = """
      import csv, sys, io, json
      rows = list(csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode(), newline='')))
      print(json.dumps([row['v'] for row in rows]))
      """
    let run = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"), ["python3", "-c", script], input: table)
    #expect(try JSONValue(parsing: run.output) == .array(texts.map(JSONValue.string)))
  }

  @Test("a typed table has no null and no sign against formulas, and the kinds of its columns")
  func typed() throws {
    let half = try JSONValue(parsing: "0.5")
    let values: [[JSONValue]] = [[1, "=1", true, half, .null], [-2, "", false, 3, 7]]
    var builder = SessionBuilder()
    builder.whole(0, [])
    for (place, row) in values.enumerated() {
      builder.action(place + 1, "-t", .null)
      builder.whole(place + 1, .array(row))
    }
    let places = try (0..<6).map { (name: "\($0)", path: try JSONPointer("/\($0)")) }
    var export = TableExport(try builder.session(), places: places, isTyped: true) { false }
    var text = ""
    _ = try export.write { text += $0 }
    let rows = text.split(separator: "\n").map {
      $0.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false).last ?? ""
    }
    #expect(rows.dropFirst() == ["-t,,,null,1,=1,true,0.5,,", "-t,,,null,-2,\"\",false,3,7,"])
    #expect(
      export.kinds.map(\.sql) == ["BIGINT", "VARCHAR", "BOOLEAN", "DOUBLE", "BIGINT", "VARCHAR"])
  }

  @Test("a column has the narrowest type that keeps each of its values, whatever their order")
  func kinds() throws {
    func number(_ text: String) throws -> JSONValue {
      .number(try #require(JSONNumber(text: text)))
    }
    let values: [(JSONValue, Set<String>)] = [
      (.null, ["BOOLEAN", "BIGINT", "DOUBLE"]), (true, ["BOOLEAN"]), ("1", []), ([1], []),
      ([:], []),
      (1, ["BIGINT", "DOUBLE"]), (try number("9223372036854775807"), ["BIGINT"]),
      (try number("9223372036854775808"), []), (try number("12345678901234567891"), []),
      (try number("0.1"), ["DOUBLE"]), (try number("1.00"), ["DOUBLE"]), (try number("1e400"), []),
      (try number("0.10000000000000000001"), []), (try number("-0"), ["BIGINT", "DOUBLE"]),
    ]
    for (one, kept) in values {
      for (other, others) in values {
        var kind = ColumnKind()
        kind.note(one)
        kind.note(other)
        let all = ["BOOLEAN", "BIGINT", "DOUBLE"].first(where: kept.intersection(others).contains)
        let isNothing = one == .null && other == .null
        #expect(kind.sql == (isNothing ? "VARCHAR" : all ?? "VARCHAR"), "\(one) \(other)")
      }
    }
  }
}
