import Testing

@testable import Commands
@testable import inspect

struct CompletionTests {
  private func list(
    _ line: String, word: Int, _ start: Int, _ candidates: [String], isCut: Bool = false
  ) -> [String]? {
    CompletionMatches.list(
      Completions(start: start, candidates: candidates, appendsSpace: true, isCut: isCut),
      line: line, wordStart: word, cursor: line.utf8.count)
  }

  @Test("the dots of a list that is cut were put into the line if no other word of it is safe")
  func onlyDots() {
    #expect(list("print t", word: 6, 6, ["t\u{1B}a", "t\u{1B}b", "t..."], isCut: true) == nil)
    #expect(
      list("print t", word: 6, 6, ["ta", "tab", "t..."], isCut: true) == ["t", "ta", "tab", "t..."])
    #expect(list("print t", word: 6, 6, ["t..."]) == ["t..."])
  }

  @Test("one candidate replaces the word; several begin with what they share")
  func shared() {
    #expect(list("pr", word: 0, 0, ["print"]) == ["print"])
    #expect(
      list("print /i", word: 6, 6, ["/items/10", "/items/2"]) == [
        "/items/", "/items/10", "/items/2",
      ])
    #expect(list("", word: 0, 0, ["b", "a"]) == ["", "b", "a"])
    #expect(list("pr", word: 0, 0, []) == nil)
  }

  @Test("the shared beginning never cuts a character")
  func wholeCharacters() {
    #expect(list("", word: 0, 0, ["aé", "aè"]) == ["a", "aé", "aè"])
  }

  @Test("what was typed is kept where the candidates agree in less")
  func typedIsKept() {
    #expect(list("ITE", word: 0, 0, ["items", "item"]) == ["ITE", "items", "item"])
  }

  @Test("candidates that act on a terminal, or are empty, are left out")
  func unsafe() {
    #expect(list("", word: 0, 0, ["a\u{1B}[2J", "b\tc", "\u{202E}", "", "ok"]) == ["ok"])
  }

  @Test("a candidate that begins inside the editor's word gets what stands before it")
  func laterStart() {
    #expect(list("log --format=js", word: 4, 13, ["json"]) == ["--format=json"])
  }

  @Test("a candidate that begins before the editor's word loses what stands there already")
  func earlierStart() {
    #expect(
      list("print my ke", word: 9, 6, ["my key", "my kernel", "your key"]) == [
        "ke", "key", "kernel",
      ])
  }

  @Test("a start outside the line fits nothing")
  func outside() {
    #expect(list("abc", word: 0, 4, ["abcd"]) == nil)
    #expect(list("abc", word: 0, -1, ["abcd"]) == nil)
  }

  @Test("escapes of a prompt are marked, so that the editor does not count them")
  func promptMarks() {
    #expect(
      ReadlineLines.marked("\u{1B}[1;31ma\u{1B}[0m> ")
        == "\u{1}\u{1B}[1;31m\u{2}a\u{1}\u{1B}[0m\u{2}> ")
    #expect(ReadlineLines.marked("plain> ") == "plain> ")
  }
}
