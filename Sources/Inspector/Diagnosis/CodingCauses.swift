import SessionFormat

/// Checks whether the host's coding preserves the states around a step and its action.
struct CodingCauses {
  private let runs: ControlledRuns
  private let session: Session
  private let run: StepRun
  private let build: BuildEvidence
  /// The conditions under which the coding must be the same to be blamed alone.
  private let surroundings: [RunConditions]
  /// What the coding preserved, and what could not be tested.
  private var (cameBack, untried): ([String], [String]) = ([], [])
  private var isLossy = false
  /// Whether the action came back otherwise; nil if that was not tested.
  private var isActionLossy: Bool?
  /// The places that the state before the step loses.
  private var lostBefore: [JSONPointer] = []
  /// Whether the decoded value differs at places that are not compared.
  private var isOtherWhereLeftOut = false

  init(
    _ runs: ControlledRuns, _ session: Session, _ run: StepRun, _ build: BuildEvidence,
    _ surroundings: [RunConditions]
  ) {
    self.runs = runs
    self.surroundings = surroundings
    self.session = session
    self.run = run
    self.build = build
  }

  /// What was tested, in words; values that are not encoded at all do not show here.
  var words: String {
    var words: [String] = []
    if !cameBack.isEmpty {
      words.append(
        "\(Self.list(cameBack)), decoded and encoded again, "
          + "\(cameBack.count == 1 ? "comes" : "come") back as recorded"
          + (isOtherWhereLeftOut ? " except for places left out of the comparison" : ""))
    }
    if !untried.isEmpty { words.append("the coding of \(Self.list(untried)) was not tested") }
    return words.joined(separator: "; ")
  }

  private static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  mutating func search(_ found: inout Findings) throws(InspectorError) {
    guard runs.n > session.first else {
      guard let recorded = runs.recorded?.state, let answer = run.result.state else { return }
      return try note(runs.n, recorded, answer, isCause: true, &found)
    }
    searchAction(&found)
    for n in [runs.n - 1, runs.n] {
      guard let recorded = try recordedState(n), let answer = try given(n, recorded) else {
        untried.append("state \(n)")
        continue
      }
      let places = runs.lossyPlaces(recorded, answer)
      if n < runs.n { lostBefore = places }
      // What no coding reads cannot be lost: the step's own state is only written.
      if n == runs.n, !places.isEmpty, try !mayBeRead(places) { continue }
      // A value that the step's own state loses was lost when it was recorded, or is lost now.
      let isCause = n == runs.n && isExplained(by: answer)
      if !isCause, !places.isEmpty, try isPassedBy() { continue }
      try note(n, recorded, answer, isCause: isCause, &found)
    }
  }

  /// Whether a value at one of the places may have come through the coding: out of the state before the
  /// step, of its action, or of an input.
  private func mayBeRead(_ places: [JSONPointer]) throws(InspectorError) -> Bool {
    if isActionLossy != false || build.isKnownOther { return true }
    if try !session.inputs(runs.n).isEmpty { return true }
    return areLostBefore(places)
  }

  private func areLostBefore(_ places: [JSONPointer]) -> Bool {
    lostBefore.contains { lost in
      places.contains { $0.isAtOrBelow(lost) || lost.isAtOrBelow($0) }
    }
  }

  /// Whether the replay differs without the coding of the states around the step: reached by the steps
  /// before, between which nothing is decoded, the step gives what the replay shows.
  private func isPassedBy() throws(InspectorError) -> Bool {
    guard runs.shown?.isInChain == true, let state = try recordedState(runs.n - 1),
      let carried = try runs.run(.carried), let left = carried.before
    else { return false }
    return runs.differences(state, left).isEmpty && runs.isAsShown(carried)
      && !runs.isAsRecorded(carried)
  }

  /// The state before the step, after changes from outside; or the state after the step.
  private func recordedState(_ n: Int) throws(InspectorError) -> JSONValue? {
    if n < runs.n { return session.hasBefore(runs.n) ? try session.before(runs.n) : .none }
    return session.hasState(n) ? try session.state(n) : .none
  }

  /// Checks the action alone.
  mutating func searchAction(_ found: inout Findings) {
    guard let (action, answered) = actions else {
      untried.append("the action")
      return
    }
    let words = lostWords(action, answered)
    isActionLossy = words != nil
    guard let words else {
      cameBack.append("the action")
      return
    }
    if let (cause, words) = misfit("the action") { return found.add(cause, .likely, words) }
    isLossy = true
    found.add(.lossyCoding, .likely, words)
  }

  /// The action as it was recorded and as the host gives it back; nil if one of them is not known.
  private var actions: (recorded: ActionLine, answered: ActionLine)? {
    guard case .reduced(let reduction) = run.result, let answered = reduction.action,
      case .reduced(let recorded)? = runs.recorded, let action = recorded.action,
      !answered.opaque, !action.opaque
    else { return nil }
    return (action, answered)
  }

