import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("Changes from outside, and steps that overlap")
struct OverlapTests {
  private func big() -> WordState { WordState(words: Array(repeating: "word", count: 100)) }

  @Test("a change without an action is seen once, when the next action begins")
  func outside() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    var state = big()
    recorder.step(WordAction.fail, into: &state) { $0.count += 1 }
    state.words[3] = "changed"
    recorder.step(WordAction.fail, into: &state) { $0.count += 1 }
    recorder.step(WordAction.fail, into: &state) { $0.count += 1 }
    #expect(
      try sink.outline == [
        "session", "state 0 whole", "action 1", "state 1 patch", "outside 1 patch", "action 2",
        "state 2 patch", "action 3", "state 3 patch",
      ])
    guard case .outside(let line) = try sink.lines[4] else {
      Issue.record("no outside")
      return
    }
    let path = try JSONPointer("/words/3")
    #expect(line.content == .patch(JSONPatch([.replace(path, "changed")])))
  }

  @Test("a step inside another's reducer is numbered after it, whole, and told once")
  func nested() throws {
    let sink = FakeSink()
    let troubles = Troubles()
    let recorder = makeRecorder(sink, troubles: troubles)
    var outer = big()
    for _ in 0..<2 {
      recorder.step(WordAction.add("outer"), into: &outer) { state in
        var inner = big()
        recorder.step(WordAction.add("inner"), into: &inner) { reduceWords(&$0, .add("inner")) }
        reduceWords(&state, .add("outer"))
      }
    }
    #expect(
      try sink.outline == [
        "session", "state 0 whole", "action 1", "action 2", "state 1 patch", "state 2 whole",
        "outside 2 patch", "action 3", "action 4", "state 3 patch", "state 4 whole",
      ])
    let froms = try sink.lines.compactMap { line -> Int? in
      if case .action(let action) = line { action.from } else { nil }
    }
    #expect(froms == [1, 3])
    #expect(troubles.list == [.overlappingSteps(n: 2)])
  }

  @Test("a store that serialises: every action once, in reducer order, from 8 threads")
  func serialised() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    let store = SerialStore()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for turn in 0..<100 {
        store.dispatch("\(thread)-\(turn)", recorder)
      }
    }
    var state = JSONValue.null
    var seen: [String] = []
    var expected = 0
    for line in try sink.lines {
      switch line {
      case .action(let action):
        #expect(action.n == expected + 1)
        expected = action.n
        seen.append(action.action["add"]?["_0"]?.string ?? "")
      case .state(let line):
        #expect(line.n == expected)
        state = try line.content.state(after: state)
      case .keyframe(let line): #expect(line.state == state)
      case .session: break
      default: Issue.record("\(line.kind) in a serialised store")
      }
    }
    #expect(expected == 800)
    #expect(seen == store.log)
    #expect(state["last"]?.string == store.log.last)
  }

  @Test("bare overlapping steps from 8 threads: no gap, every action and state there")
  func bare() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var state = WordState()
      for turn in 0..<50 {
        let action = WordAction.add("\(thread)-\(turn)")
        recorder.step(action, into: &state) { reduceWords(&$0, action) }
      }
    }
    var actions: Set<String> = []
    var states: Set<String> = []
    var lastAction = 0
    var lastState = 0
    var state = JSONValue.null
    for line in try sink.lines {
      switch line {
      case .action(let action):
        #expect(action.n == lastAction + 1)
        lastAction = action.n
        actions.insert(action.action["add"]?["_0"]?.string ?? "")
      case .state(let line) where line.n > 0:
        #expect(line.n == lastState + 1)
        lastState = line.n
        state = try line.content.state(after: state)
        states.insert(state["words"]?.array?.last?.string ?? "")
      case .state(let line): state = try line.content.state(after: state)
      case .outside(let line): state = try line.content.state(after: state)
      case .keyframe(let line): #expect(line.state == state)
      default: break
      }
    }
    let all = Set((0..<8).flatMap { thread in (0..<50).map { "\(thread)-\($0)" } })
    #expect(actions == all)
    #expect(states == all)
    #expect(lastAction == 400)
    #expect(lastState == 400)
  }
}

/// A store whose reducer runs under its lock, and tells its own order.
private final class SerialStore: @unchecked Sendable {
  struct State: Codable { var last = "" }
  private let lock = NSLock()
  private var state = State()
  private(set) var log: [String] = []

  func dispatch(_ word: String, _ recorder: SessionRecorder) {
    lock.withLock {
      recorder.step(WordAction.add(word), into: &state) { state in
        log.append(word)
        state.last = word
      }
    }
  }
}
