import Foundation
import SessionFormat

// Answers that the recording may have had: a variable of the environment, the name of the host, the
// number of processors, each by itself.

extension StableCauses {
  /// An answer to a question of the step.
  private struct Answer {
    let conditions: RunConditions
    /// The calls that ask for it.
    let isQuestion: (WitnessedCalls.Call) -> Bool
    /// Whether it was read off the recorded value; if not, it is a guess.
    let isRead: Bool
  }

  /// Adds an answer that leads to the recorded result.
  ///
  /// What else the step asks for may be where the recorded value came from, and so may other code: then it
  /// is not certain.
  func searchAnswers(_ found: inout Findings) throws(InspectorError) {
    guard let requests = try runs.systemRequests() else { return }
    let kept = try runs.ownVariables()
    for answer in answers(to: requests) {
      let isOnly =
        requests.isAll && kept?.names.isEmpty == true
        && requests.calls.allSatisfy {
          answer.isQuestion($0) || SystemRequests.label($0) == "library"
        }
      let isSure = isOnly && answer.isRead && build.isSameCode == true
      try searchCondition(
        answer.conditions,
        against: answer.conditions.isWitnessed
          ? RunConditions(isWitnessed: true, name: "the answers of the system") : nil,
        means: .unrecordedInput, "with \(answer.conditions.name)",
        upTo: isSure ? .certain : .likely, &found)
      if found.best.map({ $0 >= .likely }) == true { return }
    }
  }

  private func answers(to requests: SystemRequests) -> [Answer] {
    guard let recorded = runs.recorded?.state, let replayed = run.result.state else { return [] }
    let leaves = runs.differences(recorded, replayed).compactMap { difference in
      (difference.old?.asText).flatMap { old in difference.new?.asText.map { (old, $0) } }
    }.prefix(Self.mostLeaves)
    func fitting(_ own: String?) -> [String] {
      leaves.flatMap { FittingAnswer.found(recorded: $0, replayed: $1, own: own) }
    }
    return variables(requests, fitting) + ofHost(requests, fitting)
  }

  private static func short(_ text: String) -> String {
    text.count > 80 ? "\(text.prefix(79))…" : text
  }

  private static let mostLeaves = 8
  private static let mostVariables = 8

  private func variables(
    _ requests: SystemRequests, _ fitting: (String?) -> [String]
  ) -> [Answer] {
    let environment = ProcessInfo.processInfo.environment
    var names: [String] = []
    for call in requests.calls where call.name == "getenv" && !names.contains(call.detail) {
      if SystemRequests.label(call) == "getenv \(call.detail)" { names.append(call.detail) }
    }
    names.removeAll(where: Self.choosesCode)
    if requests.calls.contains(where: { $0.name == "ProcessInfo.environment" }) {
      // It does not say which one it reads, but its value is in what differs.
      names += environment.keys.sorted().filter { name in
        (environment[name]?.count ?? 0) > 1 && !names.contains(name) && !Self.choosesCode(name)
          && !fitting(environment[name]).isEmpty
      }
    }
    return names.prefix(Self.mostVariables).flatMap { name in
      func answer(_ value: String?, isRead: Bool) -> Answer {
        var conditions = RunConditions(
          name: value.map { "\(name)=\(Self.short($0))" } ?? "no variable \(name)")
        conditions.environment.updateValue(value, forKey: name)
        return Answer(
          conditions: conditions,
          isQuestion: { call in
            (call.name == "getenv" && call.detail == name) || call.name == "ProcessInfo.environment"
          }, isRead: isRead)
      }
      return fitting(environment[name]).map { answer($0, isRead: true) }
        + [answer(environment[name] == nil ? "1" : nil, isRead: false)]
    }
  }

  /// Whether a variable chooses programs or libraries: no recording may do that.
  private static func choosesCode(_ name: String) -> Bool {
    name.hasPrefix("LD_") || name.hasPrefix("DYLD_") || name.hasSuffix("PATH")
  }

  /// Whether a call asks how many processors there are; a container has its limit in files.
  private static func asksForProcessors(_ call: WitnessedCalls.Call) -> Bool {
    ["get_nprocs", "sched_getaffinity"].contains(call.name)
      || call.name == "sysconf" && call.detail == "processors"
      || call.name == "open" && call.detail.hasPrefix("/sys/fs/cgroup/cpu")
  }

  private func ofHost(
    _ requests: SystemRequests, _ fitting: (String?) -> [String]
  ) -> [Answer] {
    var answers: [Answer] = []
    func add(
      _ isQuestion: @escaping (WitnessedCalls.Call) -> Bool, _ change: (inout RunConditions) -> Void
    ) {
      guard requests.calls.contains(where: isQuestion) else { return }
      var conditions = RunConditions(isWitnessed: true, name: "")
      change(&conditions)
      answers.append(
        Answer(
          conditions: conditions, isQuestion: isQuestion, isRead: true))
    }
    for name in fitting(ProcessInfo.processInfo.hostName) {
      add({ ["gethostname", "uname", "ProcessInfo.hostName"].contains($0.name) }) {
        ($0.hostName, $0.name) = (name, "the host name \(Self.short(name))")
      }
    }
    let own = String(ProcessInfo.processInfo.activeProcessorCount)
    for count in fitting(own).compactMap({ Int($0) }) where (1...1024).contains(count) {
      add(Self.asksForProcessors) {
        ($0.processors, $0.name) = (count, CountText.words(count, "processor"))
      }
    }
    return answers
  }
}

extension JSONValue {
  /// A text or a number as a program may have put it there.
  fileprivate var asText: String? { string ?? number?.text }
}
