import Foundation
import Recorder
import RecorderHost
import SessionFormat
import TestSupport
import Testing

@testable import SampleApps

/// The ways to attach a recorder to a store of ReSwift, each in the words of docs/hooks.md.
private enum Hook: CaseIterable {
  /// The reducer.
  case reducer
  /// The reducer, and what is dispatched.
  case reducerAndDispatches
  /// The reducer, and the recorder's middleware beside it.
  case reducerAndMiddleware
  /// A store that runs already, by its middlewares.
  case running
  /// A store that runs already, by one middleware.
  case runningByOne

  func store(
    _ recorder: SessionRecorder, state: Ledger?, _ reduce: @escaping ReSwift.Reducer<Ledger>,
    _ others: [ReSwift.Middleware<Ledger>]
  ) -> ReSwift.Store<Ledger> {
    switch self {
    case .reducer:
      let recorded: ReSwift.Reducer<Ledger> = recorder.reducer(reduce)
      return ReSwift.Store(reducer: recorded, state: state, middleware: others)
    case .reducerAndDispatches:
      return ReSwift.Store<Ledger>(
        reducer: recorder.reducer(reduce), state: state,
        middleware: [recorder.dispatches()] + others)
    case .reducerAndMiddleware:
      let middleware: ReSwift.Middleware<Ledger> = recorder.middleware()
      return ReSwift.Store(
        reducer: recorder.reducer(reduce), state: state, middleware: [middleware] + others)
    case .running:
      let store = ReSwift.Store(reducer: reduce, state: state, middleware: others)
      store.middleware = [recorder.dispatches()] + store.middleware + [recorder.middleware()]
      return store
    case .runningByOne:
      let store = ReSwift.Store(reducer: reduce, state: state, middleware: others)
      store.middleware.append(recorder.middleware())
      return store
    }
  }

  var header: SessionHeader.Hook {
    self == .running || self == .runningByOne ? .middleware : .reducer
  }
  /// Whether a hook sees what is dispatched.
  var seesDispatches: Bool { self != .reducer && self != .runningByOne }
}

private struct Ledger: Codable, Equatable {
  var sum = 0
  var labels: [String] = []
}

private struct Label: ReSwift.Action, Codable { var text: String }
private struct Ignored: ReSwift.Action, Codable {}

private func ledgerReducer(_ action: any ReSwift.Action, _ state: Ledger?) -> Ledger {
  var state = state ?? Ledger()
  switch action {
  case SumAction.add(let amount): state.sum += amount
  case let label as Label: state.labels = Array((state.labels + [label.text]).suffix(3))
  default: break
  }
  return state
}

/// A store in which subscribers, thunks and a middleware dispatch at random, and what it did.
private final class RandomLedger {
  let oracle = Oracle<Ledger>()
  /// The cause of each action that was reduced.
  private(set) var causes: [Int?] = []
  /// What each of them was dispatched within, before that was reduced: the number of its dispatch.
  private(set) var withins: [Int?] = []
  /// What was never reduced: its number, after how many actions it was first seen, and its type.
  var dispatched: [String] { told.enumerated().filter { !$1.isReduced }.map { $1.text($0 + 1) } }
  /// Whose dispatches have numbers, in the order of these.
  private var told: [Way] = []
  private var store: ReSwift.Store<Ledger>?
  private var subscribers: [any ReSwift.AnyStoreSubscriber] = []
  private var random: SplitMix64
  private var budget = 12
  /// The actions on their way, the innermost last.
  private var ways: [Way] = []

  private final class Way {
    let type: String
    /// The number of the action, once it is reduced.
    var n: Int?
    /// The number of its dispatch, once that has a line, and after how many actions that stands.
    var line: (number: Int, n: Int)?

    init(_ type: String) { self.type = type }

    var isReduced: Bool { n != nil }

    func text(_ number: Int) -> String { "\(number) after \(line?.n ?? -1): \(type)" }
  }

  /// The number of the dispatch that the innermost action came within; it has a line from now on.
  private func within(_ place: Int) -> Int? {
    guard place > 0, !ways[place - 1].isReduced else { return nil }
    return told(place - 1)
  }

  private func told(_ place: Int) -> Int {
    _ = within(place)
    if ways[place].line == nil {
      told.append(ways[place])
      ways[place].line = (told.count, causes.count)
    }
    return ways[place].line?.number ?? 0
  }

