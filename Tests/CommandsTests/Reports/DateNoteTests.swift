import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

/// Sessions begin at 2026-01-02T03:04:05Z, which is 789015845 seconds after the beginning of 2001.
@Suite("A number that is a moment is shown with it, and only such a number")
struct DateNoteTests {
  private func workspace(
    _ texts: [String], fingerprint: JSONValue? = nil, drawn: String? = nil
  ) throws -> SampleWorkspace {
    let states = try texts.map { try JSONValue(parsing: $0) }
    var builder = SessionBuilder { $0.fingerprint = fingerprint }
    builder.whole(0, states[0])
    for (n, state) in states.enumerated().dropFirst() {
      builder.action(n)
      if let drawn { builder.input(n, "date", try JSONValue(parsing: drawn)) }
      builder.patch(n, to: state)
    }
    builder.end(states.count - 1)
    return try SampleWorkspace(builder)
  }

  @Test("in why, history, diff, tree and print; the number stays, and --raw shows it alone")
  func everywhere() throws {
    var sample = try workspace([
      #"{"createdAt":789015845.5,"items":[{"date":789015900}]}"#,
      #"{"createdAt":789015846.25,"items":[{"date":789015900}]}"#,
    ])
    _ = try sample.run("goto 1")
    #expect(
      sample.told("why createdAt") == """
        createdAt was last changed by action 1 add
          from 789015845.5 (2026-01-02 03:04:05Z)
          to   789015846.25 (2026-01-02 03:04:06Z)
          at   +0.001 s, with 1

        """)
    #expect(
      sample.told("history createdAt") == """
        start  (from the beginning)  789015845.5 (2026-01-02 03:04:05Z)
            1  add                   789015845.5 → 789015846.25 (2026-01-02 03:04:06Z)

        """)
    #expect(
      sample.told("diff") == """
        state 0 → state 1  1 difference
        ~ createdAt  789015845.5 (2026-01-02 03:04:05Z) → 789015846.25 (2026-01-02 03:04:06Z)

        """)
    #expect(
      sample.told("tree items[0]") == """
        items[0] 1 member
          date 789015900 (2026-01-02 03:05:00Z)

        """)
    #expect(sample.told("print createdAt") == "789015846.25 (2026-01-02 03:04:06Z)\n")
    #expect(try sample.json("print createdAt") == "789015846.25")
    let report = try #require(try sample.run("print createdAt").report)
    #expect(ReportFormat.text.rendered(report, RenderOptions(raw: true)) == "789015846.25\n")
  }

  @Test(
    "without types a name and a nearness decide, or that the reducer drew it",
    arguments: [
      ("createdAt", "789015845.5", true), ("updated_at", "789015845.5", true),
      ("publishDate", "789015845", true), ("date", "789015845.5", true),
      // A whole number may be one of nanoseconds.
      ("startedAt", "789015845", false),
      // Unix times of that day and of 1990, a day of birth, a year and a half later.
      ("createdAt", "1767323045.5", false), ("createdAt", "631152000.5", false),
      ("birthDate", "500000000", false), ("expiryDate", "840000000", false),
      ("total", "789015845.5", false), ("duration", "789015845.5", false),
      ("chat", "789015845.5", false), ("date", "\"789015845.5\"", false),
      ("id", "789015845.125", true),
    ])
  func guessed(name: String, value: String, isMoment: Bool) throws {
    let state = "{\"\(name)\":\(value)}"
    var sample = try workspace([state, state], drawn: "789015845.125")
    #expect(
      sample.told("print \(name)")
        == value + (isMoment ? " (2026-01-02 03:04:05Z)" : "") + "\n")
  }

  @Test("the types of the header decide, whatever the name")
  func types() throws {
    let state = #"{"createdAt":789015845.5,"x":0.5,"list":[{"when":789015845.5}]}"#
    var sample = try workspace(
      [state], fingerprint: "v1; state 00000000 {createdAt:Double,x:Date,list:[{when:Date?}]}")
    #expect(sample.told("print createdAt") == "789015845.5\n")
    #expect(sample.told("print x") == "0.5 (2001-01-01 00:00:00Z)\n")
    #expect(sample.told("print list[0].when") == "789015845.5 (2026-01-02 03:04:05Z)\n")
  }
}
