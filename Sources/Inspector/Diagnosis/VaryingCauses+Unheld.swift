import SessionFormat

// No factor that can be held still makes the runs agree.

extension VaryingCauses {
  /// No factor that can be held still seems to make the runs agree: time, chance or threads remain.
  ///
  /// - Parameter allHeldDiffer: Whether runs differ with all factors held still.
  func searchUnheld(
    _ found: inout Findings, allHeldDiffer: Bool
  ) throws(InspectorError) {
    if let run = plain.runs.first,
      try ClockEvidence(runs: runs, session: session).search(run, &found)
    {
      return
    }
    if try searchEnvironment(&found) { return }
    let hasClock = runs.tools.witness != nil
    let differ = "fresh processes differ" + rareness + (allHeldDiffer ? whateverIsHeld : "")
    if areUUIDs { found.add(.random, .likely, differ, "the values are UUIDs") }
    let requests = try runs.systemRequests()
    if let requests {
      let held = allHeldDiffer ? Set(runs.tools.factors) : runs.refuted
      searchRequests(requests, differ, held: held, &found)
    }
    if found.best.map({ $0 >= .likely }) == true { return }
    // Holding them still shows nothing where runs seldom differ.
    if found.isEmpty, try runs.addInward(differ, to: &found) { return }
    if let requests, requests.random.isEmpty {
      if requests.asksTime {
        found.add(.clock, .possible, differ, "the step asks for the time (witnessed)")
      } else if !hasClock {
        found.add(.clock, .possible, differ)
      }
      // A random generator in the process needs only a seed, which may be older than the step.
      let names = requests.drawnNames.joined(separator: ", ")
      found.add(
        .random, .possible, differ,
        names.isEmpty
          ? "the step asks the system for no random numbers (witnessed); a seed may have been drawn "
            + "before it" : "the step has a name drawn (\(names), witnessed)")
    } else {
      found.add(.random, .possible, differ)
    }
    if requests?.startsThreads != false { found.add(.scheduling, .possible, differ) }
    if !hasClock { found.add(.clock, .possible, differ) }
  }

  /// How many runs differ from most, if those are few.
  private var rareness: String {
    let all = runs.plain.runs
    let most = runs.plain.distinct.map { one in all.count { runs.agree($0, one) } }.max() ?? 0
    let others = all.count - most
    return others * 5 <= all.count ? ", \(others) of \(all.count) from the others" : ""
  }

  /// What was held still, by what could not be.
  private var whateverIsHeld: String {
    let free = Factor.allCases.filter { !runs.tools.factors.contains($0) }.map(\.noun)
    guard let last = free.last else { return ", whatever is held still" }
    let others = free.dropLast().joined(separator: ", ")
    return ", whatever is held still but " + (others.isEmpty ? last : "\(others) and \(last)")
  }

  /// Adds the environment as a whole if its use makes runs differ, as one variable has another
  /// value in each run.
  private func searchEnvironment(_ found: inout Findings) throws(InspectorError) -> Bool {
    let steady = RunConditions.sameEnvironment
    let sample = try runs.sample(steady, Self.heldRuns)
    guard sample.isStable, let calm = sample.runs.first,
      let sides = try runs.part(
        .withCondition, with: runs.same(as: calm, steady), without: runs.same(as: calm)
      ).sides
    else { return false }
    found.add(
      .unrecordedInput, .tested,
      "with an environment that stays the same it gives one result, "
        + sides.words(with: "", without: " in which a variable of no meaning is another each time"))
    return true
  }

  /// - Parameter held: What was held still, and did not make the runs agree: that is not likely what they go by.
  private func searchRequests(
    _ requests: SystemRequests, _ differ: String, held: Set<Factor>, _ found: inout Findings
  ) {
    if !requests.random.isEmpty {
      found.add(
        .random, held.contains(.random) && !requests.drawsFromFiles ? .possible : .likely, differ,
        "the step asks the system for random numbers "
          + "(\(requests.random.joined(separator: ", ")), witnessed)")
    }
    if requests.startsThreads {
      // On one processor, too, threads may take turns in any order.
      found.add(.scheduling, .likely, differ, "the step starts threads (witnessed)")
    }
    // A number that was held still is none that they go by.
    if !held.contains(.process), !requests.processNumbers.isEmpty {
      found.add(
        .unrecordedInput, .likely, differ,
        "the step asks for the number of its process "
          + "(\(requests.processNumbers.joined(separator: ", ")), witnessed)")
    }
    if !requests.threadNumbers.isEmpty {
      found.add(
        .unrecordedInput, .likely, differ,
        "the step asks for the number of its thread (gettid, witnessed)")
    }
    if found.isEmpty, let others = requests.othersInWords {
      found.add(
        .unrecordedInput, .possible, differ, "the step asks the system for more (\(others))")
    }
  }
}