  init(_ hook: Hook, _ recorder: SessionRecorder, seed: UInt64) {
    random = SplitMix64(seed: seed)
    let watching: ReSwift.Middleware<Ledger> = { [unowned self] _, _ in
      { next in { action in self.onItsWay(action, next) } }
    }
    let meddling: ReSwift.Middleware<Ledger> = { [unowned self] _, _ in
      { next in { action in self.meddle(action, next) } }
    }
    let store = hook.store(
      recorder, state: Ledger(), { [unowned self] in reduce($0, $1) },
      [watching, ReSwift.createThunkMiddleware(), meddling])
    let sums = Told<Int> { [unowned self] _ in perhapsDispatch() }
    let all = Told<Ledger> { [unowned self] _ in perhapsDispatch() }
    subscribers = [sums, all]
    store.subscribe(sums) { $0.select(\.sum) }
    store.subscribe(all)
    self.store = store
  }

  func play() {
    // A session begins with what is reduced.
    store?.dispatch(Label(text: "start"))
    for _ in 1...4 { store?.dispatch(someAction()) }
  }

  private func someAction() -> any ReSwift.Action {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: Ignored()
    case 1, 2: SumAction.add(Int.random(in: 0...3, using: &random))
    case 3: ReSwift.Thunk<Ledger> { [unowned self] _, _ in for _ in 1...2 { perhapsDispatch() } }
    default: Label(text: "\(budget)")
    }
  }

  private func perhapsDispatch() {
    guard budget > 0, store != nil, Int.random(in: 0..<3, using: &random) == 0 else { return }
    budget -= 1
    store?.dispatch(someAction())
  }

  private func onItsWay(_ action: any ReSwift.Action, _ next: ReSwift.DispatchFunction) {
    ways.append(Way("\(type(of: action))"))
    next(action)
    if ways.last?.isReduced == false { _ = told(ways.count - 1) }
    ways.removeLast()
  }

  private func meddle(_ action: any ReSwift.Action, _ next: ReSwift.DispatchFunction) {
    if action is Ignored { return }
    perhapsDispatch()
    next(action)
    perhapsDispatch()
  }

  private func reduce(_ action: any ReSwift.Action, _ state: Ledger?) -> Ledger {
    withins.append(within(ways.count - 1))
    causes.append(ways.last { $0.isReduced }?.n)
    ways.last?.n = causes.count
    let next = ledgerReducer(action, state)
    if let action = action as? any Encodable, let state {
      oracle.note(action, before: state, after: next)
    }
    return next
  }
}

@Suite("The hooks on ReSwift's own types")
struct HookTests {
  private func record(
    _ hook: Hook, _ body: (SessionRecorder) throws -> Void
  ) throws -> RecordedSession {
    let path = RecordedSession.newPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try SessionRecorder(path: path, store: "ledger")
    try body(recorder)
    recorder.close()
    let session = try RecordedSession(path: path)
    #expect(session.header.hook == hook.header)
    return session
  }

  @Test(
    "each action once, in reducer order, between its states, with its cause; and what was swallowed",
    arguments: Hook.allCases, UInt64(0)..<40)
  private func agrees(_ hook: Hook, seed: UInt64) throws {
    var ledger: RandomLedger?
    let session = try record(hook) { recorder in
      let played = RandomLedger(hook, recorder, seed: seed)
      played.play()
      ledger = played
    }
    let played = try #require(ledger)
    #expect(played.causes.count > 1)
    played.oracle.agrees(with: session)
    let dispatched = session.dispatched.map { "\($0.dispatch ?? 0) after \($0.n): \($0.type)" }
    if hook.seesDispatches {
      #expect(session.steps.map(\.action.from) == played.causes)
      #expect(session.steps.map(\.action.within) == played.withins)
      #expect(dispatched == played.dispatched)
    } else {
      #expect(dispatched == [])
    }
    let host = ReducerHost<Ledger, any ReSwift.Action>(store: "ledger", codec: ledgerActions.codec)
    {
      $0 = ledgerReducer($1, $0)
    }
    try Replay(of: session, by: host).reproduces(session)
  }

