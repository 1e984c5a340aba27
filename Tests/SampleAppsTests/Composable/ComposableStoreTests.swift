import Foundation
import Testing

@testable import SampleApps

@Suite("The composable store")
@MainActor
struct ComposableStoreTests {
  typealias Effect = Composable.Effect<String, Never>
  typealias Store = Composable.Store<[String], String>

  /// A store that keeps every action, and answers some with effects.
  private func store(_ effects: [String: Effect]) -> Store {
    Store(
      initialState: [],
      reducer: Composable.Reducer { state, action, effects in
        state.append(action)
        return effects[action] ?? .none
      }, environment: effects)
  }

  @Test("what effects send at once is reduced after the action, breadth first")
  func atOnce() {
    let store = store([
      "a": .merge(Effect(value: "b"), Effect(value: "c")),
      "b": .merge(Effect(value: "d"), Effect(value: "e")), "c": Effect(value: "f"),
    ])
    store.send("a")
    #expect(store.state == ["a", "b", "c", "d", "e", "f"])
    #expect(store.inFlight == [])
  }

  @Test("observers are told the start, then once for each send, after all that it made")
  func tellsBatches() {
    let store = store(["a": .merge(Effect(value: "b"), Effect(value: "c"))])
    var told: [[String]] = []
    store.observe { told.append($0) }
    store.send("a")
    store.send("x")
    #expect(told == [[], ["a", "b", "c"], ["a", "b", "c", "x"]])
  }

  @Test("what an observer sends is reduced after every observer was told")
  func observerSends() {
    let store = store(["b": Effect(value: "c")])
    var told: [String] = []
    store.observe { [unowned store] state in
      told.append("first \(state.joined())")
      if state == ["a"] {
        store.send("b")
        told.append("sent, and \(store.state.joined())")
      }
    }
    store.observe { told.append("second \($0.joined())") }
    store.send("a")
    #expect(
      told == [
        "first ", "second ", "first a", "sent, and a", "second a", "first abc", "second abc",
      ])
  }

  @Test("an effect is in flight until it ends or its id is cancelled")
  func inFlight() {
    let scheduler = Composable.TestScheduler()
    let slow = Effect(value: "answer").deferred(for: .seconds(1), scheduler: scheduler)
    let store = store([
      "ask": slow, "ask by id": slow.cancellable(id: "id"), "stop": .cancel(id: "id"),
    ])
    for action in ["ask", "ask by id", "ask"] { store.send(action) }
    #expect(store.inFlight == ["ask", "ask by id", "ask"])
    store.send("stop")
    #expect(store.inFlight == ["ask", "ask"])
    scheduler.run()
    #expect(store.inFlight == [])
    #expect(store.state == ["ask", "ask by id", "ask", "stop", "answer", "answer"])
  }

  @Test("ids of one store cancel nothing in another")
  func separateIDs() {
    let scheduler = Composable.TestScheduler()
    let effects = [
      "ask": Effect(value: "answer").deferred(for: .seconds(1), scheduler: scheduler)
        .cancellable(id: "id"),
      "stop": .cancel(id: "id"),
    ]
    let (one, other) = (store(effects), store(effects))
    one.send("ask")
    other.send("ask")
    other.send("stop")
    scheduler.run()
    #expect(one.state == ["ask", "answer"])
    #expect(other.state == ["ask", "stop"])
  }

  @Test("effects that outlive their store send to nobody")
  func outlives() {
    let scheduler = Composable.TestScheduler()
    weak var gone: Store?
    do {
      let store = store([
        "ask": Effect(value: "answer").deferred(for: .seconds(1), scheduler: scheduler)
      ])
      store.send("ask")
      gone = store
    }
    #expect(gone == nil)
    scheduler.run()
    #expect(scheduler.waiting == 0)
  }

  @Test("an effect that sends from another thread ends the process")
  func offMain() async {
    await #expect(processExitsWith: .failure) { await sendFromAnotherThread() }
  }
}

/// Returns where it is let pass.
@MainActor
private func sendFromAnotherThread() async {
  let answered = DispatchGroup()
  answered.enter()
  let answer = Composable.Effect<String, Never>.future { answer in
    DispatchQueue.global().async {
      answer(.success("answer"))
      answered.leave()
    }
  }
  let store = Composable.Store<[String], String>(
    initialState: [],
    reducer: Composable.Reducer { _, action, answer in action == "ask" ? answer : .none },
    environment: answer)
  store.send("ask")
  await withCheckedContinuation { done in answered.notify(queue: .global()) { done.resume() } }
  withExtendedLifetime(store) {}
}
