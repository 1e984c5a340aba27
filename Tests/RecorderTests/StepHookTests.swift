import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("The call form and the reducer wrappers")
struct StepHookTests {
  @Test("a whole session, byte for byte")
  func golden() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    var state = WordState(words: ["a long first word"])
    recorder.step(WordAction.add("b"), into: &state) { reduceWords(&$0, .add("b")) }
    recorder.mark("here")
    recorder.step(WordAction.clear, into: &state) { reduceWords(&$0, .clear) }
    recorder.close()
    let expected = [
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"id","started":"2026-01-01T00:00:00Z","store":"test","hook":"reducer","stateType":"WordState","actionType":"WordAction","snapshots":"delta""#,
      #"{"kind":"state","n":0,"state":{"words":["a long first word"],"count":0}"#,
      #"{"kind":"action","n":1,"t":10,"type":"add","action":{"add":{"_0":"b"}}"#,
      #"{"kind":"state","n":1,"state":{"words":["a long first word","b"],"count":1},"took":10"#,
      #"{"kind":"mark","n":1,"t":40,"text":"here""#,
      #"{"kind":"action","n":2,"t":50,"type":"clear","action":{"clear":{}}"#,
      #"{"kind":"state","n":2,"state":{"words":[],"count":2},"took":10"#,
      #"{"kind":"end","n":2,"t":80"#,
    ].map { line in
      "\(line),\"crc\":\"\(CRC32C.text(CRC32C.checksum(Array(line.utf8))))\"}\n"
    }
    #expect(sink.text == expected.joined())
  }

  @Test("the action is in the file before the reducer runs, the state after it")
  func writtenAhead() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    var state = WordState()
    var inside: [String] = []
    recorder.step(WordAction.add("x"), into: &state) { state in
      inside = (try? sink.outline) ?? []
      reduceWords(&state, .add("x"))
    }
    #expect(inside == ["session", "state 0 whole", "action 1"])
    #expect(try sink.outline == inside + ["state 1 whole"])
  }

  @Test("both forms return and change what the reducer did, and nothing else")
  func transparent() throws {
    let recorder = makeRecorder(FakeSink())
    var state = WordState()
    let result = recorder.step(WordAction.add("x"), into: &state) { state in
      reduceWords(&state, .add("x"))
      return 7
    }
    #expect(result == 7)
    let next = recorder.step(WordAction.clear, state) { WordState(words: ["other"], count: 9) }
    #expect(next == WordState(words: ["other"], count: 9))
    #expect(state == WordState(words: ["x"], count: 1))
  }

  @Test("a typed error is thrown on, and recorded with the state as it was left")
  func throwing() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    var state = WordState()
    #expect(throws: WordError.refused) {
      try recorder.step(WordAction.fail, into: &state) { (state) throws(WordError) in
        state.count = 5
        throw .refused
      }
    }
    #expect(state.count == 5)
    let lines = try sink.lines
    guard case .state(let line) = try #require(lines.last) else {
      Issue.record("no state")
      return
    }
    #expect(line.threw == "refused")
    #expect(try line.content.state(after: ["words": [], "count": 0]) == ["words": [], "count": 5])
  }

  @Test("a full disk at any line stops the recording for good, is told once, and changes nothing")
  func failingSink() throws {
    for n in 1...8 {
      let sink = FakeSink(failsAt: n)
      let troubles = Troubles()
      let recorder = makeRecorder(sink, troubles: troubles)
      var state = WordState()
      for action in [WordAction.add("a"), .add("b"), .clear] {
        recorder.step(action, into: &state) { reduceWords(&$0, action) }
      }
      recorder.close()
      #expect(state == WordState(words: [], count: 3))
      #expect(sink.appends == n, "nothing may follow the line that failed")
      #expect(troubles.list == [.cannotWrite(path: "fake", errno: 28)])
    }
  }

  @Test("after it is closed, a recorder lets everything pass")
  func closed() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    recorder.close()
    let before = sink.text
    var state = WordState()
    recorder.step(WordAction.add("a"), into: &state) { reduceWords(&$0, .add("a")) }
    recorder.mark("late")
    recorder.close()
    #expect(state.words == ["a"])
    #expect(sink.text == before)
    #expect(try sink.outline == ["session", "end 0"])
  }

  @Test("both wrapped shapes record each action once; without a state, state 0 is null")
  func wrappers() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    let reswift: (WordAction, WordState?) -> WordState = recorder.reducer { action, state in
      var state = state ?? WordState()
      reduceWords(&state, action)
      return state
    }
    let first = reswift(.add("a"), nil)
    let second = reswift(.add("b"), first)
    #expect(second == WordState(words: ["a", "b"], count: 2))
    #expect(
      try sink.outline == [
        "session", "state 0 whole", "action 1", "state 1 whole", "action 2", "state 2 whole",
      ])
    guard case .state(let zero) = try sink.lines[1] else {
      Issue.record("no state")
      return
    }
    #expect(zero.content == .whole(.null))

    let other = FakeSink()
    let plain: (WordState, WordAction) -> WordState = makeRecorder(other).reducer { state, action in
      var state = state
      reduceWords(&state, action)
      return state
    }
    #expect(plain(WordState(), .add("z")).words == ["z"])
    #expect(try other.outline == ["session", "state 0 whole", "action 1", "state 1 whole"])
  }

  @Test("a mark before the first action waits for it, so that the header tells the types")
  func earlyMark() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    recorder.mark("launch")
    var state = WordState()
    recorder.step(WordAction.clear, into: &state) { reduceWords(&$0, .clear) }
    #expect(
      try sink.outline == ["session", "state 0 whole", "mark 0", "action 1", "state 1 whole"])
    guard case .session(let header) = try sink.lines[0] else {
      Issue.record("no header")
      return
    }
    #expect(header.stateType == "WordState")
    let alone = FakeSink()
    let other = makeRecorder(alone)
    other.mark("launch")
    other.close()
    #expect(try alone.outline == ["session", "mark 0", "end 0"])
  }

  @Test("a state that stopped being encodable outside is opaque on the next state line too")
  func opaqueAfterOutside() throws {
    struct Moody: Encodable {
      struct Refusal: Error {}
      var encodes = true
      func encode(to encoder: any Encoder) throws {
        guard encodes else { throw Refusal() }
        var container = encoder.singleValueContainer()
        try container.encode("a fairly long text, so that a patch pays")
      }
    }
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    var state = Moody()
    recorder.step(WordAction.clear, into: &state) { _ in }
    state.encodes = false
    recorder.step(WordAction.clear, into: &state) { _ in }
    recorder.step(WordAction.clear, into: &state) { _ in }
    let opaque = try sink.lines.compactMap { line -> [String]?? in
      if case .state(let line) = line { .some(line.opaque) } else { nil }
    }
    #expect(opaque == [nil, nil, [""], nil])
  }

  @Test("an isolated reducer is called where the caller is isolated")
  @MainActor func mainActor() {
    final class Box {
      @MainActor static var seen = 0
    }
    let recorder = makeRecorder(FakeSink())
    var state = WordState()
    recorder.step(WordAction.clear, into: &state) { state in
      Box.seen += 1
      reduceWords(&state, .clear)
    }
    #expect(Box.seen == 1)
  }

  @Test("an action that is not Encodable is recorded by its name, opaque, and told once a type")
  func opaqueAction() throws {
    struct Thunk { let run: () -> Void }
    let sink = FakeSink()
    let troubles = Troubles()
    let recorder = makeRecorder(sink, troubles: troubles)
    var state = WordState()
    for _ in 0..<2 { recorder.step(Thunk {}, into: &state) { $0.count += 1 } }
    let actions = try sink.lines.compactMap { line -> ActionLine? in
      if case .action(let action) = line { action } else { nil }
    }
    #expect(actions.map(\.type) == ["Thunk", "Thunk"])
    #expect(actions.map(\.opaque) == [true, true])
    #expect(actions.map(\.action) == [.null, .null])
    #expect(
      troubles.list == [.cannotEncode(type: "Thunk", reason: "the type is not Encodable")])
  }
}
