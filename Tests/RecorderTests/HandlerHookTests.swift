import SessionFormat
import Testing

@testable import Recorder

@Suite("Handled actions")
struct HandlerHookTests {
  /// The number, the action and the cause of each action.
  private static func causes(of session: Recorded) throws -> [String] {
    try session.sink.sessionLines.compactMap { line in
      guard case .action(let action) = line else { return nil }
      return "\(action.n) \(action.action) from \(action.from.map(String.init) ?? "-")"
    }
  }

  @Test("what is dispatched while an action is handled is caused by it, across each await")
  func tellsCause() async throws {
    let session = Recorded()
    let gates = Gates()
    await gates.release("a")
    let store = CatStore(session.recorder, gates: gates)
    await store.dispatch(.ignored)
    await store.dispatch(.fetch("a"))
    await store.dispatch(.ignored)
    #expect(
      try Self.causes(of: session) == [
        #"1 {"ignored":{}} from -"#, #"2 {"fetch":{"_0":"a"}} from -"#,
        #"3 {"loading":{"_0":"a"}} from 2"#, #"4 {"loaded":{"_0":"a"}} from 2"#,
        #"5 {"ignored":{}} from -"#,
      ])
    #expect(session.troubles.isEmpty)
  }

  @Test("two handlers at once, and what each dispatches is its own")
  func keepsApart() async throws {
    let session = Recorded()
    let gates = Gates()
    let store = CatStore(session.recorder, gates: gates)
    let first = Task { await store.dispatch(.fetch("a")) }
    while await store.log.count < 2 { await Task.yield() }
    let second = Task { await store.dispatch(.fetch("b")) }
    while await store.log.count < 4 { await Task.yield() }
    await store.dispatch(.ignored)
    await gates.release("b")
    await second.value
    await gates.release("a")
    await first.value
    #expect(
      try Self.causes(of: session) == [
        #"1 {"fetch":{"_0":"a"}} from -"#, #"2 {"loading":{"_0":"a"}} from 1"#,
        #"3 {"fetch":{"_0":"b"}} from -"#, #"4 {"loading":{"_0":"b"}} from 3"#,
        #"5 {"ignored":{}} from -"#, #"6 {"loaded":{"_0":"b"}} from 3"#,
        #"7 {"loaded":{"_0":"a"}} from 1"#,
      ])
  }

  @Test("of equal actions the newest is meant, which is the one that was reduced before")
  func findsNewest() async throws {
    let session = Recorded()
    let gates = Gates()
    await gates.release("a")
    let store = CatStore(session.recorder, gates: gates)
    await store.dispatch(.fetch("a"))
    await store.dispatch(.fetch("a"))
    #expect(
      try Self.causes(of: session) == [
        #"1 {"fetch":{"_0":"a"}} from -"#, #"2 {"loading":{"_0":"a"}} from 1"#,
        #"3 {"loaded":{"_0":"a"}} from 1"#, #"4 {"fetch":{"_0":"a"}} from -"#,
        #"5 {"loading":{"_0":"a"}} from 4"#, #"6 {"loaded":{"_0":"a"}} from 4"#,
      ])
  }

  @Test("an action that is not reduced causes nothing")
  func causesNothing() async throws {
    let session = Recorded()
    let gates = Gates()
    await gates.release("a")
    let store = CatStore(session.recorder, gates: gates) { $0 != .fetch("a") }
    await store.dispatch(.ignored)
    await store.dispatch(.fetch("a"))
    #expect(
      try Self.causes(of: session) == [
        #"1 {"ignored":{}} from -"#, #"2 {"loading":{"_0":"a"}} from -"#,
        #"3 {"loaded":{"_0":"a"}} from -"#,
      ])
  }

  @Test("an action that was reduced too long ago causes nothing; a 64th is not too long ago")
  func forgets() async throws {
    for (others, cause) in [(63, 1), (64, nil)] as [(Int, Int?)] {
      let session = Recorded()
      var state = 0
      session.recorder.step(CatAction.fetch("a"), into: &state) { _ in }
      for step in 0..<others {
        session.recorder.step(CatAction.loading("\(step)"), into: &state) { _ in }
      }
      await session.recorder.handle(CatAction.fetch("a")) {
        session.recorder.step(CatAction.loaded("a"), into: &state) { _ in }
      }
      #expect(
        try Self.causes(of: session).last
          == #"\#(others + 2) {"loaded":{"_0":"a"}} from \#(cause.map(String.init) ?? "-")"#)
    }
  }

  @Test("tasks that a handler starts are its own, on whatever thread; after them nothing is")
  func holdsForTasks() async throws {
    let session = Recorded()
    let recorder = session.recorder
    let reduce = { @Sendable (action: CatAction) in
      var state = 0
      recorder.step(action, into: &state) { _ in }
    }
    reduce(CatAction.fetch("a"))
    await recorder.handle(CatAction.fetch("a")) {
      await Task { reduce(CatAction.loading("a")) }.value
      await withTaskGroup(of: Void.self) { group in
        group.addTask { reduce(CatAction.loaded("a")) }
      }
      await Task.detached {
        reduce(CatAction.ignored)
      }.value
    }
    reduce(CatAction.ignored)
    #expect(
      try Self.causes(of: session) == [
        #"1 {"fetch":{"_0":"a"}} from -"#, #"2 {"loading":{"_0":"a"}} from 1"#,
        #"3 {"loaded":{"_0":"a"}} from 1"#, #"4 {"ignored":{}} from -"#,
        #"5 {"ignored":{}} from -"#,
      ])
  }

  @Test("a handled action is no cause in another recorder, and is one again behind it")
  func staysInSession() async throws {
    let session = Recorded()
    let other = Recorded()
    var state = 0
    session.recorder.step(CatAction.fetch("a"), into: &state) { _ in }
    other.recorder.step(CatAction.fetch("b"), into: &state) { _ in }
    await session.recorder.handle(CatAction.fetch("a")) {
      other.recorder.step(CatAction.loading("x"), into: &state) { _ in }
      await other.recorder.handle(CatAction.fetch("b")) {
        session.recorder.step(CatAction.loading("a"), into: &state) { _ in }
        other.recorder.step(CatAction.loading("b"), into: &state) { _ in }
      }
    }
    #expect(
      try Self.causes(of: session) == [
        #"1 {"fetch":{"_0":"a"}} from -"#, #"2 {"loading":{"_0":"a"}} from 1"#,
      ])
    #expect(
      try Self.causes(of: other) == [
        #"1 {"fetch":{"_0":"b"}} from -"#, #"2 {"loading":{"_0":"x"}} from -"#,
        #"3 {"loading":{"_0":"b"}} from 1"#,
      ])
  }

  @Test("in a task that a subscriber or a reducer started the handled action is the cause")
  @MainActor func goesBeforeInherited() async throws {
    for isWrapped in [false, true] {
      let session = Recorded()
      let recorder = session.recorder
      let store =
        isWrapped
        ? ChainStore(reducer: recorder.reducer(reduced), middleware: [recorder.dispatches()])
        : ChainStore(middleware: [recorder.dispatches(), recorder.middleware()])
      var task: Task<Void, Never>?
      store.subscribers = [
        { [unowned store] state in
          guard task == nil else { return }
          task = Task { @MainActor in
            store.dispatch(Note(text: "fetch"))
            await recorder.handle(Note(text: "fetch")) { store.dispatch(Note(text: "loaded")) }
          }
        }
      ]
      store.dispatch(Add())
      await task?.value
      #expect(
        try Self.causes(of: session) == [
          #"1 {"step":1} from -"#, #"2 {"text":"fetch"} from 1"#, #"3 {"text":"loaded"} from 2"#,
        ], "\(isWrapped)")
    }
  }

  @Test("a wrapped handler does what it did, with causes")
  func wraps() async throws {
    let session = Recorded()
    let recorder = session.recorder
    let handle = recorder.handler {
      (action: CatAction, state: Int, dispatch: @escaping (CatAction) async -> Void) in
      guard case .fetch(let name) = action, state == 7 else { return }
      await dispatch(.loading(name))
      await dispatch(.loaded(name))
    }
    var state = 7
    recorder.step(CatAction.fetch("a"), into: &state) { _ in }
    var dispatched: [CatAction] = []
    await handle(.fetch("a"), state) { action in
      dispatched.append(action)
      recorder.step(action, into: &state) { _ in }
    }
    #expect(dispatched == [.loading("a"), .loaded("a")])
    #expect(
      try Self.causes(of: session) == [
        #"1 {"fetch":{"_0":"a"}} from -"#, #"2 {"loading":{"_0":"a"}} from 1"#,
        #"3 {"loaded":{"_0":"a"}} from 1"#,
      ])
  }

  @Test("a handler runs where its caller is isolated, and its result and error come out")
  @MainActor func passesOn() async throws {
    let session = Recorded()
    var state = 0
    session.recorder.step(CatAction.fetch("a"), into: &state) { _ in }
    for action in [CatAction.fetch("a"), .ignored] {
      let result = await session.recorder.handle(action) { () async -> Int in
        MainActor.assertIsolated()
        state += 1
        return state
      }
      #expect(result == state)
      do throws(Refused) {
        try await session.recorder.handle(action) { () async throws(Refused) in
          throw Refused(why: "no")
        }
        Issue.record("nothing was thrown")
      } catch {
        #expect(error == Refused(why: "no"))
      }
    }
    #expect(state == 2)
  }

  @Test("an action that does not encode is found by what is rendered of it")
  func findsUnencodable() async throws {
    struct Fetch { let name: String }
    struct Loaded { let name: String }
    let session = Recorded()
    var state = 0
    for name in ["a", "b"] {
      session.recorder.step(Fetch(name: name), into: &state) { _ in }
    }
    await session.recorder.handle(Fetch(name: "a")) {
      session.recorder.step(Loaded(name: "a"), into: &state) { _ in }
    }
    #expect(
      try session.texts[5]
        == #"{"kind":"action","n":3,"t":7,"type":"Loaded","action":{"name":"a"},"from":1,"#
        + #""opaque":true}"#)
  }

  @Test("paused and closed, a handler runs all the same")
  func passesThrough() async throws {
    let session = Recorded()
    let gates = Gates()
    await gates.release("a")
    let store = CatStore(session.recorder, gates: gates)
    session.recorder.pause()
    await store.dispatch(.fetch("a"))
    session.recorder.close()
    await store.dispatch(.fetch("a"))
    let story = [CatAction.fetch("a"), .loading("a"), .loaded("a")]
    #expect(await store.log == story + story)
    #expect(try Self.causes(of: session).isEmpty)
  }
}
