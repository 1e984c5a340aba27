import Inspector
package import SessionFormat

/// The result of a command, as a value: rendered as text for people or as JSON for programs.
///
/// The JSON form is documented in `docs/reports.md`, versioned, and the same wherever it goes.
package protocol Report: Sendable {
  /// The machine form.
  var json: JSONValue { get }
  /// The machine form as several values, one a line, if the report is a list.
  var rows: [JSONValue] { get }
  /// Writes the form for people.
  func write(to page: inout Page)
  /// What a reader must know but a form has no member for; nil if there is nothing.
  func caveat(in format: ReportFormat) -> String?
}

extension Report {
  package var rows: [JSONValue] { [json] }
  package func caveat(in format: ReportFormat) -> String? { nil }
}

/// The forms in which a report is written.
package enum ReportFormat: String, CaseIterable, Sendable {
  case text
  /// One JSON value.
  case json
  /// One JSON value a line; a list has a line for each of its rows.
  case ndjson

  /// Passes on the report in this form in pieces, so that its text is not all in memory.
  ///
  /// - Parameter sink: Returns whether somebody reads on. If not, hardly anything more is made.
  package func write(
    _ report: any Report, _ options: RenderOptions, to sink: ([UInt8]) -> Bool
  ) {
    func value(_ value: JSONValue) -> Bool {
      JSONWriter.write(value, inPieces: { _ = sink($0) })
      return sink([0x0A])
    }
    switch self {
    case .text:
      var page = Page()
      report.write(to: &page)
      page.render(options) { sink(Array($0.utf8)) }
    case .json: _ = value(report.json)
    case .ndjson: _ = report.rows.allSatisfy(value)
    }
  }
}

/// Builds the machine form of a report: its name, its version, and its members.
struct ReportJSON {
  private var members: [(name: String, value: JSONValue)]

  init(_ name: String) { members = [("report", .string(name)), ("version", 1)] }

  /// Members without a heading, for the parts of a report.
  init() { members = [] }

  /// The machine form of a report that is only a list.
  static func report(_ name: String, _ member: String, _ rows: [JSONValue]) -> JSONValue {
    var json = ReportJSON(name)
    json.add(member, rows)
    return json.value
  }

  var value: JSONValue { .object(members) }

  mutating func add(_ name: String, _ value: JSONValue?) {
    if let value { members.append((name, value)) }
  }

  mutating func add(_ name: String, _ value: String?) { add(name, value.map(JSONValue.string)) }
  mutating func add(_ name: String, _ value: Int?) { add(name, value.map { JSONValue.number($0) }) }
  mutating func add(_ name: String, _ value: Bool) { add(name, .bool(value)) }
  mutating func add(_ name: String, _ path: JSONPointer) { add(name, path.description) }
  mutating func add(_ name: String, _ list: [JSONValue]) { add(name, .array(list)) }
  mutating func add(_ name: String, _ texts: [String]) { add(name, texts.map(JSONValue.string)) }
  mutating func add(_ name: String, _ numbers: [Int]) { add(name, numbers.map { .number($0) }) }
  mutating func add(_ name: String, _ paths: [JSONPointer]) { add(name, paths.map(\.description)) }

  mutating func add(_ name: String, _ inputs: [InputLine]) {
    add(name, inputs.map { ["is": .string($0.name), "value": $0.value] })
  }

  /// Adds a list with an object for each of these.
  mutating func add<Each>(
    _ name: String, of all: some Sequence<Each>, _ members: (Each, inout ReportJSON) -> Void
  ) {
    add(name, Self.list(of: all, members))
  }

  /// An object for each of these.
  static func list<Each>(
    of all: some Sequence<Each>, _ members: (Each, inout ReportJSON) -> Void
  ) -> [JSONValue] {
    all.map { each in
      var json = ReportJSON()
      members(each, &json)
      return json.value
    }
  }
}

/// A part of a report whose machine form is an object.
protocol JSONMembers {
  func add(to json: inout ReportJSON)
}

extension JSONMembers {
  var json: JSONValue {
    var json = ReportJSON()
    add(to: &json)
    return json.value
  }
}

/// A line or two for people, for example what a command did.
package struct MessageReport: Report {
  private let text: String

  /// A message, which may hold untrusted text.
  package init(_ text: String) { self.text = text }

  /// `{"report":"message","version":1,"text":…}`.
  package var json: JSONValue {
    var json = ReportJSON("message")
    json.add("text", text)
    return json.value
  }

  package func write(to page: inout Page) { page.line(.text(text)) }
}
