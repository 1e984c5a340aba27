import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A certain cause brings both results: what was recorded, and what the replay has")
struct BothResultsTests {
  @Test("what changes another place than the one that differs was certain to be the cause")
  func otherPlace() throws {
    // The step was recorded with 11, and comes to 10 whatever is done; beside it stands what the
    // condition changes, and what was recorded of that.
    let laws: [(String, SimulatedSteps.Law)] = [
      ("kept", { request, _ in request.way == .alone ? 1 : 2 }),
      (
        "hashed",
        { request, lot in request.holds(.hashing) ? 1 : Int.random(in: 1...2, using: &lot) }
      ),
      (
        "placed",
        { request, lot in request.holds(.addresses) ? 1 : Int.random(in: 1...999, using: &lot) }
      ),
      ("zoned", { request, _ in request.has("TZ", "Asia/Tokyo") ? 2 : 1 }),
    ]
    for (name, law) in laws {
      for seed in 0..<5 as Range<UInt64> {
        let session = try Session.recorded(11, beside: 1)
        let search = CauseSearch(session, seed: seed) { n in
          SimulatedSteps(session, n: n, seed: seed, beside: law) { _, _ in 10 }
        }
        for isInChain in [true, false] {
          let shown = ShownDifference(
            isInChain: isInChain,
            .state(
              path: JSONPointer(tokens: ["total"]), expected: 11, actual: 10, others: .none))
          let found = try search.diagnosis(ofStep: 3, shown: shown)
          #expect(found.certain == [], "\(name): \(found.findings)")
          #expect(
            found.findings.contains { $0.cause == .unrecordedInput }, "\(name): \(found.findings)")
        }
      }
    }
  }

  @Test("chance was certain where an earlier step asked for what it may have kept, or was not seen")
  func keptUnseen() throws {
    let session = try Session.recorded(11)
    let all: [(EarlierRequests, String?)] = [
      (.nothing, nil),
      (
        .more(n: 1, words: "getenv TOKEN, witnessed"),
        "what was recorded may come from elsewhere: step 1 asks for more (getenv TOKEN, witnessed)"
      ),
      (
        .unseen(n: 2),
        "what was recorded may come from an earlier step: what step 2 asks for was not seen"
      ),
    ]
    for (earlier, words) in all {
      let search = CauseSearch(session, seed: 1) { n in
        let steps = SimulatedSteps(session, n: n, seed: 1) { request, lot in
          request.holds(.random) ? request.answer() : Int.random(in: 0..<99999, using: &lot)
        }
        steps.earlier = earlier
        return steps
      }
      let diagnosis = try search.diagnosis(ofStep: 3)
      #expect(diagnosis.certain == (words == nil ? [.random] : []), "\(diagnosis.findings)")
      let chance = diagnosis.findings.first { $0.cause == .random }
      let evidence = chance?.evidence ?? []
      #expect(words == nil || evidence.contains { $0.hasPrefix(words ?? "") }, "\(earlier)")
    }
  }

  @Test("chance was certain where the coding loses what the step begins with, which was not tried")
  func chanceForLost() throws {
    // `before ?? .random(in:)`, of which the first is lost.
    func diagnosis(
      isActionLost: Bool = false, isStateLost: Bool = false, isInChain: Bool = true,
      carried: Int? = nil
    ) throws -> Diagnosis {
      let session = try Session.recorded(11)
      let search = CauseSearch(session, seed: 1) { n in
        let steps = SimulatedSteps(
          session, n: n, seed: 1,
          coding: { state, _ in isStateLost && state["total"] == 2 ? ["total": .null] : state }
        ) { request, lot in
          if request.way == .carried, let carried { return carried }
          return request.holds(.random) ? request.answer() : Int.random(in: 0..<99999, using: &lot)
        }
        if isActionLost {
          steps.answered = { line in
            var line = line
            line.action = ["lost": true]
            return line
          }
        }
        return steps
      }
      let shown = ShownDifference(
        isInChain: isInChain,
        .state(path: JSONPointer(tokens: ["total"]), expected: 11, actual: 4711, others: .none))
      return try search.diagnosis(ofStep: 3, shown: shown)
    }
    func found(_ diagnosis: Diagnosis) -> [String] {
      diagnosis.findings.map { "\($0.cause.rawValue) \($0.confidence)" }
    }
    let state = try diagnosis(isStateLost: true, isInChain: false)
    #expect(found(state) == ["random likely", "lossy-coding likely"])
    #expect(
      state.findings.map { $0.evidence.last } == [
        "what was recorded may come from elsewhere: recorded state 2, decoded and encoded again, "
          + "differs at /total",
        "recorded state 2, decoded and encoded again, differs at /total",
      ])
    let action = try diagnosis(isActionLost: true)
    #expect(found(action) == ["random likely", "lossy-coding likely"])
    // A replay of all steps, whose states are decoded nowhere, comes to the step with what was recorded.
    let passed = try diagnosis(isStateLost: true)
    #expect(found(passed) == ["random certain"])
    // Only the runs that lose it come to chance; the replay has another cause.
    let other = try diagnosis(isStateLost: true, carried: 4711)
    #expect(found(other) == ["random likely", "lossy-coding likely"])
  }

  @Test("a lossy coding was certain where the replay has what the ways never come to")
  func rareBesideKept() throws {
    // From what the steps before leave it gives the recorded result; the replay had something else, by chance.
    for isInChain in [true, false] {
      let session = try Session.recorded(11)
      let search = CauseSearch(session, seed: 1) { n in
        SimulatedSteps(session, n: n, seed: 1) { request, _ in request.way == .carried ? 11 : 9 }
      }
      func shown(_ actual: JSONValue) -> ShownDifference {
        ShownDifference(
          isInChain: isInChain,
          .state(path: JSONPointer(tokens: ["total"]), expected: 11, actual: actual, others: .none))
      }
      let rare = try search.diagnosis(ofStep: 3, shown: shown(12))
      #expect(rare.certain == [], "\(rare.findings)")
      // What one step alone comes to is that, where the step was reduced alone.
      let own = try search.diagnosis(ofStep: 3, shown: shown(9))
      #expect(own.certain == (isInChain ? [] : [.lossyCoding]), "\(own.findings)")
    }
  }

  @Test("hashing was certain where no order of hashes brings what the replay has")
  func neverAsReplayed() throws {
    for (actual, certain) in [(13, []), (12, [Diagnosis.Cause.hashing])] {
      let session = try Session.recorded(11)
      let search = CauseSearch(session, seed: 1) { n in
        SimulatedSteps(session, n: n, seed: 1) { request, lot in
          request.holds(.hashing) ? 11 : Int.random(in: 11...12, using: &lot)
        }
      }
      let shown = ShownDifference(
        isInChain: true,
        .state(
          path: JSONPointer(tokens: ["total"]), expected: 11, actual: .number(actual), others: .none
        ))
      let found = try search.diagnosis(ofStep: 3, shown: shown)
      #expect(found.certain == certain, "\(actual): \(found.findings)")
    }
  }

  @Test("hashing was certain where no order of hashes brings what was recorded")
  func neverAsRecorded() throws {
    for (few, certain) in [(2, []), (99999, [Diagnosis.Cause.hashing])] {
      let found = try Diagnosis.simulated { request, lot in
        request.holds(.hashing) ? 20 : 20 + Int.random(in: 0..<few, using: &lot)
      }
      #expect(found.certain == certain, "\(few): \(found.findings)")
      #expect(found.findings.first?.cause == .hashing)
    }
  }
}
