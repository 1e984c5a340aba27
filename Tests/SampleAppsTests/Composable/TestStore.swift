import SessionFormat
import Testing

@testable import SampleApps

extension Composable {
  /// A store for tests: each step says what is sent or received, and how the state changes by it.
  ///
  /// States and actions are compared as they encode, so a difference names a path. After a wrong
  /// expectation the test goes on with what really is.
  @MainActor
  final class TestStore<State: Encodable, Action: Encodable & Sendable, Environment> {
    typealias Report = (_ text: String, SourceLocation) -> Void

    private let store: Store<State, Action>
    private let context: Context
    private let report: Report
    /// The state after the last action that a step was about.
    private var state: State

    /// What the reducer is given, and what it was seen to do.
    private final class Context {
      var environment: Environment
      /// Actions with the state after each, which no step was about yet.
      var reduced: [(action: Action, after: State)] = []

      init(_ environment: Environment) { self.environment = environment }
    }

    init(
      initialState: State, reducer: Reducer<State, Action, Environment>, environment: Environment,
      report: @escaping Report = { Issue.record(Comment(rawValue: $0), sourceLocation: $1) }
    ) {
      let context = Context(environment)
      self.context = context
      self.report = report
      state = initialState
      let noted = Reducer<State, Action, Context> { state, action, context in
        let effect = reducer.run(&state, action, context.environment)
        context.reduced.append((action, state))
        return effect
      }
      store = Store(initialState: initialState, reducer: noted, environment: context)
    }

    /// Does the steps, in order; then nothing may be received or in flight any more.
    func assert(_ steps: Step..., sourceLocation: SourceLocation = #_sourceLocation) {
      for (place, step) in steps.enumerated() {
        let title = "step \(place + 1), \(step.title)"
        if step.isReceive {
          receive(step, title)
        } else {
          expectNothingReceived(before: title, step.sourceLocation)
          perform(step, title)
        }
      }
      expectNothingReceived(before: "the end", sourceLocation)
      if let effects = inFlight { report("the end: \(effects)", sourceLocation) }
    }

    private func perform(_ step: Step, _ title: String) {
      switch step.kind {
      case .send(let action, let update):
        store.send(action)
        guard !context.reduced.isEmpty else { return }
        compare(context.reduced.removeFirst().after, update, title, step.sourceLocation)
      case .environment(let change): change(&context.environment)
      case .work(let work): work()
      case .receive: break
      }
    }

    private func receive(_ step: Step, _ title: String) {
      guard case .receive(let action, let update) = step.kind else { return }
      guard !context.reduced.isEmpty else {
        let effects = inFlight.map { "; \($0)" } ?? ""
        report("\(title): no action came\(effects)", step.sourceLocation)
        return
      }
      let came = context.reduced.removeFirst()
      let (expected, actual) = (encoded(action), encoded(came.action))
      if expected == actual {
        compare(came.after, update, title, step.sourceLocation)
        return
      }
      state = came.after
      let names = (actionName(expected), actionName(actual))
      if names.0 == names.1 {
        report(
          differences("\(title): its payload differs", expected, actual), step.sourceLocation)
      } else {
        report(
          "\(title): another action came\n  expected \(expected)\n  came     \(actual)",
          step.sourceLocation)
      }
    }

    /// Compares the state after an action with what the step makes of the state before it.
    private func compare(
      _ after: State, _ update: (inout State) -> Void, _ title: String,
      _ sourceLocation: SourceLocation
    ) {
      update(&state)
      let (expected, actual) = (encoded(state), encoded(after))
      state = after
      guard expected != actual else { return }
      report(differences("\(title): the state differs", expected, actual), sourceLocation)
    }

    private func expectNothingReceived(before title: String, _ sourceLocation: SourceLocation) {
      guard let last = context.reduced.last else { return }
      let actions = context.reduced.map { "\n  \(encoded($0.action))" }.joined()
      report("\(title): received before it, and in no step\(actions)", sourceLocation)
      state = last.after
      context.reduced = []
    }

    /// The effects that are not over, where there are some.
    private var inFlight: String? {
      let names = store.inFlight.map { actionName(encoded($0)) }
      return names.isEmpty ? nil : "effects in flight, of \(names.joined(separator: ", "))"
    }
  }
}

extension Composable.TestStore {
  /// One thing that happens in a test.
  struct Step {
    enum Kind {
      case send(Action, (inout State) -> Void)
      case receive(Action, (inout State) -> Void)
      case environment((inout Environment) -> Void)
      case work(@MainActor () -> Void)
    }

    let kind: Kind
    let title: String
    let sourceLocation: SourceLocation

    var isReceive: Bool {
      if case .receive = kind { return true }
      return false
    }

    /// The user does something; the update makes the state after it of the state before it.
    static func send(
      _ action: Action, sourceLocation: SourceLocation = #_sourceLocation,
      _ update: @escaping (inout State) -> Void = { _ in }
    ) -> Step {
      Step(
        kind: .send(action, update), title: "send \(actionName(encoded(action)))",
        sourceLocation: sourceLocation)
    }

    /// An effect has sent this action, the next that no step was about.
    static func receive(
      _ action: Action, sourceLocation: SourceLocation = #_sourceLocation,
      _ update: @escaping (inout State) -> Void = { _ in }
    ) -> Step {
      Step(
        kind: .receive(action, update), title: "receive \(actionName(encoded(action)))",
        sourceLocation: sourceLocation)
    }

    /// The environment changes for the actions to come.
    static func environment(
      sourceLocation: SourceLocation = #_sourceLocation,
      _ change: @escaping (inout Environment) -> Void
    ) -> Step {
      Step(kind: .environment(change), title: "environment", sourceLocation: sourceLocation)
    }

    /// Time passes.
    static func advance(
      _ scheduler: Composable.TestScheduler, by duration: Duration,
      sourceLocation: SourceLocation = #_sourceLocation
    ) -> Step {
      Step(
        kind: .work { scheduler.advance(by: duration) }, title: "advance by \(duration)",
        sourceLocation: sourceLocation)
    }

    /// Anything else is done.
    static func `do`(
      sourceLocation: SourceLocation = #_sourceLocation, _ work: @escaping @MainActor () -> Void
    ) -> Step {
      Step(kind: .work(work), title: "do", sourceLocation: sourceLocation)
    }
  }
}

/// A value as a session has it.
private func encoded(_ value: some Encodable) -> JSONValue {
  do { return try ValueEncoder().encode(value).value } catch {
    return .string("does not encode: \(error)")
  }
}

/// The case of an enum, else the value itself.
private func actionName(_ action: JSONValue) -> String {
  guard let members = action.object, members.count == 1 else { return "\(action)" }
  return members[0].name
}

/// The differences of two values, a line each.
private func differences(_ title: String, _ expected: JSONValue, _ actual: JSONValue) -> String {
  let lines = Difference.list(from: expected, to: actual).map { difference in
    let (old, new) = (difference.old.map { "\($0)" }, difference.new.map { "\($0)" })
    let path = difference.path.tokens.isEmpty ? "the whole" : "\(difference.path)"
    return "\n  \(path)  expected \(old ?? "nothing"), is \(new ?? "nothing")"
  }
  return title + lines.joined()
}
