import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

/// A cause, and what a step comes to that has it.
struct CertainCase: Sendable {
  let cause: Diagnosis.Cause
  let evidence: String
  var tools = RunTools.all
  var requests = SystemRequests([:])
  let law: @Sendable (SimulatedSteps.Request, inout Lot) -> Int

  /// Each line of the search that ends in a certain finding.
  ///
  /// What is recorded is 11.
  static let all: [CertainCase] = [
    CertainCase(
      cause: .lossyCoding,
      evidence: "from the state as the steps before leave it the step gives another result than "
        + "from the same state decoded, so the state has parts that are not encoded, in 10 of 10 "
        + "runs, and in none of 10 from the decoded state"
    ) { request, _ in request.way == .carried ? 11 : 10 },
    CertainCase(
      cause: .timeZone,
      evidence:
        "with TZ=Asia/Tokyo, as recorded, it gives the recorded result, in 10 of 10 runs, and in "
        + "none of 10 without"
    ) { request, _ in request.has("TZ", "Asia/Tokyo") ? 11 : 10 },
    CertainCase(
      cause: .locale,
      evidence:
        "with LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 it gives the recorded result, in 10 of 10 runs, "
        + "and in none of 10 without"
    ) { request, _ in request.has("LC_ALL", "de_DE.UTF-8") ? 11 : 10 },
    CertainCase(
      cause: .clock,
      evidence:
        "with the clock of the recording it gives the recorded result, in 10 of 10 runs, "
        + "and in none of 10 without"
    ) { request, _ in
      // Not at the time of the replay, in 2001, nor at the one in 2031.
      request.holds(.clock) && (1.6e9..<1.9e9).contains(request.shownTime) ? 11 : 10
    },
    CertainCase(
      cause: .random,
      evidence:
        "with random numbers that stay the same it gives one result, in 10 of 10 runs, and in "
        + "none of 10 without"
    ) { request, lot in
      request.holds(.random) ? request.answer() : Int.random(in: 0..<99999, using: &lot)
    },
    CertainCase(
      cause: .unrecordedInput,
      evidence:
        "with a process number that stays the same it gives one result, in 10 of 10 runs, and "
        + "in none of 10 without"
    ) { request, lot in
      request.holds(.process) ? request.answer() : Int.random(in: 0..<99999, using: &lot)
    },
    CertainCase(
      cause: .clock,
      evidence:
        "with a clock that stands still it gives one result, in 10 of 10 runs, and in "
        + "none of 10 without"
    ) { request, _ in
      let time = request.holds(.clock) ? request.shownTime : request.time
      return Int(time * 1e6) % 99_991
    },
    CertainCase(
      cause: .hashing,
      evidence:
        "with hashes that stay the same (SWIFT_DETERMINISTIC_HASHING=1, PYTHONHASHSEED=0) it gives "
        + "one result, in 10 of 10 runs, and in none of 10 without"
    ) { request, lot in request.holds(.hashing) ? 10 : Int.random(in: 0..<99999, using: &lot) },
    CertainCase(
      cause: .addresses,
      evidence: "with memory addresses that stay (setarch -R) it gives one result, in 10 of 10 "
        + "runs, and in none of 10 without"
    ) { request, lot in request.holds(.addresses) ? 10 : Int.random(in: 0..<99999, using: &lot) },
    CertainCase(
      cause: .addresses,
      evidence: "with memory addresses that stay (setarch -R) it gives one result, in 10 of 10 "
        + "runs, and in none of 10 without; held still on both sides: hashing"
    ) { request, lot in
      let isHeld = request.holds(.addresses) && request.holds(.hashing)
      return isHeld ? 10 : Int.random(in: 0..<99999, using: &lot)
    },
  ]
}

extension Diagnosis {
  /// What the search says of a step that follows a law; recorded is 11.
  static func simulated(
    _ tools: RunTools = .all, requests: SystemRequests? = SystemRequests([:]),
    ignoring: [IgnoredPlaces] = [], carried: JSONValue? = nil, seed: UInt64 = 3,
    leftOut: Int? = nil, _ law: @escaping SimulatedSteps.Law
  ) throws -> Diagnosis {
    let session = try Session.recorded(11)
    let search = CauseSearch(session, ignoring: ignoring, seed: seed) { n in
      SimulatedSteps(
        session, n: n, tools: tools, requests: requests, carried: carried, seed: seed, law: law)
    }
    return try search.diagnosis(ofStep: 3, leftOutBefore: leftOut != nil, since: leftOut)
  }
}
