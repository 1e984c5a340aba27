import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Where the app crashed, the prompt answers about the last known state")
struct CrashAnswerTests {
  private func crash() throws -> SampleWorkspace {
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.action(3, "add", 5)
    var sample = try SampleWorkspace(builder)
    _ = try sample.run("goto end")
    return sample
  }

  @Test("blame and tree had no answer there, as there is no state after the crash")
  func answers() throws {
    var sample = try crash()
    for (line, answer) in [
      ("blame total", "2  add  0 ns ago  total: 3\n"),
      ("tree", "(the whole state) 1 member\n  total 3\n"),
      ("print total", "3\n"),
    ] {
      let result = try sample.run(line)
      #expect(try result.told() == answer + "(no)\n")
      #expect(
        result.complaints == [
          "no state 3: the app crashed in the reducer of that action; last known state: 2"
        ])
    }
  }

  @Test(
    "the verb had no answer where no step was given, though its help says that it reads the last one"
  )
  func verb() throws {
    var sample = try crash()
    #expect(sample.verb("blame", "total") == "2  add  0 ns ago  total: 3\n(no)\n")
    #expect(sample.verb("blame", "total", "3").hasPrefix("error: no state 3: the app crashed"))
  }

  @Test("a file cut behind the line of an action was said to have had no action open")
  func cutBehindAction() throws {
    func ending(_ builder: SessionBuilder) throws -> String? {
      let session = try InspectorSupport.open(builder.bytes() + Array(#"{"kind":"inp"#.utf8))
      var page = Page()
      try InfoReport(Timeline(session), 0, { false }).write(to: &page)
      return page.rendered(RenderOptions()).split(separator: "\n").map(String.init)
        .first { $0.hasPrefix("ending") }
    }
    var builder = SessionBuilder.counter([1, 2], closed: false)
    let whole = try ending(builder)
    #expect(whole == "ending   cut off: not closed, and no action was open")
    builder.action(3, "add", 5)
    let open = try ending(builder)
    #expect(open == "ending   cut off in action 3 add: what came after its line is missing")
  }
}
