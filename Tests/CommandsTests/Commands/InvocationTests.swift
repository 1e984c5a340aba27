import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Words are matched with the form of a command")
struct InvocationTests {
  private static let form = Command.Form(
    [Parameter("A", .text), Parameter("B", .text, .optional)],
    options: [
      CommandOption("--flag", "a flag"), CommandOption("-o", value: "FILE", "a file"),
      CommandOption("--ignore", value: "PATTERN", repeatable: true, "a pattern"),
    ])

  private static func command(_ form: Command.Form) -> Command {
    Command("try", in: .tool, "try it", prompt: form, batch: form) {
      _, _ throws(InspectorError) in CommandResult(nil)
    }
  }

  @Test("a session behind -- was called missing")
  func sessionBehindDashes() throws {
    let scan = try CommandTable(CommandTable.library).verb("log")
    for (words, place) in [
      (["--", "-a.ndjson"], 1), (["--limit", "2", "--", "-a.ndjson"], 3), (["a", "--"], 0),
      (["--"], nil), (["--limit", "--", "a"], 2), (["-"], 0),
    ] as [([String], Int?)] {
      #expect(scan.sessionPlace(in: words) == place, "\(words)")
    }
  }

  @Test("a ~ at the beginning of a file's name was part of the name, at the prompt")
  func home() throws {
    let form = Command.Form(
      [Parameter("FILE", .file)], options: [CommandOption("-o", value: "FILE", "a file")])
    for (line, file, option) in [
      ("~/a -o ~/b", "/home/me/a", "/home/me/b"), ("~ -o ~x", "/home/me", "~x"),
      ("'~/a' -o a~", "~/a", "a~"),
    ] {
      let read = try Invocation(Self.command(form), line: line, home: "/home/me")
      #expect(read.argument("FILE") == file)
      #expect(read.option("-o") == option)
    }
  }

  /// The arguments and options that the words give, or the reason why not.
  private func read(_ words: [String], _ form: Command.Form = form) -> String {
    do throws(InspectorError) {
      let invocation = try Invocation(Self.command(form), words: words)
      let arguments = form.parameters.map { invocation.arguments($0.name).joined(separator: ",") }
      let options = form.options.map { option in
        invocation.flag(option.name)
          ? option.name + "=" + invocation.options(option.name).joined(separator: ",") : ""
      }
      return (arguments + options.filter { !$0.isEmpty }).joined(separator: "|")
    } catch {
      guard case .usage("try", let reason, _, _, _) = error else { return "\(error)" }
      return "refused: \(reason)"
    }
  }

  @Test(
    "arguments and options may stand in any order",
    arguments: [
      ("a", "a|"), ("a b", "a|b"), ("a --flag", "a||--flag="), ("--flag a b", "a|b|--flag="),
      ("-o x a", "a||-o=x"), ("-o=x a", "a||-o=x"), ("-o= a", "a||-o="), ("-o -- a", "a||-o=--"),
      ("a --ignore p --ignore=q=r", "a||--ignore=p,q=r"), ("-- --flag", "--flag|"),
      ("a -- -o", "a|-o"), ("- a", "-|a"), ("-3 -0.5s", "-3|-0.5s"), ("-- --", "--|"),
      ("", "refused: A is missing"), ("--flag", "refused: A is missing"),
      ("a b c d", "refused: c is one word too many"),
      ("a --flg", "refused: it has no option --flg; did you mean --flag?"),
      ("a --zzzzzz", "refused: it has no option --zzzzzz"),
      ("a -x", "refused: it has no option -x; did you mean -o?"),
      ("a --flag=1", "refused: --flag takes no value"), ("a -o", "refused: -o needs a value"),
      ("a --flag --flag", "refused: --flag may be given only once"),
      ("a -o 1 -o 2", "refused: -o may be given only once"),
    ])
  func words(line: String, expected: String) {
    #expect(read(line.split(separator: " ").map(String.init)) == expected)
  }

