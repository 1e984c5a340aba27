import Recorder

/// A counter whose reducer traps on overflow, on purpose: the smallest app that can crash.
struct CounterState: Codable, Equatable, Sendable {
  var value: Int8 = 0
  var steps = 0
}

enum CounterAction: Codable, Equatable, Sendable {
  case add(Int8)
  case reset
}

enum CounterApp {
  /// The reducer.
  ///
  /// `value + amount` beyond 127 ends the process, as any overflow in Swift does.
  static func reduce(_ state: inout CounterState, _ action: CounterAction) {
    switch action {
    case .add(let amount): state.value += amount
    case .reset: state.value = 0
    }
    state.steps += 1
  }

  static let app = SampleApp(
    name: "counter", summary: "a counter of eight bits, whose reducer traps on overflow",
    scenarios: [
      Scenario("crash", "adds until the eight bits are full", crashes: true) { recorder in
        play(
          [.add(40), .add(40), .add(-10), .reset, .add(60), .add(50), .add(17), .add(11)], recorder)
      },
      Scenario("steps", "adds a little, resets, adds again") { recorder in
        play([.add(1), .add(2), .add(3), .reset, .add(-5), .add(100)], recorder)
      },
    ],
    serve: {
      ReducerHost<CounterState, CounterAction>(store: "counter", codec: .codable, reduce: reduce)
        .run()
    })

  private static func play(_ actions: [CounterAction], _ recorder: SessionRecorder) {
    var state = CounterState()
    for action in actions {
      recorder.step(action, into: &state) { reduce(&$0, action) }
    }
  }
}