  private func lostWords(_ action: ActionLine, _ answered: ActionLine) -> String? {
    guard !runs.areEqual(action.action, answered.action) else { return nil }
    let place = Difference.list(from: action.action, to: answered.action).first?.path
    let renamed = place.map { RenamedKey.words($0, in: action.action, answered.action) } ?? ""
    let at = place.map { $0.isRoot ? "" : " at \($0)" } ?? ""
    let type = ShortText.beginning(of: action.type, 80)
    return "the action `\(type)`, decoded and encoded again, differs\(at)\(renamed)"
  }

  private func lostWords(
    _ n: Int, _ recorded: JSONValue, _ answer: JSONValue, at place: JSONPointer
  ) -> String {
    let type = session.header.stateType.map { ShortText.beginning(of: $0, 80) }
    return
      "recorded state \(n)\(type.map { " (`\($0)`)" } ?? ""), decoded and encoded again, differs at "
      + (place.isRoot ? "the root" : place.description)
      + RenamedKey.words(place, in: recorded, answer)
  }

  /// What the step begins with otherwise than it was recorded, as the coding loses it: its action, or the
  /// state before it; where runs of the step differ from each other.
  ///
  /// - Returns: In words; nil if all comes back, or if the replay comes to chance by no coding of that state.
  func lossBefore() throws(InspectorError) -> (cause: Diagnosis.Cause, words: String)? {
    guard runs.n > session.first else { return nil }
    if let (action, answered) = actions, let words = lostWords(action, answered) {
      return misfit("the action") ?? (.lossyCoding, words)
    }
    let n = runs.n - 1
    guard let recorded = try recordedState(n), let answer = try given(n, recorded),
      let second = try given(n, recorded)
    else { return nil }
    // The elements of a Set come in another order each time.
    let again = runs.lossyPlaces(recorded, second)
    let lost = runs.lossyPlaces(recorded, answer).first { place in
      again.contains(place) && !ReorderedPlaces.found(in: recorded, answer, at: [place])
    }
    guard let lost, try !isPassedByChance() else { return nil }
    return misfit("state \(n) at \(lost.isRoot ? "the root" : lost.description)")
      ?? (.lossyCoding, lostWords(n, recorded, answer, at: lost))
  }

  /// Whether runs that are reached by the steps before, between which nothing is decoded, differ from each other,
  /// too.
  private func isPassedByChance() throws(InspectorError) -> Bool {
    guard runs.shown?.isInChain == true, let state = try recordedState(runs.n - 1),
      let left = try runs.run(.carried)?.before, runs.differences(state, left).isEmpty
    else { return false }
    return try !runs.sample(.plain, CauseSearch.plainRuns, .carried).isStable
  }

  private func given(_ n: Int, _ state: JSONValue) throws(InspectorError) -> JSONValue? {
    try runs.run(.given(n, state))?.result.state
  }

  private func isExplained(by answer: JSONValue) -> Bool {
    guard let state = run.result.state, runs.isAsShown(run) else { return false }
    return runs.differences(answer, state).isEmpty
  }

  /// - Parameter isCause: Whether the coding causes the step's divergence.
  private mutating func note(
    _ n: Int, _ recorded: JSONValue, _ answer: JSONValue, isCause: Bool, _ found: inout Findings
  ) throws(InspectorError) {
    let places = runs.lossyPlaces(recorded, answer)
    // What the state after the step loses elsewhere is no part of this difference.
    if n == runs.n, !isCause, !places.isEmpty, !isShown(at: places) { return }
    guard let place = places.first else {
      cameBack.append("state \(n)")
      if !runs.leftOut(recorded, answer).isEmpty { isOtherWhereLeftOut = true }
      return
    }
    let at = place.isRoot ? "the root" : place.description
    if let (cause, words) = misfit("state \(n) at \(at)") {
      return found.add(cause, .likely, words)
    }
    isLossy = true
    let words = lostWords(n, recorded, answer, at: place)
    guard isCause else { return found.add(.lossyCoding, .likely, words) }
    if isActionLossy == nil, n > session.first {
      return found.add(.lossyCoding, .likely, words, "the coding of the action was not tested")
    }
    if let doubt = try dependence(n, recorded, answer) {
      return found.add(.lossyCoding, .likely, words, doubt)
    }
    guard let proof = try proof(n, recorded, answer, places) else {
      guard let unread = try unread(n, recorded, answer, places) else {
        return found.add(.lossyCoding, .likely, words)
      }
      return found.add(.lossyCoding, .likely, words, unread)
    }
    var doubt = build.codingDoubt
    // What the action or the state before loses at that place has come through the coding.
    if doubt == nil, n > session.first, isActionLossy == false, !areLostBefore(places) {
      doubt = try runs.besideCodingDoubt()
    }
    found.add(
      .lossyCoding, proof, unless: doubt,
      "\(words), " + proof.sides.words(with: "", without: " with another value there"))
  }

