import SessionFormat
import Testing

@testable import Recorder

@Suite("The time in the reducer")
struct ReducerTimeTests {
  private static func recorder(_ sink: SlowSink, _ clock: SetClock) -> SessionRecorder {
    SessionRecorder(
      sink: sink, store: "test",
      options: RecorderOptions(
        environment: RecorderOptions.Environment(
          nanoseconds: { clock.time }, id: "00000000-0000-4000-8000-000000000000",
          started: "2026-01-02T03:04:05Z", platform: nil)))
  }

  @Test("the writing of inputs was counted as time in the reducer")
  func withoutInputs() throws {
    let clock = SetClock()
    let sink = SlowSink(clock)
    let recorder = Self.recorder(sink, clock)
    for inputs in [0, 1, 3] {
      _ = recorder.step(CounterAction.add(inputs), Counter()) {
        clock.pass(7)
        for _ in 0..<inputs { _ = Inputs.random(in: 1...6) }
        clock.pass(5)
        return Counter(count: inputs)
      }
    }
    // Each line takes 1,000 ns to write.
    #expect(sink.took == [12, 12, 12])
  }

  @Test("steps and marks within a reducer were counted as its time, with all that was written")
  func withinReducer() throws {
    let clock = SetClock()
    let (sink, otherSink) = (SlowSink(clock), SlowSink(clock))
    let recorder = Self.recorder(sink, clock)
    let other = Self.recorder(otherSink, clock)
    func step(_ recorder: SessionRecorder, _ time: UInt64, _ within: () -> Void = {}) {
      _ = recorder.step(CounterAction.add(1), Counter()) {
        clock.pass(time)
        within()
        clock.pass(time)
        return Counter(count: Int(time))
      }
    }
    step(recorder, 1) { recorder.mark("here") }
    step(recorder, 10) {
      step(recorder, 100) {
        _ = Inputs.random(in: 1...6)
        step(recorder, 300) { recorder.mark("there") }
      }
      step(other, 200)
    }
    #expect(sink.took == [2, 1_220, 800, 600])
    #expect(otherSink.took == [400])
  }

  @Test("what dispatched and dispatching encode and write was counted as time in the reducer")
  func dispatchesWithinReducer() throws {
    let clock = SetClock()
    let sink = SlowSink(clock)
    let recorder = Self.recorder(sink, clock)
    _ = recorder.step(CounterAction.add(1), Counter()) {
      clock.pass(3)
      recorder.dispatched(SlowAction(clock))
      recorder.dispatching(SlowAction(clock)) { clock.pass(4) }
      clock.pass(5)
      return Counter(count: 1)
    }
    #expect(sink.took == [12])
    #expect(clock.time > 2_000)
  }

  @Test("a step within an async reducer was counted as its time, with all that was written")
  func withinAsyncReducer() async throws {
    let clock = SetClock()
    let sink = SlowSink(clock)
    let recorder = Self.recorder(sink, clock)
    var state = Counter()
    await recorder.step(CounterAction.add(1), into: &state) { state async -> Void in
      clock.pass(5)
      await recorder.step(CounterAction.add(2), into: &state) { _ async -> Void in clock.pass(7) }
      recorder.mark("here")
    }
    #expect(sink.took == [12, 7])
  }
}

/// A clock that stands still until it is told otherwise.
private final class SetClock: @unchecked Sendable {  // used on one thread
  private(set) var time: UInt64 = 0
  func pass(_ nanoseconds: UInt64) { time += nanoseconds }
}

/// Takes its time to be encoded.
private struct SlowAction: Encodable {
  private let clock: SetClock

  init(_ clock: SetClock) { self.clock = clock }

  func encode(to encoder: any Encoder) throws {
    clock.pass(500)
    var container = encoder.singleValueContainer()
    try container.encode("slow")
  }
}

/// Writes nowhere, and takes its time.
private final class SlowSink: LineSink {
  private let clock: SetClock
  private(set) var took: [Int] = []

  init(_ clock: SetClock) { self.clock = clock }

  func append(_ line: [UInt8], isSoon: Bool) throws(RecorderError) {
    clock.pass(1_000)
    let line = line.withUnsafeBufferPointer { bytes in
      try? LineCoding.line(UnsafeBufferPointer(rebasing: bytes.dropLast()), crc: .either).line
    }
    if case .state(let state)? = line, let time = state.took { took.append(time) }
  }

  var hasFile: Bool { false }
}
