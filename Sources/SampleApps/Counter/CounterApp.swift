import Recorder
import RecorderHost

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

  static var host: ReducerHost<CounterState, CounterAction> {
    ReducerHost(store: "counter", codec: .codable, reduce: reduce)
  }

  static let sample = SampleApp(
    name: "counter", summary: "a counter of eight bits, whose reducer traps on overflow",
    scenarios: CounterScript.all.map { script in
      Scenario(script.name, script.summary, crashes: script.crashes) { recorder in
        script.play(recorder, reduce: reduce)
      }
    },
    serve: { host.run() })
}

/// What is counted.
struct CounterScript: Sendable {
  let name: String
  let summary: String
  let crashes: Bool
  let actions: [CounterAction]

  static let all = [
    CounterScript(
      name: "crash", summary: "adds until the eight bits are full", crashes: true,
      actions: [
        .add(40), .add(40), .add(-10), .reset, .add(60), .add(50), .add(17), .add(11),
      ]),
    CounterScript(
      name: "steps", summary: "adds a little, resets, adds again", crashes: false,
      actions: [.add(1), .add(2), .add(3), .reset, .add(-5), .add(100)]),
  ]

  func play(_ recorder: SessionRecorder, reduce: (inout CounterState, CounterAction) -> Void) {
    var state = CounterState()
    for action in actions {
      recorder.step(action, into: &state) { reduce(&$0, action) }
    }
  }
}
