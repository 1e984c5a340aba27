import Foundation
import SessionFormat

/// Reduces one step of a session again and again, each time in a process of its own and from a
/// recorded state.
final class ControlledRuns {
  /// One run: what it came to, and when it was.
  struct Run {
    let result: StepResult
    /// Seconds since 1970.
    let time: Double
    /// What the host says of itself.
    let header: SessionHeader?
  }

  /// The results of runs under the same conditions.
  struct Sample {
    var runs: [Run] = []
    /// One run of each result, up to two.
    var distinct: [Run] = []
    var asRecorded = 0

    /// Whether all came to the same.
    var isStable: Bool { distinct.count < 2 }
  }

  let session: Session
  let n: Int
  /// What the recording says, as the host reads it.
  var recorded: StepResult?
  /// How the types of the recording and of the host differ; nil where they do not.
  var types: SessionTypes?
  let tools: RunTools
  var agreement: StepAgreement
  private let command: HostCommand
  private let patience: Int
  private let interrupted: () -> Bool
  private(set) var log: [Diagnosis.Runs] = []

  /// At most so many steps are reduced before the step itself.
  private static let longestPrefix = 200
  /// At most so many other steps are reduced before it.
  private static let mostOthers = 20

  init(
    _ session: Session, n: Int, command: HostCommand, patience: Int, ignoring: [PathPattern],
    tools: RunTools, interrupted: @escaping () -> Bool
  ) throws(InspectorError) {
    self.session = session
    self.n = n
    self.command = command
    self.patience = patience
    self.tools = tools
    self.interrupted = interrupted
    recorded = try session.result(of: n)
    agreement = try StepAgreement(session, n: n, ignoring: ignoring)
  }

  /// Runs the step under conditions, until two results differ or so many runs were made.
  func sample(_ conditions: RunConditions, _ count: Int) throws(InspectorError) -> Sample {
    var sample = Sample()
    let command = conditions.applied(to: command, tools)
    while sample.runs.count < count, sample.isStable {
      if interrupted() { throw .interrupted }
      note(try run(command), in: &sample)
    }
    add(sample, conditions.name)
    return sample
  }

  /// Adds a run to a sample.
  private func note(_ run: Run, in sample: inout Sample) {
    sample.runs.append(run)
    if let recorded, agreement.agree(recorded, run.result) { sample.asRecorded += 1 }
    if !sample.distinct.contains(where: { agreement.agree($0.result, run.result) }) {
      sample.distinct.append(run)
    }
  }

  private func add(_ sample: Sample, _ name: String) {
    log.append(
      Diagnosis.Runs(
        conditions: name, count: sample.runs.count, results: sample.distinct.count,
        asRecorded: sample.asRecorded))
  }

  /// One run in a process of its own.
  private func run(_ command: HostCommand) throws(InspectorError) -> Run {
    let time = Date().timeIntervalSince1970
    let client = HostClient(command, patience: patience, interrupted: interrupted)
    defer { client.close() }
    do throws(HostFailure) {
      try client.open(session.header)
      let header = client.header
      let result = try step(client)
      return Run(result: result, time: time, header: header)
    } catch {
      throw interrupted() || error == .interrupted ? .interrupted : .host(error)
    }
  }

  // MARK: In one process

  /// What one process makes of the step when it comes to it anew, through the steps before it, and
  /// anew once more.
  struct Repetition {
    let first: StepResult
    let throughSteps: Continuation?
    let again: StepResult
  }

  /// What comes of the step where the steps before it are reduced first, one from the state of the
  /// other.
  struct Continuation {
    /// The state before the step.
    let before: JSONValue
    let result: StepResult
  }

  /// Reduces the step three times in one process.
  func repetition() throws(InspectorError) -> Repetition? {
    guard n > session.first else { return nil }
    return try inOneProcess { client throws(HostFailure) in
      let first = try step(client)
      guard client.isOpen else { return nil }
      let through = try throughSteps(client)
      guard client.isOpen else { return nil }
      return Repetition(first: first, throughSteps: through, again: try step(client))
    }
  }

  /// What a process makes of the step anew that has reduced what that of ``repetition()`` had when it
  /// came to the step through those before it; nil where there are none.
  func anewBehindSteps() throws(InspectorError) -> StepResult? {
    try inOneProcess { client throws(HostFailure) in
      _ = try step(client)
      guard client.isOpen, try reduceStepsBefore(client) != nil else { return nil }
      return try step(client)
    }
  }

  /// The state to which the steps before it lead in a process that reduced nothing else; nil where
  /// there are none.
  func stateBehindSteps() throws(InspectorError) -> JSONValue? {
    try inOneProcess { client throws(HostFailure) in try reduceStepsBefore(client) }
  }

  /// What a process makes of the step that reduced later steps before, each from its recorded state;
  /// nil where there are none.
  func afterOtherSteps() throws(InspectorError) -> StepResult? {
    guard n > session.first else { return nil }
    let others = (n + 1..<n + 1 + Self.mostOthers).filter { $0 <= session.last && isPlain($0) }
    guard !others.isEmpty else { return nil }
    return try inOneProcess { client throws(HostFailure) in
      for other in others {
        guard let before = try? session.before(other) else { continue }
        _ = try client.reset(n: other - 1, to: before)
        guard case .reduced = try reduce(other, client) else { return nil }
      }
      return try step(client)
    }
  }

