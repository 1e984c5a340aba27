import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("What is shown and what is left out at the prompt")
struct FocusCommandTests {
  @Test("displayed values follow each stop, and no other command")
  func display() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("display") == "nothing is displayed\n")
    #expect(sample.told("display total") == "1  total = 0\n")
    #expect(sample.told("display $.items[*].name") == "2  $.items[*].name = nothing\n")
    #expect(try sample.run("when").displays == nil)
    let displays = try #require(try sample.run("next").displays)
    #expect(displays.text == "1  total = 2\n2  $.items[*].name = \"pen\"\n")
    #expect(
      displays.json.description
        == #"{"report":"displays","version":1,"displays":[{"id":1,"query":"total","values":[2]},"#
        + #"{"id":2,"query":"$.items[*].name","values":["pen"]}]}"#)
    #expect(sample.told("undisplay 2") == "")
    #expect(sample.told("display") == "1  total = 2\n")
    #expect(
      sample.told("undisplay 2")
        == "error: undisplay: there is no display 2; display lists them; usage: undisplay [N]...\n")
    #expect(sample.told("undisplay") == "")
    #expect(try sample.run("next").displays == nil)
  }

  @Test("hidden actions are left out of lists and motions, and counted")
  func hide() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("hide") == "nothing is hidden\n")
    #expect(sample.told("hide re* add*") == "")
    #expect(sample.told("hide") == "hidden: re* add*\n")
    #expect(sample.told("next").hasPrefix("passed 2 hidden actions\n── 3/4 pay "))
    #expect(sample.told("next").hasPrefix("── 4/4 clear "))
    #expect(
      sample.told("back 9")
        == "passed 2 hidden actions\n── 0/4 start \(String(repeating: "─", count: 67))\n")
    let list = """
         3  +0.003 s  +1.0 ms  pay        threw NoMoney; total  2 → 0
            +0.003 s           (outside)  total  0 → 9
         4  +0.004 s  +1.0 ms  clear      items  1 → 0 elements
      2 steps hidden (hide --none shows them)

      """
    #expect(sample.told("list") == list + "3–4 of 4\n")
    #expect(sample.told("log") == list)
    #expect(try sample.json("log").hasSuffix(#"],"hidden":2}"#))
    #expect(sample.told("goto 2").hasPrefix("── 2/4 refresh "))
    #expect(sample.told("hide --none") == "")
    #expect(sample.told("back").hasPrefix("── 1/4 addItem "))
  }

  @Test("behind the last visible action next says how many are hidden")
  func hiddenEnd() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("hide *")
    #expect(
      sample.told("next")
        == "the end: there is no later action; 4 hidden actions left out (hide --none)\n")
    #expect(sample.workspace.n == 0)
  }

  @Test("a pinned place restricts changes, diff and list, and the others are counted")
  func pin() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("pin") == "nothing is pinned\n")
    #expect(sample.told("pin total") == "")
    #expect(sample.told("pin") == "pinned to total\n")
    #expect(
      sample.told("next") == """
        ── 1/4 addItem ──────────────────────────────────────── +0.001 s  took 1.5 µs ──
           action    {"addItem":{"name":"pen"}}
           input     uuid "A-1"
           ~ total  0 → 2
           and 1 other change outside the pinned place
           mark      first pen

        """)
    #expect(
      sample.told("diff") == """
        state 0 → state 1  2 differences
        ~ total  0 → 2
        and 1 other change outside the pinned place

        """)
    #expect(
      sample.told("list 1")
        == ">  1  +0.001 s  1.5 µs  addItem  total  0 → 2  # first pen\n1 of 4\n")
    #expect(sample.told("pin --none") == "")
    #expect(sample.told("pin") == "nothing is pinned\n")
  }

  @Test("a mark of the user is a place to go to, and listed as such")
  func mark() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("goto 3")
    #expect(sample.told("mark here # not") == "")
    #expect(sample.told("marks") == "1  first pen\n3  here       yours\n")
    #expect(
      try sample.json("marks")
        == #"{"report":"marks","version":1,"marks":[{"n":1,"text":"first pen"},{"n":3,"text":"here","own":true}]}"#
    )
    _ = try sample.run("goto start")
    #expect(sample.told("goto @he").hasSuffix("\n   mark      here\n"))
    #expect(sample.workspace.n == 3)
    #expect(sample.told("mark") == "marks at 3 pay: here\n")
    #expect(
      sample.told("mark --none x")
        == "error: mark: --none goes without TEXT; usage: mark [--none] [TEXT]\n")
    #expect(try sample.run("mark --none").settled == "removed 1 mark of yours at 3 pay")
    #expect(sample.told("mark") == "no mark of yours at 3 pay\n")
    #expect(sample.told("marks") == "1  first pen\n")
  }

  @Test(
    "what answers nothing says at a terminal what holds from now on, and how to undo it",
    arguments: [
      ("pin items[0]", "pinned to items[0]; unpin shows all changes again"),
      ("pin --none", "nothing is pinned"), ("unpin", "nothing is pinned"),
      ("hide pay", "hidden: pay; hide --none shows them again"),
      ("hide --none", "nothing is hidden"), ("undisplay", "nothing is displayed"),
      ("undisplay 1", "still displayed: items"),
      ("mark here", "marked 1 addItem: goto @here returns to it, mark --none at it removes it"),
      ("mark it is", "marked 1 addItem: goto @it returns to it, mark --none at it removes it"),
      ("alias top=goto end", "top is now goto end; unalias top removes it"),
      ("unalias up", "removed alias up"),
      ("set rows 3", "rows is 3; set --default rows puts 10 back"),
      ("set --default rows", "rows is 10, as by default"),
    ])
  func settled(line: String, words: String) throws {
    var sample = try SampleWorkspace()
    for line in ["next", "display total", "display items", "alias up=back"] {
      _ = try sample.run(line)
    }
    let result = try sample.run(line)
    #expect(result.settled == words)
    // Neither a script nor inspectrc has more to read.
    #expect(result.report == nil)
  }

  @Test("show looks at another step and stays here")
  func show() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("goto 2")
    #expect(sample.told("show 1 total").hasSuffix("\n   state     total\n2\n"))
    #expect(sample.workspace.n == 2)
    #expect(sample.told("show").hasPrefix("── 2/4 refresh "))
    #expect(sample.told("show rows") == "rows  10  how many steps list shows\n")
  }

  @Test("continue K goes to the K-th stop, in both directions")
  func counts() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("watch total")
    #expect(sample.told("continue 2").contains("3/4 pay "))
    #expect(sample.told("reverse-continue 1").contains("1/4 addItem "))
    #expect(sample.told("continue 99").contains("4/4 clear "))
    #expect(
      sample.told("continue 0")
        == "error: continue: K is a number of 1 or more, not 0; usage: continue [K]\n")
  }
}

