import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("Steps that overlap")
struct OverlapTests {
  @Test(
    "a step inside another's reducer: actions where they began, states in order, the later whole")
  func nests() throws {
    let session = Recorded()
    let text = "a text that is long enough for a change to be the smaller"
    var state = Counter(count: 0, log: [text])
    session.recorder.step(CounterAction.add(1), into: &state) { state in
      count(&state, .add(1))
      var other = Counter(count: 10, log: [text])
      for step in [2, 3] {
        session.recorder.step(CounterAction.add(step), into: &other) { count(&$0, .add(step)) }
      }
    }
    session.recorder.step(CounterAction.add(4), into: &state) { count(&$0, .add(4)) }
    let change = #"[{"op":"replace","path":"/count","value":1}]"#
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":["\#(text)"]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"action","n":2,"t":4,"type":"add","action":{"add":{"_0":2}},"from":1}"#,
        #"{"kind":"action","n":3,"t":11,"type":"add","action":{"add":{"_0":3}},"from":1}"#,
        #"{"kind":"state","n":1,"patch":\#(change),"took":9}"#,
        #"{"kind":"state","n":2,"state":{"count":12,"log":["\#(text)"]},"took":1}"#,
        #"{"kind":"state","n":3,"state":{"count":15,"log":["\#(text)"]},"took":1}"#,
        #"{"kind":"outside","n":3,"t":18,"patch":\#(change)}"#,
        #"{"kind":"action","n":4,"t":19,"type":"add","action":{"add":{"_0":4}}}"#,
        #"{"kind":"state","n":4,"patch":[{"op":"replace","path":"/count","value":5}],"took":1}"#,
        #"{"kind":"keyframe","n":4,"state":{"count":5,"log":["\#(text)"]}}"#,
      ])
    #expect(session.troubles == [.overlappingSteps(n: 2)])
  }

  @Test("a step on another thread, begun and ended inside another: the same, without a cause")
  func runsOnOtherThread() throws {
    let session = Recorded()
    let recorder = session.recorder
    var state = Counter()
    recorder.step(CounterAction.add(1), into: &state) { state in
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        var other = Counter(count: 10)
        recorder.step(CounterAction.add(2), into: &other) { count(&$0, .add(2)) }
        isDone.signal()
      }
      isDone.wait()
      count(&state, .add(1))
    }
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"action","n":2,"t":3,"type":"add","action":{"add":{"_0":2}}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]},"took":4}"#,
        #"{"kind":"state","n":2,"state":{"count":12,"log":[]},"took":1}"#,
      ])
    #expect(session.troubles == [.overlappingSteps(n: 2)])
  }

  @Test("a step that ends after the one it began in: its state waits for nobody")
  func endsLater() throws {
    let session = Recorded()
    let recorder = session.recorder
    let hasBegun = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let isDone = DispatchSemaphore(value: 0)
    var state = Counter()
    recorder.step(CounterAction.add(1), into: &state) { state in
      Thread.detachNewThread {
        var other = Counter(count: 10)
        recorder.step(CounterAction.add(2), into: &other) {
          hasBegun.signal()
          mayEnd.wait()
          count(&$0, .add(2))
        }
        isDone.signal()
      }
      hasBegun.wait()
      count(&state, .add(1))
    }
    let before = session.sink.lines.count
    // It overlaps the second, not the first.
    recorder.step(CounterAction.add(3), into: &state) { state in
      mayEnd.signal()
      isDone.wait()
      count(&state, .add(3))
    }
    #expect(before == 5)
    #expect(
      try session.story == [
        #"state 0 {"count":0,"log":[]}"#, #"action 1 {"add":{"_0":1}}"#,
        #"action 2 {"add":{"_0":2}}"#, #"state 1 {"count":1,"log":[]}"#,
        #"action 3 {"add":{"_0":3}}"#, #"state 2 {"count":12,"log":[]}"#,
        #"state 3 {"count":4,"log":[]}"#,
      ])
    #expect(session.troubles == [.overlappingSteps(n: 2)])
  }

  private static let threads = 8
  private static let actions = 200

  /// Runs the body on several threads at once, for each thread and each of its actions.
  private static func onThreads(_ body: @escaping @Sendable (_ thread: Int, _ action: Int) -> Void)
  {
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for action in 0..<actions { body(thread, action) }
    }
  }

  @Test("many threads on a store with a lock: no gap, and each state is that of its action")
  func keepsReducerOrder() throws {
    let session = Recorded()
    let store = LockedStore(session.recorder)
    Self.onThreads { thread, action in store.dispatch(.note("\(thread).\(action)")) }
    session.recorder.close()
    var n = 0
    var state = JSONValue.null
    var log: [JSONValue] = []
    var noted: [String] = []
    for line in try session.sink.sessionLines.dropFirst() {
      switch line {
      case .action(let action):
        n += 1
        #expect(action.n == n)
        let text = try #require(action.action["note"]?["_0"]?.string)
        noted.append(text)
        log = Array((log + [.string(text)]).suffix(LockedStore.kept))
      case .state(let line):
        #expect(line.n == n)
        state = try line.content.applied(to: state)
        #expect(state == ["count": .number(n), "log": .array(log)])
      case .keyframe(let keyframe): #expect(keyframe == KeyframeLine(n: n, state: state))
      case .end(let end): #expect(end.n == Self.threads * Self.actions)
      default: Issue.record("\(line.document)")
      }
    }
    #expect(noted == store.reduced)
    #expect(Set(noted).count == Self.threads * Self.actions)
    #expect(session.troubles.isEmpty)
  }

  @Test("many threads without a store: no gap, every action and every state is there")
  func keepsAllOfOverlapping() throws {
    let session = Recorded()
    let recorder = session.recorder
    Self.onThreads { thread, action in
      var state = Counter(count: thread)
      let text = "\(thread).\(action)"
      recorder.step(CounterAction.note(text), into: &state) { count(&$0, .note(text)) }
    }
    recorder.close()
    let total = Self.threads * Self.actions
    var notes: [Int: JSONValue] = [:]
    var actions: [Int] = []
    var states: [Int] = []
    var state = JSONValue.null
    for line in try session.sink.sessionLines {
      switch line {
      case .action(let action):
        actions.append(action.n)
        notes[action.n] = action.action["note"]?["_0"]
      case .state(let line):
        states.append(line.n)
        state = try line.content.applied(to: state)
        // The state is that of the action with its number.
        if line.n > 0 { #expect(state["log"] == .array([try #require(notes[line.n])])) }
      case .outside(let line): state = try line.content.applied(to: state)
      default: break
      }
    }
    #expect(actions == Array(1...total))
    #expect(states == Array(0...total))
    #expect(Set(notes.values.compactMap(\.string)).count == total)
    #expect(session.troubles.count <= 1)
  }
}

/// A store that reduces one action at a time, under a lock of its own.
private final class LockedStore: @unchecked Sendable {
  static let kept = 3
  private let lock = NSLock()
  private let recorder: SessionRecorder
  private var state = Counter()
  private(set) var reduced: [String] = []

  init(_ recorder: SessionRecorder) { self.recorder = recorder }

  func dispatch(_ action: CounterAction) {
    lock.withLock {
      recorder.step(action, into: &state) { state in
        count(&state, action)
        state.count += 1
        if case .note(let text) = action { reduced.append(text) }
        state.log = Array(state.log.suffix(Self.kept))
      }
    }
  }
}
