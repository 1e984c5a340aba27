import Foundation
import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("The counter")
struct CounterTests {
  private static func script(_ name: String) throws -> CounterScript {
    try #require(CounterScript.all.first { $0.name == name })
  }

  @Test("every sum that fits eight bits is made, and each action is counted")
  func adds() {
    for value in Int8.min...Int8.max {
      for amount in Int8.min...Int8.max {
        let (sum, overflows) = value.addingReportingOverflow(amount)
        guard !overflows else { continue }
        var state = CounterState(value: value, steps: 7)
        CounterApp.reduce(&state, .add(amount))
        guard state == CounterState(value: sum, steps: 8) else {
          Issue.record("\(value) + \(amount) became \(state)")
          return
        }
      }
    }
    var state = CounterState(value: -128, steps: 7)
    CounterApp.reduce(&state, .reset)
    #expect(state == CounterState(value: 0, steps: 8))
  }

  @Test("steps: recorded as the reducer saw it, and reproduced")
  func steps() async throws {
    let oracle = Oracle<CounterState>()
    let script = try Self.script("steps")
    let session = try await RecordedSession.record("counter") { recorder in
      script.play(recorder) { state, action in
        let before = state
        CounterApp.reduce(&state, action)
        oracle.note(action, before: before, after: state)
      }
    }
    oracle.agrees(with: session)
    #expect(session.states.map { $0["value"]?.int } == [0, 1, 3, 6, 0, -5, 95])
    try Replay(of: session, by: CounterApp.host).reproduces(session)
  }

  @Test("crash: all actions but the last fit, and the last overflows")
  func crashIsInTheLastAction() throws {
    let actions = try Self.script("crash").actions
    var state = CounterState()
    for action in actions.dropLast() { CounterApp.reduce(&state, action) }
    #expect(state == CounterState(value: 127, steps: 7))
    #expect(actions.last == .add(11))
  }

  @Test("crash: the fatal action is the last line of the file")
  func crashIsRecorded() async throws {
    let path = RecordedSession.newPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let crash = try #require(SampleApps.named("counter")?.scenarios.first)
      await crash.run(try SessionRecorder(path: path, store: "counter"))
    }
    let session = try RecordedSession(path: path)
    #expect(session.steps.map(\.action.n) == Array(1...8))
    #expect(session.steps.last?.after == nil)
    #expect(session.states.last == ["value": 127, "steps": 7])
    #expect(!session.isClosed)
    guard case .action(let last) = session.lines.last else {
      Issue.record("the last line is no action")
      return
    }
    #expect(last.action == ["add": ["_0": 11]])
  }
}
