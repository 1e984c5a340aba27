import Testing

@testable import Commands
@testable import Inspector

@Suite("The grammar of a line at the prompt")
struct PromptLineTests {
  private func parts(_ line: String) -> [[String]]? {
    guard let commands = try? PromptLine.commands(line) else { return nil }
    return commands.map { [$0.word, $0.rest] + ($0.shell.map { [$0] } ?? []) }
  }

  @Test(
    "a line is split at ;; and at a single bar, and ends at a comment",
    arguments: [
      ("", []), ("  \t", []), ("# a ;; b | c", []), ("  # a", []),
      ("next", [["next", ""]]), ("  next  2 ", [["next", "  2 "]]),
      ("next ;; back", [["next", " "], ["back", ""]]),
      ("next;;back", [["next", ""], ["back", ""]]),
      (";;next;;;;", [["next", ""]]), ("a ;b", [["a", " ;b"]]), ("a;", [["a;", ""]]),
      ("log | head -3", [["log", " ", "head -3"]]),
      ("log | a | b", [["log", " ", "a | b"]]),
      ("log | a ;; when", [["log", " ", "a"], ["when", ""]]),
      ("log |head", [["log", " |head"]]), ("log| head", [["log|", " head"]]),
      ("find a || b", [["find", " a || b"]]), ("log\t|\twc", [["log", "\t", "wc"]]),
      ("log | wc # all", [["log", " ", "wc"]]), ("next # go on", [["next", " "]]),
      ("goto @a#b", [["goto", " @a#b"]]),
      ("find \"a | b ;; c # d\"", [["find", " \"a | b ;; c # d\""]]),
      ("find 'a | b' | c", [["find", " 'a | b' ", "c"]]),
      (#"find "a\" | b" | c"#, [["find", #" "a\" | b" "#, "c"]]),
      (#"print a\;; | b"#, [["print", #" a\;; "#, "b"]]),
      ("mark don't | wc # x", [["mark", " don't | wc # x"]]),
      ("dispatch {\"a\":\"é | あ\"} | wc", [["dispatch", " {\"a\":\"é | あ\"} ", "wc"]]),
    ] as [(String, [[String]])])
  func splits(line: String, expected: [[String]]) {
    #expect(parts(line) == expected)
  }

  @Test(
    "a side of a bar that is missing is an error",
    arguments: ["| wc", "log |", "a ;; | b", "a | # b"])
  func missingSide(line: String) {
    #expect(parts(line) == nil)
  }

  @Test("every line of few signs is split without losing a letter that is not a sign")
  func exhaustive() {
    let signs = ["a", " ", ";", "|", "#", "\"", "\\"]
    var lines = [""]
    for _ in 0..<6 {
      lines = lines.flatMap { line in signs.map { line + $0 } }
      for line in lines { check(line) }
    }
  }

  /// Another reading of the grammar, letter by letter and without positions.
  private func check(_ line: String) {
    var (texts, quoted, before) = ([("", String?.none)], false, Character?.none)
    var letters = Array(line)[...]
    func add(_ letter: Character) {
      let last = texts.count - 1
      if texts[last].1 != nil {
        texts[last].1?.append(letter)
      } else {
        texts[last].0.append(letter)
      }
    }
    reading: while let letter = letters.popFirst() {
      let isBlankBefore = before == nil || before == " "
      before = letter
      if letter == "\\" {
        add(letter)
        if let next = letters.popFirst() { add(next) }
      } else if letter == "\"" {
        quoted.toggle()
        add(letter)
      } else if quoted {
        add(letter)
      } else if letter == "#", isBlankBefore {
        break reading
      } else if letter == ";", letters.first == ";" {
        letters.removeFirst()
        texts.append(("", nil))
      } else if letter == "|", isBlankBefore, letters.first ?? " " == " ",
        texts[texts.count - 1].1 == nil
      {
        texts[texts.count - 1].1 = ""
      } else {
        add(letter)
      }
    }
    let isBad = texts.contains { $0.1 != nil && ($0.0.trimmed.isEmpty || $0.1?.trimmed == "") }
    let commands = texts.filter { !$0.0.trimmed.isEmpty }
    let found = try? PromptLine.commands(line)
    guard !isBad else {
      #expect(found == nil, "\(line)")
      return
    }
    // Compared first, because expectations cost more than the law.
    let told = found?.map { [$0.text.trimmed, $0.shell ?? "-"] }
    let expected = commands.map { [$0.0.trimmed, $0.1?.trimmed ?? "-"] }
    if told != expected { Issue.record("\(line): \(told ?? []) is not \(expected)") }
  }

  @Test("what is completed is the last command, not a comment or a shell command")
  func lastCommand() {
    let starts: [(String, Int?)] = [
      ("", 0), ("ne", 0), ("next ;; ba", 7), ("a;;b;;", 6), ("あ;;b", 5), ("log | he", nil),
      ("next # x", nil), ("log | wc ;; ne", 11), ("find \"a ;; b", 0),
    ]
    for (line, start) in starts { #expect(PromptLine.start(ofLastIn: line) == start, "\(line)") }
  }

  @Test("completion works after ;; with places of the whole line")
  func completion() throws {
    let sample = try SampleWorkspace()
    let line = "next ;; got"
    let found = sample.workspace.completionsOfLine(line, at: line.utf8.count)
    #expect(found == Completions(start: 8, candidates: ["goto"], appendsSpace: true))
    #expect(sample.workspace.completionsOfLine("log | got", at: 9).candidates == [])
  }
}

@Suite("Words of the user for commands")
struct AliasTests {
  private func lines(_ definitions: [String], _ line: String) throws -> [String] {
    var sample = try SampleWorkspace()
    for definition in definitions { _ = try sample.run("alias \(definition)") }
    do throws(InspectorError) {
      return try sample.workspace.commands(line).map { command in
        command.text.trimmed + (command.shell.map { " | \($0)" } ?? "")
      }
    } catch {
      return ["error: \(error)"]
    }
  }

  @Test("stand for commands, with arguments behind or in their places")
  func expansion() throws {
    #expect(try lines(["f=next 3"], "f") == ["next 3"])
    #expect(try lines(["f=next"], "f 3 ;; when") == ["next 3", "when"])
    #expect(try lines(["b='print %1 ;; why %1'"], "b items") == ["print items", "why items"])
    #expect(try lines(["b='print %*'"], "b a 'b c'") == ["print a 'b c'"])
    #expect(try lines(["s='print %2 %1 %%'"], "s a b") == ["print b a %"])
    #expect(try lines(["w='log | wc'"], "w") == ["log | wc"])
    #expect(try lines(["w='log | wc'"], "w | cat") == ["log | wc | cat"])
  }

  @Test("may use each other, and mean the command within themselves")
  func nested() throws {
    #expect(try lines(["print=print --paths", "p2='print %1'"], "p2 x") == ["print --paths x"])
    #expect(try lines(["a=b", "b=a"], "a") == ["a"])
  }

  @Test("that lack an argument, or get too many, are refused")
  func refused() throws {
    #expect(
      try lines(["b='print %1'"], "b") == [
        "error: b: argument 1 is missing; usage: it is an alias of print %1"
      ])
    #expect(
      try lines(["b='print %1'"], "b c d") == [
        "error: b: d is one word too many; usage: it is an alias of print %1"
      ])
  }

  @Test("are listed, shown and removed")
  func list() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("alias") == "there are no aliases\n")
    #expect(sample.told("alias top='goto end ;; list 5'") == "")
    #expect(sample.told("alias f=next 3") == "")
    #expect(sample.told("alias") == "f    next 3\ntop  goto end ;; list 5\n")
    #expect(sample.told("alias top") == "top  goto end ;; list 5\n")
    #expect(
      try sample.json("alias")
        == #"{"report":"aliases","version":1,"aliases":[{"name":"f","text":"next 3"},{"name":"top","text":"goto end ;; list 5"}]}"#
    )
    #expect(
      sample.told("alias tpo")
        == "error: alias: there is no alias tpo; did you mean top?; usage: alias [--save] [NAME=COMMAND]\n"
    )
    #expect(
      sample.told("alias a b=next")
        == "error: alias: a name is one word without quotes and signs; usage: alias [--save] [NAME=COMMAND]\n"
    )
    #expect(sample.told("unalias f top") == "")
    #expect(sample.told("alias") == "there are no aliases\n")
  }
}
