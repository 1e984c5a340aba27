import RecorderHost
import SessionFormat
import Testing

/// What a host answers to a recorded session.
struct Replay {
  private(set) var states: [JSONValue] = []
  private(set) var actions: [ActionLine] = []
  private(set) var inputs: [InputLine] = []
  private(set) var outsides: [RecordedSession.Outside] = []
  private(set) var others: [String] = []

  init<State: Codable, Action>(
    of session: RecordedSession, by host: ReducerHost<State, Action>
  ) throws {
    var answers: [JSONValue] = []
    let machine = host.machine(answer: { answers.append($0) })
    for line in session.lines { #expect(machine.handle(line)) }
    machine.finish()
    var current = JSONValue.null
    for answer in answers {
      switch try SessionLine(answer) {
      case .state(let line):
        #expect(line.n == states.count)
        current = try line.content.state(after: current)
        states.append(current)
      case .outside(let line):
        current = try line.content.state(after: current)
        outsides.append(.init(n: line.n, state: current))
      case .action(let line): actions.append(line)
      case .input(let line): inputs.append(line)
      case let line: others.append(line.kind)
      }
    }
  }

  /// Expects the recorded states, actions and inputs again, and nothing else.
  func reproduces(_ session: RecordedSession) {
    #expect(states == session.states)
    #expect(actions.map(\.action) == session.steps.map(\.action.action))
    #expect(actions.map(\.type) == session.steps.map(\.action.type))
    #expect(inputs == session.steps.flatMap(\.inputs))
    #expect(outsides == session.outsides)
    #expect(others == ["session", "end"])
  }

  /// The first state that differs, and the first place in it.
  func parting(from session: RecordedSession) -> (n: Int, path: String)? {
    for n in session.states.indices where session.states[n] != states[n] {
      let patch = JSONPatch(from: session.states[n], to: states[n])
      return (n, patch.operations.first?.path.description ?? "none")
    }
    return nil
  }
}