  @Test("a thunk, an ignored action and a nested one, line by line", arguments: Hook.allCases)
  private func lines(_ hook: Hook) throws {
    let session = try record(hook) { recorder in
      let ignoring: ReSwift.Middleware<Ledger> = { _, _ in
        { next in { action in if !(action is Ignored) { next(action) } } }
      }
      let store = hook.store(
        recorder, state: Ledger(), ledgerReducer, [ReSwift.createThunkMiddleware(), ignoring])
      let subscriber = Told<Int> { [unowned store] in
        if $0 == 2 { store.dispatch(Label(text: "two")) }
      }
      store.subscribe(subscriber) { $0.select(\.sum) }
      store.dispatch(Label(text: "start"))
      store.dispatch(
        ReSwift.Thunk<Ledger> { dispatch, getState in
          dispatch(SumAction.add(2))
          dispatch(Ignored())
          dispatch(Label(text: "sum \(getState()?.sum ?? 0)"))
        })
    }
    let from = hook.seesDispatches || hook == .runningByOne ? " from 2" : ""
    let within = hook.seesDispatches ? " within 1" : ""
    #expect(
      session.lines.compactMap { line -> String? in
        switch line {
        case .action(let line):
          "\(line.n) \(line.action)\(line.from.map { " from \($0)" } ?? "")"
            + (line.within.map { " within \($0)" } ?? "")
        case .dispatched(let line):
          "after \(line.n): \(line.type)\(line.within.map { " within \($0)" } ?? "")"
        default: nil
        }
      } == [#"1 {"text":"start"}"#] + (hook.seesDispatches ? ["after 1: Thunk<Ledger>"] : [])
        + [#"2 {"add":{"_0":2}}"# + within, #"3 {"text":"two"}"# + from]
        + (hook.seesDispatches ? ["after 3: Ignored within 1"] : [])
        + [#"4 {"text":"sum 2"}"# + within])
    #expect(session.states.last == ["sum": 2, "labels": ["start", "two", "sum 2"]])
  }

  @Test(
    "a store that makes its first state: it begins with null, and a replay goes on after it",
    arguments: [Hook.reducer, .reducerAndDispatches, .reducerAndMiddleware])
  private func firstState(_ hook: Hook) throws {
    let path = RecordedSession.newPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try SessionRecorder(path: path, store: "ledger")
    let store = hook.store(recorder, state: nil, ledgerReducer, [])
    store.dispatch(SumAction.add(4))
    recorder.close()
    let session = try RecordedSession(path: path)
    #expect(session.steps.map(\.action.type) == ["ReSwiftInit", "add"])
    #expect(session.steps.map(\.action.opaque) == [true, false])
    #expect(
      session.states == [.null, ["sum": 0, "labels": []], ["sum": 4, "labels": []]])
    // A host of an optional state takes the null, and goes on after the action it cannot make.
    let host = ReducerHost<Ledger?, any ReSwift.Action>(store: "ledger", codec: ledgerActions.codec)
    { $0 = ledgerReducer($1, $0) }
    let replay = try Replay(of: session, by: host)
    #expect(replay.states == session.states)
    #expect(replay.actions.map(\.action) == [["add": ["_0": 4]]])
  }

  @Test(
    "a store that several threads use in turn: each action once, in reducer order",
    arguments: Hook.allCases)
  private func threads(_ hook: Hook) throws {
    let oracle = Oracle<Ledger>()
    let session = try record(hook) { recorder in
      let lock = NSLock()
      nonisolated(unsafe) let store = hook.store(
        recorder, state: Ledger(),
        { action, state in
          let next = ledgerReducer(action, state)
          if let action = action as? any Encodable, let state {
            oracle.note(action, before: state, after: next)
          }
          return next
        }, [ReSwift.createThunkMiddleware()])
      nonisolated(unsafe) let subscriber = Told<Int> { [unowned store] in
        if $0 % 5 == 0 { store.dispatch(Label(text: "\($0)")) }
      }
      store.subscribe(subscriber) { $0.select(\.sum) }
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for number in 0..<20 {
          lock.withLock {
            if number % 4 == 0 {
              store.dispatch(
                ReSwift.Thunk<Ledger> { dispatch, _ in dispatch(Label(text: "\(thread)")) })
            } else {
              store.dispatch(SumAction.add(1))
            }
          }
        }
      }
      withExtendedLifetime(subscriber) {}
    }
    oracle.agrees(with: session)
    #expect(session.states.last?["sum"] == 120)
    #expect(session.steps.filter { $0.action.from != nil }.count == (hook == .reducer ? 0 : 24))
    #expect(session.dispatched.count == (hook.seesDispatches ? 40 : 0))
  }

  @Test("a store attached to while it runs is recorded from then on")
  func attachedLater() throws {
    let session = try record(.running) { recorder in
      let store = ReSwift.Store(
        reducer: ledgerReducer, state: nil, middleware: [ReSwift.createThunkMiddleware()])
      store.dispatch(SumAction.add(1))
      store.middleware = [recorder.dispatches()] + store.middleware + [recorder.middleware()]
      store.dispatch(ReSwift.Thunk<Ledger> { dispatch, _ in dispatch(SumAction.add(2)) })
    }
    #expect(session.steps.map(\.action.action) == [["add": ["_0": 2]]])
    #expect(session.states == [["sum": 1, "labels": []], ["sum": 3, "labels": []]])
    #expect(session.dispatched.map(\.n) == [0])
    #expect(session.steps.map(\.action.within) == [1])
  }
}

private let ledgerActions = ActionRegistry<any ReSwift.Action> { types in
  types.add(SumAction.self, as: "add") { $0 }
  types.add(Label.self) { $0 }
}
