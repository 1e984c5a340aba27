import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A line at the prompt is read as a shell reads it, and conditions and paths also bare")
struct LineTokensTests {
  private static let options = [
    CommandOption("--limit", value: "N", "a number"), CommandOption("--flag", "a flag"),
    CommandOption("-o", value: "FILE", "a file"),
  ]

  private static func command(_ parameters: [Parameter]) -> Command {
    let form = Command.Form(parameters, options: options)
    return Command("try", in: .tool, "try it", prompt: form, batch: form) {
      _, _ throws(InspectorError) in CommandResult(nil)
    }
  }

  /// What a command gets of a line, or the reason why it is refused.
  private func read(
    _ invocation: () throws(InspectorError) -> Invocation, _ parameters: [Parameter]
  )
    -> String
  {
    do throws(InspectorError) {
      let invocation = try invocation()
      let arguments = parameters.map { invocation.arguments($0.name).joined(separator: ",") }
      let options = Self.options.filter { invocation.flag($0.name) }.map {
        "\($0.name)=\(invocation.option($0.name) ?? "")"
      }
      return (arguments + options).joined(separator: "|")
    } catch {
      guard case .usage(_, let reason, _, let word, _) = error else { return "\(error)" }
      return "refused: \(reason) at \(word ?? "-")"
    }
  }

  private func read(line: String, _ parameters: [Parameter]) -> String {
    let command = Self.command(parameters)
    return read({ () throws(InspectorError) in try Invocation(command, line: line) }, parameters)
  }

  private func read(words: [String], _ parameters: [Parameter]) -> String {
    let command = Self.command(parameters)
    return read({ () throws(InspectorError) in try Invocation(command, words: words) }, parameters)
  }

  /// The text in each way that it may be quoted.
  private static func quoted(_ text: String) -> [String] {
    var ways: [String] = []
    if !text.contains("'") { ways.append("'\(text)'") }
    if !text.contains("\"") { ways.append("\"\(text)\"") }
    return ways
  }

  /// Each place of options around a text, with what they say.
  private static func arrangements(_ text: String) -> [(line: String, said: String)] {
    [
      (text, ""), ("  \(text)\t ", ""), ("--limit 2 \(text)", "|--limit=2"),
      ("\(text) --limit 2", "|--limit=2"), ("\(text) --limit=2", "|--limit=2"),
      ("--flag \(text) -o x", "|--flag=|-o=x"), ("\(text)  --flag --limit 2", "|--limit=2|--flag="),
      ("--limit 2 -- \(text)", "|--limit=2"), ("\(text) -o 'a b'", "|-o=a b"),
    ]
  }

  static let conditions = [
    "$.n>3", "$.n > 3", "cart.total < -3 && $.type == \"add --limit 9\"",
    "items[?@.a == 'x --flag']",
    "\"a\" == $.type || ($.n == 1)", "!items[0]", "$.type == \"it's\"", "count(items[*]) == -1",
    "-1 < $.n", "$.type == 'a' && $.n == 2", "\"a\" == \"b\"",
    "items[?@[\"]\"] == \"\\\" --flag\"]",
  ]

  @Test("a condition, bare or quoted, with options on either side", arguments: conditions)
  func condition(text: String) {
    for way in [text] + Self.quoted(text) {
      for (line, said) in Self.arrangements(way) {
        #expect(read(line: line, [Parameter("COND", .condition)]) == text + said, "\(line)")
      }
    }
  }

  static let paths = [
    "items", "items[0].message", "/items/0", "$.items[0]", "[\"odd key\"].x", "a[\"b c\"]['d e']",
    "$.items[?@.type == \"error\"].id", "$.items[?@.a == 'x --flag']", "$..id", "a[\"]\"].b",
  ]

  @Test(
    "a path, bare or quoted, with a word behind it and options on either side", arguments: paths)
  func path(text: String) {
    let parameters = [Parameter("PATH", .path), Parameter("N", .step, .optional)]
    for way in [text] + Self.quoted(text) {
      for (line, said) in Self.arrangements(way) {
        #expect(read(line: line, parameters) == "\(text)|\(said)", "\(line)")
        #expect(read(line: line + " -3", parameters) == "\(text)|-3\(said)", "\(line)")
      }
    }
  }

  @Test("what is quoted means the same in a shell", arguments: conditions + paths)
  func shell(text: String) throws {
    for way in Self.quoted(text) {
      for (line, _) in Self.arrangements(way) {
        let words = try #require(CommandWords.split(line))
        for kind in [Parameter.Kind.condition, .path] {
          let parameters = [Parameter("X", kind)]
          #expect(read(line: line, parameters) == read(words: words, parameters), "\(line)")
        }
      }
    }
  }

  @Test(
    "a condition after if",
    arguments: [
      ("items", "items|"), ("items if $.n > 3", "items|$.n > 3"),
      ("items --flag if $.n > 3", "items|$.n > 3|--flag="),
      ("items if $.n > 3 --limit 2", "items|$.n > 3|--limit=2"),
      ("'a b' if $.n", "a b|$.n"), ("items if 'items[1]'", "items|items[1]"),
      (#"items if "$.n > 3" --limit 2"#, "items|$.n > 3|--limit=2"),
      // A path goes to the end of the line, or to a guard.
      ("items unless $.n", "items unless $.n|"), ("items iff $.n", "items iff $.n|"),
      ("items if", "refused: a condition follows if at if"),
      ("items if ", "refused: a condition follows if at if"),
    ])
  func guarded(line: String, expected: String) {
    #expect(
      read(line: line, [Parameter("PATH", .path), Parameter("if COND", .guarded, .optional)])
        == expected)
  }

  @Test(
    "an action is JSON, with a type before it or without",
    arguments: [
      (#"add {"by": 1}"#, #"add {"by": 1}"#),
      (#"{"by": "x --flag"} --flag"#, #"{"by": "x --flag"}|--flag="#),
      (#"'{"by": 1}'"#, #"{"by": 1}"#), (#""text""#, #""text""#), ("clear", "clear"),
    ])
  func action(line: String, expected: String) {
    #expect(read(line: line, [Parameter("ACTION", .action)]) == expected)
  }

  @Test(
    "the word at fault is named",
    arguments: [
      ("a b", "refused: b is one word too many at b"),
      ("a --limt 2", "refused: it has no option --limt; did you mean --limit? at --limt"),
      ("a 'b", "refused: a quote is not closed at 'b"),
      ("a --limit", "refused: --limit needs a value at --limit"),
      ("a --flag=1", "refused: --flag takes no value at --flag=1"),
      ("", "refused: WORD is missing at -"),
    ])
  func faults(line: String, expected: String) {
    #expect(read(line: line, [Parameter("WORD", .text)]) == expected)
  }
}
