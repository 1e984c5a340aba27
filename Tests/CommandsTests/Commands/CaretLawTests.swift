import Inspector
import SessionFormat
import Testing

@testable import Commands
@testable import InspectorSupport

@Suite("An error shows the line with a caret under the bad token")
struct CaretLawTests {
  /// A bad text for an operand, and the part of it that the caret stands in.
  private static func bad(_ use: OperandUse) -> (text: String, token: String)? {
    if let given = given[use.description] { return given }
    if !use.choices.isEmpty { return ("nosuch", "nosuch") }
    return switch use.kind {
    case .step, .changedStep: ("777", "777")
    case .path: ("items[x", "[x")
    case .query, .pattern: ("$.items[x]", "x")
    case .condition, .guarded: ("$.n >> 3", ">")
    case .actionType: ("nosuch", "nosuch")
    case .action, .replacement: (#"{"a":}"#, "}")
    case .rule: ("77", "77")
    case .branch, .ownBranch, .command, .alias, .display, .topic, .setting, .text:
      ("nosuch", "nosuch")
    case .settingValue: ("nosuch", "nosuch")
    case .file, .line, .phrase: nil
    }
  }

  /// Operands whose kind does not say what is bad.
  private static let given: [String: (text: String, token: String)] = [
    "alias NAME=COMMAND": ("a%b=next", "a%b")
  ]

  /// Operands of which no text is bad, or of which nothing is known until the command is run, each
  /// with the reason.
  static let exceptions: [String: String] = [
    "grep TEXT": "any text may be searched for", "mark TEXT": "any text is a mark",
    "apropos WORD": "a word that no help has is an answer: no",
    "source FILE": "the tool opens the file, with the error of any file",
    "report -o": "any file may be named", "export -o": "what to write is missing",
    "save FILE": "there is no branch to save", "replay -o": "there is no host",
    "minimize -o": "the same", "minimize --test": "the same",
    "share -o": "any file may be made",
    "share --policy": "the tool opens the file, with the error of any file",
    "minimize --budget": "what to look for is missing", "minimize --seconds": "the same",
    "minimize --package": "the same", "minimize --sources": "the same",
    "minimize --state": "the same",
    "minimize --action": "the same", "minimize --action-type": "the same",
    "minimize --module": "the same", "minimize --reduce": "the same",
    "export --module": "any line of Swift may be meant", "export --state": "the same",
    "export --action": "the same", "export --reduce": "the same",
  ]

  /// The error of a line, as a page shows it: the line, and the column of the caret.
  private func caret(_ line: String) throws -> (error: String, line: String, column: Int)? {
    var sample = try SampleWorkspace()
    _ = try sample.run("break pay")
    do throws(InspectorError) {
      _ = try sample.run(line)
      return nil
    } catch {
      var page = Page()
      CaretText.add(error, in: line, to: &page)
      let lines = page.rendered(RenderOptions()).split(separator: "\n").map(String.init)
      guard lines.count == 2, let caret = lines[1].firstIndex(of: "^") else {
        return (error.description, "", 0)
      }
      return (
        error.description, String(lines[0].dropFirst(2)),
        DisplayWidth.columns(of: String(lines[1][..<caret])) - 2
      )
    }
  }

  @Test("each operand of each command", arguments: OperandUse.all.indices)
  func operands(place: Int) throws {
    let use = OperandUse.all[place]
    guard let (text, token) = Self.bad(use), Self.exceptions[use.description] == nil else {
      #expect(Self.exceptions[use.description] != nil, "\(use)")
      return
    }
    let line = use.line(text)
    let shown = try #require(try caret(line), "\(line) is accepted")
    #expect(shown.line == line, "\(shown.error)")
    let start = try #require(line.ranges(of: token).last?.lowerBound)
    let columns = DisplayWidth.columns(of: String(line[..<start]))
    #expect(
      (columns..<columns + max(1, DisplayWidth.columns(of: token))).contains(shown.column),
      "\(line): \(shown.column) \(shown.error)")
  }

  @Test(
    "columns are those of a terminal, and of several equal words the operand is meant",
    arguments: [
      ("find 'トースト' != $.n && $.n >> 3", "> 3"), ("help help2 ", "help2"),
      ("find \"保存\" != $.n && itms[0]", "itms"), ("watch itms[0].name", "itms"),
      ("why items[0].items", "items"), ("skip 1-77", "77"), ("goto @トースト", "@トースト"),
      ("dispatch {\"名前\":}", "}"), ("dispatch addItem {\"名前\":}", "}"),
      ("log --where $.n > 1 && itms", "itms"), ("set width x", "x"), ("goto +90", "+90"),
      ("goto 2 2", "2"), ("next 2 2", "2"), ("log x --limit 3", "x"),
    ])
  func columns(line: String, token: String) throws {
    let shown = try #require(try caret(line), "\(line) is accepted")
    #expect(shown.line == line.trimmed || shown.line == line, "\(shown.error)")
    let start = try #require(line.ranges(of: token).last?.lowerBound)
    #expect(shown.column == DisplayWidth.columns(of: String(line[..<start])), "\(shown.error)")
  }

  @Test("the column in a message counts the characters of the text that it quotes")
  func messages() throws {
    for (line, message) in [
      ("find 'ト' == $.type && $.n >> 3", "'ト' == $.type && $.n >> 3: column 23: "),
      ("print itemsé[", "itemsé["), ("dispatch {\"名前\":}", "{\"名前\":}: column 7: "),
    ] {
      #expect(try #require(try caret(line)).error.hasPrefix(message), "\(line)")
    }
  }
}
