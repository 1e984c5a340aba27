import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("What is dispatched and not reduced")
struct DispatchedTests {
  /// Each line as its kind and what it says, without times.
  private static func lines(of session: Recorded) throws -> [String] {
    var state = JSONValue.null
    return try session.sink.sessionLines.compactMap { line in
      switch line {
      case .session(let header): return "hook \(header.hook?.rawValue ?? "-")"
      case .action(let action):
        return "\(action.n) \(action.type) \(action.action)"
          + origin(action.from, action.within, action.dispatch)
      case .state(let line):
        state = try line.content.applied(to: state)
        return "\(line.n) = \(state)"
      case .dispatched(let line):
        return "\(line.n) dispatched \(line.type)\(line.opaque ? " opaque" : " \(line.action)")"
          + origin(line.from, line.within, line.dispatch)
      case .outside(let line): return "\(line.n) outside"
      case .end(let line): return "\(line.n) end"
      default: return nil
      }
    }
  }

  /// Where an action came from, and the number of its own dispatch.
  private static func origin(_ from: Int?, _ within: Int?, _ dispatch: Int?) -> String {
    (from.map { " from \($0)" } ?? "") + (within.map { " within \($0)" } ?? "")
      + (dispatch.map { " #\($0)" } ?? "")
  }

  @Test("a swallowed action: after which action, of what type, and what it was")
  func tellsSwallowed() throws {
    let session = Recorded()
    let store = Attachment.firstAndReducer.store(session.recorder, [chatty])
    store.dispatch(Swallowed())
    store.dispatch(Note(text: "x"))
    store.dispatch(Swallowed())
    store.dispatch(Callback {})
    session.recorder.close()
    #expect(
      try session.texts.filter { !$0.hasPrefix(#"{"kind":"state""#) } == [
        #"{"kind":"dispatched","n":0,"t":1,"type":"Swallowed","action":{},"dispatch":1}"#,
        #"{"kind":"action","n":1,"t":2,"type":"Note","action":{"text":"x"}}"#,
        #"{"kind":"dispatched","n":1,"t":5,"type":"Swallowed","action":{},"dispatch":2}"#,
        #"{"kind":"action","n":2,"t":6,"type":"Callback","action":{"call":"@Sendable () -> ()"},"opaque":true}"#,
        #"{"kind":"end","n":2,"t":9}"#,
      ])
  }

