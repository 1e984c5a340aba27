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
  }

  /// Adds an answer that leads to the recorded result, if the step asks for nothing else: what is answered
  /// comes from the recording, and goes into no file and no other program.
  ///
  /// It is likely, and no more: the recorded value may have come from elsewhere, such as a part of the
  /// state that is not encoded, in whose place the answer stands.
  func searchAnswers(_ found: inout Findings) throws(InspectorError) {
    guard let requests = try runs.systemRequests() else { return }
    let kept = try runs.ownVariables()
    // Of a host without marks, what it asks around its reducer is known, and its variables as far as seen.
    let isSeen = requests.isAll && kept != nil || !requests.hasMarks
    guard isSeen, kept?.names.isEmpty != false else { return }
    // What is measured with a clock may be up to an answer.
    let besides: Set = goesByDuration ? ["library", "clock", "thread"] : ["library"]
    for answer in answers(to: requests)
    where requests.calls.allSatisfy({
      answer.isQuestion($0) || besides.contains(SystemRequests.label($0))
    }) {
      try searchCondition(
        answer.conditions,
        against: RunConditions(isWitnessed: true, name: "the answers of the system"),
        means: .unrecordedInput, "with \(answer.conditions.name)", upTo: .likely, &found)
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
    return names.prefix(Self.mostVariables).flatMap { name in
      let guess: String? = environment[name] == nil ? "1" : nil
      return (fitting(environment[name]).map(Optional.some) + [guess]).map { value in
        var conditions = RunConditions(
          isWitnessed: true,
          name: value.map { "\(name)=\(Self.short($0))" } ?? "no variable \(name)")
        conditions.variable = .init(name: name, value: value)
        return Answer(conditions: conditions) { $0.name == "getenv" && $0.detail == name }
      }
    }
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
        Answer(conditions: conditions, isQuestion: isQuestion))
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
