import Foundation
import SessionFormat
import Testing

@testable import Recorder
@testable import RecorderHost

@Suite("Inputs of reducers")
struct InputsTests {
  /// The `is` and the `value` of each input line, with the n.
  private static func inputs(of session: Recorded) throws -> [String] {
    try session.sink.sessionLines.compactMap { line in
      guard case .input(let input) = line else { return nil }
      return "\(input.n) \(input.name) \(input.value)"
    }
  }

  @Test("outside a recording they are live")
  func areLive() throws {
    let before = Date()
    let drawn = Inputs.date()
    #expect(before <= drawn && drawn <= Date())
    #expect(Inputs.uuid() != Inputs.uuid())
    #expect((1...6).contains(Inputs.random(in: 1...6)))
    #expect(Inputs.random(in: 4..<5) == 4)
    #expect((0.5...0.75).contains(Inputs.random(in: 0.5...0.75)))
    #expect(Inputs.value("name") { "live" } == "live")
    #expect(throws: Refused(why: "live")) {
      try Inputs.value("name") { () throws(Refused) -> Int in throw Refused(why: "live") }
    }
  }

  @Test("a test of recorded actions gives them the recorded values, each once; then they are live")
  func areReplayed() throws {
    let drawn = Inputs.replaying([("n", "7"), ("date", "1.5"), ("n", "no JSON"), ("n", "8")]) {
      [1, 2, 3].map { (live: Int) in Inputs.value("n") { -live } } + [
        Int(Inputs.date().timeIntervalSinceReferenceDate * 2)
      ]
    }
    #expect(drawn == [7, 8, -3, 3])
    #expect(Inputs.value("n") { 0 } == 0)
    #expect(throws: Refused(why: "replayed")) {
      try Inputs.replaying([]) { () throws(Refused) in throw Refused(why: "replayed") }
    }
  }

  @Test("each is in the file before the reducer gets it, under its name")
  func areWrittenFirst() throws {
    let session = Recorded()
    var state = Counter()
    var written: [String] = []
    var drawn: [String] = []
    session.recorder.step(CounterAction.clear, into: &state) { _ in
      let last = { written.append(try session.texts.last ?? "") }
      let date = Inputs.date()
      try? last()
      let uuid = Inputs.uuid()
      try? last()
      let die = Inputs.random(in: 1...6)
      try? last()
      let bit = Inputs.random(in: 0..<2 as Range<UInt8>)
      try? last()
      let real = Inputs.random(in: 0...1.0)
      try? last()
      let locale = Inputs.value("locale") { ["de", "CH"] }
      try? last()
      drawn = [
        #""date","value":\#(Snapshot.of(date).value)"#, #""uuid","value":"\#(uuid.uuidString)""#,
        #""random","value":\#(die)"#, #""random","value":\#(bit)"#,
        #""random","value":\#(Snapshot.of(real).value)"#,
        #""locale","value":["\#(locale[0])","CH"]"#,
      ].map { #"{"kind":"input","n":1,"is":\#($0)}"# }
    }
    #expect(written.count == 6)
    #expect(written == drawn)
    #expect(Array(try session.texts[2..<8]) == written)
  }

  @Test("a generator is live outside a step, and each number of it an input inside")
  func generate() throws {
    var live = Inputs.generator
    #expect((0..<8).contains { _ in live.next() != live.next() })
    let session = Recorded()
    var state = Counter()
    let drawn = session.recorder.step(CounterAction.clear, into: &state) { _ in
      [live.next(), Inputs.generator.next(), Inputs.random(in: 0...UInt64.max)]
    }
    _ = live.next()
    #expect(try Self.inputs(of: session) == drawn.map { "1 random \($0)" })
  }

  /// What the standard library makes of a generator.
  private static func gamble(_ state: inout Counter) {
    var deck = Array(0..<10)
    deck.shuffle(using: &Inputs.generator)
    var copy = Inputs.generator
    let coin = Bool.random(using: &copy)
    let card = deck.randomElement(using: &copy).map(String.init) ?? ""
    state.count += Int.random(in: -1_000_000...1_000_000, using: &Inputs.generator)
    state.log.append("\(deck.shuffled(using: &copy)) \(coin) \(card)")
  }

  @Test("what is made of a generator is the same in a replay, to the last number")
  func replayGenerator() throws {
    let session = Recorded()
    var state = Counter()
    for _ in 0..<5 { session.recorder.step(CounterAction.clear, into: &state, reduce: Self.gamble) }
    session.recorder.close()
    let host = ReducerHost<Counter, CounterAction>(store: "test", codec: .codable) { state, _ in
      Self.gamble(&state)
    }
    let lines = try session.sink.sessionLines
    var answers: [JSONValue] = []
    let machine = host.machine { answers.append($0) }
    for line in lines { #expect(machine.handle(line)) }
    machine.finish()
    let replay = try answers.map { try SessionLine($0) }
    #expect(Self.drawn(replay) == Self.drawn(lines))
    #expect(Self.drawn(lines).count >= 5 * 21)
    #expect(try states(replay) == states(lines))
    #expect(try states(lines).count == 6)
  }

  private static func drawn(_ lines: [SessionLine]) -> [String] {
    lines.compactMap { line in
      guard case .input(let input) = line else { return nil }
      return "\(input.n) \(input.name) \(input.value) \(input.fresh)"
    }
  }

  @Test("a value that another is made of is recorded with that other, in order")
  func nest() throws {
    let session = Recorded()
    var state = Counter()
    session.recorder.step(CounterAction.clear, into: &state) { _ in
      _ = Inputs.value("outer") { Inputs.value("inner") { 1 } + 1 }
    }
    #expect(try Self.inputs(of: session) == ["1 inner 1", "1 outer 2"])
  }

  @Test("a value that could not be made is not recorded, and its error comes out")
  func throwThrough() throws {
    let session = Recorded()
    var state = Counter()
    session.recorder.step(CounterAction.clear, into: &state) { _ in
      #expect(throws: Refused(why: "no")) {
        try Inputs.value("name") { () throws(Refused) -> Int in throw Refused(why: "no") }
      }
    }
    #expect(try Self.inputs(of: session).isEmpty)
  }

  @Test("after the step they are live, also through a closure that the reducer made")
  func areLiveAfterwards() throws {
    let session = Recorded()
    var state = Counter()
    let late = session.recorder.step(CounterAction.clear, into: &state) { _ in
      let value = Inputs.value("early") { 1 }
      return { value + Inputs.value("late") { 10 } }
    }
    #expect(late() == 11)
    #expect(try Self.inputs(of: session) == ["1 early 1"])
  }

  @Test("a task that the reducer starts is not the reducer")
  func leaveTasksAlone() async throws {
    let session = Recorded()
    var state = Counter()
    let task = session.recorder.step(CounterAction.clear, into: &state) { _ in
      Task { Inputs.value("task") { 5 } }
    }
    #expect(await task.value == 5)
    #expect(try Self.inputs(of: session).isEmpty)
  }

  @Test("a task that runs while its reducer waits for it is not the reducer either")
  func leaveRunningTasksAlone() async throws {
    let session = Recorded()
    let recorder = session.recorder
    let count = await withCheckedContinuation { continuation in
      // A thread outside the tasks' pool, so that waiting starves nobody.
      Thread.detachNewThread {
        var state = Counter()
        recorder.step(CounterAction.clear, into: &state) { state in
          let isDone = DispatchSemaphore(value: 0)
          let drawn = Gathered<Int>()
          Task {
            drawn.append(Inputs.value("task") { 6 })
            isDone.signal()
          }
          isDone.wait()
          state.count = drawn.all.reduce(Inputs.value("own") { 1 }, +)
        }
        continuation.resume(returning: state.count)
      }
    }
    #expect(count == 7)
    #expect(try Self.inputs(of: session) == ["1 own 1"])
  }

  @Test("in a replay, a task of an earlier step draws nothing of a later one on the same thread")
  func leaveReplaysOfTasksAlone() throws {
    var answers: [JSONValue] = []
    var held: [StepScope?] = []
    var drawn: [Int] = []
    let machine = HostMachine<Counter, CounterAction>(
      store: "test", codec: .codable,
      reduce: { state, _ in
        // As a task has the scope of the step that started it, wherever it runs.
        for scope in held {
          StepScope.$current.withValue(scope) { drawn.append(Inputs.value("own") { 5 }) }
        }
        held = state.count < 2 ? [StepScope.current] : []
        state.count += Inputs.value("own") { 1 }
      }, answer: { answers.append($0) }, flush: {})
    var lines: [SessionLine] = [
      .session(SessionHeader(id: "1", started: "2026-01-02T03:04:05Z", store: "test")),
      .state(StateLine(n: 0, content: .whole(["count": 0, "log": []]))),
    ]
    for n in 1...5 {
      lines.append(.action(ActionLine(n: n, t: n, type: "clear", action: ["clear": [:]])))
      lines.append(.input(InputLine(n: n, name: "own", value: .number(n))))
    }
    for line in lines { #expect(machine.handle(line)) }
    machine.finish()
    #expect(drawn == [5, 5])
    #expect(
      answers.filter { $0["kind"]?.string == "input" }.map(\.description)
        == (1...5).map { #"{"kind":"input","n":\#($0),"is":"own","value":\#($0)}"# })
  }

  @Test("what a task dispatches while a reducer waits for it is not caused on its thread")
  func leaveDispatchesOfTasksAlone() async throws {
    let session = Recorded()
    let recorder = session.recorder
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var state = Counter()
        recorder.step(CounterAction.clear, into: &state) { _ in
          let isDone = DispatchSemaphore(value: 0)
          Task {
            var other = Counter()
            recorder.step(CounterAction.clear, into: &other) { _ in }
            isDone.signal()
          }
          isDone.wait()
        }
        continuation.resume()
      }
    }
    #expect(
      try session.texts[2]
        == #"{"kind":"action","n":2,"t":3,"type":"clear","action":{"clear":{}}}"#)
  }

  @Test("a step inside another has its own, and the outer one goes on with its own")
  func followNesting() throws {
    let session = Recorded()
    let other = Recorded()
    var state = Counter()
    session.recorder.step(CounterAction.clear, into: &state) { _ in
      _ = Inputs.value("a") { 1 }
      for recorder in [session.recorder, other.recorder] {
        var inner = Counter()
        recorder.step(CounterAction.clear, into: &inner) { _ in _ = Inputs.value("b") { 2 } }
      }
      _ = Inputs.value("c") { 3 }
    }
    #expect(try Self.inputs(of: session) == ["1 a 1", "2 b 2", "1 c 3"])
    #expect(try Self.inputs(of: other) == ["1 b 2"])
  }

  @Test("an action is not caused by one of another recorder's session")
  func causesStayInSession() throws {
    let session = Recorded()
    let other = Recorded()
    var state = Counter()
    session.recorder.step(CounterAction.clear, into: &state) { _ in
      var inner = Counter()
      other.recorder.step(CounterAction.clear, into: &inner) { _ in
        var innermost = Counter()
        session.recorder.step(CounterAction.clear, into: &innermost) { _ in }
      }
    }
    #expect(
      try other.texts[1] == #"{"kind":"action","n":1,"t":1,"type":"clear","action":{"clear":{}}}"#)
    #expect(
      try session.texts[2]
        == #"{"kind":"action","n":2,"t":5,"type":"clear","action":{"clear":{}},"from":1}"#)
  }

  @Test("with redactions the error of one that does not encode is named, and not quoted")
  func quotesNoError() throws {
    struct Shy: Codable {
      init() {}
      init(from decoder: any Decoder) throws { throw Refused(why: "secret") }
      func encode(to encoder: any Encoder) throws { throw Refused(why: "secret") }
    }
    let told = Gathered<RecorderError>()
    let options = RecorderOptions(redactions: .defaults) { told.append($0) }
    let recorder = SessionRecorder(sink: CollectingSink(), store: "test", options: options)
    var state = Counter()
    recorder.step(CounterAction.clear, into: &state) { _ in _ = Inputs.value("shy") { Shy() } }
    #expect(told.all == [.cannotEncode(type: "Shy", reason: "Refused")])
  }

  @Test("one that does not encode is shown, and told, as no replay can feed it back")
  func tellsUnencodable() throws {
    struct Shy: Codable {
      var count = 2
      init() {}
      init(from decoder: any Decoder) throws { throw Refused(why: "decode") }
      func encode(to encoder: any Encoder) throws { throw Refused(why: "encode") }
    }
    let session = Recorded()
    var state = Counter()
    for _ in 0..<2 {
      session.recorder.step(CounterAction.clear, into: &state) { _ in
        _ = Inputs.value("shy") { Shy() }
      }
    }
    #expect(try Self.inputs(of: session) == [#"1 shy {"count":2}"#, #"2 shy {"count":2}"#])
    #expect(
      session.troubles == [.cannotEncode(type: "Shy", reason: #"Refused(why: "encode")"#)])
  }
}