  /// What a new process gives; nil where it fails.
  func inOneProcess<T>(
    _ body: (HostClient) throws(HostFailure) -> T?
  ) throws(InspectorError) -> T? {
    let client = HostClient(
      RunConditions(name: "").applied(to: command, tools), patience: patience,
      interrupted: interrupted)
    defer { client.close() }
    do throws(HostFailure) {
      try client.open(session.header)
      return try body(client)
    } catch {
      if interrupted() || error == .interrupted { throw .interrupted }
      return nil
    }
  }

  /// The recorded state of a number as the host encodes it again.
  func reencoded(_ numbers: [Int]) throws(InspectorError) -> [Int: JSONValue] {
    let client = HostClient(command, patience: patience, interrupted: interrupted)
    defer { client.close() }
    var answers: [Int: JSONValue] = [:]
    do throws(HostFailure) {
      try client.open(session.header)
      for n in numbers {
        guard session.hasState(n), let state = try? session.state(n) else { continue }
        answers[n] = try client.reset(n: n, to: state)
        agreement.leaveOut(client.sentOpaque)
      }
    } catch {
      if interrupted() || error == .interrupted { throw .interrupted }
    }
    return answers
  }

  /// Reduces the step from the recorded state before it.
  func step(_ client: HostClient) throws(HostFailure) -> StepResult {
    if n == session.first {
      guard let state = try? session.state(n) else { return .crashed }
      let answered = try client.reset(n: n, to: state)
      agreement.leaveOut(client.sentOpaque)
      return StepResult(given: n, answered, opaque: client.sentOpaque)
    }
    guard let before = try? session.before(n) else {
      return try throughSteps(client)?.result ?? .crashed
    }
    _ = try client.reset(n: n - 1, to: before)
    return try reduce(n, client)
  }

  /// Reduces the step from the state that the steps before it lead to in this process; nil where
  /// there are none.
  private func throughSteps(_ client: HostClient) throws(HostFailure) -> Continuation? {
    guard let before = try reduceStepsBefore(client) else { return nil }
    return Continuation(before: before, result: try reduce(n, client))
  }

  /// Reduces the steps before it; the state that they lead to, nil where there are none or one fails.
  private func reduceStepsBefore(_ client: HostClient) throws(HostFailure) -> JSONValue? {
    var base = n - 1
    while base > session.first, n - base < Self.longestPrefix, isPlain(base) { base -= 1 }
    guard base < n - 1, let state = try? session.before(base + 1) else { return nil }
    var before = try client.reset(n: base, to: state)
    for step in base + 1..<n {
      guard case .reduced(let reduction) = try reduce(step, client) else { return nil }
      before = reduction.state
    }
    return before
  }

  private func isPlain(_ n: Int) -> Bool {
    session.steps.actions[n] != nil && session.hasState(n) && session.hasBefore(n)
      && !session.overlaps(n) && !session.steps.mayLackInputs(n)
      && session.steps.outsides[n - 1] == nil && session.steps.outsides[n] == nil
  }

  private func reduce(_ n: Int, _ client: HostClient) throws(HostFailure) -> StepResult {
    guard let action = try? session.action(n), let inputs = try? session.inputs(n) else {
      return .crashed
    }
    do throws(HostFailure) {
      let reduction = try client.reduce(action, inputs: inputs)
      agreement.leaveOut(reduction.opaque)
      return .reduced(reduction)
    } catch {
      switch error {
      case .refused(_, let reason): return .refused(reason)
      case .died(let death): return .died(death)
      default: throw error
      }
    }
  }

  // MARK: Traced

  /// How often the step asks the system for something: the calls of a process that does it, less
  /// those of one that is only given the state before.
  func systemCalls() throws(InspectorError) -> [String: Int]? {
    guard let tracer = tools.tracer, n > session.first else { return nil }
    guard let with = try traced(tracer, reducing: true),
      let without = try traced(tracer, reducing: false)
    else { return nil }
    return with.merging(without) { $0 - $1 }.filter { $0.value > 0 }
  }

  private func traced(
    _ tracer: [String], reducing: Bool
  ) throws(InspectorError) -> [String: Int]? {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("inspect-\(UUID().uuidString).trace").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    var traced = RunConditions(held: [.hashing], name: "").applied(to: command, tools)
    traced.wrapper = tracer + ["-e", "trace=getrandom,clone,clone3", "-o", file] + traced.wrapper
    let client = HostClient(traced, patience: patience, interrupted: interrupted)
    do throws(HostFailure) {
      try client.open(session.header)
      if reducing {
        _ = try step(client)
      } else {
        guard let before = try? session.before(n) else { return nil }
        _ = try client.reset(n: n - 1, to: before)
      }
    } catch {
      if interrupted() || error == .interrupted { throw .interrupted }
      return nil
    }
    client.close()
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    var calls: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      for name in ["getrandom", "clone", "clone3"] where line.contains(" \(name)(") {
        calls[name, default: 0] += 1
      }
    }
    return calls
  }
}
