import SessionFormat
import Testing

/// One case of the protocol: lines in, and all answers to them and the end of the input.
struct HostCase: CustomTestStringConvertible {
  let name: String
  let lines: [String]
  let answers: [String]

  init(_ name: String, _ lines: [String], gives answers: [String]) {
    self.name = name
    self.lines = lines
    self.answers = answers
  }

  var testDescription: String { name }

  func run() throws {
    let given = try HostRun.answers(to: lines)
    #expect(given == answers)
  }
}

// The lines of these tests, in as few letters as they need.
func state(_ n: Int, _ count: Int) -> String {
  #"{"kind":"state","n":\#(n),"state":{"count":\#(count),"log":[]}}"#
}

func patch(_ n: Int, _ count: Int, kind: String = "state") -> String {
  let t = kind == "outside" ? #""t":5,"# : ""
  return
    #"{"kind":"\#(kind)","n":\#(n),\#(t)"#
    + #""patch":[{"op":"replace","path":"/count","value":\#(count)}]}"#
}

func misfit(_ n: Int) -> String {
  #"{"kind":"state","n":\#(n),"patch":[{"op":"remove","path":"/none"}]}"#
}

func keyframe(_ n: Int, _ count: Int) -> String {
  #"{"kind":"keyframe","n":\#(n),"state":{"count":\#(count),"log":[]}}"#
}

func outside(_ n: Int, _ count: Int) -> String {
  #"{"kind":"outside","n":\#(n),"t":5,"state":{"count":\#(count),"log":[]}}"#
}

func reset(_ n: Int, _ count: Int) -> String {
  #"{"kind":"reset","n":\#(n),"state":{"count":\#(count),"log":[]}}"#
}

func gap(_ n: Int) -> String { #"{"kind":"gap","n":\#(n),"t":5,"lost":1,"reason":"r"}"# }

func add(_ n: Int, _ step: Int) -> String {
  #"{"kind":"action","n":\#(n),"t":7,"type":"as given","action":{"add":{"_0":\#(step)}}}"#
}

func zap(_ n: Int) -> String {
  #"{"kind":"action","n":\#(n),"t":7,"type":"zap","action":{"zap":{}}}"#
}

func failure(_ n: Int?, _ reason: String, _ message: String) -> String {
  let n = n.map { #""n":\#($0),"# } ?? ""
  return #"{"kind":"error",\#(n)"reason":"\#(reason)","message":"\#(message)"}"#
}

func unknown(_ n: Int) -> String {
  failure(n, "unknown-action", #"zap: HostAction has no case \"zap\""#)
}

func noState(_ n: Int) -> String {
  failure(n, "no-state", "as given: there is no state to reduce")
}

func doesNotApply(_ n: Int) -> String {
  failure(
    n, "undecodable-state",
    #"state \#(n): the patch does not apply: operation 0 at \"/none\": "#
      + "the document has no such place"
  )
}
