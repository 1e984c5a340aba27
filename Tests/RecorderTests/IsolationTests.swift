import Testing

@testable import Recorder

/// A store that is an actor: what it reads before the reducer runs is what it reads within it.
private actor AtomicStore {
  let recorder: SessionRecorder
  private(set) var state = Counter()
  /// How often a reducer began with another state than the step did.
  private(set) var strayed = 0

  init(_ recorder: SessionRecorder) { self.recorder = recorder }

  /// A reducer that is async, and never waits.
  private func reduce(_ before: Counter, _ action: CounterAction) async -> Counter {
    if before != state { strayed += 1 }
    return counted(before, action)
  }

  func send(_ form: IsolationTests.Form) async {
    let (action, before) = (CounterAction.add(1), state)
    switch form {
    case .none: state = await reduce(before, action)
    case .step: state = await recorder.step(action, before) { await reduce(before, action) }
    case .stepInto:
      var changed = before
      await recorder.step(action, into: &changed) { $0 = await reduce($0, action) }
      state = changed
    case .dispatching:
      await recorder.dispatching(action) {
        state = await recorder.step(action, before) { await reduce(before, action) }
      }
    case .at:
      await recorder.at {
        state = await recorder.step(action, before) { await reduce(before, action) }
      }
    case .handle:
      state = await recorder.step(action, before) { await reduce(before, action) }
      let since = state
      await recorder.handle(action) { state = await reduce(since, action) }
    }
  }
}

/// The same on the main actor.
@MainActor
private final class MainStore {
  let recorder: SessionRecorder
  private(set) var state = Counter()

  init(_ recorder: SessionRecorder) { self.recorder = recorder }

  private func reduce(_ before: Counter, _ action: CounterAction) async -> Counter {
    counted(before, action)
  }

  func send() async {
    let action = CounterAction.add(1)
    state = await recorder.step(action, state) { await reduce(state, action) }
  }
}

@Suite("An actor's work is one piece, recorded or not")
struct IsolationTests {
  enum Form: CaseIterable { case none, step, stepInto, dispatching, at, handle }

  private static let sends = 300

  @Test(
    "a hook left the caller's actor and came back, so other steps ran meanwhile and were lost",
    arguments: Form.allCases)
  func staysInTheActor(form: Form) async {
    let session = Recorded()
    let listening = session.recorder.observeActions(of: CounterAction.self) { _, _ in }
    let store = AtomicStore(session.recorder)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.sends { group.addTask { await store.send(form) } }
    }
    let count = await store.state.count
    #expect(count == (form == .handle ? 2 * Self.sends : Self.sends))
    #expect(await store.strayed == 0)
    #expect(session.troubles == [])
    listening.cancel()
  }

  @Test("the same on the main actor")
  func staysOnTheMainActor() async {
    let session = Recorded()
    let store = await MainStore(session.recorder)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.sends { group.addTask { await store.send() } }
    }
    #expect(await store.state.count == Self.sends)
    #expect(session.troubles == [])
  }
}
