import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A mark is gone to by its text, or a beginning that no other mark has")
struct MarkTests {
  private func sample() throws -> SampleWorkspace {
    var builder = SessionBuilder.counter([1, 2, 3], closed: false)
    builder.mark(1, "first item")
    builder.mark(2, "fewer")
    builder.mark(3, "fewer still")
    return try SampleWorkspace(builder)
  }

  @Test(
    "the whole text wins over a beginning",
    arguments: [
      ("@fewer", 2), ("'@fewer '", 3), ("@first", 1), (#"@first\ item"#, 1),
      (#""@first item""#, 1),
    ])
  func finds(word: String, n: Int) throws {
    var sample = try sample()
    _ = try sample.run("goto \(word)")
    #expect(sample.workspace.n == n)
  }

  @Test(
    "what begins several marks, or none, is refused with those that it may mean",
    arguments: [
      ("f", "f begins several: the marks are first item, fewer, fewer still"),
      ("few", "few begins several: the marks are fewer, fewer still"),
      ("", "a beginning of one is needed: the marks are first item, fewer, fewer still"),
      ("fewre", "there is no mark fewre; did you mean fewer?"),
      ("nothing", "there is no mark nothing: the marks are first item, fewer, fewer still"),
    ])
  func refuses(text: String, words: String) throws {
    var sample = try sample()
    #expect(sample.told("goto @\(text)") == "error: goto: \(words); usage: goto STEP\n")
  }

  @Test("where there is no mark, or one, that is said")
  func few() throws {
    var none = try SampleWorkspace(SessionBuilder.counter([1]))
    #expect(
      none.told("goto @x") == "error: goto: there is no mark x: there are none; usage: goto STEP\n")
    #expect(none.told("marks") == "the session has no marks\n")
    var one = try SampleWorkspace()
    #expect(
      one.told("goto @x")
        == "error: goto: there is no mark x: the only one is first pen; usage: goto STEP\n")
    #expect(one.told("marks") == "1  first pen\n")
    #expect(
      try one.json("marks")
        == #"{"report":"marks","version":1,"marks":[{"n":1,"text":"first pen"}]}"#)
  }

  @Test("a mark before the first action was in no list", arguments: ["list", "log"])
  func start(line: String) throws {
    var builder = SessionBuilder()
    builder.whole(0, 0)
    builder.mark(0, "signed in")
    builder.action(1)
    builder.patch(1, to: 1)
    builder.mark(1, "bought")
    var sample = try SampleWorkspace(builder)
    let rows = sample.told(line).split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(rows.first == "0 start # signed in")
    #expect(rows.last?.hasSuffix("# bought") == true)
    #expect(rows.count == 2)
    #expect(try sample.json(line).contains(##""steps":[{"n":0,"marks":["signed in"]},{"n":1,"##))
  }

  @Test("of many marks the first are named, and how many more there are")
  func many() throws {
    var builder = SessionBuilder.counter(Array(1...12), closed: false)
    for n in 1...12 { builder.mark(n, "m\(n)") }
    var sample = try SampleWorkspace(builder)
    #expect(
      sample.told("goto @m")
        == "error: goto: m begins several: the marks are m1, m2, m3, m4, m5, m6, m7, m8, and 4 more"
        + "; usage: goto STEP\n")
  }

  @Test("every completion of a mark is a word that goes there")
  func completions() throws {
    var sample = try sample()
    for line in ["goto @", "goto '@", #"goto "@"#] {
      let found = sample.workspace.completions(line, at: line.utf8.count)
      #expect(found.start == 5)
      #expect(found.candidates.count == 3)
      for (place, word) in found.candidates.enumerated() {
        _ = try sample.run("goto \(word)")
        #expect(sample.workspace.n == place + 1)
      }
    }
  }

  @Test("a mark of one's own was not completed")
  func ownMark() throws {
    var sample = try sample()
    _ = try sample.run("goto 2")
    _ = try sample.run("mark here")
    #expect(sample.workspace.completions("goto @he", at: 8).candidates == ["@here"])
  }
}