  @Test("a second file that is not there was taken for the type of an action")
  func missingFile() throws {
    let log = try #require(CommandTable.library.first { $0.name == "log" })
    let here = NSTemporaryDirectory()
    for word in ["none.ndjson", "none.ndjson.gz", "a/none.html", "\(here)none"] {
      let reason = "there is no file \(word), and it is one word too many"
      #expect(
        throws: InspectorError.usage(
          command: "log", reason: reason, usage: log.usage(.batch), word: word, place: .last)
      ) { try Invocation(log, words: [word]) }
    }
    for word in ["todos/add", "none"] {
      #expect(
        throws: InspectorError.usage(
          command: "log",
          reason: "\(word) is one word too many; for actions of a type write --type \(word)",
          usage: log.usage(.batch), word: word, place: .last)
      ) { try Invocation(log, words: [word]) }
    }
  }

  @Test("the option behind one without its value was taken for the value, and a file got its name")
  func optionForValue() {
    let reason = "-o needs a value; one that begins so is -o=--flag"
    #expect(read(["a", "-o", "--flag"]) == "refused: \(reason)")
    #expect(read(["a", "-o=--flag"]) == "a||-o=--flag")
    #expect(
      throws: InspectorError.usage(
        command: "try", reason: reason, usage: Self.command(Self.form).usage(.prompt),
        word: "--flag")
    ) { try Invocation(Self.command(Self.form), line: "a -o --flag") }
  }

  @Test("a parameter of several words takes all that are left, and at least one")
  func several() {
    let form = Command.Form([Parameter("A", .text, .several)])
    #expect(read(["x", "y", "z"], form) == "x,y,z")
    #expect(read([], form) == "refused: A is missing")
  }

  @Test("of several words a condition of a verb is one text")
  func joined() throws {
    let form = Command.Form(
      [Parameter("COND", .condition)], options: [CommandOption("--limit", value: "N", "")])
    #expect(read(["$.n", ">", "3", "--limit", "2"], form) == "$.n > 3|--limit=2")
  }

  @Test("usage shows every parameter and option once")
  func usage() {
    let command = Self.command(Self.form)
    #expect(
      command.usage(.batch)
        == "inspect try SESSION A [B] [--flag] [-o FILE] [--ignore PATTERN]... [--anyway]")
    #expect(
      command.usage(.prompt) == "try A [B] [--flag] [-o FILE] [--ignore PATTERN]... [--anyway]")
  }

  @Test(
    "a line is split into words as a shell does",
    arguments: [
      ("", []), ("  ", []), ("a  b\tc", ["a", "b", "c"]), ("'a b' c", ["a b", "c"]),
      ("a'b c'd", ["ab cd"]), (#""a b" ''"#, ["a b", ""]), (#""a\"b\\c\d""#, [#"a"b\c\d"#]),
      (#"'a\'b"#, [#"a\b"#]), (#"a\ b\'"#, ["a b'"]), ("é'ü'", ["éü"]),
      ("$(rm) `x` *", ["$(rm)", "`x`", "*"]),
    ])
  func commandWords(text: String, expected: [String]) {
    #expect(CommandWords.split(text) == expected)
  }

  @Test("a quote or an escape that is not closed makes no words", arguments: ["'", "a \"b", "a\\"])
  func unclosed(text: String) {
    #expect(CommandWords.split(text) == nil)
    #expect(HostCommand(parsing: text) == nil)
  }

  @Test("a host command is named by its words")
  func hostCommand() {
    let command = HostCommand(parsing: "run 'my host' -x")
    #expect(command == HostCommand(program: "run", arguments: ["my host", "-x"]))
    #expect(command?.description == "run my host -x")
    #expect(HostCommand(parsing: "  ") == nil)
  }
}

@Suite("A word means the command of that name, and a beginning where it is the only one")
struct CommandTableTests {
  private let table = CommandTable(CommandTable.library)

  private func meant(_ word: String, abbreviated: Bool = true) -> String {
    do throws(InspectorError) {
      return try table.prompt(word, abbreviated: abbreviated).name
    } catch {
      return "\(error)"
    }
  }

  @Test("names and aliases are exact, in scripts and at the prompt")
  func exact() throws {
    for command in table.commands where command.prompt != nil {
      for word in [command.name] + command.aliases {
        #expect(meant(word) == command.name)
        #expect(meant(word, abbreviated: false) == command.name)
      }
    }
    for command in table.commands where command.batch != nil {
      #expect(try table.verb(command.name).name == command.name)
    }
  }

  @Test("no name or alias means two commands")
  func unique() {
    let words = table.commands.flatMap { [$0.name] + $0.aliases }
    #expect(Set(words).count == words.count)
  }

  @Test("every beginning of a name is that command, or all that it may be are named")
  func beginnings() {
    let commands = table.commands.filter { $0.prompt != nil }
    let words = Set(commands.flatMap { [$0.name] + $0.aliases })
    for command in commands {
      for length in 1..<command.name.count {
        let word = String(command.name.prefix(length))
        if words.contains(word) { continue }
        let fitting = commands.map(\.name).filter { $0.hasPrefix(word) }
        let names = fitting.dropLast().joined(separator: ", ")
        let expected =
          fitting.count == 1
          ? command.name
          : "there is no command \(word); did you mean \(names) or \(fitting.last ?? "")?"
        #expect(meant(word) == expected)
        #expect(meant(word, abbreviated: false) != command.name)
      }
    }
  }

  @Test(
    "a mistyped word suggests the nearest",
    arguments: [
      ("nxet", "there is no command nxet; did you mean next?"),
      ("lsit", "there is no command lsit; did you mean list?"),
      ("historie", "there is no command historie; did you mean history?"),
      ("zzzzzzzz", "there is no command zzzzzzzz; try help"),
      ("expand", "there is no command expand; try help"),
    ])
  func mistyped(word: String, expected: String) {
    #expect(meant(word) == expected)
  }
}

@Suite("A pattern of types matches as its stars and question marks say")
struct TypeGlobTests {
  @Test("every short pattern matches as a naive matcher says")
  func naive() {
    func matches(_ pattern: Substring, _ text: Substring) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "*" {
        return matches(pattern.dropFirst(), text)
          || (!text.isEmpty && matches(pattern, text.dropFirst()))
      }
      guard let letter = text.first, first == "?" || first == letter else { return false }
      return matches(pattern.dropFirst(), text.dropFirst())
    }
    func words(_ letters: [String], upTo length: Int) -> [String] {
      var all = [""]
      var last = [""]
      for _ in 0..<length {
        last = last.flatMap { word in letters.map { word + $0 } }
        all += last
      }
      return all
    }
    let texts = words(["a", "b"], upTo: 4)
    for pattern in words(["a", "b", "*", "?"], upTo: 4) {
      let glob = TypeGlob(pattern)
      for text in texts { #expect(glob.matches(text) == matches(pattern[...], text[...])) }
    }
  }

  @Test("a pattern in another case is written as the types are")
  func otherCase() {
    let types = ["clearToast", "enqueueToast"]
    for (pattern, other) in [
      ("Enqueue*", "enqueue*"), ("*toast", "clearToast"), ("ENQUEUE?oast", "enqueue?oast"),
      ("pay*", nil), ("Enqueuetoast", nil),
    ] {
      #expect(TypeGlob.inOtherCase(pattern, types) == other, "\(pattern)")
    }
  }

  @Test("many stars are no trap")
  func manyStars() {
    let glob = TypeGlob(String(repeating: "*a", count: 200) + "b")
    #expect(glob.matches(String(repeating: "a", count: 2000)) == false)
  }
}
