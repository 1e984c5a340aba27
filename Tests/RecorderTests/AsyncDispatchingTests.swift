import SessionFormat
import Testing

@testable import Recorder

/// A store that may wait between a dispatch and its reduction.
private actor Desk {
  private let recorder: SessionRecorder
  private(set) var state = Counter()

  init(_ recorder: SessionRecorder) { self.recorder = recorder }

  func dispatch(
    _ action: CounterAction, before: @Sendable (isolated Desk) async -> Void = { _ in },
    after: @Sendable (isolated Desk) async -> Void = { _ in }
  ) async {
    await recorder.dispatching(action) {
      await before(self)
      state = recorder.step(action, state) { counted(state, action) }
      await after(self)
    }
  }

  /// Dispatches what is not reduced.
  func run(_ action: CounterAction, _ body: @Sendable (isolated Desk) async -> Void) async {
    await recorder.dispatching(action) { await body(self) }
  }
}

@Suite("A dispatch that may wait")
struct AsyncDispatchingTests {
  /// The lines but states, without times.
  private static func lines(of session: Recorded) throws -> [String] {
    try session.texts.filter { !$0.hasPrefix(#"{"kind":"state""#) }
      .map { $0.replacing(/"t":[0-9]+,/, with: "") }
  }

  @Test("it was not to be had in an actor; dispatches that overlap are told apart")
  func overlapping() async throws {
    let session = Recorded()
    let desk = Desk(session.recorder)
    let (isOver, over) = AsyncStream<Void>.makeStream()
    let (hasBegun, begun) = AsyncStream<Void>.makeStream()
    let first = Task {
      await desk.dispatch(.note("a")) { desk in
        begun.finish()
        for await _ in isOver {}
        await desk.dispatch(.add(1))
      } after: { desk in
        await Task.yield()
        await desk.dispatch(.clear)
      }
    }
    for await _ in hasBegun {}
    await desk.dispatch(.note("b")) { _ in await Task.yield() }
    over.finish()
    await first.value
    #expect(await desk.state == Counter())
    #expect(
      try Self.lines(of: session) == [
        #"{"kind":"action","n":1,"type":"note","action":{"note":{"_0":"b"}}}"#,
        #"{"kind":"dispatched","n":1,"type":"note","action":{"note":{"_0":"a"}},"dispatch":1}"#,
        #"{"kind":"action","n":2,"type":"add","action":{"add":{"_0":1}},"within":1}"#,
        #"{"kind":"action","n":3,"type":"note","action":{"note":{"_0":"a"}},"dispatch":1}"#,
        #"{"kind":"action","n":4,"type":"clear","action":{"clear":{}},"from":3}"#,
      ])
    #expect(session.troubles == [])
  }

  @Test("many at once: each action that a dispatch makes names that dispatch")
  func many() async throws {
    let session = Recorded()
    let desk = Desk(session.recorder)
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          await desk.run(.note("\(number)")) { desk in
            for _ in 0..<number % 3 { await Task.yield() }
            await desk.dispatch(.add(number)) { _ in await Task.yield() }
          }
        }
      }
    }
    var numbers: [Int: String] = [:]
    var pairs: [String] = []
    for line in try session.sink.sessionLines {
      switch line {
      case .dispatched(let line):
        if let number = line.dispatch {
          numbers[number] = line.action["note"]?["_0"]?.string
        }
      case .action(let line):
        let name = line.within.flatMap { numbers[$0] }
        if name == line.action["add"]?["_0"]?.description { pairs.append(name ?? "") }
      default: break
      }
    }
    #expect(numbers.count == 50 && Set(pairs).count == 50)
  }

  @Test("what its tasks dispatch is within it, and it is told at its end, with its place")
  func tasks() async throws {
    let session = Recorded()
    let desk = Desk(session.recorder)
    await desk.dispatch(.note("start"))
    await session.recorder.at("App/File.swift", 7) {
      await desk.run(.note("thunk")) { desk in
        await Task.yield()
        await Task { await desk.dispatch(.add(1)) }.value
        async let child: Void = desk.dispatch(.add(2))
        await child
      }
    }
    let refused: Refused? = await #expect(throws: Refused.self) {
      try await session.recorder.dispatching(CounterAction.clear) {
        () async throws(Refused) in throw Refused(why: "closed")
      }
    }
    #expect(refused == Refused(why: "closed"))
    #expect(
      try Self.lines(of: session) == [
        #"{"kind":"action","n":1,"type":"note","action":{"note":{"_0":"start"}}}"#,
        #"{"kind":"action","n":2,"type":"add","action":{"add":{"_0":1}},"within":1}"#,
        #"{"kind":"action","n":3,"type":"add","action":{"add":{"_0":2}},"within":1}"#,
        #"{"kind":"dispatched","n":3,"type":"note","action":{"note":{"_0":"thunk"}},"dispatch":1,"at":"App/File.swift:7"}"#,
        #"{"kind":"dispatched","n":3,"type":"clear","action":{"clear":{}},"dispatch":2}"#,
      ])
  }

  @Test("listeners are told when it is over, or when a dispatch within it is")
  func listeners() async {
    let session = Recorded()
    let heard = Gathered<String>()
    let listening = session.recorder.observeActions(of: CounterAction.self) { action, step in
      heard.append("\(action) \(step.n ?? 0) \(step.isReduced)")
    }
    let desk = Desk(session.recorder)
    await desk.dispatch(.note("a")) { desk in
      await desk.dispatch(.add(1)) { _ in await Task.yield() }
      heard.append("before a")
    } after: { _ in
      await Task.yield()
      heard.append("after a")
    }
    await desk.run(.clear) { _ in }
    listening.cancel()
    #expect(
      heard.all == [
        "add(1) 1 true", "before a", "after a", "note(\"a\") 2 true", "clear 0 false",
      ])
  }
}