@Suite("The settings of the prompt")
struct SettingCommandTests {
  @Test("are listed, shown by a beginning of their names, and changed")
  func set() throws {
    var sample = try SampleWorkspace()
    #expect(
      sample.told("set") == """
        color   auto  whether text is coloured
        theme   auto  the background that colours are for
        format  text  how results are written
        width   auto  the columns to write for
        pager   on    what shows long results
        prompt  auto  the form of the prompt
        rows    10    how many steps list shows
        host    auto  the program that reduces; auto: that of --host or of a config file

        """)
    for (name, value) in [
      ("color", "never"), ("theme", "light"), ("theme", "auto"), ("format", "ndjson"),
      ("width", "72"), ("pager", "less -S"),
      ("pager", "off"), ("rows", "3"), ("prompt", "'%n> '"),
      ("host", "./App --serve"), ("host", "auto"),
    ] {
      #expect(sample.told("set \(name) \(value)") == "")
      #expect(sample.told("set \(name)").hasPrefix("\(name)  \(value)  "), "\(name)")
    }
    #expect(Page.inline(sample.workspace.prompt(columns: .max), RenderOptions()) == "0> ")
    _ = try sample.run("set prompt '%s|%b|%n/%l %t %% %x'")
    #expect(
      Page.inline(sample.workspace.prompt(columns: .max), RenderOptions()).hasSuffix(
        "||0/4 start % %x"))
  }

  @Test(
    "refuse what they cannot be",
    arguments: [
      ("colour always", "there is no setting colour; did you mean color?"),
      ("color red", "color is auto, always or never, not red"),
      ("width 0", "width is a number of 1 or more, not 0"),
      ("rows x", "rows is a number of 1 or more, not x"),
    ])
  func refuse(words: String, reason: String) throws {
    var sample = try SampleWorkspace()
    #expect(
      sample.told("set \(words)")
        == "error: set: \(reason); usage: set [--save] [--default] [NAME] [VALUE]\n")
  }
}
