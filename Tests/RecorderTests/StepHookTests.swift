import SessionFormat
import Testing

@testable import Recorder

@Suite("Steps around a reducer")
struct StepHookTests {
  static let header =
    #"{"kind":"session","format":"hindsight-session","version":1,"#
    + #""id":"00000000-0000-4000-8000-000000000000","started":"2026-01-02T03:04:05.678Z","#
    + #""store":"test","hook":"reducer","stateType":"Counter","actionType":"CounterAction","#
    + #""platform":{"os":"Test"},"snapshots":"delta"}"#

  /// Of 43 bytes each: two of them reach the state below, of 86 bytes at most.
  private static func change(to count: Int) -> String {
    #"[{"op":"replace","path":"/count","value":\#(count)}]"#
  }

  @Test("a session is these bytes and no others")
  func writesWholeSession() throws {
    let session = Recorded()
    let text = "a text that is long enough for a change to be the smaller"
    var state = Counter(count: 0, log: [text])
    for action in [CounterAction.add(2), .add(3), .clear] {
      session.recorder.step(action, into: &state) { count(&$0, action) }
    }
    session.recorder.mark("here")
    session.recorder.close()
    let expected = [
      Self.header,
      #"{"kind":"state","n":0,"state":{"count":0,"log":["\#(text)"]}}"#,
      #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":2}}}"#,
      #"{"kind":"state","n":1,"patch":\#(Self.change(to: 2)),"took":1}"#,
      #"{"kind":"action","n":2,"t":4,"type":"add","action":{"add":{"_0":3}}}"#,
      #"{"kind":"state","n":2,"patch":\#(Self.change(to: 5)),"took":1}"#,
      #"{"kind":"keyframe","n":2,"state":{"count":5,"log":["\#(text)"]}}"#,
      #"{"kind":"action","n":3,"t":7,"type":"clear","action":{"clear":{}}}"#,
      #"{"kind":"state","n":3,"state":{"count":0,"log":[]},"took":1}"#,
      #"{"kind":"mark","n":3,"t":10,"text":"here"}"#,
      #"{"kind":"end","n":3,"t":11}"#,
    ]
    #expect(try session.sink.texts == expected)
    let bytes = expected.flatMap { line in
      let document = Array(line.utf8.dropLast())
      return document + Array(#","crc":"\#(CRC32C.text(CRC32C.checksum(document)))"}"#.utf8) + [
        0x0A
      ]
    }
    #expect(session.sink.bytes == bytes)
    #expect(session.sink.closes == 1)
    #expect(session.troubles.isEmpty)
  }

