import Foundation
import TestSupport
import Testing

@Suite("Ctrl-C while a question is worked at")
struct InterruptTests {
  /// The question compares each of many members with each step: minutes of work.
  private static let session = Result {
    let members = (0..<4000).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
    var text = SmallSession.header + #"{"kind":"state","n":0,"state":{\#(members)}}"# + "\n"
    for n in 1...4000 {
      text += #"{"kind":"action","n":\#(n),"t":\#(n),"type":"a","action":1}"# + "\n"
      text +=
        #"{"kind":"state","n":\#(n),"patch":[{"op":"replace","path":"/m\#(n % 4000)","value":-1}]}"#
        + "\n"
    }
    return try Scratch.file("long-question.ndjson", text)
  }

  private static let question = "$.state[?@ > $.n && @ > 5000]"

  private static func open(_ program: URL, _ arguments: [String]) throws -> PseudoTerminal {
    let environment = ProcessRun.plainEnvironment.merging([
      "INSPECT_HISTORY": "", "NO_COLOR": "1", "INPUTRC": "/dev/null",
    ]) { $1 }
    return try PseudoTerminal(program, arguments, environment: environment, columns: 200)
  }

  @Test("at the prompt it stops the question, and the prompt stands where it was and answers")
  func prompt() throws {
    let terminal = try Self.open(try BuiltBinary.inspect, [try Self.session.get()])
    _ = try terminal.readUntil("0/4000 start> ")
    try terminal.send("goto 7\n")
    _ = try terminal.readUntil("7/4000 a> ")
    for question in ["find", "first"] {
      try terminal.send("\(question) \(Self.question)\n")
      // The sign of life comes only while it works.
      _ = try terminal.readUntil("working, ")
      try terminal.send("\u{3}")
      _ = try terminal.readUntil("\rinspect: interrupted\r\n")
      _ = try terminal.readUntil("7/4000 a> ")
    }
    try terminal.send("print /m7\n")
    _ = try terminal.readUntil("-1\r\n")
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("at the prompt it stops a search for a text, which tells its share, and what was found")
  func grep() throws {
    // Each step moves all rows, each of which has the text.
    let rows = (0..<4000).map { #""row \#($0)""# }.joined(separator: ",")
    var text = SmallSession.header + #"{"kind":"state","n":0,"state":{"rows":[\#(rows)]}}"# + "\n"
    for n in 1...4000 {
      text += #"{"kind":"action","n":\#(n),"t":\#(n),"type":"a","action":1}"# + "\n"
      text +=
        #"{"kind":"state","n":\#(n),"patch":[{"op":"add","path":"/rows/0","value":"row"}]}"#
        + "\n"
    }
    let file = try Scratch.file("long-search.ndjson", text)
    let terminal = try Self.open(try BuiltBinary.inspect, [file])
    _ = try terminal.readUntil("0/4000 start> ")
    try terminal.send("grep row\n")
    _ = try terminal.readUntil("searched ")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("and 3998 more")
    _ = try terminal.readUntil("inspect: interrupted\r\n")
    _ = try terminal.readUntil("0/4000 start> ")
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test(
    "what ends the tool left a host behind that hung", arguments: [("TERM", 143), ("HUP", 129)])
  func end(signal: String, status: Int) throws {
    let started = Scratch.path("hung-\(signal)")
    let host = try Scratch.file("hung-\(signal).sh", "echo $$ > '\(started)'\nexec sleep 600\n")
    let script = """
      "$1" --host "/bin/sh $2" verify "$3" & tool=$!
      while [ ! -s "$4" ]; do sleep 0.05; done
      kill -\(signal) $tool; wait $tool; echo "status $?"
      host=$(cat "$4")
      # One that nobody waits for any more stays in the table, as a zombie.
      while kill -0 $host 2>/dev/null && [ "$(ps -o stat= -p $host | cut -c1)" != Z ]; do
        sleep 0.05
      done
      echo "host gone"
      """
    let run = try ProcessRun.run(
      URL(filePath: "/bin/sh"),
      ["-c", script, "sh", try BuiltBinary.inspect.path, host, Inspect.toast, started])
    #expect(run.output == "status \(status)\nhost gone\n", "\(run.error)")
  }

  @Test("a verb dies of it, which a shell shows as 130")
  func verb() throws {
    let file = try Self.session.get()
    let terminal = try Self.open(try BuiltBinary.inspect, ["find", file, Self.question])
    _ = try terminal.readUntil("working, ")
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit().status == .signaled(2))
    // The shell waits for what it started, which gets the signal as ever.
    let script = #"trap : INT; "$@"; echo "status $?""#
    let shell = try Self.open(
      URL(filePath: "/bin/sh"),
      ["-c", script, "sh", try BuiltBinary.inspect.path, "find", file, Self.question])
    _ = try shell.readUntil("working, ")
    try shell.send("\u{3}")
    _ = try shell.readUntil("status 130\r\n")
    #expect(try shell.waitForExit().status == .exited(0))
  }
}
