import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import inspect

@Suite("What can be at the end of a line of a shell")
struct ShellCompletionTests {
  private static let tool = Tool.table.options.map(\.name)

  private func words(_ line: String...) -> [String] { words(line) }

  /// The words of `inspect complete`, and `:files` if the shell is to add some.
  private func words(_ line: [String], environment: [String: String] = [:]) -> [String] {
    var context = CommandContext(table: Tool.table) { _ in nil }
    context.environment = environment
    return ShellCompletion(line, context).text
      .split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
      .filter { $0 != ":none" }
  }

  @Test("the first word is a verb or a session")
  func verbs() {
    #expect(words("") == Tool.table.commands(.batch).map(\.name) + [":sessions"])
    #expect(words("--keep-going", "ver") == ["verify", ":sessions"])
    #expect(words([]) == Tool.table.commands(.batch).map(\.name) + [":sessions"])
  }

  @Test("each verb has its own options and those of the tool")
  func options() throws {
    for verb in Tool.table.commands(.batch) {
      let own = try #require(verb.batch).options.map(\.name)
      #expect(words(verb.name, "s.ndjson", "-") == own + Self.tool, "\(verb.name)")
      #expect(words(verb.name, "--", "-").filter { $0.hasPrefix("-") } == [], "\(verb.name)")
    }
    #expect(words("s.ndjson", "-") == Self.tool)
  }

  @Test("a value that is one of several words is completed, however it is joined to its option")
  func values() throws {
    var count = 0
    for verb in Tool.table.commands(.batch) {
      for option in try #require(verb.batch).options + Tool.table.options
      where !option.choices.isEmpty {
        count += 1
        let (name, choices) = (option.name, option.choices)
        #expect(words(verb.name, name, "") == choices)
        #expect(words(verb.name, "\(name)=") == choices.map { "\(name)=\($0)" })
        #expect(words(verb.name, name, choices[0]) == [choices[0]])
      }
    }
    #expect(count > 40)
  }

  @Test("sessions, files and programs are the shell's")
  func files() throws {
    for verb in Tool.table.commands(.batch) where verb.takesSession {
      #expect(words(verb.name, "") == [":sessions"], "\(verb.name)")
    }
    #expect(words("verify", "a.ndjson", "") == [":sessions"])
    #expect(words("replay", "a.ndjson", "-o", "") == [":files"])
    #expect(words("-x", "") == [":files"])
    #expect(words("--host", "") == [":programs"])
    #expect(words("--patience", "") == [])
    #expect(words("record", "toa") == ["toast", "toast-clock"])
    #expect(words("record", "toast", "--scenario", "q") == ["queue"])
    #expect(words("completions", "") == ["bash", "zsh", "fish"])
    #expect(words("sessions", "") == [":sessions"])
    #expect(words("sessions", "logs", "") == [":sessions"])
  }