  /// Whether the step's result differs from the recorded one at one of some places.
  private func isShown(at places: [JSONPointer]) -> Bool {
    guard let recorded = runs.recorded?.state, let replayed = run.result.state else { return true }
    let shown = runs.differences(recorded, replayed).map(\.path)
    return places.contains { place in
      shown.contains { $0.isAtOrBelow(place) || place.isAtOrBelow($0) }
    }
  }

  /// That the types of a sample are not the app's: values that they lack are no loss of the app's own
  /// coding.
  private func misfit(_ what: String) -> (cause: Diagnosis.Cause, words: String)? {
    runs.unfitSample(run.header).map { sample in
      (
        .changedCode,
        "the built-in sample `\(sample)` does not give back \(what) as it was recorded: its types "
          + "may differ from the app's"
      )
    }
  }

  /// What the coding depends on besides the value, in words; nil if on nothing that was tested.
  private func dependence(
    _ n: Int, _ recorded: JSONValue, _ answer: JSONValue
  ) throws(InspectorError) -> String? {
    for conditions in surroundings {
      guard let other = try runs.run(.given(n, recorded), conditions)?.result.state else {
        return "under \(conditions.name) it could not be tried"
      }
      guard runs.differences(answer, other).isEmpty else {
        return
          "under \(conditions.name) it gives something else, so it does not depend on the value "
          + "alone"
      }
    }
    guard let requests = try runs.runner.systemRequests(ofState: n, recorded) else {
      return "what the coding asks the system for was not seen (that takes the witness)"
    }
    if requests.startsThreads { return "the coding starts threads, which were not ruled out" }
    return requests.othersInWords.map {
      "the coding asks the system for more (\($0)), so it may depend on more than the value"
    }
  }

  /// That the coding may not read what is at a place, in words; nil if it does, or that cannot be seen.
  ///
  /// One that takes a default in place of values that it refuses looks the same.
  private func unread(
    _ n: Int, _ recorded: JSONValue, _ answer: JSONValue, _ places: [JSONPointer]
  ) throws(InspectorError) -> String? {
    guard let place = places.first, let back = place.value(in: answer) else { return nil }
    let probes = CodingProbes.states(recorded, answer, [place])
    guard !probes.isEmpty else { return nil }
    for probe in probes {
      guard let other = try given(n, probe), place.value(in: other) == back else { return nil }
    }
    return
      "with other values at \(place), too, \(ShortText.beginning(of: back.description, 40)) comes back: "
      + "init(from:) may not read it by that key"
  }

  /// Shows that the coding preserves another value in place of the recorded one.
  ///
  /// Then it loses this very value: neither chance nor a coding that ignores all values explains
  /// that.
  private func proof(
    _ n: Int, _ recorded: JSONValue, _ answer: JSONValue, _ places: [JSONPointer]
  ) throws(InspectorError) -> Proof? {
    for probe in CodingProbes.states(recorded, answer, places) {
      guard let kept = try given(n, probe), runs.differences(probe, kept).isEmpty else { continue }
      func loses(_ state: JSONValue) -> ControlledRuns.Side {
        ControlledRuns.Side(way: .given(n, state)) { run in
          run.result.state.map { !runs.differences(state, $0).isEmpty } ?? true
        }
      }
      let contrast = try runs.part(.both, with: loses(recorded), without: loses(probe))
      if case .proven(let proof) = contrast { return proof }
    }
    return nil
  }
}

/// States that differ from a recorded one in values that a coding did not give back.
enum CodingProbes {
  private static let mostPlaces = 100
  private static let numbers: [JSONValue] = [1, 0, 2, -1]
  private static let texts: [JSONValue] = ["x", "", "y"]

  /// The recorded state with other values at those places, neither the recorded nor the answered
  /// ones; none if the answer has no plain value at one of them.
  static func states(
    _ recorded: JSONValue, _ answer: JSONValue, _ places: [JSONPointer]
  ) -> [JSONValue] {
    guard places.count <= mostPlaces else { return [] }
    return (0..<2).compactMap { number in
      var operations: [JSONPatch.Operation] = []
      for place in places {
        let old = place.value(in: recorded)
        guard !place.isRoot, let new = place.value(in: answer) else { return nil }
        let others = candidates(for: new).filter { $0 != old && $0 != new }
        guard others.indices.contains(number) else { return nil }
        operations.append(
          old == nil ? .add(place, others[number]) : .replace(place, others[number]))
      }
      return try? JSONPatch(operations).applied(to: recorded)
    }
  }

  private static func candidates(for value: JSONValue) -> [JSONValue] {
    switch value.kind {
    case .number: numbers
    case .string: texts
    case .bool: [true, false]
    case .null, .array, .object: []
    }
  }
}
