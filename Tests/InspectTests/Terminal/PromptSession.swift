import Foundation
import TestSupport

/// The built tool at its own terminal, for the tests of the prompt.
enum PromptSession {
  /// Opens the prompt; nothing of the user's own files is read.
  static func open(
    _ arguments: [String] = [Inspect.toast], columns: Int = 100, rows: Int = 30,
    environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let plain = ProcessRun.plainEnvironment.merging([
      "INSPECT_HISTORY": "", "TERM": "xterm", "NO_COLOR": "1", "INPUTRC": "/dev/null",
      "LANG": "C.UTF-8", "PAGER": "", "XDG_CONFIG_HOME": "/nobody",
    ]) { $1 }
    return try PseudoTerminal(
      try BuiltBinary.inspect, arguments, environment: plain.merging(environment) { $1 },
      columns: columns, rows: rows)
  }

  /// A session whose state has so many items; action 1 and 2 change one each.
  static func large(_ count: Int) throws -> String {
    let items = (0..<count).map { #"{"id":\#($0),"name":"item \#($0)","fav":false}"# }
    var text = SmallSession.header
    text += #"{"kind":"state","n":0,"state":{"items":[\#(items.joined(separator: ","))]}}"# + "\n"
    for n in 1...2 {
      text += #"{"kind":"action","n":\#(n),"t":\#(n),"type":"a","action":1}"# + "\n"
      text +=
        #"{"kind":"state","n":\#(n),"patch":[{"op":"replace","path":"/items/\#(n)/fav","value":true}]}"#
        + "\n"
    }
    return try Scratch.file("large-\(count).ndjson", text)
  }

  /// A session of so many small steps.
  static func long(_ count: Int) throws -> String {
    var text = SmallSession.start
    for n in 1...count {
      text += #"{"kind":"action","n":\#(n),"t":\#(n),"type":"a","action":1}"# + "\n"
      text +=
        #"{"kind":"state","n":\#(n),"patch":[{"op":"replace","path":"/value","value":\#(n)}]}"#
        + "\n"
    }
    return try Scratch.file("long-\(count).ndjson", text)
  }
}

extension PseudoTerminal {
  /// Leaves the prompt; returns how the program ended.
  func quit() throws -> ExitStatus {
    try send("quit\n")
    return try waitForExit().status
  }
}