  @Test("paths, steps and action types come from the session on the line")
  func session() {
    #expect(words("why", Inspect.toast, "it") == ["items", ":open"])
    #expect(
      words("print", Inspect.toast, "4", "items[1].") == [
        "items[1].id", "items[1].message", "items[1].type", ":open",
      ])
    #expect(words("print", Inspect.toast, "s") == ["start"])
    // A blank would have to be quoted, and the beginning of a mark is enough.
    #expect(words("show", Inspect.toast, "@") == ["@signed", "@save", "@airplane"])
    #expect(
      words("log", Inspect.toast, "--type", "") == [
        "clearToast", "dequeueToast", "enqueueToast",
      ])
    #expect(words("log", Inspect.toast, "--type=enq") == ["--type=enqueueToast"])
    #expect(
      words("verify", Inspect.toast, "--ignore", "items[1].m") == ["items[1].message", ":open"])
    #expect(
      words("log", Inspect.toast, "'--where=$.n > 3 && items[1].m") == [
        "--where=$.n > 3 && items[1].message", ":open",
      ])
    #expect(words("why", "none.ndjson", "it") == [":open"])
    #expect(words("why", "-", "it") == [":open"])
  }

  @Test("a condition is completed in quotes and bare, whole; so is a path in quotes")
  func conditions() {
    for line in [["find"], ["first"], ["bisect"]] {
      #expect(
        words(line + [Inspect.toast, "'items[1].id > 3 && items[1].m"]) == [
          "items[1].id > 3 && items[1].message", ":open",
        ])
    }
    #expect(
      words("log", Inspect.toast, "--where", "'$.type == \"c") == [
        "$.type == \"clearToast\"", ":open",
      ])
    #expect(words("find", Inspect.toast, "'!$.bef") == ["!$.before", ":open"])
    #expect(words("find", Inspect.toast, "items[1].m") == ["items[1].message", ":open"])
    #expect(words("why", Inspect.toast, "'items[1].m") == ["items[1].message", ":open"])
    #expect(words("why", Inspect.toast, "\"items[1].m") == ["items[1].message", ":open"])
    // In double quotes the shell would take $ for itself.
    #expect(words("find", Inspect.toast, "\"$.ty") == [":open"])
  }

  @Test("a word that could act on the terminal or the shell is not offered")
  func hostile() throws {
    let text = """
      {"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"2026-01-02T03:04:05Z","store":"s"}
      {"kind":"state","n":0,"state":{"a\\u001b[2J":1,"a`id`":1,"a$(id)":1,"a;id":1,"ab":2}}

      """
    let file = try Scratch.file("hostile-names.ndjson", text)
    #expect(words("why", file, "a") == ["ab", ":open"])
    // In single quotes nothing acts but their end.
    #expect(
      words("why", file, "'[") == ["[\"a`id`\"]", "[\"a$(id)\"]", "[\"a;id\"]", ":open"])
  }

  @Test("a word with a blank is offered as it is meant, and the shell escapes it")
  func blanks() throws {
    let file = try Scratch.file(
      "blank-types.ndjson", try Self.session("{\"a b\":1}", types: ["add item", "it's"]))
    #expect(words("log", file, "--type", "") == ["add item"])
    #expect(words("log", file, "--type", "\"it") == ["it's"])
    #expect(words("log", file, "--type", "'add i") == ["add item"])
    #expect(words("why", file, "/a") == ["/a b", ":open"])
  }

  @Test("a session in the home folder is found as the shell will find it")
  func home() throws {
    let file = try Scratch.file("at-home.ndjson", try Self.session("{\"ab\":1}", types: []))
    let parts = file.split(separator: "/")
    let folder = "/" + parts.dropLast().joined(separator: "/")
    for front in ["~", "$HOME", "${HOME}"] {
      #expect(
        words(["why", "\(front)/at-home.ndjson", "a"], environment: ["HOME": folder]) == [
          "ab", ":open",
        ])
    }
    #expect(words("why", "~/at-home.ndjson", "a") == [":open"])
  }

  @Test("a small archive is read, and one that takes long is not")
  func archives() throws {
    let text = try Self.session("{\"ab\":1}", types: [])
    let small = try Scratch.file("small.ndjson.gz", Self.gzipped(text))
    #expect(words("why", small, "a") == ["ab", ":open"])
    var state: UInt64 = 1
    let noise = (0..<60_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return String(state, radix: 36)
    }
    let long = try Self.session("{\"ab\":\"\(noise.joined())\"}", types: [])
    let large = try Scratch.file("large.ndjson.gz", Self.gzipped(long))
    #expect(words("why", large, "a") == [":open"])
  }

  private static func gzipped(_ text: String) throws -> [UInt8] {
    try ProcessRun.run(URL(filePath: "/bin/gzip"), ["-nc"], input: Array(text.utf8)).outputBytes
  }

  /// A session whose state has no changes.
  private static func session(_ state: String, types: [String]) throws -> String {
    let lines = types.enumerated().map { place, type in
      """
      {"kind":"action","n":\(place + 1),"t":\(place + 1),"type":"\(type)","action":{}}
      {"kind":"state","n":\(place + 1),"patch":[]}
      """
    }
    return
      ([
        """
        {"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"2026-01-02T03:04:05Z","store":"s"}
        {"kind":"state","n":0,"state":\(state)}
        """
      ] + lines).joined(separator: "\n") + "\n"
  }
}
