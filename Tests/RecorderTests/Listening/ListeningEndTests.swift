import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("How listening begins and ends")
struct ListeningEndTests {
  /// A store that is reduced in, and what is heard of it.
  private final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [Int] = []
    var numbers: [Int] { lock.withLock { all } }
    func note(_ number: Int) { lock.withLock { all.append(number) } }
  }

  private func dispatch(_ step: Int, _ recorder: SessionRecorder) {
    var state = Counter()
    recorder.step(CounterAction.add(step), into: &state) { count(&$0, .add(step)) }
  }

  private func listen(_ recorder: SessionRecorder, _ heard: Heard) -> ActionSubscription {
    recorder.observeActions(of: CounterAction.self) { action, _ in
      if case .add(let step) = action { heard.note(step) }
    }
  }

  @Test("it ends when cancelled, once and for all")
  func cancels() {
    let recorder = Recorded().recorder
    let heard = Heard()
    dispatch(1, recorder)
    let listening = listen(recorder, heard)
    dispatch(2, recorder)
    listening.cancel()
    dispatch(3, recorder)
    listening.cancel()
    dispatch(4, recorder)
    #expect(heard.numbers == [2])
  }

  @Test("it ends with its token, and what the listener holds is released")
  func endsWithToken() {
    let recorder = Recorded().recorder
    let heard = Heard()
    weak var held: Heard?
    do {
      let captured = Heard()
      held = captured
      let listening = recorder.observeActions(of: CounterAction.self) { _, _ in
        captured.note(0)
        heard.note(1)
      }
      dispatch(1, recorder)
      withExtendedLifetime(listening) {}
    }
    dispatch(2, recorder)
    #expect(heard.numbers == [1])
    #expect(held == nil)
  }

  @Test("a listener may end itself and others, who are not called any more")
  func cancelsWithin() {
    let recorder = Recorded().recorder
    let heard = Heard()
    var listenings: [ActionSubscription] = []
    listenings.append(
      recorder.observeActions(of: CounterAction.self) { _, _ in
        heard.note(1)
        for listening in listenings.dropLast() { listening.cancel() }
      })
    listenings.append(recorder.observeActions(of: CounterAction.self) { _, _ in heard.note(2) })
    listenings.append(recorder.observeActions(of: CounterAction.self) { _, _ in heard.note(3) })
    dispatch(1, recorder)
    dispatch(2, recorder)
    withExtendedLifetime(listenings) {}
    #expect(heard.numbers == [1, 3, 3])
  }

  @Test("one that is added while an action is told hears from the next one on")
  func listensWithin() {
    let recorder = Recorded().recorder
    let heard = Heard()
    var inner: ActionSubscription?
    let outer = recorder.observeActions(of: CounterAction.self) { [self] _, _ in
      if inner == nil { inner = listen(recorder, heard) }
    }
    dispatch(1, recorder)
    dispatch(2, recorder)
    withExtendedLifetime((outer, inner)) {}
    #expect(heard.numbers == [2])
  }

  @Test("a listener does not keep the recorder, and may outlive it")
  func outlivesRecorder() {
    let heard = Heard()
    weak var gone: SessionRecorder?
    let listening: ActionSubscription
    do {
      let recorder = Recorded().recorder
      gone = recorder
      listening = listen(recorder, heard)
      dispatch(1, recorder)
    }
    #expect(gone == nil)
    listening.cancel()
    #expect(heard.numbers == [1])
  }

  @Test("threads dispatch, begin and end listening at once: who listens throughout hears all")
  func threads() {
    let recorder = Recorded().recorder
    let heard = Heard()
    let fleeting = Heard()
    let throughout = listen(recorder, heard)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<100 {
        let number = thread * 100 + number
        if thread % 2 == 0 {
          dispatch(number, recorder)
        } else {
          let listening = listen(recorder, fleeting)
          if number % 3 == 0 { listening.cancel() }
        }
      }
    }
    throughout.cancel()
    let even = (0..<8).filter { $0 % 2 == 0 }.map { thread in
      Array((thread * 100)..<(thread * 100 + 100))
    }
    // Each thread's in its order, between those of others.
    for numbers in even {
      #expect(heard.numbers.filter { $0 / 100 == numbers[0] / 100 } == numbers)
    }
    #expect(heard.numbers.count == 400)
    let past = fleeting.numbers.count
    dispatch(0, recorder)
    #expect(fleeting.numbers.count == past)
  }
}

@Suite("The stream of actions")
struct ActionStreamTests {
  @Test("each action, by number and name and in full, until the recorder is gone")
  func tellsAll() async throws {
    let stream: AsyncStream<ObservedAction>
    do {
      let session = Recorded()
      let recorder = session.recorder
      let store = ChainStore(
        reducer: recorder.reducer(reduced), middleware: [recorder.dispatches(), swallowing])
      stream = recorder.actions()
      store.dispatch(Add(step: 5))
      store.dispatch(Swallowed())
      store.dispatch(Callback {})
      recorder.close()
      store.dispatch(Note(text: "late"))
    }
    var told: [ObservedAction] = []
    for await action in stream { told.append(action) }
    #expect(
      told == [
        action(1, "Add", ["step": 5]),
        ObservedAction(
          step: ObservedStep(n: nil, isReduced: false), type: "Swallowed", action: [:],
          isOpaque: false),
        action(2, "Callback", ["call": "@Sendable () -> ()"], isOpaque: true),
        action(nil, "Note", ["text": "late"]),
      ])
  }

  private func action(
    _ n: Int?, _ type: String, _ action: JSONValue, isOpaque: Bool = false
  ) -> ObservedAction {
    ObservedAction(
      step: ObservedStep(n: n, isReduced: true), type: type, action: action, isOpaque: isOpaque)
  }

  @Test("a reader that is gone listens no more")
  func endsWithReader() async {
    let recorder = Recorded().recorder
    do {
      var iterator = recorder.actions().makeAsyncIterator()
      var state = Counter()
      recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
      #expect(await iterator.next()?.type == "add")
      #expect(recorder.currentListeners.count == 1)
    }
    #expect(recorder.currentListeners.isEmpty)
  }

  @Test("of actions that are not read, as many are kept as asked for")
  func buffers() async {
    let stream: AsyncStream<ObservedAction>
    do {
      let recorder = Recorded().recorder
      stream = recorder.actions(buffering: .bufferingNewest(2))
      var state = Counter()
      for step in 1...5 {
        recorder.step(CounterAction.add(step), into: &state) { count(&$0, .add(step)) }
      }
    }
    var numbers: [Int?] = []
    for await action in stream { numbers.append(action.step.n) }
    #expect(numbers == [4, 5])
  }

  @Test("what a session hides is hidden here")
  func redacts() async throws {
    let stream: AsyncStream<ObservedAction>
    do {
      var options = RecorderOptions()
      options.redactions = .defaults
      let recorder = SessionRecorder(
        sink: CollectingSink(), store: "test", options: options)
      stream = recorder.actions()
      var state = Counter()
      recorder.step(SignIn(password: "abc"), into: &state) { _ in }
    }
    var told: [JSONValue] = []
    for await action in stream { told.append(action.action) }
    #expect(told.count == 1)
    #expect(told.first?["password"] != nil)
    #expect(told.first?["password"] != "abc")
  }
}

private struct SignIn: Codable { let password: String }

private func swallowing(_ dispatch: @escaping Dispatch, _ getState: @escaping () -> Counter?)
  -> (@escaping Dispatch) -> Dispatch
{
  { next in { action in if !(action is Swallowed) { next(action) } } }
}
