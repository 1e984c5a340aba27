import SessionFormat
import Testing

@testable import Recorder

@Suite("The middleware")
struct MiddlewareTests {
  @Test("each action that passes is recorded before, and the state after it, without a time")
  func records() throws {
    let session = Recorded()
    let store = ChainStore(middleware: [session.recorder.middleware()])
    store.dispatch(Add())
    store.dispatch(Note(text: "x"))
    session.recorder.close()
    #expect(
      try session.sink.texts == [
        #"{"kind":"session","format":"hindsight-session","version":1,"#
          + #""id":"00000000-0000-4000-8000-000000000000","started":"2026-01-02T03:04:05.678Z","#
          + #""store":"test","hook":"middleware","stateType":"Counter","actionType":"Action","#
          + #""platform":{"os":"Test"},"snapshots":"delta"}"#,
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"Add","action":{"step":1}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]}}"#,
        #"{"kind":"action","n":2,"t":2,"type":"Note","action":{"text":"x"}}"#,
        #"{"kind":"state","n":2,"state":{"count":1,"log":["x"]}}"#,
        #"{"kind":"end","n":2,"t":3}"#,
      ])
    #expect(session.troubles.isEmpty)
  }

  @Test("what a subscriber dispatches comes after the state it was told of, caused by that action")
  func nestsInSubscriber() throws {
    let session = Recorded()
    let store = ChainStore(middleware: [session.recorder.middleware()])
    store.subscribers = [
      { [unowned store] state in
        if state.count < 3 { store.dispatch(Add()) }
        if state.count == 3, state.log.isEmpty { store.dispatch(Note(text: "done")) }
      }
    ]
    store.dispatch(Add())
    store.dispatch(Add(step: 4))
    #expect(store.state == Counter(count: 7, log: ["done"]))
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"Add","action":{"step":1}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]}}"#,
        #"{"kind":"action","n":2,"t":2,"type":"Add","action":{"step":1},"from":1}"#,
        #"{"kind":"state","n":2,"state":{"count":2,"log":[]}}"#,
        #"{"kind":"action","n":3,"t":3,"type":"Add","action":{"step":1},"from":2}"#,
        #"{"kind":"state","n":3,"state":{"count":3,"log":[]}}"#,
        #"{"kind":"action","n":4,"t":4,"type":"Note","action":{"text":"done"},"from":3}"#,
        #"{"kind":"state","n":4,"state":{"count":3,"log":["done"]}}"#,
        #"{"kind":"action","n":5,"t":5,"type":"Add","action":{"step":4}}"#,
        #"{"kind":"state","n":5,"state":{"count":7,"log":["done"]}}"#,
      ])
    #expect(session.troubles.isEmpty)
  }

  @Test("a middleware before it may dispatch first, and swallow")
  func standsBehindOthers() throws {
    let session = Recorded()
    let before: Middleware<Counter> = { dispatch, _ in
      { next in
        { action in
          if action is Swallowed { return }
          if let note = action as? Note, note.text == "twice" { dispatch(Note(text: "once")) }
          next(action)
        }
      }
    }
    let store = ChainStore(middleware: [before, session.recorder.middleware()])
    store.dispatch(Note(text: "twice"))
    store.dispatch(Swallowed())
    store.dispatch(Add())
    #expect(
      try session.story == [
        #"state 0 {"count":0,"log":[]}"#, #"action 1 {"text":"once"}"#,
        #"state 1 {"count":0,"log":["once"]}"#, #"action 2 {"text":"twice"}"#,
        #"state 2 {"count":0,"log":["once","twice"]}"#, #"action 3 {"step":1}"#,
        #"state 3 {"count":1,"log":["once","twice"]}"#,
      ])
  }

  @Test("an action swallowed behind it leaves the state as it was")
  func standsBeforeSwallower() throws {
    let session = Recorded()
    let swallow: Middleware<Counter> = { _, _ in { _ in { _ in } } }
    let store = ChainStore(middleware: [session.recorder.middleware(), swallow])
    store.dispatch(Add())
    store.dispatch(Add())
    #expect(
      try session.story == [
        #"state 0 {"count":0,"log":[]}"#, #"action 1 {"step":1}"#,
        #"state 1 {"count":0,"log":[]}"#, #"action 2 {"step":1}"#,
        #"state 2 {"count":0,"log":[]}"#,
      ])
  }

  @Test("with the reducer wrapped too each action is recorded once, as by the reducer alone")
  func countsOnce() throws {
    let both = Recorded()
    let alone = Recorded()
    let subscriber: (ChainStore) -> (Counter) -> Void = { store in
      { [unowned store] state in if state.count == 1 { store.dispatch(Add(step: 5)) } }
    }
    for (session, middleware) in [
      (both, [both.recorder.middleware() as Middleware<Counter>]), (alone, []),
    ] {
      let store = ChainStore(reducer: session.recorder.reducer(reduced), middleware: middleware)
      store.subscribers = [subscriber(store)]
      store.dispatch(Add())
      store.dispatch(Note(text: "x"))
      session.recorder.close()
      #expect(store.state == Counter(count: 6, log: ["x"]))
      #expect(session.troubles.isEmpty)
    }
    let header = StepHookTests.header.replacing("CounterAction", with: "Action")
    #expect(try both.sink.texts.first == header)
    #expect(try alone.sink.texts.first == header)
    #expect(
      try alone.texts.filter { !$0.hasPrefix(#"{"kind":"end""#) } == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"Add","action":{"step":1}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]},"took":1}"#,
        #"{"kind":"action","n":2,"t":4,"type":"Add","action":{"step":5}}"#,
        #"{"kind":"state","n":2,"state":{"count":6,"log":[]},"took":1}"#,
        #"{"kind":"action","n":3,"t":7,"type":"Note","action":{"text":"x"}}"#,
        #"{"kind":"state","n":3,"state":{"count":6,"log":["x"]},"took":1}"#,
      ])
    // The middleware alone knows what caused the second.
    let caused = try both.texts.map {
      $0 == #"{"kind":"action","n":2,"t":4,"type":"Add","action":{"step":5},"from":1}"#
        ? $0.replacing(#","from":1"#, with: "") : $0
    }
    #expect(try caused == alone.texts)
    #expect(try both.texts != alone.texts)
  }

  @Test("with both, an action that goes past the middleware is a step of its own")
  func countsWhatGoesPast() throws {
    let session = Recorded()
    let store = ChainStore(
      reducer: session.recorder.reducer(reduced), middleware: [session.recorder.middleware()])
    store.subscribers = [
      { [unowned store] state in
        if state.count == 1 { store.dispatchPastMiddleware(Add(step: 5)) }
      }
    ]
    store.dispatch(Add())
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"Add","action":{"step":1}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]},"took":1}"#,
        #"{"kind":"action","n":2,"t":4,"type":"Add","action":{"step":5},"from":1}"#,
        #"{"kind":"state","n":2,"state":{"count":6,"log":[]},"took":1}"#,
      ])
    #expect(session.troubles.isEmpty)
  }

  @Test("a store that has no state yet begins with null")
  func beginsWithNull() throws {
    let first = Recorded()
    let byMiddleware = ChainStore(state: nil, middleware: [first.recorder.middleware()])
    byMiddleware.dispatch(Add())
    let second = Recorded()
    let byReducer = ChainStore(
      state: nil, reducer: second.recorder.reducer(reduced), middleware: [])
    byReducer.dispatch(Add())
    let expected = [
      "state 0 null", #"action 1 {"step":1}"#, #"state 1 {"count":1,"log":[]}"#,
    ]
    #expect(try first.story == expected)
    #expect(try second.story == expected)
    #expect(first.troubles.isEmpty)
    #expect(second.troubles.isEmpty)
    #expect(try second.texts.first == #"{"kind":"state","n":0,"state":null}"#)
  }

  @Test("an action that does not encode is opaque; each type is told once, the others go on")
  func rendersUnencodable() throws {
    let session = Recorded()
    let store = ChainStore(middleware: [session.recorder.middleware()])
    store.dispatch(Callback {})
    store.dispatch(Callback {})
    store.dispatch(OtherCallback {})
    store.dispatch(Add())
    #expect(
      try session.texts.filter { $0.hasPrefix(#"{"kind":"action""#) } == [
        #"{"kind":"action","n":1,"t":1,"type":"Callback","action":{"call":"@Sendable () -> ()"},"opaque":true}"#,
        #"{"kind":"action","n":2,"t":2,"type":"Callback","action":{"call":"@Sendable () -> ()"},"opaque":true}"#,
        #"{"kind":"action","n":3,"t":3,"type":"OtherCallback","action":{"call":"@Sendable () -> ()"},"opaque":true}"#,
        #"{"kind":"action","n":4,"t":4,"type":"Add","action":{"step":1}}"#,
      ])
    let reason = Snapshot.notEncodable
    #expect(
      session.troubles == [
        .cannotEncode(type: "Callback", reason: reason),
        .cannotEncode(type: "OtherCallback", reason: reason),
      ])
  }

  @Test("a subscriber that reaches its store through another store overlaps nothing")
  func nestsThroughOtherChainStore() throws {
    let session = Recorded()
    let other = Recorded()
    let store = ChainStore(middleware: [session.recorder.middleware()])
    let second = ChainStore(middleware: [other.recorder.middleware()])
    store.subscribers = [{ state in if state.log.isEmpty { second.dispatch(Add()) } }]
    second.subscribers = [{ _ in store.dispatch(Note(text: "back")) }]
    store.dispatch(Add())
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"Add","action":{"step":1}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]}}"#,
        #"{"kind":"action","n":2,"t":2,"type":"Note","action":{"text":"back"},"from":1}"#,
        #"{"kind":"state","n":2,"state":{"count":1,"log":["back"]}}"#,
      ])
    #expect(session.troubles.isEmpty)
    #expect(other.troubles.isEmpty)
  }

  @Test("a closed recorder lets every action pass")
  func passesWhenClosed() throws {
    let session = Recorded()
    let store = ChainStore(
      reducer: session.recorder.reducer(reduced), middleware: [session.recorder.middleware()])
    session.recorder.close()
    store.dispatch(Add())
    #expect(store.state == Counter(count: 1))
    #expect(try session.texts == [#"{"kind":"end","n":0,"t":1}"#])
  }
}
