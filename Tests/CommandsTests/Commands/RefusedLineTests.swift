import SessionFormat
import Synchronization
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Lines that are refused say what can be typed")
struct RefusedLineTests {
  @Test(
    "a line whose mistake has a well-known remedy was refused without it",
    arguments: [
      (
        "alias w why items",
        "alias: the name and the commands go with =, as in alias w='why items'; "
          + "usage: alias [--save] [NAME=COMMAND]"
      ),
      (
        "inspect why items",
        "inspect: this is its prompt, with the session open: type the command alone; "
          + "usage: COMMAND, such as list; help lists all"
      ),
      ("breakpoints", "there is no command breakpoints; did you mean info breakpoints?"),
      ("end", "there is no command end; did you mean goto end?"),
      ("?", "there is no command ?; did you mean help?"),
      (
        "log pay",
        "log: pay is one word too many; for actions of a type write --type pay; "
          + "usage: log [--where COND] [--type GLOB] [--limit N] [--anyway]"
      ),
      (
        "goto pay",
        "goto: pay is a type of actions, not a step: tbreak pay ;; continue goes to the next, and "
          + "log --type pay lists them; usage: goto STEP"
      ),
      (
        "break Add*",
        "Add*: there is no action of the type Add*; did you mean add*?; --anyway asks nevertheless"
      ),
      ("log |grep pen", "log: a bar has a blank on both sides; usage: log | grep pen"),
      ("log|grep pen", "log: a bar has a blank on both sides; usage: log | SHELL-COMMAND"),
      (
        "why items[0].name 2",
        "why: a step goes with goto; usage: goto 2 ;; why items[0].name"
      ),
      ("print 2 items", "print: a step goes with goto; usage: goto 2 ;; print items"),
      ("show items 2", "show: the step goes first; usage: show 2 items"),
      (
        "find pen",
        "pen: no state of the session has pen; the state has items, total; text needs quotes; "
          + "the session has it as a text, which the command grep finds; --anyway asks nevertheless"
      ),
      (
        "why pen",
        "pen: no state of the session has it; the state has items, total; "
          + "the session has it as a text, which the command grep finds; --anyway asks nevertheless"
      ),
    ])
  func remedies(line: String, message: String) throws {
    var sample = try SampleWorkspace()
    #expect(sample.told(line) == "error: \(message)\n")
  }

  @Test("how far the search for a text is that may be meant was not told, as of other long work")
  func progress() throws {
    let told = Mutex<[String]>([])
    var context = CommandContext(table: CommandTable(CommandTable.library), host: { _ in nil })
    context.progress = { words in told.withLock { $0.append(words) } }
    let session = try SessionBuilder.sample().session()
    for line in ["why pen", "find pen"] {
      told.withLock { $0 = [] }
      context.interrupted = { false }
      var sample = SampleWorkspace(workspace: Workspace(session, context: context))
      #expect(sample.told(line).contains("which the command grep finds"))
      #expect(told.withLock { $0.first } == "searched 0 %")
      // Ctrl-C ends it.
      told.withLock { $0 = [] }
      context.interrupted = { told.withLock { !$0.isEmpty } }
      sample = SampleWorkspace(workspace: Workspace(session, context: context))
      #expect(sample.told(line) == "error: \(InspectorError.interrupted)\n")
    }
  }

  @Test("a step in front of a path was taken for a part of it")
  func steps() throws {
    var sample = try SampleWorkspace()
    for verb in ["why", "blame"] {
      #expect(
        sample.verb(verb, "2", "items")
          == "error: \(verb): the step goes last; usage: inspect \(verb) SESSION items 2\n")
    }
    #expect(
      sample.verb("print", "items", "2")
        == "error: print: the step goes first; usage: inspect print SESSION 2 items\n")
  }

  @Test("of two equal words of a shell's line the caret stood under the first, which was right")
  func lastOfEqual() {
    let error = InspectorError.usage(
      command: "log", reason: "", usage: "", word: "T", place: .last)
    #expect(CaretText.column(of: error, in: "inspect log T T") == 15)
  }

  @Test("the words of other debuggers were only named with the command that does the same")
  func otherWords() throws {
    var (sample, other) = (try SampleWorkspace(), try SampleWorkspace())
    for (word, name) in [
      ("step 3", "next 3"), ("reverse-next", "back"), ("rn", "back"), ("jump 4", "goto 4"),
      ("reverse-step", "back"), ("rs", "back"),
    ] {
      #expect(sample.told(word) == other.told(name))
    }
  }

  @Test("the caret stood under a longer name before the one at fault")
  func caret() throws {
    let text = #"items[0].name == "x" || items[0].nam == 2"#
    let error = InspectorError.neverThere(text: text, word: "nam", reason: "")
    #expect(error.caret?.column == 34)
  }

  @Test(
    "the column of a fault in a line of a script was not said",
    arguments: [
      ("print items[0].x", 16), ("  nonsense", 3), ("when", 1), ("print 日本語.bad[", 17),
      ("print \"items\" zz", 15), ("when \\", 6), ("minimize $.n -o x.ndjson --test -", 33),
    ])
  func column(line: String, column: Int) throws {
    var sample = try SampleWorkspace()
    do throws(InspectorError) {
      _ = try sample.run(line)
      #expect(line == "when")
    } catch {
      #expect(CaretText.column(of: error, in: line) == column)
    }
  }

  @Test("minimize was done with a test for standard output, which nobody got")
  func testToOutput() throws {
    var sample = try SampleWorkspace()
    #expect(
      sample.verb("minimize", "$.n > 1", "-o", "x.ndjson", "--test", "-")
        .hasPrefix("error: minimize: --test takes a file, not -; usage: inspect minimize "))
  }

  @Test("blanks around the words of a verb were a part of a path, a condition or a text")
  func blanks() throws {
    var sample = try SampleWorkspace()
    #expect(
      sample.verb("print", "1", " items[0].name ") == sample.verb("print", "1", "items[0].name"))
    #expect(sample.verb("grep", " pen ") == sample.verb("grep", "pen"))
    #expect(sample.verb("find", " total > 1 ") == sample.verb("find", "total > 1"))
  }

  @Test("a second file became a part of the text that was sought")
  func file() throws {
    var sample = try SampleWorkspace()
    #expect(
      sample.verb("grep", "/etc/passwd", "pen")
        == "error: grep: it takes one session, and /etc/passwd is another file; run it once for each "
        + "of them; usage: \(try sample.workspace.context.table.verb("grep").usage(.batch))\n")
    #expect(!sample.verb("grep", "/etc/nothing.here", "pen").hasPrefix("error"))
  }

  @Test("first pointed at the last step, where nobody stands")
  func nobody() throws {
    var sample = try SampleWorkspace()
    for verb in ["first", "bisect"] {
      #expect(sample.verb(verb, "$.n >= 2").hasPrefix("   2"))
    }
  }

  @Test("diff called two states the same between which a change from outside lies")
  func outside() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["v": 100])
    builder.outside(0, to: ["v": 5])
    builder.action(1)
    builder.patch(1, to: ["v": 5])
    var sample = try SampleWorkspace(builder)
    _ = try sample.run("goto 1")
    #expect(
      sample.told("diff") == """
        action 1 changed nothing
        changed from outside after state 0:
        ~ v  100 → 5

        """)
  }
}
