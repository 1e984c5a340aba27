import SessionFormat

/// An earlier step that asked for something, or went by hashes or addresses, and may have left that in a
/// variable.
struct StepOrigin {
  /// The step.
  let n: Int
  /// What it asked for, in words.
  private(set) var words: String
  /// What it asked for.
  let calls: [WitnessedCalls.Call]
  /// The variables that it reads.
  private(set) var read: [String] = []
  /// What the later step's result was seen to come of; nil if that was not seen.
  private(set) var factor: RunConditions.Factor?
  /// Which variable it uses, in words.
  private var uses = ""

  /// A step before, as the witness saw it.
  struct Before {
    let n: Int
    let calls: [WitnessedCalls.Call]
    let kept: KeptVariables

    init(_ n: Int, _ witnessed: WitnessedCalls, _ variables: OwnVariables) {
      self.n = n
      calls = witnessed.calls.filter { !KeptVariables.isAccess($0) }
      kept = KeptVariables(witnessed, of: variables)
    }

    /// What a step was seen to do to variables, the least first.
    ///
    /// A look at what a lock protects writes the lock, and changes nothing.
    enum Use: Int, Comparable {
      case reads, writes, changes

      static func < (left: Use, right: Use) -> Bool { left.rawValue < right.rawValue }
    }

    /// The threads that it starts.
    var threads: [WitnessedCalls.Call] {
      calls.filter { SystemRequests.label($0) == "thread" }
    }

    func use(of names: [String]) -> Use {
      if !kept.changed.isDisjoint(with: names) { return .changes }
      return kept.written.isDisjoint(with: names) ? .reads : .writes
    }

    /// What it asked for that fits one of these causes.
    func calls(for causes: Set<Diagnosis.Cause>) -> [WitnessedCalls.Call] {
      let requests = SystemRequests(calls: calls)
      return causes.subtracting([.hiddenState]).flatMap { requests.calls(for: $0) }
    }
  }

  /// Finds the steps that a value may come from, as far as that was seen.
  ///
  /// The likeliest is first: the last that asked for what fits the cause, and did most to a variable that
  /// leads to it.
  ///
  /// - Parameters:
  ///   - steps: The steps before, in their order.
  ///   - names: The variables that the step uses.
  ///   - causes: What was seen to make processes differ.
  static func all(
    among steps: [Before], of names: [String], for causes: Set<Diagnosis.Cause>
  ) -> [StepOrigin] {
    var (names, direct) = (names, Set(names))
    var all: [(origin: StepOrigin, isFitting: Bool, use: Before.Use)] = []
    for step in steps.reversed() {
      let used = step.kept.names.filter(names.contains)
      let likeliest = used.filter(direct.contains)
      let name =
        likeliest.first(where: step.kept.changed.contains) ?? likeliest.first ?? used.first
      guard let name else { continue }
      let use = step.use(of: used)
      let fitting = step.calls(for: causes)
      if var origin = StepOrigin(step, uses: name, isDirect: direct.contains(name), fitting) {
        origin.read = step.kept.onlyRead.names
        all.append((origin, !fitting.isEmpty, use))
      }
      // What a step puts there may come from whatever else it looks at.
      if use > .reads { names += step.kept.names.filter { !names.contains($0) } }
    }
    let ranked = all.sorted { left, right in
      (left.isFitting ? 1 : 0, left.use, left.origin.n)
        > (right.isFitting ? 1 : 0, right.use, right.origin.n)
    }
    return ranked.map(\.origin)
  }

  private init?(
    _ step: Before, uses name: String, isDirect: Bool, _ fitting: [WitnessedCalls.Call]
  ) {
    let labels = step.calls.map(SystemRequests.label).filter { $0 != "library" }
    guard let first = fitting.first.map(SystemRequests.label) ?? labels.first else { return nil }
    (n, calls, words) = (step.n, step.calls, "")
    uses = "step \(n) uses `\(name)`\(isDirect ? ", too," : ", which leads to what the step uses,")"
    words = words(asking: first)
  }

  private func words(asking label: String) -> String {
    let labels = Set(calls.map(SystemRequests.label)).subtracting(["library"])
    let more = labels.count > 1 ? " and more" : ""
    return "\(uses) and asks for \(SystemRequests.words(label))\(more) (witnessed)"
  }

  /// The same, where other answers for a factor at it, and nothing else, gave the later step another result.
  func shown(by factor: RunConditions.Factor) -> StepOrigin {
    var origin = self
    origin.factor = factor
    let asked = SystemRequests(calls: calls).calls(for: factor.cause).first
    origin.words =
      words(asking: asked.map(SystemRequests.label) ?? factor.noun)
      + ", and with \(factor.otherWords) there alone the step gives another result"
    return origin
  }

  /// What it asked for that can be answered otherwise.
  var factors: [RunConditions.Factor] {
    let requests = SystemRequests(calls: calls)
    return [.random, .clock].filter { !requests.calls(for: $0.cause).isEmpty }
  }

  /// The same, by what it asked for that cannot be answered otherwise; nil if it asked for nothing else.
  var byOthers: StepOrigin? {
    let known = SystemRequests(
      calls: factors.flatMap { SystemRequests(calls: calls).calls(for: $0.cause) })
    let other = calls.map(SystemRequests.label).first { $0 != "library" && known.counts[$0] == nil }
    guard let other else { return nil }
    var origin = self
    origin.words = words(asking: other)
    return origin
  }

  /// The only step before that starts threads, which go on when it has ended, unseen; nil if it is not the only one.
  init?(ofThreadsIn steps: [Before]) {
    guard steps.count == 1, let step = steps.first else { return nil }
    (n, calls) = (step.n, step.threads)
    words =
      "step \(n) starts a thread (witnessed), which may have left something there after that step: then it was "
      + "not watched"
  }

  /// A step that uses a variable, and whose result may go by what it calls; nil if it calls nothing such.
  ///
  /// - Parameter causes: What was seen to vary.
  init?(
    _ n: Int, uses name: String, _ calls: [WitnessedCalls.Call], for causes: Set<Diagnosis.Cause>
  ) {
    let calls = calls.filter { call in
      call.isOfApp && call.inward.map { causes.contains($0.cause) } == true
    }
    guard let first = calls.first?.inward else { return nil }
    (self.n, self.calls) = (n, calls)
    words = "step \(n) uses `\(name)`, too, and goes by \(first.words) (witnessed)"
  }
}
