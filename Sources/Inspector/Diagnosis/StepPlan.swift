import Foundation
import SessionFormat

/// The requests that bring a host to a step in some way.
///
/// They are read from the session beforehand, so that no failure to read is mistaken for a result.
struct StepPlan {
  /// A step to reduce.
  struct Step {
    let n: Int
    /// The recorded state before it; nil if it begins with the state that the last one left.
    let before: JSONValue?
    let action: ActionLine
    let inputs: [InputLine]

    init(_ n: Int, from before: JSONValue?, _ session: Session) throws(InspectorError) {
      (self.n, self.before) = (n, before)
      (action, inputs) = (try session.action(n), try session.inputs(n))
    }

    /// The step, with another action, or also from another state.
    func asking(_ action: ActionLine, from before: JSONValue?) -> Step {
      Step(n: n, before: before ?? self.before, action: action, inputs: inputs)
    }

    private init(n: Int, before: JSONValue?, action: ActionLine, inputs: [InputLine]) {
      (self.n, self.before, self.action, self.inputs) = (n, before, action, inputs)
    }
  }

  private let steps: [Step]
  private let given: (n: Int, state: JSONValue)?

  /// The most preceding steps that are reduced before the step itself.
  private static let longestPrefix = 200
  /// The most other steps that are reduced before it.
  private static let mostOthers = 20

  /// Makes a plan; nil if the session lacks what reaching the step that way needs.
  init?(_ way: StepWay, _ session: Session, _ n: Int) throws(InspectorError) {
    if case .given(let n, let state) = way {
      (steps, given) = ([], (n, state))
      return
    }
    guard n > session.first else {
      guard way == .alone else { return nil }
      (steps, given) = ([], (n, try session.state(n)))
      return
    }
    given = nil
    // A bare nil would be the JSON value null here, and in the other places below.
    let before: JSONValue? = session.hasBefore(n) ? try session.before(n) : .none
    // Without that state, only the steps before lead to the step.
    let way = way == .alone && before == nil ? .carried : way
    var prefix: [Step] = []
    let isAlone: Bool
    if case .asking = way { isAlone = true } else { isAlone = way == .alone }
    switch way {
    case .alone, .asking, .given: break
    case .again: prefix = [try Step(n, from: before, session)]
    case .behindOthers:
      for other in n + 1..<n + 1 + Self.mostOthers
      where other <= session.last && session.isUndisturbed(other) {
        prefix.append(try Step(other, from: session.before(other), session))
      }
    case .carried, .behindSteps:
      var base = n - 1
      while base > session.first, n - base < Self.longestPrefix, session.isUndisturbed(base) {
        base -= 1
      }
      for other in base + 1..<n {
        let before: JSONValue? = other > base + 1 ? .none : try session.before(other)
        prefix.append(try Step(other, from: before, session))
      }
    }
    guard isAlone || !prefix.isEmpty, way == .carried || before != nil else { return nil }
    if case .asking(let action, let other) = way {
      steps = [try Step(n, from: before, session).asking(action, from: other)]
      return
    }
    steps = prefix + [try Step(n, from: way == .carried ? .none : before, session)]
  }

  /// Makes a plan of steps each from its recorded state; nil if none of them has one.
  init?(each numbers: [Int], _ session: Session) throws(InspectorError) {
    given = nil
    var all: [Step] = []
    for n in numbers where n > session.first && session.hasBefore(n) {
      guard session.steps.actions[n] != nil else { continue }
      all.append(try Step(n, from: session.before(n), session))
    }
    guard !all.isEmpty else { return nil }
    steps = all
  }

  /// The most states, and the most bytes, in flight to a process that is to be busy.
  private static let (mostGiven, mostBytes) = (16, 1 << 20)

  /// Makes a process decode and encode the state before the step for a while.
  func occupy(_ client: HostClient, milliseconds: Int) throws(HostFailure) {
    guard let step = steps.last, let before = step.before else { return }
    let n = step.n - 1
    let line = LineCoding.bytes(of: HostRequest.reset(n: n, state: before).document, crc: false)
    let count = max(1, min(Self.mostGiven, Self.mostBytes / max(1, line.count)))
    let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
    while Date() < end {
      for _ in 0..<count { client.posted.add(n, isGiven: true) { $0 += line } }
      for _ in 0..<count { _ = try client.answer() }
    }
  }

  /// The steps that it reduces, in that order.
  var numbers: [Int] { steps.map(\.n) }

  /// The same without the last step.
  var before: StepPlan { StepPlan(steps: steps.dropLast(), given: given) }

  init(steps: [Step], given: (n: Int, state: JSONValue)?) {
    (self.steps, self.given) = (steps, given)
  }

  /// Reduces the steps, and passes what each asks.
  func walk(
    _ client: HostClient, _ witness: WitnessFile, _ pass: (Int, WitnessedCalls) -> Void
  ) throws(HostFailure) {
    defer { witness.disarm() }
    for step in steps {
      if let before = step.before { _ = try client.reset(n: step.n - 1, to: before) }
      witness.forget()
      witness.arm(isStep: true)
      _ = try client.reduce(step.action, inputs: step.inputs)
      witness.disarm()
      pass(step.n, witness.calls)
    }
  }

  /// The result of one process; nil if it fails before the step.
  ///
  /// - Parameters:
  ///   - endsForGood: Whether the end of the process in the step is the step's result, unless a
  ///     signal from outside ended it.
  ///   - witness: What answers in the steps, and lists the calls of the last.
  ///   - otherwise: What it answers otherwise at a step before.
  func run(
    _ client: HostClient, endsForGood: Bool, _ witness: WitnessFile? = nil,
    _ otherwise: RunConditions.Otherwise? = nil
  ) throws(HostFailure) -> StepRun? {
    let time = Date().timeIntervalSince1970
    defer { witness?.disarm() }
    witness?.arm()
    if let given {
      let answer = try client.reset(n: given.n, to: given.state)
      return StepRun(
        result: .reduced(.init(given: given.n, answer, opaque: client.sentOpaque)), time: time,
        header: client.header)
    }
    let header = client.header
    for step in steps.dropLast() {
      if let before = step.before { _ = try client.reset(n: step.n - 1, to: before) }
      let isOther = otherwise?.steps.contains(step.n) == true
      if isOther { witness?.answer(otherwise) }
      defer { if isOther { witness?.answer(nil) } }
      do throws(HostFailure) { _ = try client.reduce(step.action, inputs: step.inputs) } catch {
        switch error {
        case .refused: return nil
        case .died(let death) where death.isTrap: return nil
        default: throw error
        }
      }
    }
    guard let step = steps.last else { return nil }
    if let before = step.before { _ = try client.reset(n: step.n - 1, to: before) }
    let before = client.sent
    let prelude = Date().timeIntervalSince1970 - time
    let result: StepOutcome
    witness?.arm(isStep: true)
    do throws(HostFailure) {
      result = .reduced(try client.reduce(step.action, inputs: step.inputs))
    } catch {
      switch error {
      case .refused(_, let reason): result = .refused(reason)
      case .died(let death)
      where death.isTrap || (endsForGood && !death.comesFromOutside):
        result = .died(death)
      default: throw error
      }
    }
    return StepRun(
      result: result, before: before, time: time, prelude: prelude, header: header)
  }
}
