import SessionFormat
import Testing

@testable import Recorder

@Suite("Changes of the state from outside")
struct OutsideTests {
  @Test("a change between two actions is written once, before the second")
  func seesChange() throws {
    let session = Recorded()
    var state = Counter()
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    state.count = 40
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]},"took":1}"#,
        #"{"kind":"outside","n":1,"t":4,"state":{"count":40,"log":[]}}"#,
        #"{"kind":"action","n":2,"t":5,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":2,"state":{"count":41,"log":[]},"took":1}"#,
        #"{"kind":"action","n":3,"t":8,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":3,"state":{"count":42,"log":[]},"took":1}"#,
      ])
  }

  @Test("in a large state it is a change, which the state after it builds on")
  func writesPatch() throws {
    let session = Recorded()
    let text = "a text that is long enough for a change to be the smaller"
    var state = Counter(count: 0, log: [text])
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    state.count = 40
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    #expect(
      try session.texts.suffix(4) == [
        #"{"kind":"outside","n":1,"t":4,"patch":[{"op":"replace","path":"/count","value":40}]}"#,
        #"{"kind":"action","n":2,"t":5,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":2,"patch":[{"op":"replace","path":"/count","value":41}],"took":1}"#,
        #"{"kind":"keyframe","n":2,"state":{"count":41,"log":["\#(text)"]}}"#,
      ])
  }

  @Test("full snapshots write it whole")
  func writesWhole() throws {
    let session = Recorded(.full)
    var state = Counter(
      count: 0, log: ["a text that is long enough for a change to be the smaller"])
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    state = Counter(count: 3)
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    #expect(
      try session.texts.dropFirst(3).first
        == #"{"kind":"outside","n":1,"t":4,"state":{"count":3,"log":[]}}"#)
  }

  @Test("a state that stopped being encodable outside is opaque on the next state line too")
  func tellsOpaque() throws {
    struct Moody: Encodable {
      struct Refusal: Error {}
      var encodes = true
      func encode(to encoder: any Encoder) throws {
        guard encodes else { throw Refusal() }
        var container = encoder.singleValueContainer()
        try container.encode("a fairly long text, so that a patch pays")
      }
    }
    let session = Recorded()
    var state = Moody()
    session.recorder.step(CounterAction.clear, into: &state) { _ in }
    state.encodes = false
    session.recorder.step(CounterAction.clear, into: &state) { _ in }
    session.recorder.step(CounterAction.clear, into: &state) { _ in }
    let opaque = try session.sink.sessionLines.compactMap { line -> [String]?? in
      if case .state(let line) = line { .some(line.opaque) } else { nil }
    }
    #expect(opaque == [nil, nil, [""], nil])
  }

  @Test("it is sought against the state after the last action, also of one that threw")
  func comparesWithLastState() throws {
    let session = Recorded()
    var state = Counter()
    #expect(throws: Refused.self) {
      try session.recorder.step(CounterAction.add(1), into: &state) {
        $0.count = 7
        throw Refused(why: "")
      }
    }
    // The returning form leaves the state as it was given, so nothing has changed here.
    _ = session.recorder.step(CounterAction.add(1), state) { Counter(count: 8) }
    // The app dropped what that returned.
    session.recorder.step(CounterAction.clear, into: &state) { count(&$0, .clear) }
    #expect(
      try session.story == [
        #"state 0 {"count":0,"log":[]}"#, #"action 1 {"add":{"_0":1}}"#,
        #"state 1 {"count":7,"log":[]}"#, #"action 2 {"add":{"_0":1}}"#,
        #"state 2 {"count":8,"log":[]}"#, #"outside 2 {"count":7,"log":[]}"#,
        #"action 3 {"clear":{}}"#, #"state 3 {"count":0,"log":[]}"#,
      ])
  }
}