  @Test(
    "a recorded step takes the recorder's lock twice",
    arguments: ["step", "wrapped", "middleware", "observer"])
  func locksTwice(form: String) {
    let session = Recorded()
    let recorder = session.recorder
    var state = Counter()
    let wrapped = form == "wrapped" ? recorder.reducer(counted) : counted
    let middleware:
      (@escaping (CounterAction) -> Void, @escaping () -> Counter?) -> (
        @escaping (CounterAction) -> Void
      ) -> (CounterAction) -> Void = recorder.middleware()
    for n in 1...4 {
      let before = recorder.lockCount
      switch form {
      case "step": recorder.step(CounterAction.add(n), into: &state) { count(&$0, .add(n)) }
      case "wrapped": state = wrapped(state, .add(n))
      case "middleware": middleware({ _ in }, { state })({ count(&state, $0) })(.add(n))
      default:
        let old = state
        count(&state, .add(n))
        recorder.observe(CounterAction.add(n), from: old, to: state)
      }
      if n > 1 { #expect(recorder.lockCount - before == 2) }
    }
    #expect(session.sink.bytes.isEmpty == false)
  }

  @Test("both forms write the same, and give the app what its reducer made")
  func formsAgree() throws {
    let inPlace = Recorded()
    let returning = Recorded()
    let wrapped = Recorded()
    let reduce = wrapped.recorder.reducer(counted)
    var first = Counter()
    var second = Counter()
    var third = Counter()
    for action in [CounterAction.add(1), .note("x"), .clear, .add(-4)] {
      let result = inPlace.recorder.step(action, into: &first) { state -> Int in
        count(&state, action)
        return state.count
      }
      #expect(result == first.count)
      second = returning.recorder.step(action, second) { counted(second, action) }
      third = reduce(third, action)
    }
    #expect(first == Counter(count: -4))
    #expect(second == first)
    #expect(third == first)
    #expect(inPlace.sink.bytes == returning.sink.bytes)
    #expect(inPlace.sink.bytes == wrapped.sink.bytes)
  }

  @Test("the action is written before the reducer runs, and the state after it")
  func writesActionFirst() throws {
    let session = Recorded()
    var state = Counter()
    var seen: [[String]] = []
    session.recorder.step(CounterAction.add(1), into: &state) { _ in
      seen.append(session.sink.lines)
    }
    state = session.recorder.step(CounterAction.clear, state) {
      seen.append(session.sink.lines)
      return state
    }
    #expect(seen.map(\.count) == [3, 5])
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":1,"patch":[],"took":1}"#,
        #"{"kind":"action","n":2,"t":4,"type":"clear","action":{"clear":{}}}"#,
        #"{"kind":"state","n":2,"patch":[],"took":1}"#,
      ])
  }

  @Test("a reducer that throws is recorded as it left the state, and its own error comes out")
  func recordsThrown() throws {
    let session = Recorded()
    var state = Counter()
    // Typed: the error is known to be of the reducer's type.
    do throws(Refused) {
      try session.recorder.step(CounterAction.add(1), into: &state) { state throws(Refused) in
        state.count = 9
        throw Refused(why: "no")
      }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == Refused(why: "no"))
    }
    #expect(state.count == 9)
    do throws(Refused) {
      state = try session.recorder.step(CounterAction.add(2), state) { () throws(Refused) in
        throw Refused(why: "again")
      }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == Refused(why: "again"))
    }
    #expect(state.count == 9)
    #expect(
      try session.texts.filter { $0.hasPrefix(#"{"kind":"state""#) } == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"state","n":1,"state":{"count":9,"log":[]},"threw":"Refused(why: \"no\")","#
          + #""took":1}"#,
        #"{"kind":"state","n":2,"patch":[],"threw":"Refused(why: \"again\")","took":1}"#,
      ])
  }

  @Test("what comes after the end is not recorded, and the app goes on")
  func closes() throws {
    let session = Recorded()
    var state = Counter()
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    session.recorder.close()
    let lines = session.sink.lines
    session.recorder.close()
    session.recorder.mark("late")
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    #expect(state.count == 2)
    #expect(session.sink.lines == lines)
    #expect(session.sink.closes == 1)
    #expect(try session.texts.last == #"{"kind":"end","n":1,"t":4}"#)
  }

  @Test("a recorder that is closed in a step leaves the step open, and the app goes on")
  func closesInStep() throws {
    let session = Recorded()
    var state = Counter()
    session.recorder.step(CounterAction.add(1), into: &state) {
      session.recorder.close()
      count(&$0, .add(1))
    }
    #expect(state.count == 1)
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"end","n":1,"t":3}"#,
      ])
  }

  @Test("a session without a step is a header and an end")
  func recordsNothing() throws {
    let session = Recorded()
    session.recorder.close()
    #expect(
      try session.sink.texts == [
        #"{"kind":"session","format":"hindsight-session","version":1,"#
          + #""id":"00000000-0000-4000-8000-000000000000","started":"2026-01-02T03:04:05.678Z","#
          + #""store":"test","platform":{"os":"Test"},"snapshots":"delta"}"#,
        #"{"kind":"end","n":0,"t":1}"#,
      ])
  }

  @Test("a mark before the first action waits for it, so that the header tells the types")
  func marksEarly() throws {
    let session = Recorded()
    session.recorder.mark("launch")
    var state = Counter()
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    #expect(
      try session.sink.texts == [
        Self.header,
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"mark","n":0,"t":1,"text":"launch"}"#,
        #"{"kind":"action","n":1,"t":2,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]},"took":1}"#,
      ])
    let alone = Recorded()
    alone.recorder.mark("launch")
    alone.recorder.close()
    #expect(
      try alone.texts == [
        #"{"kind":"mark","n":0,"t":1,"text":"launch"}"#, #"{"kind":"end","n":0,"t":2}"#,
      ])
  }

  @Test("a mark in a pause stands before the next action, also where none was lost")
  func marksWhilePaused() throws {
    let session = Recorded()
    var state = Counter()
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    session.recorder.pause()
    session.recorder.mark("paused")
    session.recorder.resume()
    session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]},"took":1}"#,
        #"{"kind":"mark","n":1,"t":4,"text":"paused"}"#,
        #"{"kind":"action","n":2,"t":5,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":2,"state":{"count":2,"log":[]},"took":1}"#,
      ])
  }

  @Test("an isolated reducer is called where the caller is isolated")
  @MainActor func callsIsolated() {
    final class Box {
      @MainActor static var seen = 0
    }
    var state = Counter()
    Recorded().recorder.step(CounterAction.clear, into: &state) { state in
      Box.seen += 1
      count(&state, .clear)
    }
    #expect(Box.seen == 1)
  }
}
