import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("A listener")
struct ListeningTests {
  /// What a listener heard, as its number and what it was.
  private final class Log {
    var lines: [String] = []

    func hear(_ action: any Action, _ step: ObservedStep) {
      lines.append("\(step.n ?? 0) \(type(of: action))\(step.isReduced ? "" : " only dispatched")")
    }
  }

  private func store(_ session: Recorded, _ middleware: [Middleware<Counter>] = []) -> ChainStore {
    ChainStore(
      reducer: session.recorder.reducer(reduced),
      middleware: [session.recorder.dispatches()] + middleware)
  }

  @Test("is called for the actions of its type, encodable or not")
  func hearsItsType() {
    let session = Recorded()
    let store = store(session)
    var adds: [Int] = []
    let all = Log()
    let callbacks = Log()
    let listenings = [
      session.recorder.observeActions(of: Add.self) { action, _ in adds.append(action.step) },
      session.recorder.observeActions(of: (any Action).self, all.hear),
      session.recorder.observeActions(of: Callback.self) { callbacks.hear($0, $1) },
    ]
    store.dispatch(Add(step: 5))
    store.dispatch(Callback {})
    store.dispatch(Note(text: "x"))
    store.dispatch(Add(step: 7))
    withExtendedLifetime(listenings) {}
    #expect(adds == [5, 7])
    #expect(all.lines == ["1 Add", "2 Callback", "3 Note", "4 Add"])
    #expect(callbacks.lines == ["2 Callback"])
  }

  @Test("finds the store in the state after the action, and what it dispatches has its cause")
  func reacts() throws {
    let session = Recorded()
    let store = store(session)
    var states: [Int?] = []
    let listening = session.recorder.observeActions(of: Add.self) { [unowned store] action, _ in
      states.append(store.state?.count)
      if action.step < 3 { store.dispatch(Add(step: action.step + 1)) }
    }
    store.dispatch(Add())
    withExtendedLifetime(listening) {}
    #expect(states == [1, 3, 6])
    #expect(
      try session.texts.filter { $0.contains(#""kind":"action""#) } == [
        #"{"kind":"action","n":1,"t":1,"type":"Add","action":{"step":1}}"#,
        #"{"kind":"action","n":2,"t":4,"type":"Add","action":{"step":2},"from":1}"#,
        #"{"kind":"action","n":3,"t":7,"type":"Add","action":{"step":3},"from":2}"#,
      ])
    #expect(session.troubles == [])
  }

  @Test("is told before what a subscriber dispatches is on its way")
  func hearsBeforeNested() {
    let session = Recorded()
    var log: [String] = []
    let watching: Middleware<Counter> = { _, _ in
      { next in
        { action in
          log.append("\(type(of: action)) sets out")
          next(action)
        }
      }
    }
    let store = store(session, [watching])
    store.subscribers = [
      { [unowned store] state in if state.log.isEmpty { store.dispatch(Note(text: "x")) } }
    ]
    let listening = session.recorder.observeActions(of: (any Action).self) { action, _ in
      log.append("\(type(of: action)) told")
    }
    store.dispatch(Add())
    withExtendedLifetime(listening) {}
    #expect(log == ["Add sets out", "Add told", "Note sets out", "Note told"])
  }

