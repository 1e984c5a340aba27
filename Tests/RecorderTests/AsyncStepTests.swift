import Foundation
import SessionFormat
import Testing

@testable import Recorder
@testable import RecorderHost

private struct GaveUp: Error, Equatable {}

/// A reducer that waits, and draws on both sides of the wait.
private func waiting(_ state: Counter, _ action: CounterAction) async throws(GaveUp) -> Counter {
  let before = Inputs.value("before") { 3 }
  await Task.yield()
  let after = Inputs.value("after") { 4 }
  if case .clear = action { throw GaveUp() }
  var state = counted(state, action)
  state.log = ["\(before)\(after)"]
  return state
}

@Suite("Async reducers, and such as throw")
struct AsyncStepTests {
  @Test("an async step was not to be had: action, inputs on both sides of a wait, state, error")
  func writes() async throws {
    let session = Recorded()
    var state = Counter()
    state = try await session.recorder.step(CounterAction.add(2), state) { [state] in
      try await waiting(state, .add(2))
    }
    #expect(state == Counter(count: 2, log: ["34"]))
    await #expect(throws: GaveUp.self) {
      try await session.recorder.step(CounterAction.clear, into: &state) { state in
        state.count = 7
        state = try await waiting(state, .clear)
      }
    }
    #expect(state.count == 7)
    #expect(
      try session.texts.map { $0.replacing(/"(t|took)":[0-9]+,?/, with: "") } == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"type":"add","action":{"add":{"_0":2}}}"#,
        #"{"kind":"input","n":1,"is":"before","value":3}"#,
        #"{"kind":"input","n":1,"is":"after","value":4}"#,
        #"{"kind":"state","n":1,"state":{"count":2,"log":["34"]},}"#,
        #"{"kind":"action","n":2,"type":"clear","action":{"clear":{}}}"#,
        #"{"kind":"input","n":2,"is":"before","value":3}"#,
        #"{"kind":"input","n":2,"is":"after","value":4}"#,
        #"{"kind":"state","n":2,"state":{"count":7,"log":["34"]},"threw":"GaveUp()",}"#,
      ])
    #expect(session.troubles == [])
  }

  @Test("what the reducer's own tasks draw is live, and what it draws after them is recorded")
  func tasks() async throws {
    let session = Recorded()
    _ = await session.recorder.step(CounterAction.add(1), Counter()) {
      async let child = Inputs.value("child") { 1 }
      let own = await Task { Inputs.value("task") { 2 } }.value
      return Counter(count: await child + own + Inputs.value("own") { 3 })
    }
    let inputs = try session.sink.sessionLines.compactMap { line in
      if case .input(let input) = line { input.name } else { nil }
    }
    #expect(inputs == ["own"])
  }

  @Test("a step that begins while another waits overlaps it: the lock is free, the later is whole")
  func overlaps() async throws {
    let session = Recorded()
    let recorder = session.recorder
    let (isOver, over) = AsyncStream<Void>.makeStream()
    let (hasBegun, begun) = AsyncStream<Void>.makeStream()
    let outer = Task {
      await recorder.step(CounterAction.note("outer"), Counter()) {
        begun.finish()
        for await _ in isOver {}
        return Counter(count: 1)
      }
    }
    for await _ in hasBegun {}
    _ = recorder.step(CounterAction.note("inner"), Counter(count: 5)) { Counter(count: 6) }
    over.finish()
    _ = await outer.value
    #expect(
      try session.story == [
        #"state 0 {"count":0,"log":[]}"#, #"action 1 {"note":{"_0":"outer"}}"#,
        #"action 2 {"note":{"_0":"inner"}}"#, #"state 1 {"count":1,"log":[]}"#,
        #"state 2 {"count":6,"log":[]}"#,
      ])
    #expect(session.troubles == [.overlappingSteps(n: 2)])
    let causes = try session.sink.sessionLines.compactMap { line -> Int?? in
      if case .action(let action) = line { .some(action.from) } else { nil }
    }
    #expect(causes == [nil, nil])
  }

  @Test("what the reducer dispatches in its task is caused by its action")
  func causes() async throws {
    let session = Recorded()
    let recorder = session.recorder
    _ = await recorder.step(CounterAction.note("outer"), Counter()) {
      await Task.yield()
      return recorder.step(CounterAction.note("inner"), Counter()) { Counter(count: 1) }
    }
    let causes = try session.sink.sessionLines.compactMap { line -> Int?? in
      if case .action(let action) = line { .some(action.from) } else { nil }
    }
    #expect(causes == [nil, 1])
  }

  @Test("closed, the reducer runs as ever")
  func closed() async {
    let session = Recorded()
    session.recorder.close()
    let state = await session.recorder.step(CounterAction.add(1), Counter()) {
      await Task.yield()
      return Counter(count: 1)
    }
    #expect(state == Counter(count: 1))
  }

  @Test("wrapped reducers that throw, throw the same, and the state line says so")
  func throwing() throws {
    let session = Recorded()
    let reduce: (Counter, CounterAction) throws -> Counter = { state, action in
      if case .clear = action { throw GaveUp() }
      return counted(state, action)
    }
    let wrapped = session.recorder.reducer(reduce)
    var state = try wrapped(Counter(), .add(2))
    #expect(throws: GaveUp.self) { state = try wrapped(state, .clear) }
    let first: @Sendable (Counter?, CounterAction) -> Counter = session.recorder.sendableReducer {
      counted($0 ?? Counter(count: 5), $1)
    }
    state = first(nil, .add(4))
    #expect(state == Counter(count: 9))
    let threw = try session.sink.sessionLines.compactMap { line -> String?? in
      if case .state(let line) = line { .some(line.threw) } else { nil }
    }
    #expect(threw == [nil, nil, "GaveUp()", nil])
  }

  @Test("an async host reduces with the recorded inputs, one action after the other")
  func host() async throws {
    let answers = Gathered<String>()
    // The machine makes its thread wait, so it must be none of those that run tasks.
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        let host = ReducerHost<Counter, CounterAction>(store: "test", codec: .codable) {
          $0 = try await waiting($0, $1)
        }
        let machine = host.machine(answer: { answers.append("\($0)") })
        for line in Self.recorded { _ = machine.handle(line) }
        machine.finish()
        done.resume()
      }
    }
    #expect(
      answers.all.dropFirst().map { $0.replacing(/,"(t|took)":[0-9]+/, with: "") } == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"type":"add","action":{"add":{"_0":2}}}"#,
        #"{"kind":"input","n":1,"is":"before","value":8}"#,
        #"{"kind":"input","n":1,"is":"after","value":4,"fresh":true}"#,
        #"{"kind":"state","n":1,"state":{"count":2,"log":["84"]}}"#,
        #"{"kind":"action","n":2,"type":"clear","action":{"clear":{}}}"#,
        #"{"kind":"input","n":2,"is":"before","value":3,"fresh":true}"#,
        #"{"kind":"input","n":2,"is":"after","value":4,"fresh":true}"#,
        #"{"kind":"state","n":2,"patch":[],"threw":"GaveUp()"}"#,
      ])
  }

  private static var recorded: [SessionLine] {
    [
      .session(
        SessionHeader(
          id: "00000000-0000-4000-8000-000000000000", started: "2026-01-02T03:04:05Z",
          store: "test")),
      .state(StateLine(n: 0, content: .whole(["count": 0, "log": []]))),
      .action(ActionLine(n: 1, t: 1, type: "add", action: ["add": ["_0": 2]])),
      .input(InputLine(n: 1, name: "before", value: 8)),
      .action(ActionLine(n: 2, t: 2, type: "clear", action: ["clear": [:]])),
    ]
  }
}
