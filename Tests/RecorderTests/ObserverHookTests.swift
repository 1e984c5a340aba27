import Testing

@testable import Recorder

/// A store that tells what happened, when it has happened: an action and the states around it.
private final class TellingStore {
  private(set) var state = Counter()
  var onChange: [(CounterAction, Counter, Counter) -> Void] = []

  func dispatch(_ action: CounterAction) {
    let old = state
    count(&state, action)
    let new = state
    for tell in onChange { tell(action, old, new) }
  }

  func change(_ body: (inout Counter) -> Void) { body(&state) }
}

@Suite("Steps that are told when they are over")
struct ObserverHookTests {
  private static let header = StepHookTests.header.replacing("reducer", with: "callback")

  @Test("the header says callback, and each action stands before its state, without a time")
  func records() throws {
    let session = Recorded()
    let store = TellingStore()
    store.onChange = [{ session.recorder.observe($0, from: $1, to: $2) }]
    store.dispatch(.add(2))
    store.dispatch(.note("x"))
    session.recorder.close()
    #expect(
      try session.sink.texts == [
        Self.header, #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":2}}}"#,
        #"{"kind":"state","n":1,"state":{"count":2,"log":[]}}"#,
        #"{"kind":"action","n":2,"t":2,"type":"note","action":{"note":{"_0":"x"}}}"#,
        #"{"kind":"state","n":2,"state":{"count":2,"log":["x"]}}"#,
        #"{"kind":"end","n":2,"t":3}"#,
      ])
    #expect(session.troubles.isEmpty)
  }

  @Test("a change that no action made is found when the next action is told")
  func seesChange() throws {
    let session = Recorded()
    let store = TellingStore()
    store.onChange = [{ session.recorder.observe($0, from: $1, to: $2) }]
    store.dispatch(.add(1))
    store.change { $0.count = 40 }
    store.dispatch(.add(1))
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]}}"#,
        #"{"kind":"outside","n":1,"t":2,"state":{"count":40,"log":[]}}"#,
        #"{"kind":"action","n":2,"t":3,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":2,"state":{"count":41,"log":[]}}"#,
      ])
  }

  @Test("what an earlier callback dispatches is told first, and no action is lost")
  func nests() throws {
    let session = Recorded()
    let store = TellingStore()
    store.onChange = [
      { [unowned store] action, _, _ in if action == .add(1) { store.dispatch(.note("in")) } },
      { session.recorder.observe($0, from: $1, to: $2) },
    ]
    store.dispatch(.add(1))
    #expect(store.state == Counter(count: 1, log: ["in"]))
    // The callbacks know no other order: the state goes back to before the outer action.
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":1,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"note","action":{"note":{"_0":"in"}}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":["in"]}}"#,
        #"{"kind":"outside","n":1,"t":2,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":2,"t":3,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":2,"state":{"count":1,"log":[]}}"#,
      ])
    #expect(session.troubles.isEmpty)
  }

  @Test("the first callback of all records the outer action first")
  func standsFirst() throws {
    let session = Recorded()
    let store = TellingStore()
    store.onChange = [
      { session.recorder.observe($0, from: $1, to: $2) },
      { [unowned store] action, _, _ in if action == .add(1) { store.dispatch(.note("in")) } },
    ]
    store.dispatch(.add(1))
    #expect(
      try session.story == [
        #"state 0 {"count":0,"log":[]}"#, #"action 1 {"add":{"_0":1}}"#,
        #"state 1 {"count":1,"log":[]}"#, #"action 2 {"note":{"_0":"in"}}"#,
        #"state 2 {"count":1,"log":["in"]}"#,
      ])
  }

  @Test("the place of the dispatch is told where it is known")
  func tellsPlace() throws {
    let session = Recorded()
    session.recorder.observe(
      CounterAction.add(1), from: Counter(), to: Counter(count: 1), at: CallSite("App/A.swift", 7))
    session.recorder.at("App/B.swift", 8) {
      session.recorder.observe(CounterAction.clear, from: Counter(count: 1), to: Counter())
    }
    #expect(
      try session.texts.filter { $0.hasPrefix(#"{"kind":"action""#) } == [
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":1}},"at":"App/A.swift:7"}"#,
        #"{"kind":"action","n":2,"t":2,"type":"clear","action":{"clear":{}},"at":"App/B.swift:8"}"#,
      ])
  }

  @Test("what does not encode is opaque, the state before and after it as well")
  func takesUnencodable() throws {
    struct State { var call: @Sendable () -> Void }
    struct Call { let call: @Sendable () -> Void }
    let session = Recorded()
    session.recorder.observe(Call {}, from: State {}, to: State {})
    let closure = #"{"call":"@Sendable () -> ()"}"#
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":\#(closure),"opaque":[""]}"#,
        #"{"kind":"action","n":1,"t":1,"type":"Call","action":\#(closure),"opaque":true}"#,
        #"{"kind":"state","n":1,"patch":[]}"#,
      ])
  }

  @Test("paused, an action is counted; closed, nothing happens")
  func countsWhilePaused() throws {
    let session = Recorded()
    let store = TellingStore()
    store.onChange = [{ session.recorder.observe($0, from: $1, to: $2) }]
    store.dispatch(.add(1))
    session.recorder.pause()
    store.dispatch(.add(1))
    session.recorder.resume()
    store.dispatch(.add(1))
    session.recorder.close()
    store.dispatch(.add(1))
    #expect(store.state == Counter(count: 4))
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]}}"#,
        #"{"kind":"gap","n":2,"t":2,"lost":1,"reason":"paused"}"#,
        #"{"kind":"state","n":2,"state":{"count":2,"log":[]}}"#,
        #"{"kind":"action","n":3,"t":3,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":3,"state":{"count":3,"log":[]}}"#,
        #"{"kind":"end","n":3,"t":4}"#,
      ])
  }

  @Test("beside a wrapped reducer nothing is recorded twice, and no change from outside is made up")
  func countsOnceBesideWrapper() throws {
    let session = Recorded()
    let reduce = session.recorder.reducer(counted)
    try expectOnce(session) { reduce($0, $1) }
  }

  @Test("beside the call form nothing is recorded twice, and no change from outside is made up")
  func countsOnceBesideStep() throws {
    let session = Recorded()
    try expectOnce(session) { state, action in
      session.recorder.step(action, state) { counted(state, action) }
    }
  }

  /// Steps of a reducer that is recorded, each told once more by a callback, before and after a
  /// pause.
  private func expectOnce(
    _ session: Recorded, _ reduce: (Counter, CounterAction) -> Counter
  ) throws {
    var state = Counter()
    for action in [CounterAction.add(2), .note("x"), .note("lost"), .clear] {
      if action == .note("lost") { session.recorder.pause() }
      let old = state
      state = reduce(state, action)
      session.recorder.observe(action, from: old, to: state)
      if action == .note("lost") { session.recorder.resume() }
    }
    session.recorder.close()
    #expect(
      try session.sink.texts == [
        StepHookTests.header, #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":2}}}"#,
        #"{"kind":"state","n":1,"state":{"count":2,"log":[]},"took":1}"#,
        #"{"kind":"action","n":2,"t":4,"type":"note","action":{"note":{"_0":"x"}}}"#,
        #"{"kind":"state","n":2,"state":{"count":2,"log":["x"]},"took":1}"#,
        #"{"kind":"gap","n":3,"t":9,"lost":1,"reason":"paused"}"#,
        #"{"kind":"state","n":3,"state":{"count":2,"log":["x","lost"]}}"#,
        #"{"kind":"action","n":4,"t":10,"type":"clear","action":{"clear":{}}}"#,
        #"{"kind":"state","n":4,"state":{"count":0,"log":[]},"took":1}"#,
        #"{"kind":"end","n":4,"t":13}"#,
      ])
    #expect(session.troubles == [.gap(n: 3, lost: 1, reason: "paused")])
  }

  @Test("beside a middleware each action is recorded once, as by the middleware")
  func countsOnceBesideMiddleware() throws {
    let session = Recorded()
    let store = ChainStore(middleware: [session.recorder.middleware()])
    var old: Counter? = store.state
    store.subscribers = [
      { state in
        session.recorder.observe(Add(), from: old, to: state)
        old = state
      }
    ]
    store.dispatch(Add())
    store.dispatch(Add())
    #expect(
      try session.story == [
        #"state 0 {"count":0,"log":[]}"#, #"action 1 {"step":1}"#,
        #"state 1 {"count":1,"log":[]}"#, #"action 2 {"step":1}"#,
        #"state 2 {"count":2,"log":[]}"#,
      ])
    #expect(session.troubles.isEmpty)
  }
}
