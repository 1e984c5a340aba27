import SessionFormat
import Testing

@testable import Recorder

private protocol AppAction {}
private struct Add: AppAction, Codable { let amount: Int }
private struct Swallowed: AppAction, Codable {}
private struct Opaque: AppAction { let run: () -> Void }

/// A store of ReSwift's shape: middlewares, a private reducer, synchronous subscribers.
private final class Store<State> {
  typealias Dispatch = (any AppAction) -> Void
  typealias Middleware = (@escaping Dispatch, @escaping () -> State?) -> (@escaping Dispatch)
    -> Dispatch
  private(set) var state: State?
  private var chain: Dispatch = { _ in }
  var subscribers: [(State?) -> Void] = []

  init(
    _ reducer: @escaping (any AppAction, State?) -> State, _ state: State?,
    _ middleware: [Middleware]
  ) {
    self.state = state
    let innermost: Dispatch = { [unowned self] action in
      self.state = reducer(action, self.state)
      for subscriber in subscribers { subscriber(self.state) }
    }
    chain = middleware.reversed().reduce(innermost) { next, make in
      make({ [unowned self] in self.chain($0) }, { [unowned self] in self.state })(next)
    }
  }

  func dispatch(_ action: any AppAction) { chain(action) }
}

@Suite("The middleware of ReSwift's shape")
struct MiddlewareTests {
  struct Total: Codable, Equatable { var total = 0 }

  /// What the reducer itself saw: the oracle.
  final class Log {
    var steps: [(before: Int?, after: Int)] = []
  }

  private func reducer(_ log: Log) -> (any AppAction, Total?) -> Total {
    { action, state in
      var next = state ?? Total()
      if let add = action as? Add { next.total += add.amount }
      log.steps.append((state?.total, next.total))
      return next
    }
  }

  /// The steps that a session tells: number, cause, total before and after.
  private func recorded(_ sink: FakeSink) throws -> [[Int?]] {
    var state = JSONValue.null
    var before: [Int: Int?] = [:]
    var from: [Int: Int?] = [:]
    var steps: [[Int?]] = []
    for line in try sink.lines {
      switch line {
      case .action(let action):
        before[action.n] = state["total"]?.int
        from[action.n] = action.from
      case .state(let line):
        state = try line.content.state(after: state)
        if line.n > 0 {
          steps.append([line.n, from[line.n] ?? nil, before[line.n] ?? nil, state["total"]?.int])
        }
      default: break
      }
    }
    return steps
  }

  private func play(_ store: Store<Total>) {
    store.dispatch(Add(amount: 1))
    // A subscriber that answers a round total by another action, while it is told.
    store.subscribers.append { [unowned store] state in
      if let total = state?.total, total == 10 || total == 11 { store.dispatch(Add(amount: 1)) }
    }
    store.dispatch(Add(amount: 9))
    store.dispatch(Swallowed())
    store.dispatch(Add(amount: 0))
  }

  private static var swallow: Store<Total>.Middleware {
    { _, _ in { next in { if !($0 is Swallowed) { next($0) } } } }
  }

  private static let expected: [[Int?]] = [
    [1, nil, 0, 1], [2, nil, 1, 10], [3, 2, 10, 11], [4, 3, 11, 12], [5, nil, 12, 12],
  ]

  @Test("alone, it records what the reducer saw, nested actions after their cause")
  func alone() throws {
    let (sink, log) = (FakeSink(), Log())
    let recorder = makeRecorder(sink)
    let store = Store(reducer(log), Total(), [Self.swallow, recorder.middleware()])
    play(store)
    #expect(try recorded(sink) == Self.expected)
    #expect(log.steps.map(\.after) == Self.expected.map { $0[3] })
    guard case .session(let header) = try sink.lines[0] else {
      Issue.record("no header")
      return
    }
    #expect(header.hook == .middleware)
    #expect(!sink.text.contains("\"took\""))
  }

  @Test("with the reducer wrapped too, each action counts once, with the time of the reducer")
  func both() throws {
    let (sink, log) = (FakeSink(), Log())
    let recorder = makeRecorder(sink)
    let store = Store(
      recorder.reducer(reducer(log)), Total(), [Self.swallow, recorder.middleware()])
    play(store)
    #expect(try recorded(sink) == Self.expected)
    guard case .session(let header) = try sink.lines[0] else {
      Issue.record("no header")
      return
    }
    #expect(header.hook == .reducer)
    #expect(
      try sink.lines.count { if case .state(let line) = $0 { line.took != nil } else { false } }
        == 5)
  }

  @Test("the reducer alone records the same states")
  func reducerAlone() throws {
    let (sink, log) = (FakeSink(), Log())
    let store = Store(makeRecorder(sink).reducer(reducer(log)), Total(), [Self.swallow])
    play(store)
    #expect(try recorded(sink).map { $0[3] } == Self.expected.map { $0[3] })
  }

  @Test("any action passes, also one that cannot be encoded")
  func opaque() throws {
    let (sink, log) = (FakeSink(), Log())
    let recorder = makeRecorder(sink)
    let store = Store(reducer(log), nil, [recorder.middleware()])
    store.dispatch(Opaque {})
    guard case .action(let line) = try sink.lines[2] else {
      Issue.record("no action")
      return
    }
    #expect(line.type == "Opaque")
    #expect(line.opaque)
    #expect(store.state == Total())
  }

  @Test("a nested action of another store does not name a cause of this one")
  func otherStore() throws {
    let sinks = [FakeSink(), FakeSink()]
    let recorders = sinks.map { makeRecorder($0) }
    var outer = WordState()
    for _ in 0..<3 {
      recorders[0].step(WordAction.clear, into: &outer) { state in
        var inner = WordState()
        recorders[1].step(WordAction.clear, into: &inner) { reduceWords(&$0, .clear) }
        reduceWords(&state, .clear)
      }
    }
    #expect(!sinks[1].text.contains("\"from\""))
  }
}