  @Test("a thunk that dispatches two actions", arguments: Attachment.allCases)
  func tellsThunk(_ attachment: Attachment) throws {
    let session = Recorded()
    let store = attachment.store(session.recorder, [thunks])
    store.dispatch(Add())
    store.dispatch(
      Thunk { dispatch, getState in
        dispatch(Add(step: 2))
        dispatch(Note(text: "\(getState()?.count ?? -1)"))
      })
    store.dispatch(Add(step: 3))
    #expect(store.state == Counter(count: 6, log: ["3"]))
    #expect(
      try Self.lines(of: session) == [
        "hook \(attachment.hook)", #"0 = {"count":0,"log":[]}"#, #"1 Add {"step":1}"#,
        #"1 = {"count":1,"log":[]}"#, "1 dispatched Thunk opaque #1",
        #"2 Add {"step":2} within 1"#, #"2 = {"count":3,"log":[]}"#,
        #"3 Note {"text":"3"} within 1"#, #"3 = {"count":3,"log":["3"]}"#,
        #"4 Add {"step":3}"#, #"4 = {"count":6,"log":["3"]}"#,
      ])
    #expect(
      session.troubles == [.cannotEncode(type: "Thunk", reason: Snapshot.notEncodable)])
  }

  @Test(
    "a middleware that dispatches before and after what it passes on",
    arguments: Attachment.allCases)
  func tellsChatty(_ attachment: Attachment) throws {
    let session = Recorded()
    let store = attachment.store(session.recorder, [chatty])
    store.dispatch(Add())
    store.dispatch(Swallowed())
    // What is dispatched after it was dispatched for it; what was before names its dispatch, which
    // the action has too, as it was reduced after all.
    #expect(
      try Self.lines(of: session) == [
        "hook \(attachment.hook)", #"0 = {"count":0,"log":[]}"#,
        #"0 dispatched Add {"step":1} #1"#, #"1 Note {"text":"before"} within 1"#,
        #"1 = {"count":0,"log":["before"]}"#, #"2 Add {"step":1} #1"#,
        #"2 = {"count":1,"log":["before"]}"#, #"3 Note {"text":"after"} from 2"#,
        #"3 = {"count":1,"log":["before","after"]}"#, "3 dispatched Swallowed {} #2",
      ])
    #expect(session.troubles.isEmpty)
  }

  @Test(
    "an action in whose place another was passed on was told as reduced, as that other",
    arguments: Attachment.allCases)
  func tellsReplaced(_ attachment: Attachment) throws {
    let session = Recorded()
    let heard = Gathered<String>()
    let listening = session.recorder.observeActions(of: (any Action).self) { action, step in
      heard.append("\(type(of: action)) \(step.isReduced)")
    }
    let store = attachment.store(session.recorder, [replacing])
    store.subscribers = [
      { [unowned store] state in if state.count == 5 { store.dispatch(Add(step: -1)) } }
    ]
    store.dispatch(Swallowed())
    listening.cancel()
    #expect(
      try Self.lines(of: session) == [
        "hook \(attachment.hook)", #"0 = {"count":0,"log":[]}"#, "0 dispatched Swallowed {} #1",
        #"1 Note {"text":"before"} within 1"#, #"1 = {"count":0,"log":["before"]}"#,
        #"2 Add {"step":5} within 1"#, #"2 = {"count":5,"log":["before"]}"#,
        #"3 Add {"step":-1} from 2"#, #"3 = {"count":4,"log":["before"]}"#,
      ])
    #expect(heard.all.filter { $0.hasPrefix("Swallowed") } == ["Swallowed false"])
  }

  @Test(
    "what a middleware dispatches after an action that a subscriber dispatched is for that action",
    arguments: Attachment.allCases)
  func causesWithinSubscribers(_ attachment: Attachment) throws {
    let session = Recorded()
    let store = attachment.store(session.recorder, [chatty])
    store.subscribers = [
      { [unowned store] in if $0 == Counter(log: ["start"]) { store.dispatch(Add()) } }
    ]
    store.dispatch(Note(text: "start"))
    #expect(
      try Self.lines(of: session).filter { $0.contains("{\"text\"") || $0.contains("Add") } == [
        #"1 Note {"text":"start"}"#, #"1 dispatched Add {"step":1} from 1 #1"#,
        #"2 Note {"text":"before"} from 1 within 1"#, #"3 Add {"step":1} from 1 #1"#,
        #"4 Note {"text":"after"} from 3"#,
      ])
  }

  @Test("a swallowed action inside one that is reduced, and the reverse")
  func nests() throws {
    for attachment in Attachment.allCases {
      let session = Recorded()
      let store = attachment.store(session.recorder, [thunks, chatty])
      store.subscribers = [
        { [unowned store] in if $0.count == 1, $0.log.count == 1 { store.dispatch(Swallowed()) } }
      ]
      store.dispatch(Thunk { dispatch, _ in dispatch(Add()) })
      #expect(
        try Self.lines(of: session) == [
          "hook \(attachment.hook)", #"0 = {"count":0,"log":[]}"#,
          "0 dispatched Thunk opaque #1", #"0 dispatched Add {"step":1} within 1 #2"#,
          #"1 Note {"text":"before"} within 2"#, #"1 = {"count":0,"log":["before"]}"#,
          #"2 Add {"step":1} within 1 #2"#,
        ]
          + (attachment == .firstAndLast
            // A middleware knows the state only when the subscribers were told.
            ? ["2 dispatched Swallowed {} from 2 #3", #"2 = {"count":1,"log":["before"]}"#]
            : [#"2 = {"count":1,"log":["before"]}"#, "2 dispatched Swallowed {} from 2 #3"])
          + [#"3 Note {"text":"after"} from 2"#, #"3 = {"count":1,"log":["before","after"]}"#],
        "\(attachment)")
    }
  }

  @Test(
    "a thunk was recorded after what it dispatched, which named nothing; nested ones name each other",
    arguments: Attachment.allCases)
  func nestedThunks(_ attachment: Attachment) throws {
    let session = Recorded()
    let store = attachment.store(session.recorder, [thunks, chatty])
    store.dispatch(Note(text: "start"))
    session.recorder.at("App/File.swift", 7) {
      store.dispatch(
        Thunk { dispatch, _ in
          dispatch(Swallowed())
          dispatch(Thunk { dispatch, _ in dispatch(Note(text: "inner")) })
          dispatch(Thunk { _, _ in })
          dispatch(Note(text: "outer"))
        })
    }
    #expect(
      try session.texts.filter { !$0.hasPrefix(#"{"kind":"state""#) }
        .map { $0.replacing(/"t":[0-9]+,/, with: "") } == [
          #"{"kind":"action","n":1,"type":"Note","action":{"text":"start"}}"#,
          #"{"kind":"dispatched","n":1,"type":"Thunk","action":\#(Self.thunk),"dispatch":1,"at":"App/File.swift:7","opaque":true}"#,
          #"{"kind":"dispatched","n":1,"type":"Swallowed","action":{},"within":1,"dispatch":2}"#,
          #"{"kind":"dispatched","n":1,"type":"Thunk","action":\#(Self.thunk),"within":1,"dispatch":3,"opaque":true}"#,
          #"{"kind":"action","n":2,"type":"Note","action":{"text":"inner"},"within":3}"#,
          #"{"kind":"dispatched","n":2,"type":"Thunk","action":\#(Self.thunk),"within":1,"dispatch":4,"opaque":true}"#,
          #"{"kind":"action","n":3,"type":"Note","action":{"text":"outer"},"within":1}"#,
        ])
  }

  private static var thunk: JSONValue { Snapshot.of(Thunk { _, _ in }).value }

  @Test("what a task dispatches that a thunk has started is dispatched within the thunk")
  func asynchronousThunk() async throws {
    let session = Recorded()
    let store = Attachment.firstAndReducer.store(session.recorder, [thunks])
    let (isOver, over) = AsyncStream<Void>.makeStream()
    nonisolated(unsafe) var task: Task<Void, Never>?
    store.subscribers = [
      { [unowned store] state in
        if state.log == ["start"] {
          store.dispatch(
            Thunk { dispatch, _ in
              nonisolated(unsafe) let dispatch = dispatch
              task = Task {
                for await _ in isOver { break }
                dispatch(Note(text: "loaded"))
                dispatch(Thunk { dispatch, _ in dispatch(Add()) })
              }
            })
        }
      }
    ]
    store.dispatch(Note(text: "start"))
    over.finish()
    await task?.value
    #expect(
      try Self.lines(of: session) == [
        "hook reducer", #"0 = {"count":0,"log":[]}"#, #"1 Note {"text":"start"}"#,
        #"1 = {"count":0,"log":["start"]}"#, "1 dispatched Thunk opaque from 1 #1",
        #"2 Note {"text":"loaded"} from 1 within 1"#, #"2 = {"count":0,"log":["start","loaded"]}"#,
        "2 dispatched Thunk opaque from 1 within 1 #2", #"3 Add {"step":1} from 1 within 2"#,
        #"3 = {"count":1,"log":["start","loaded"]}"#,
      ])
  }

  @Test(
    "a thunk that goes on was recorded after what a task had dispatched that it had started",
    arguments: Attachment.allCases)
  func tellsRunningThunk(_ attachment: Attachment) async throws {
    nonisolated(unsafe) let session = Recorded()
    nonisolated(unsafe) let thunk = Thunk { dispatch, _ in
      let isDone = DispatchSemaphore(value: 0)
      nonisolated(unsafe) let dispatch = dispatch
      Task {
        dispatch(Add(step: 2))
        isDone.signal()
      }
      isDone.wait()
      dispatch(Add(step: 3))
    }
    // Not on a thread of the tasks, all of which might wait for one.
    await withCheckedContinuation { over in
      Thread.detachNewThread {
        attachment.store(session.recorder, [thunks]).dispatch(thunk)
        over.resume()
      }
    }
    let lines = try Self.lines(of: session).filter { !$0.contains(" = ") }
    #expect(
      lines == [
        "hook \(attachment.hook)", "0 dispatched Thunk opaque #1", #"1 Add {"step":2} within 1"#,
        #"2 Add {"step":3} within 1"#,
      ])
    let written = try session.sink.sessionLines.compactMap { line -> DispatchedLine? in
      if case .dispatched(let line) = line { line } else { nil }
    }
    #expect(written.map(\.action) == [.null])
    #expect(written.map(\.cut) == [[""]])
  }

  @Test("the first action of all may be one that is never reduced")
  func beginsWithThunk() throws {
    let session = Recorded()
    let store = Attachment.firstAndReducer.store(session.recorder, [chatty])
    store.dispatch(Swallowed())
    session.recorder.close()
    #expect(
      try Self.lines(of: session) == ["hook -", "0 dispatched Swallowed {} #1", "0 end"])
  }

  @Test("an app that knows what it drops tells it itself")
  func isTold() throws {
    let session = Recorded()
    _ = session.recorder.step(CounterAction.add(1), Counter()) { Counter(count: 1) }
    session.recorder.dispatched(CounterAction.note("dropped"))
    #expect(
      try session.texts.last
        == #"{"kind":"dispatched","n":1,"t":4,"type":"note","action":{"note":{"_0":"dropped"}},"dispatch":1}"#
    )
  }

  @Test("paused and closed, everything passes and nothing is told", arguments: Attachment.allCases)
  func passesThrough(_ attachment: Attachment) throws {
    let session = Recorded()
    let store = attachment.store(session.recorder, [thunks, chatty])
    store.dispatch(Note(text: "on"))
    session.recorder.pause()
    let lines = session.sink.lines
    store.dispatch(Thunk { dispatch, _ in dispatch(Add()) })
    store.dispatch(Swallowed())
    session.recorder.dispatched(Swallowed())
    #expect(store.state == Counter(count: 1, log: ["on", "before", "after"]))
    #expect(session.sink.lines == lines)
    session.recorder.close()
    let closed = session.sink.lines
    store.dispatch(Thunk { dispatch, _ in dispatch(Add()) })
    store.dispatch(Swallowed())
    session.recorder.dispatched(Swallowed())
    #expect(store.state == Counter(count: 2, log: ["on", "before", "after", "before", "after"]))
    #expect(session.sink.lines == closed)
  }

  @Test("two stores with a recorder each, and each tells its own")
  func keepsApart() throws {
    let session = Recorded()
    let other = Recorded()
    let first = Attachment.firstAndReducer.store(session.recorder, [chatty])
    let second = Attachment.firstAndLast.store(other.recorder, [thunks])
    first.subscribers = [{ state in second.dispatch(Note(text: "\(state.log.count)")) }]
    second.dispatch(Thunk { _, _ in first.dispatch(Add()) })
    #expect(
      try Self.lines(of: session) == [
        "hook reducer", #"0 = {"count":0,"log":[]}"#, #"0 dispatched Add {"step":1} #1"#,
        #"1 Note {"text":"before"} within 1"#, #"1 = {"count":0,"log":["before"]}"#,
        #"2 Add {"step":1} #1"#, #"2 = {"count":1,"log":["before"]}"#,
        #"3 Note {"text":"after"} from 2"#,
        #"3 = {"count":1,"log":["before","after"]}"#,
      ])
    #expect(
      try Self.lines(of: other) == [
        "hook middleware", #"0 = {"count":0,"log":[]}"#, "0 dispatched Thunk opaque #1",
        #"1 Note {"text":"1"} within 1"#, #"1 = {"count":0,"log":["1"]}"#,
        #"2 Note {"text":"1"} within 1"#, #"2 = {"count":0,"log":["1","1"]}"#,
        #"3 Note {"text":"2"} within 1"#, #"3 = {"count":0,"log":["1","1","2"]}"#,
      ])
  }

  @Test("a call form behind the middleware: the step is one, with the time of the reducer")
  func meetsCallForm() throws {
    let session = Recorded()
    let recorder = session.recorder
    let store = ChainStore(
      reducer: { action, state in
        var state = state ?? Counter()
        recorder.step(action, into: &state) { $0 = reduced(action, $0) }
        return state
      }, middleware: [recorder.middleware()])
    store.dispatch(Add())
    store.dispatch(Add(step: 2))
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"Add","action":{"step":1}}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]},"took":1}"#,
        #"{"kind":"action","n":2,"t":4,"type":"Add","action":{"step":2}}"#,
        #"{"kind":"state","n":2,"state":{"count":3,"log":[]},"took":1}"#,
      ])
    #expect(session.troubles.isEmpty)
  }

  @Test("a row of dispatches, each begun by the one before it, does not hold on to them all")
  func rowOfDispatches() throws {
    let session = Recorded()
    let recorder = session.recorder
    let store = ChainStore(
      reducer: recorder.reducer(reduced), middleware: [recorder.dispatches(), thunks])
    var frames: [Int] = []
    var left = 5
    // As tasks do that wait for one another, but without waiting.
    store.subscribers = [
      { _ in
        frames.append(DispatchFrame.count)
        left -= 1
        if left > 0 { store.dispatch(Add()) }
      }
    ]
    store.dispatch(Thunk { dispatch, _ in dispatch(Add()) })
    // The thunk, which is on its way, what is dispatched, and its cause.
    #expect(frames == [2, 3, 3, 3, 3])
    let causes = try session.sink.sessionLines.compactMap { line -> Int?? in
      if case .action(let action) = line { .some(action.from) } else { nil }
    }
    #expect(causes == [nil, 1, 2, 3, 4])
  }

  @Test(
    "an action that two middlewares and the reducer see is reduced, at the place of its dispatch")
  func seesOneActionThrice() throws {
    let session = Recorded()
    let store = Attachment.all.store(session.recorder, [thunks])
    session.recorder.at("App/File.swift", 7) { store.dispatch(Add()) }
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"Add","action":{"step":1},"at":"App/File.swift:7"}"#,
        #"{"kind":"state","n":1,"state":{"count":1,"log":[]},"took":1}"#,
      ])
  }
}
