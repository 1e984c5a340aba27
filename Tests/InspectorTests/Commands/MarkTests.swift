import Testing

@testable import Inspector

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

  @Test("what begins several marks, or none, is refused", arguments: ["f", "few", "x"])
  func refuses(text: String) throws {
    var sample = try sample()
    #expect(
      sample.told("goto @\(text)")
        == "error: goto: there is no one mark \(text); the session has first item, fewer, "
        + "fewer still; usage: goto STEP\n")
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
}
