import Foundation
import SessionFormat
import Testing

@testable import Recorder

/// A store whose reducer can do all that a host must cope with.
private struct Tally: Codable, Equatable {
  var total = 0
  /// A date that is coded to whole seconds: a lossy codec.
  var stamp: Int = 0
}

private enum TallyAction: Codable {
  case add(Int)
  case draw
  case fail
  case print
}

private struct Refused: Error, CustomStringConvertible { var description: String { "refused" } }

/// Feeds a host line by line and keeps its answers.
private final class Host {
  private(set) var answers: [JSONValue] = []
  private(set) var flushes: [Int] = []
  private var machine: HostMachine<Tally, TallyAction>?

  init() {
    let host = ReducerHost<Tally, TallyAction>(store: "tally", codec: .codable) { state, action in
      switch action {
      case .add(let amount): state.total += amount
      case .draw: state.stamp = Inputs.value("stamp") { 42 } + Inputs.value("stamp") { 1 }
      case .fail:
        state.total = -1
        throw Refused()
      case .print: break
      }
    }
    machine = host.machine(
      answer: { [unowned self] in answers.append($0) },
      flush: { [unowned self] in flushes.append(answers.count) })
  }

  /// Sends lines and gives the answers to them, `took`, ids and platforms left out.
  @discardableResult
  func send(_ lines: String...) throws -> [String] {
    let before = answers.count
    for line in lines {
      let read = try SessionLine(JSONValue(parsing: line))
      wentOn = machine?.handle(read) ?? false
    }
    return said(since: before)
  }

  func finish() -> [String] {
    let before = answers.count
    machine?.finish()
    return said(since: before)
  }

  private(set) var wentOn = true

  private func said(since start: Int) -> [String] {
    answers[start...].map { answer in
      ["took", "platform", "id"].reduce(answer) { $0.object?.removing($1) ?? $0 }.description
    }
  }
}

