import SessionFormat
import Testing

@testable import Recorder

/// A store that reduces later, in a task of the main actor.
@MainActor private final class LateStore {
  private(set) var state = Counter()
  private let recorder: SessionRecorder
  private var tasks: [Task<Void, Never>] = []

  init(_ recorder: SessionRecorder) { self.recorder = recorder }

  func dispatch(_ action: CounterAction) {
    tasks.append(
      Task { @MainActor in
        state = recorder.step(action, state) { counted(state, action) }
      })
  }

  func settle() async { while let task = tasks.popLast() { await task.value } }
}

/// A store that asks its callers where they are.
private struct AskingStore {
  var state = Counter()
  let recorder: SessionRecorder

  mutating func dispatch(
    _ action: CounterAction, file: StaticString = #fileID, line: UInt = #line
  ) {
    state = recorder.step(action, state, at: CallSite(file, line)) { counted(state, action) }
  }
}

@Suite("Where actions are dispatched")
struct CallSiteTests {
  /// The number and the place of each action.
  private static func places(of session: Recorded) throws -> [String] {
    try session.sink.sessionLines.compactMap { line in
      guard case .action(let action) = line else { return nil }
      return "\(action.n) \(action.at ?? "-")"
    }
  }

  @Test("a store that asks its callers tells each line")
  func asks() throws {
    let session = Recorded()
    var store = AskingStore(recorder: session.recorder)
    let line = #line
    store.dispatch(.add(1))
    store.dispatch(.clear)
    #expect(
      try Self.places(of: session) == [
        "1 RecorderTests/CallSiteTests.swift:\(line + 1)",
        "2 RecorderTests/CallSiteTests.swift:\(line + 2)",
      ])
    #expect(
      try session.texts[1]
        == #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":1}},"#
        + #""at":"RecorderTests/CallSiteTests.swift:\#(line + 1)"}"#)
  }

  @Test("both call forms take a place, which goes before that of the dispatch around it")
  func takesPlace() throws {
    let session = Recorded()
    var state = Counter()
    session.recorder.step(CounterAction.clear, into: &state, at: CallSite("A/a.swift", 1)) { _ in }
    state = session.recorder.step(CounterAction.clear, state, at: CallSite("A/a.swift", 2)) {
      Counter()
    }
    session.recorder.at("A/outer.swift", 9) {
      session.recorder.step(CounterAction.clear, into: &state, at: CallSite("A/a.swift", 3)) { _ in
      }
    }
    session.recorder.step(CounterAction.clear, into: &state) { _ in }
    #expect(
      try Self.places(of: session) == ["1 A/a.swift:1", "2 A/a.swift:2", "3 A/a.swift:3", "4 -"])
  }

  @Test("a dispatch gives its place to a wrapped reducer, a middleware and a thunk, until it ends")
  func holdsForHooks() throws {
    let session = Recorded()
    let store = ChainStore(
      reducer: session.recorder.reducer(reduced), middleware: [session.recorder.dispatches()])
    session.recorder.at("A/a.swift", 1) { store.dispatch(Add()) }
    store.dispatch(Add())
    let other = Recorded()
    let passed = ChainStore(middleware: [other.recorder.middleware()])
    let line = #line + 1
    other.recorder.at { passed.dispatch(Add()) }
    passed.dispatch(Add())
    #expect(try Self.places(of: session) == ["1 A/a.swift:1", "2 -"])
    #expect(
      try Self.places(of: other) == ["1 RecorderTests/CallSiteTests.swift:\(line)", "2 -"])
  }

  @Test("it holds for a reducer that runs later, in a task that the store starts")
  @MainActor func holdsForTasks() async throws {
    let session = Recorded()
    let store = LateStore(session.recorder)
    session.recorder.at("A/a.swift", 1) { store.dispatch(.add(1)) }
    store.dispatch(.add(2))
    #expect(store.state == Counter())
    await store.settle()
    #expect(store.state == Counter(count: 3))
    #expect(try Self.places(of: session) == ["1 A/a.swift:1", "2 -"])
  }

  @Test("it holds for a store whose dispatch is async, not for what its handler dispatches")
  @MainActor func holdsForAsync() async throws {
    let session = Recorded()
    let recorder = session.recorder
    var state = Counter()
    func dispatch(_ action: CounterAction) async {
      await Task.yield()
      state = recorder.step(action, state) { counted(state, action) }
      await recorder.handle(action) { if action == .add(1) { await dispatch(.add(2)) } }
    }
    await recorder.at("A/a.swift", 1) { await dispatch(.add(1)) }
    let count = await recorder.at("A/a.swift", 2) {
      await dispatch(.add(3))
      return state.count
    }
    #expect(count == 6)
    // Without a wait in the body it is the plain form, also here.
    recorder.at("A/a.swift", 3) { recorder.step(CounterAction.clear, into: &state) { _ in } }
    #expect(
      try Self.places(of: session) == ["1 A/a.swift:1", "2 -", "3 A/a.swift:2", "4 A/a.swift:3"])
    do throws(Refused) {
      try await recorder.at { () async throws(Refused) in throw Refused(why: "no") }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == Refused(why: "no"))
    }
  }

  @Test("what is dispatched in a reducer has not its place, nor what a subscriber dispatches")
  func leavesNested() throws {
    let session = Recorded()
    var state = Counter()
    session.recorder.at("A/a.swift", 1) {
      session.recorder.step(CounterAction.add(1), into: &state) { state in
        session.recorder.step(CounterAction.add(2), into: &state) { count(&$0, .add(2)) }
        session.recorder.at("A/b.swift", 2) {
          session.recorder.step(CounterAction.add(3), into: &state) { count(&$0, .add(3)) }
        }
      }
    }
    #expect(try Self.places(of: session) == ["1 A/a.swift:1", "2 -", "3 A/b.swift:2"])
    for hooks in 0...3 {
      let session = Recorded()
      let recorder = session.recorder
      let store =
        switch hooks {
        case 0: ChainStore(middleware: [recorder.middleware()])
        case 1:
          ChainStore(reducer: recorder.reducer(reduced), middleware: [recorder.dispatches()])
        case 2: ChainStore(middleware: [recorder.dispatches(), recorder.middleware()])
        default: ChainStore(reducer: recorder.reducer(reduced), middleware: [])
        }
      store.subscribers = [
        { [unowned store] in if $0.count == 1 { store.dispatch(Add(step: 5)) } }
      ]
      recorder.at("A/a.swift", 1) { store.dispatch(Add()) }
      #expect(try Self.places(of: session) == ["1 A/a.swift:1", "2 -"], "\(hooks)")
    }
  }

  @Test("a middleware that dispatches first has not the place, which its own action keeps")
  func keepsForOuter() throws {
    let session = Recorded()
    let early: Middleware<Counter> = { dispatch, _ in
      { next in
        { action in
          if let note = action as? Note, note.text == "late" { dispatch(Add()) }
          next(action)
        }
      }
    }
    let store = ChainStore(
      reducer: session.recorder.reducer(reduced),
      middleware: [session.recorder.dispatches(), early])
    session.recorder.at("A/a.swift", 1) { store.dispatch(Note(text: "late")) }
    #expect(
      try session.story.filter { $0.hasPrefix("action") } == [
        #"action 1 {"step":1}"#, #"action 2 {"text":"late"}"#,
      ])
    #expect(try Self.places(of: session) == ["1 -", "2 A/a.swift:1"])
  }

  @Test("the place of a swallowed action is not that of what its task dispatches")
  @MainActor func endsWithThunk() async throws {
    let session = Recorded()
    var task: Task<Void, Never>?
    var state = Counter()
    let thunks: Middleware<Counter> = { _, _ in
      { next in
        { action in
          guard action is Swallowed else { return next(action) }
          task = Task { @MainActor in
            session.recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
          }
        }
      }
    }
    let store = ChainStore(middleware: [session.recorder.dispatches(), thunks])
    session.recorder.at("A/a.swift", 1) { store.dispatch(Swallowed()) }
    await task?.value
    #expect(try Self.places(of: session) == ["1 -"])
  }

  @Test("the place is of the recorder that was asked, not of another one's action")
  func staysWithRecorder() throws {
    let outer = Recorded()
    let inner = Recorded()
    var state = Counter()
    outer.recorder.at("A/a.swift", 1) {
      inner.recorder.step(CounterAction.clear, into: &state) { _ in }
      outer.recorder.step(CounterAction.clear, into: &state) { _ in }
    }
    #expect(try Self.places(of: inner) == ["1 -"])
    #expect(try Self.places(of: outer) == ["1 A/a.swift:1"])
  }

  @Test("it gives back what the dispatch returns and throws")
  func returns() {
    let recorder = Recorded().recorder
    #expect(recorder.at { 7 } == 7)
    do throws(Refused) {
      try recorder.at { () throws(Refused) in throw Refused(why: "no") }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == Refused(why: "no"))
    }
  }

  @Test("a place is the file as the compiler names it, and a line")
  func describes() {
    #expect(CallSite("App/Store.swift", 42).description == "App/Store.swift:42")
    #expect(CallSite().description == "RecorderTests/CallSiteTests.swift:\(#line)")
  }
}