  @Test("the middleware alone tells when its reducer must have returned")
  func hearsMiddleware() throws {
    let session = Recorded()
    let store = ChainStore(middleware: [session.recorder.middleware()])
    let log = Log()
    store.subscribers = [
      { [unowned store] state in
        if state == Counter(count: 1) { store.dispatch(Add(step: 5)) }
      }
    ]
    var closedAt: Int?
    let listening = session.recorder.observeActions(of: (any Action).self) { [unowned store] in
      log.hear($0, $1)
      if $1.n == 1 { store.dispatch(Note(text: "heard")) }
      if store.state?.count == 6, closedAt == nil {
        closedAt = $1.n
        session.recorder.close()
      }
    }
    store.dispatch(Add())
    store.dispatch(Add())
    withExtendedLifetime(listening) {}
    #expect(closedAt == 3)
    #expect(log.lines == ["1 Add", "2 Note", "3 Add", "0 Add"])
    #expect(
      try session.story == [
        #"state 0 {"count":0,"log":[]}"#, #"action 1 {"step":1}"#,
        #"state 1 {"count":1,"log":[]}"#, #"action 2 {"text":"heard"}"#,
        #"state 2 {"count":1,"log":["heard"]}"#, #"action 3 {"step":5}"#,
        #"state 3 {"count":6,"log":["heard"]}"#,
      ])
  }

  @Test("a step of a reducer that a middleware passed the action to is told once")
  func hearsClaimedStepOnce() {
    for isClosed in [false, true] {
      let session = Recorded()
      if isClosed { session.recorder.close() }
      let store = ChainStore(
        reducer: { action, state in
          var state = state
          return session.recorder.step(action, into: &state) {
            let next = reduced(action, $0)
            $0 = next
            return next
          }
        }, middleware: [session.recorder.middleware()])
      let log = Log()
      let listening = session.recorder.observeActions(of: (any Action).self, log.hear)
      store.subscribers = [
        { [unowned store] state in
          if state == Counter(count: 1) { store.dispatchPastMiddleware(Note(text: "past")) }
          if state == Counter(count: 1, log: ["past"]) { store.dispatch(Add()) }
        }
      ]
      store.dispatch(Add())
      withExtendedLifetime(listening) {}
      let types = ["Add", "Note", "Add"]
      #expect(log.lines.map { String($0.split(separator: " ")[1]) } == types)
      #expect(log.lines.map { $0.hasPrefix("0") } == types.map { _ in isClosed })
    }
  }

  @Test("without a dispatch to wait for it is told as the step ends, also when that throws")
  func hearsBareStep() {
    let session = Recorded()
    let log = Log()
    let listening = session.recorder.observeActions(of: (any Action).self) { [log] in
      log.hear($0, $1)
    }
    var state = Counter()
    session.recorder.step(Add(), into: &state) { $0.count += 1 }
    #expect(throws: Refused(why: "full")) {
      try session.recorder.step(Note(text: "x"), into: &state) { _ in throw Refused(why: "full") }
    }
    session.recorder.dispatched(Swallowed())
    session.recorder.close()
    session.recorder.step(Add(), into: &state) { $0.count += 1 }
    session.recorder.dispatched(Swallowed())
    withExtendedLifetime(listening) {}
    #expect(state.count == 2)
    #expect(
      log.lines == [
        "1 Add", "2 Note", "0 Swallowed only dispatched", "0 Add", "0 Swallowed only dispatched",
      ])
  }

  @Test("what a callback tells is heard, but where another hook has told it already")
  func hearsObserved() {
    for isStepped in [false, true] {
      let session = Recorded()
      let log = Log()
      let listening = session.recorder.observeActions(of: (any Action).self) { [log] in
        log.hear($0, $1)
      }
      var state = Counter()
      if isStepped { session.recorder.step(Note(text: "x"), into: &state) { $0.count += 1 } }
      session.recorder.observe(Add(), from: state, to: Counter(count: 9))
      session.recorder.close()
      session.recorder.observe(Add(), from: state, to: Counter(count: 9))
      withExtendedLifetime(listening) {}
      #expect(log.lines == (isStepped ? ["1 Note"] : ["1 Add", "0 Add"]))
    }
  }

  @Test("a store of one's own tells it by the call form, with what it returns and throws")
  func hearsDispatching() throws {
    let session = Recorded()
    let log = Log()
    var state = Counter()
    func dispatch(_ action: any Action) throws(Refused) -> Int {
      try session.recorder.dispatching(action) { () throws(Refused) in
        if action is Swallowed { throw Refused(why: "not now") }
        state = session.recorder.step(action, state) { reduced(action, state) }
        return state.count
      }
    }
    let listening = session.recorder.observeActions(of: (any Action).self) { action, step in
      log.hear(action, step)
      // The store has the new state, and takes another action.
      if action is Add { _ = try? dispatch(Note(text: "\(state.count)")) }
    }
    #expect(try dispatch(Add(step: 4)) == 4)
    #expect(throws: Refused(why: "not now")) { try dispatch(Swallowed()) }
    withExtendedLifetime(listening) {}
    #expect(state == Counter(count: 4, log: ["4"]))
    #expect(log.lines == ["1 Add", "2 Note", "0 Swallowed only dispatched"])
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"Add","action":{"step":4}}"#,
        #"{"kind":"state","n":1,"state":{"count":4,"log":[]},"took":1}"#,
        #"{"kind":"action","n":2,"t":4,"type":"Note","action":{"text":"4"},"from":1}"#,
        #"{"kind":"state","n":2,"state":{"count":4,"log":["4"]},"took":1}"#,
        #"{"kind":"dispatched","n":2,"t":7,"type":"Swallowed","action":{},"dispatch":1}"#,
      ])
  }

  @Test("what a task of it dispatches is caused by the action, too")
  func causesInTasks() async throws {
    let session = Recorded()
    let store = store(session)
    let (waits, end) = AsyncStream<Void>.makeStream()
    nonisolated(unsafe) let unsafeStore = store
    let listening = session.recorder.observeActions(of: Note.self) { _, _ in
      Task {
        unsafeStore.dispatch(Add())
        end.finish()
      }
    }
    store.dispatch(Swallowed())
    store.dispatch(Note(text: "x"))
    for await _ in waits {}
    withExtendedLifetime(listening) {}
    let causes: [Int?] = try session.sink.sessionLines.compactMap { line -> Int?? in
      if case .action(let action) = line { action.from } else { nil }
    }
    #expect(causes == [nil, nil, 2])
  }

  @Test("listeners of two stores that dispatch to each other: each store has its own causes")
  func crosses() throws {
    let session = Recorded()
    let other = Recorded()
    let first = store(session)
    let second = store(other)
    let listenings = [
      session.recorder.observeActions(of: Add.self) { [unowned second] action, _ in
        second.dispatch(Note(text: "\(action.step)"))
      },
      other.recorder.observeActions(of: Note.self) { [unowned first, unowned second] note, _ in
        if note.text == "1" {
          first.dispatch(Add(step: 2))
          second.dispatch(Add(step: 9))
        }
      },
    ]
    first.dispatch(Add())
    withExtendedLifetime(listenings) {}
    func actions(_ session: Recorded) throws -> [String] {
      try session.sink.sessionLines.compactMap { line in
        guard case .action(let action) = line else { return nil }
        return "\(action.n) \(action.action) from \(action.from ?? 0)"
      }
    }
    // The first hears of its second action when all of them have heard of the first.
    #expect(try actions(session) == [#"1 {"step":1} from 0"#, #"2 {"step":2} from 1"#])
    #expect(
      try actions(other) == [
        #"1 {"text":"1"} from 0"#, #"2 {"step":9} from 1"#, #"3 {"text":"2"} from 0"#,
      ])
  }

  @Test("a session is the same, byte for byte, with a listener as without")
  func leavesSessionAlone() throws {
    func bytes(listening: Bool, _ attachment: Attachment) -> [UInt8] {
      let session = Recorded()
      let store = attachment.store(session.recorder, [])
      store.subscribers = [
        { [unowned store] state in if state.count == 1 { store.dispatch(Add(step: 5)) } }
      ]
      let held = listening ? session.recorder.observeActions(of: Any.self) { _, _ in } : nil
      store.dispatch(Add())
      store.dispatch(Callback {})
      session.recorder.close()
      withExtendedLifetime(held) {}
      return session.sink.bytes
    }
    for attachment in Attachment.allCases {
      #expect(bytes(listening: true, attachment) == bytes(listening: false, attachment))
    }
  }
}