@Suite("The reducer host, row by row of its protocol")
struct HostMachineTests {
  private static let session =
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"a","started":"then","store":"tally","redactions":["$.x"],"continues":{"id":"b","n":4}}"#
  private static let zero = #"{"kind":"state","n":0,"state":{"total":0,"stamp":0}}"#
  private static let add = #"{"kind":"action","n":1,"t":7,"type":"add","action":{"add":{"_0":5}}}"#
  private static let go = #"{"kind":"go"}"#

  /// A host with a session and state 0.
  private func ready() throws -> Host {
    let host = Host()
    try host.send(Self.session, Self.zero)
    return host
  }

  @Test("session: its own header, with started, continues and redactions as read")
  func header() throws {
    let host = Host()
    let answer = try host.send(Self.session)
    #expect(
      answer == [
        #"{"kind":"session","format":"hindsight-session","version":1,"started":"then","store":"tally","hook":"reducer","stateType":"Tally","actionType":"TallyAction","redactions":["$.x"],"continues":{"id":"b","n":4}}"#
      ])
    #expect(host.answers[0]["id"]?.string != "a")
    #expect(host.wentOn)
  }

  @Test("session of another store: wrong-store, and the end")
  func wrongStore() throws {
    let host = Host()
    let answer = try host.send(Self.session.replacingOccurrences(of: "\"tally\"", with: "\"cart\""))
    #expect(
      answer == [
        #"{"kind":"error","reason":"wrong-store","message":"the session is of the store cart, this host is for tally"}"#
      ])
    #expect(!host.wentOn)
  }

  @Test("the first state is taken and answered whole, encoded again; a later one is passed over")
  func states() throws {
    let host = Host()
    try host.send(Self.session)
    #expect(
      try host.send(#"{"kind":"state","n":0,"state":{"stamp":1,"unknown":2,"total":3.0}}"#) == [
        #"{"kind":"state","n":0,"state":{"total":3,"stamp":1}}"#
      ])
    #expect(try host.send(#"{"kind":"state","n":1,"state":{"total":9,"stamp":9}}"#) == [])
    #expect(try host.send(#"{"kind":"keyframe","n":1,"state":{"total":9,"stamp":9}}"#) == [])
  }

  @Test("an action is kept until the next line, then answered with its state as a patch")
  func action() throws {
    let host = try ready()
    #expect(try host.send(Self.add) == [])
    #expect(
      try host.send(Self.go) == [
        #"{"kind":"action","n":1,"t":7,"type":"add","action":{"add":{"_0":5}}}"#,
        #"{"kind":"state","n":1,"state":{"total":5,"stamp":0}}"#,
      ])
    // What is answered is flushed before the reducer runs.
    #expect(host.flushes == [3])
  }

  @Test("a large state is answered as a patch against the state that was sent last")
  func patch() throws {
    struct Wide: Codable { var pad = String(repeating: "x", count: 200); var n = 0 }
    var answers: [JSONValue] = []
    let host = ReducerHost<Wide, TallyAction>(store: "tally", codec: .codable) { state, _ in
      state.n += 1
    }
    let machine = host.machine { answers.append($0) }
    let wide = try ValueEncoder().encode(Wide()).value
    _ = machine.handle(.state(StateLine(n: 0, content: .whole(wide))))
    for n in 1...2 {
      _ = machine.handle(.action(ActionLine(n: n, t: 0, type: "print", action: ["print": [:]])))
    }
    machine.finish()
    #expect(
      answers.compactMap { $0["patch"]?.description } == [
        #"[{"op":"replace","path":"/n","value":1}]"#, #"[{"op":"replace","path":"/n","value":2}]"#,
      ])
  }

  @Test("mark, dispatched, unknown and inputs of another n change nothing, and reduce nothing")
  func passedOver() throws {
    let host = try ready()
    #expect(
      try host.send(
        Self.add, #"{"kind":"mark","n":0,"t":1,"text":"x"}"#,
        #"{"kind":"dispatched","n":0,"t":1,"type":"x","action":1}"#, #"{"kind":"later","n":1}"#,
        #"{"kind":"input","n":2,"is":"stamp","value":1}"#) == [])
    #expect(host.finish().count == 2)
  }

  @Test("the end of input reduces the kept action")
  func endOfInput() throws {
    let host = try ready()
    try host.send(Self.add)
    #expect(
      host.finish() == [
        #"{"kind":"action","n":1,"t":7,"type":"add","action":{"add":{"_0":5}}}"#,
        #"{"kind":"state","n":1,"state":{"total":5,"stamp":0}}"#,
      ])
    #expect(host.finish() == [])
  }

  @Test("draws take the recorded inputs in order; missing and undecodable ones are fresh")
  func inputs() throws {
    let draw = #"{"kind":"action","n":1,"t":7,"type":"draw","action":{"draw":{}}}"#
    func input(_ name: String, _ value: String) -> String {
      #"{"kind":"input","n":1,"is":"\#(name)","value":\#(value)}"#
    }
    func answers(_ inputs: [String]) throws -> [String] {
      let host = try ready()
      try host.send(draw)
      for input in inputs { try host.send(input) }
      return Array(host.finish().dropFirst())
    }
    #expect(
      try answers([
        input("stamp", "10"), input("other", "5"), input("stamp", "20"), input("stamp", "9"),
      ])
        == [
          #"{"kind":"input","n":1,"is":"stamp","value":10}"#,
          #"{"kind":"input","n":1,"is":"stamp","value":20}"#,
          #"{"kind":"state","n":1,"state":{"total":0,"stamp":30}}"#,
        ])
    #expect(
      try answers([input("stamp", "\"ten\"")]) == [
        #"{"kind":"input","n":1,"is":"stamp","value":42,"fresh":true}"#,
        #"{"kind":"input","n":1,"is":"stamp","value":1,"fresh":true}"#,
        #"{"kind":"state","n":1,"state":{"total":0,"stamp":43}}"#,
      ])
  }

  @Test("what the reducer throws stands on the state line")
  func threw() throws {
    let host = try ready()
    try host.send(#"{"kind":"action","n":1,"t":7,"type":"fail","action":{"fail":{}}}"#)
    #expect(
      host.finish().last
        == #"{"kind":"state","n":1,"state":{"total":-1,"stamp":0},"threw":"refused"}"#)
  }

  @Test("an action that cannot be made: the reason, then its recorded state is taken")
  func undecodable() throws {
    let host = try ready()
    func action(_ json: String, opaque: Bool = false) -> String {
      #"{"kind":"action","n":1,"t":7,"type":"a","action":\#(json)\#(opaque ? #","opaque":true"# : "")}"#
    }
    for (line, reason) in [
      (action(#"{"multiply":{"_0":2}}"#), "unknown-action"),
      (action(#""jump""#), "unknown-action"),
      (action(#"{"add":{"_0":"five"}}"#), "undecodable-action"),
      (action(#"{"add":{}}"#), "undecodable-action"),
      (action(#"{"add":{"_0":5}}"#, opaque: true), "undecodable-action"),
    ] {
      try host.send(line)
      let answer = try host.send(Self.go)
      #expect(answer.count == 1)
      #expect(try JSONValue(parsing: answer[0])["reason"]?.string == reason, "\(line)")
      #expect(try JSONValue(parsing: answer[0])["n"] == 1)
    }
    #expect(
      try host.send(#"{"kind":"state","n":1,"patch":[{"op":"replace","path":"/total","value":8}]}"#)
        == [#"{"kind":"state","n":1,"state":{"total":8,"stamp":0}}"#])
    #expect(try host.send(#"{"kind":"state","n":1,"state":{"total":1,"stamp":1}}"#) == [])
  }

  @Test("no state yet: no-state; patches are passed over until a whole state comes")
  func noState() throws {
    let host = Host()
    try host.send(Self.session, Self.add)
    let answer = try host.send(Self.go)
    #expect(
      answer == [
        #"{"kind":"error","n":1,"reason":"no-state","message":"add: there is no state to reduce"}"#
      ])
    #expect(try host.send(#"{"kind":"outside","n":1,"t":2,"patch":[]}"#) == [])
    #expect(
      try host.send(#"{"kind":"keyframe","n":1,"state":{"total":2,"stamp":0}}"#) == [
        #"{"kind":"state","n":1,"state":{"total":2,"stamp":0}}"#
      ])
  }

  @Test("a state that does not decode: undecodable-state, and no current state")
  func undecodableState() throws {
    let host = Host()
    try host.send(Self.session)
    #expect(
      try host.send(#"{"kind":"state","n":0,"state":{"total":"x","stamp":0}}"#) == [
        #"{"kind":"error","n":0,"reason":"undecodable-state","message":"state 0: /total: expected Int, found \"x\""}"#
      ])
    #expect(try host.send(Self.add, Self.go).first?.contains("no-state") == true)
    let other = try ready()
    #expect(
      try other.send(#"{"kind":"outside","n":0,"t":1,"patch":[{"op":"remove","path":"/no"}]}"#)
        .first?.contains("\"undecodable-state\"") == true)
    #expect(try other.send(Self.add, Self.go).first?.contains("no-state") == true)
  }

  @Test("outside is taken, patch or whole, and answered whole with its t")
  func outside() throws {
    let host = try ready()
    #expect(
      try host.send(
        #"{"kind":"outside","n":0,"t":3,"patch":[{"op":"replace","path":"/total","value":4}]}"#,
        #"{"kind":"outside","n":0,"t":4,"state":{"total":6,"stamp":0}}"#) == [
          #"{"kind":"outside","n":0,"t":3,"state":{"total":4,"stamp":0}}"#,
          #"{"kind":"outside","n":0,"t":4,"state":{"total":6,"stamp":0}}"#,
        ])
    #expect(
      try host.send(Self.add, Self.go).last
        == #"{"kind":"state","n":1,"state":{"total":11,"stamp":0}}"#)
  }

  @Test("gap and end are answered as they are; the state after a gap is taken")
  func gap() throws {
    let host = try ready()
    let gap = #"{"kind":"gap","n":5,"t":9,"lost":4,"reason":"disk full"}"#
    #expect(try host.send(gap) == [gap])
    #expect(
      try host.send(#"{"kind":"state","n":5,"state":{"total":50,"stamp":0}}"#) == [
        #"{"kind":"state","n":5,"state":{"total":50,"stamp":0}}"#
      ])
    let end = #"{"kind":"end","n":5,"t":10}"#
    #expect(try host.send(end) == [end])
  }

  @Test("reset makes a state current, counts as the first, and keeps what is held")
  func reset() throws {
    let host = Host()
    try host.send(Self.session)
    #expect(
      try host.send(#"{"kind":"reset","n":3,"state":{"total":30,"stamp":0}}"#) == [
        #"{"kind":"state","n":3,"state":{"total":30,"stamp":0}}"#
      ])
    #expect(try host.send(Self.zero) == [], "the first state has been")
    try host.send(
      #"{"kind":"hold","key":"a"}"#, #"{"kind":"reset","n":0,"state":{"total":0,"stamp":0}}"#)
    #expect(try host.send(#"{"kind":"back","key":"a"}"#) == [#"{"kind":"back","key":"a","n":3}"#])
  }

  @Test("hold, back and drop; what is not held is told")
  func holding() throws {
    let host = try ready()
    #expect(try host.send(#"{"kind":"hold","key":"k"}"#) == [#"{"kind":"held","key":"k","n":0}"#])
    #expect(try host.send(Self.add, Self.go).count == 2)
    #expect(try host.send(#"{"kind":"back","key":"k"}"#) == [#"{"kind":"back","key":"k","n":0}"#])
    #expect(
      try host.send(Self.add, Self.go).last
        == #"{"kind":"state","n":1,"state":{"total":5,"stamp":0}}"#)
    #expect(try host.send(#"{"kind":"drop","key":"k"}"#) == [])
    #expect(
      try host.send(#"{"kind":"back","key":"k"}"#) == [
        #"{"kind":"error","reason":"not-held","message":"nothing is held as k"}"#
      ])
    #expect(
      try Host().send(#"{"kind":"hold","key":"k"}"#) == [
        #"{"kind":"error","reason":"not-held","message":"there is no state to hold as k"}"#
      ])
  }

  @Test("actions of many types behind a protocol are told apart by name")
  func types() throws {
    let codec = ActionCodec<any Sendable>.types { types in
      types.add(Int.self) { $0 }
      types.add(String.self) { $0 }
    }
    let number = try codec.decode(ActionLine(n: 1, t: 0, type: "Int", action: 5))
    #expect(number as? Int == 5)
    #expect {
      try codec.decode(ActionLine(n: 2, t: 0, type: "Double", action: 5))
    } throws: { error in
      (error as? HostError)
        == HostError(
          n: 2, .unknownAction, "the host has no action of type Double; it has Int, String")
    }
  }
}
