import Foundation
import Recorder
import RecorderTesting
import Testing

/// A store as an app has it, which makes its recorder itself.
private final class Counter {
  enum Action: Codable { case add(Int) }
  struct State: Codable { var value = 0 }

  private(set) var state = State()
  let recorder: SessionRecorder

  init(_ store: String = "counter", in place: RecordingPlace = .standard) {
    recorder = SessionRecorder(in: place, store: store)
  }

  func add(_ number: Int) {
    state = recorder.step(Action.add(number), state) { State(value: state.value + number) }
  }
}

/// Tests that are run by the tests of this target, in a process of their own: most of them fail.
@Suite(.recording, .enabled(if: ProcessInfo.processInfo.environment["HINDSIGHT_FIXTURES"] != nil))
struct Fixtures {
  @Test func passes() {
    let counter = Counter()
    for number in 1...10 { counter.add(number) }
    #expect(counter.state.value == 55)
  }

  @Test func fails() {
    let counter = Counter()
    for number in 1...3 { counter.add(number) }
    #expect(counter.state.value == 7)
  }

  @Test func failsTwice() {
    let counter = Counter(in: .environment)
    counter.add(1)
    #expect(counter.state.value == 2)
    counter.add(1)
    #expect(counter.state.value == 1)
  }

  @Test(arguments: 0..<8) func parameterised(number: Int) {
    let counter = Counter()
    for _ in 0..<number { counter.add(1) }
    #expect(number % 4 != 3)
  }

  @Test func ofTwoStores() {
    let (one, other) = (Counter("a"), Counter("b/../c"))
    one.add(1)
    other.add(2)
    one.add(3)
    #expect(Bool(false))
  }

  @Test func throwsAnError() throws {
    Counter().add(1)
    throw CocoaError(.fileNoSuchFile)
  }

  @Test func recordsNothing() { #expect(Bool(false)) }

  @Test(.timeLimit(.minutes(1))) func runsOutOfTime() async throws {
    guard ProcessInfo.processInfo.environment["HINDSIGHT_FIXTURES"] == "slow" else { return }
    Counter().add(1)
    try await Task.sleep(for: .seconds(600))
  }

  @Test func endsTheProcess() {
    let counter = Counter()
    counter.add(1)
    guard ProcessInfo.processInfo.environment["HINDSIGHT_FIXTURES"] == "crash" else { return }
    kill(getpid(), SIGKILL)
  }
}

/// The same work with and without a recorder that keeps it, to be timed: `HINDSIGHT_FIXTURES=cost`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["HINDSIGHT_FIXTURES"] == "cost"))
struct Costs {
  @Test(.recording, arguments: 0..<1000) func recorded(number: Int) { Self.work() }
  @Test(arguments: 0..<1000) func unrecorded(number: Int) { Self.work() }

  private static func work() {
    let counter = Counter(in: .environment)
    for number in 1...10 { counter.add(number) }
    #expect(counter.state.value == 55)
  }
}
