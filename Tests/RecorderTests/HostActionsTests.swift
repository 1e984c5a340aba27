import SessionFormat
import Testing

@testable import Recorder

private func draw(_ n: Int, _ name: String = "x") -> String {
  #"{"kind":"action","n":\#(n),"t":7,"type":"draw","action":{"draw":{"_0":"\#(name)"}}}"#
}

private func input(_ n: Int, _ value: String, _ name: String = "x") -> String {
  #"{"kind":"input","n":\#(n),"is":"\#(name)","value":\#(value)}"#
}

private func fresh(_ n: Int, _ name: String = "x") -> String {
  #"{"kind":"input","n":\#(n),"is":"\#(name)","value":1000,"fresh":true}"#
}

private func hold(_ key: String) -> String { #"{"kind":"hold","key":"\#(key)"}"# }
private func held(_ key: String, _ n: Int) -> String {
  #"{"kind":"held","key":"\#(key)","n":\#(n)}"#
}
private func back(_ key: String) -> String { #"{"kind":"back","key":"\#(key)"}"# }
private func isBack(_ key: String, _ n: Int) -> String {
  #"{"kind":"back","key":"\#(key)","n":\#(n)}"#
}
private func drop(_ key: String) -> String { #"{"kind":"drop","key":"\#(key)"}"# }

private func action(_ n: Int, _ type: String, _ action: String, _ more: String = "") -> String {
  #"{"kind":"action","n":\#(n),"t":7,"type":"\#(type)","action":\#(action)\#(more)}"#
}

private let mark = #"{"kind":"mark","n":1,"t":1,"text":"m"}"#
private let dispatched = #"{"kind":"dispatched","n":1,"t":1,"type":"a","action":1}"#
private let go = #"{"kind":"go"}"#
private func brief(_ isBrief: Bool) -> String { #"{"kind":"brief","actions":\#(isBrief)}"# }
private func began(_ n: Int) -> String { #"{"kind":"began","n":\#(n)}"# }

@Suite("The reducer host: actions")
struct HostActionsTests {
  static let reduced: [HostCase] = [
    HostCase(
      "at the end of the input", [state(0, 5), add(1, 2)],
      gives: [state(0, 5), add(1, 2), state(1, 7)]),
    HostCase(
      "one after the other", [state(0, 5), add(1, 2), add(2, 3)],
      gives: [state(0, 5), add(1, 2), state(1, 7), add(2, 3), state(2, 10)]),
    HostCase(
      "answered as it encodes, with t and type as given, and no other member",
      [
        state(0, 5),
        action(1, "T", #"{"add":{"_0":2.0}}"#, #","from":0,"at":"F:1","was":3,"new":true,"x":1"#),
      ], gives: [state(0, 5), action(1, "T", #"{"add":{"_0":2}}"#), state(1, 7)]),
    HostCase(
      "a reducer that throws: the state as it left it, and its error",
      [state(0, 5), action(1, "fail", #"{"fail":{"_0":"no"}}"#), add(2, 1)],
      gives: [
        state(0, 5), action(1, "fail", #"{"fail":{"_0":"no"}}"#),
        #"{"kind":"state","n":1,"state":{"count":6,"log":[]},"threw":"Refused(why: \"no\")"}"#,
        add(2, 1), state(2, 7),
      ]),
    HostCase(
      "from a state brought in by a driver", [reset(3, 1), add(4, 1), reset(8, 40), add(9, 1)],
      gives: [state(3, 1), add(4, 1), state(4, 2), state(8, 40), add(9, 1), state(9, 41)]),
  ]

  @Test("an action is reduced and answered with its state", arguments: reduced)
  func reduces(_ row: HostCase) throws { try row.run() }

  static let shortened: [HostCase] = [
    HostCase(
      "from there on", [state(0, 5), add(1, 2), brief(true), add(2, 3), add(3, 1)],
      gives: [
        state(0, 5), add(1, 2), state(1, 7), began(2), state(2, 10), began(3), state(3, 11),
      ]),
    HostCase(
      "until they are wanted again",
      [state(0, 5), brief(true), add(1, 2), brief(false), add(2, 3)],
      gives: [state(0, 5), began(1), state(1, 7), add(2, 3), state(2, 10)]),
    HostCase(
      "with the inputs that are drawn",
      [state(0, 0), brief(true), draw(1), input(1, "2"), draw(2)],
      gives: [
        state(0, 0), began(1), input(1, "2"), state(1, 2), began(2), fresh(2), state(2, 1002),
      ]),
    HostCase(
      "but not what cannot be kept",
      [state(0, 5), brief(true), action(1, "fly", #"{"fly":{}}"#), brief(false), brief(true)],
      gives: [
        state(0, 5),
        #"{"kind":"error","n":1,"reason":"unknown-action","message":"#
          + #""fly: HostAction has no case \"fly\""}"#,
      ]),
    HostCase(
      "what is kept is reduced first",
      [state(0, 5), add(1, 2), brief(true), input(1, "4"), reset(8, 40), add(9, 1)],
      gives: [state(0, 5), add(1, 2), state(1, 7), state(8, 40), began(9), state(9, 41)]),
  ]

  @Test("where that is asked for an action is answered by its number alone", arguments: shortened)
  func answersBriefly(_ row: HostCase) throws { try row.run() }

  static let inputs: [HostCase] = [
    HostCase(
      "recorded ones come back in their order",
      [state(0, 0), draw(1), input(1, "2"), input(1, "30"), add(2, 1), draw(3), input(3, "4")],
      gives: [
        state(0, 0), draw(1), input(1, "2"), state(1, 2), add(2, 1), state(2, 3), draw(3),
        input(3, "4"), state(3, 7),
      ]),
    HostCase(
      "by their names", [state(0, 0), draw(1, "b"), input(1, "2", "a"), input(1, "3", "b")],
      gives: [state(0, 0), draw(1, "b"), input(1, "3", "b"), state(1, 3)]),
    HostCase(
      "names are compared by bytes",
      [state(0, 0), draw(1, "\u{E9}"), input(1, "2", "e\u{301}")],
      gives: [state(0, 0), draw(1, "\u{E9}"), fresh(1, "\u{E9}"), state(1, 1000)]),
    HostCase(
      "where there is none, a fresh one", [state(0, 0), draw(1)],
      gives: [state(0, 0), draw(1), fresh(1), state(1, 1000)]),
    HostCase(
      "where it does not decode, a fresh one; it counts as used",
      [state(0, 0), draw(1), input(1, #""no""#), input(1, "3")],
      gives: [state(0, 0), draw(1), fresh(1), state(1, 1000)]),
    HostCase(
      "re-encoded", [state(0, 0), draw(1), input(1, "20e-1")],
      gives: [state(0, 0), draw(1), input(1, "2"), state(1, 2)]),
    HostCase(
      "not drawn, they are dropped", [state(0, 0), add(1, 1), input(1, "2"), draw(2)],
      gives: [state(0, 0), add(1, 1), state(1, 1), draw(2), fresh(2), state(2, 1001)]),
    HostCase(
      "of another action, they change nothing",
      [state(0, 0), draw(1), input(2, "2"), input(0, "3"), input(1, "4"), draw(2)],
      gives: [
        state(0, 0), draw(1), input(1, "4"), state(1, 4), draw(2), fresh(2), state(2, 1004),
      ]),
    HostCase(
      "other lines may stand between",
      [
        state(0, 0), draw(1), mark, dispatched, #"{"kind":"new"}"#, #"{"kind":"hold"}"#,
        input(1, "4"),
      ],
      gives: [state(0, 0), draw(1), input(1, "4"), state(1, 4)]),
    HostCase(
      "after the action was reduced they are too late", [state(0, 0), draw(1), go, input(1, "4")],
      gives: [state(0, 0), draw(1), fresh(1), state(1, 1000)]),
    HostCase(
      "before their action they are too early", [state(0, 0), input(1, "4"), draw(1)],
      gives: [state(0, 0), draw(1), fresh(1), state(1, 1000)]),
  ]

  @Test("a draw gives the recorded value, or a fresh one that is marked", arguments: inputs)
  func feedsInputs(_ row: HostCase) throws { try row.run() }

  static let refused: [HostCase] = [
    HostCase(
      "unknown; the current state stays", [state(0, 5), zap(1), add(2, 1)],
      gives: [state(0, 5), unknown(1), add(2, 1), state(2, 6)]),
    HostCase(
      "unknown, written as a text", [state(0, 5), action(1, "zap", #""zap""#)],
      gives: [
        state(0, 5),
        failure(1, "undecodable-action", #"zap: expected an object, found \"zap\""#),
      ]),
    HostCase(
      "a known case with another payload; the current state stays",
      [state(0, 5), action(1, "add", #"{"add":{"_0":"two"}}"#), add(2, 1)],
      gives: [
        state(0, 5),
        failure(1, "undecodable-action", #"add: /add/_0: expected Int, found \"two\""#),
        add(2, 1), state(2, 6),
      ]),
    HostCase(
      "opaque", [state(0, 5), action(1, "add", #"{"add":{"_0":2}}"#, #","opaque":true"#)],
      gives: [
        state(0, 5),
        failure(
          1, "undecodable-action",
          "add was only rendered when it was recorded (opaque), so it cannot be decoded"),
      ]),
    HostCase(
      "two cases at once",
      [state(0, 5), action(1, "add", #"{"add":{"_0":2},"draw":{"_0":"x"}}"#)],
      gives: [
        state(0, 5),
        failure(1, "undecodable-action", "add: Invalid number of keys found, expected one."),
      ]),
  ]

  @Test("an action that it cannot have is named, and why", arguments: refused)
  func refuses(_ row: HostCase) throws { try row.run() }

  static let kept: [HostCase] = [
    HostCase(
      "hold and back", [state(0, 5), hold("a"), add(1, 1), back("a"), add(1, 2)],
      gives: [
        state(0, 5), held("a", 0), add(1, 1), state(1, 6), isBack("a", 0), add(1, 2), state(1, 7),
      ]),
    HostCase(
      "back again and again", [state(3, 5), hold("a"), back("a"), add(4, 1), back("a"), back("a")],
      gives: [
        state(3, 5), held("a", 3), isBack("a", 3), add(4, 1), state(4, 6), isBack("a", 3),
        isBack("a", 3),
      ]),
    HostCase(
      "a key anew",
      [state(0, 5), hold("a"), add(1, 1), hold("a"), reset(0, 0), back("a"), add(2, 1)],
      gives: [
        state(0, 5), held("a", 0), add(1, 1), state(1, 6), held("a", 1), state(0, 0),
        isBack("a", 1), add(2, 1), state(2, 7),
      ]),
    HostCase(
      "drop", [state(0, 5), hold("a"), hold("b"), drop("a"), drop("none"), back("a"), back("b")],
      gives: [
        state(0, 5), held("a", 0), held("b", 0),
        failure(nil, "not-held", "nothing is held as a"), isBack("b", 0),
      ]),
    HostCase(
      "nothing to hold", [hold("a"), back("a"), state(0, 5)],
      gives: [
        failure(nil, "not-held", "there is no state to hold as a"),
        failure(nil, "not-held", "nothing is held as a"), state(0, 5),
      ]),
    HostCase(
      "back after the state was lost",
      [state(0, 5), hold("a"), gap(4), misfit(4), back("a"), add(5, 1)],
      gives: [
        state(0, 5), held("a", 0), gap(4), doesNotApply(4), isBack("a", 0), add(5, 1), state(5, 6),
      ]),
    HostCase(
      "a key that is not held leaves the current state",
      [state(0, 5), back("a"), add(1, 1)],
      gives: [
        state(0, 5), failure(nil, "not-held", "nothing is held as a"), add(1, 1), state(1, 6),
      ]),
  ]

  @Test("states are kept under keys, brought back and forgotten", arguments: kept)
  func keeps(_ row: HostCase) throws { try row.run() }

  /// Lines after an action, and whether they make the host reduce it.
  static let triggers: [(String, Bool)] = [
    (state(1, 9), true), (patch(1, 9), true), (keyframe(1, 9), true), (outside(1, 9), true),
    (gap(2), true), (#"{"kind":"end","n":1,"t":1}"#, true), (add(2, 1), true), (go, true),
    (reset(1, 9), true), (hold("k"), true), (back("k"), true), (drop("k"), true),
    (
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"s","#
        + #""store":"test"}"#,
      true
    ),
    (mark, false), (dispatched, false), (#"{"kind":"new"}"#, false), (input(1, "2"), false),
    (input(2, "2"), false), (#"{"kind":"hold"}"#, false),
    (#"{"kind":"held","key":"k","n":1}"#, false),
  ]

  @Test(
    "an action is answered, and waits for its inputs until a line comes that asks for its state",
    arguments: triggers)
  func waits(_ line: String, _ reduces: Bool) throws {
    let run = HostRun()
    #expect(try run.handle([state(0, 5), add(1, 2)]))
    #expect(run.answers == [state(0, 5), add(1, 2)])
    #expect(try run.handle([line]))
    #expect(
      Array(run.answers.dropFirst().prefix(2)) == [add(1, 2)] + (reduces ? [state(1, 7)] : []))
    run.finish()
    #expect(Array(run.answers.dropFirst().prefix(2)) == [add(1, 2), state(1, 7)])
    #expect(run.answers.filter { $0 == add(1, 2) }.count == 1)
  }

  @Test("what is answered is sent before the reducer runs, and a draw before the reducer gets it")
  func flushes() throws {
    let run = HostRun()
    _ = try run.handle([state(0, 5), draw(1), input(1, "2"), go, add(2, 1), go])
    #expect(
      run.events == [
        "state", "action", "flush", "reduce", "input", "flush", "state", "action", "flush",
        "reduce", "state",
      ])
  }
}
