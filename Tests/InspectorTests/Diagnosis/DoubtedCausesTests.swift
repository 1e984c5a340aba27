import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What is not called certain, and why")
struct DoubtedCausesTests {
  @Test("the size of a file that grew by a thousand bytes a second was certain to be the clock")
  func growingFile() throws {
    for requests in [SystemRequests(["newfstatat": 1]), nil] {
      let diagnosis = try Diagnosis.simulated(.none, requests: requests) { request, _ in
        Int(request.time * 1000)
      }
      let clock = diagnosis.findings.first { $0.cause == .clock }
      #expect(clock?.confidence == .possible)
      #expect(
        clock?.evidence.last
          == "that it goes by the clock was not tried, as none was held still")
    }
  }

  @Test("a step that counts the environment's variables was certain to follow the locale")
  func countedVariables() throws {
    for seed in 0..<5 as Range<UInt64> {
      let diagnosis = try Diagnosis.simulated(seed: seed) { request, _ in
        request.conditions.environment.values.count { $0 != nil } >= 2 ? 11 : 10
      }
      #expect(diagnosis.certain == [], "\(diagnosis.findings)")
    }
  }

  @Test("a step that sums up its environment was called random, as experiments add variables")
  func summedEnvironment() throws {
    let diagnosis = try Diagnosis.simulated { request, _ in
      20 + request.conditions.environment.values.count { $0 != nil }
    }
    #expect(!diagnosis.findings.contains { $0.cause == .random }, "\(diagnosis.findings)")
  }

  @Test("a step that reads how long its process runs was certain to follow hidden state")
  func longProcesses() throws {
    for seed in 0..<5 as Range<UInt64> {
      let diagnosis = try Diagnosis.simulated(seed: seed) { request, _ in
        let waited = Double(request.conditions.busy) / 1000
        return request.way != .alone || waited > SimulatedSteps.prelude ? 12 : 11
      }
      #expect(diagnosis.certain == [], "\(diagnosis.findings)")
    }
  }

  @Test("a step that makes something of its whole environment was told to follow the clock")
  func wholeEnvironment() throws {
    var tools = RunTools.all
    tools.witness = nil
    let diagnosis = try Diagnosis.simulated(tools) { request, lot in
      request.has(HostSteps.variable, "00000000") ? 10 : Int.random(in: 0..<99999, using: &lot)
    }
    let finding = try #require(diagnosis.findings.first)
    #expect((finding.cause, finding.confidence) == (.unrecordedInput, .likely))
    #expect(
      finding.evidence.first?.hasPrefix(
        "with an environment that stays the same it gives one result, ")
        == true)
    #expect(!diagnosis.findings.contains { $0.cause == .clock })
  }

  @Test("chance with a seed of its own was told to be the clock, and nothing else")
  func seededBefore() throws {
    var tools = RunTools.all
    tools.witness = nil
    let diagnosis = try Diagnosis.simulated(tools) { _, lot in
      Int.random(in: 0..<99999, using: &lot)
    }
    #expect(diagnosis.findings.map(\.cause) == [.clock, .random])
    #expect(diagnosis.findings.allSatisfy { $0.confidence == .possible })
    #expect(
      diagnosis.findings.last?.evidence == [
        "fresh processes differ, whatever is held still but random numbers, the number of the process "
          + "and the clock",
        "the step asks the system for no random numbers (witnessed); a seed may have been drawn "
          + "before it",
      ])
  }

  @Test("without the tools that hold them still, only the clock was said not to be held")
  func nothingToHoldWith() throws {
    let diagnosis = try Diagnosis.simulated(.none) { _, lot in
      Int.random(in: 0..<99999, using: &lot)
    }
    #expect(
      diagnosis.findings.first?.evidence.first
        == "fresh processes differ, whatever is held still but memory addresses, "
        + "the number of processors, random numbers, the number of the process and the clock")
  }

  @Test(
    "where other programs took the processor for a while, chance was not found",
    arguments: [0, 1, 4, 99])
  func busyMachine(slowRuns: Int) throws {
    let session = try Session.recorded(11)
    let search = CauseSearch(session, seed: 1) { n in
      let steps = SimulatedSteps(session, n: n, seed: 1) { request, lot in
        guard request.way == .behindSteps || request.way == .carried else { return 11 }
        return request.holds(.random) ? request.answer(20) : Int.random(in: 0..<99999, using: &lot)
      }
      steps.slowRuns = slowRuns
      return steps
    }
    let diagnosis = try search.diagnosis(ofStep: 3)
    let chance = diagnosis.findings.first { $0.cause == .random && $0.confidence == .likely }
    #expect((chance != nil) == (slowRuns < 99), "\(diagnosis.findings)")
  }

  @Test("a lossy coding is not where the step starts threads, or may", arguments: [true, false])
  func threads(isSeen: Bool) throws {
    let diagnosis = try Diagnosis.simulated(requests: isSeen ? SystemRequests(["thread": 2]) : nil)
    {
      request, _ in request.way == .carried ? 11 : 10
    }
    #expect(diagnosis.certain == [])
    #expect(diagnosis.findings.first?.cause == .lossyCoding)
    #expect(diagnosis.findings.first?.confidence == .likely)
    #expect(
      diagnosis.findings.first?.evidence.last
        == (isSeen
          ? "the step starts threads, which were not ruled out"
          : "whether the step starts threads was not seen (that takes the witness)"))
  }

  @Test("hashing is not where addresses show too, or the layout of memory does")
  func hashingBesideAddresses() throws {
    let both = try Diagnosis.simulated { request, lot in
      let isHeld = request.holds(.addresses) && request.holds(.hashing)
      return isHeld ? 10 : Int.random(in: 0..<99999, using: &lot)
    }
    #expect(both.certain == [.addresses])
    // Hashes move what lies in memory, and no elements are in another order.
    #expect(both.findings.map(\.cause) == [.addresses])
    let layout = try Diagnosis.simulated { request, lot in
      if request.conditions.environment["GLIBC_TUNABLES"] != nil { return 13 }
      return request.holds(.hashing) ? 10 : Int.random(in: 0..<99999, using: &lot)
    }
    #expect(layout.certain == [])
    #expect(layout.findings.first?.cause == .hashing)
    #expect(layout.findings.first?.evidence.last == "it changes with the layout of memory, too")
  }

  @Test("memory that was never written is not taken for hidden state")
  func unwrittenMemory() throws {
    let diagnosis = try Diagnosis.simulated { request, _ in
      request.way != .alone || request.conditions == .filledMemory ? 12 : 10
    }
    #expect(diagnosis.certain == [])
    #expect(diagnosis.findings.first?.cause == .addresses)
    #expect(diagnosis.findings.first?.confidence == .likely)
  }

  @Test("what is carried along where nothing is compared is named, and no coding is blamed for it")
  func carriedAlong() throws {
    let ignored = try IgnoredPlaces("$.id")
    let diagnosis = try Diagnosis.simulated(ignoring: [ignored], carried: ["total": 2, "id": 5]) {
      request, _ in request.way == .carried ? 10 : 11
    }
    #expect(diagnosis.findings.count == 1)
    let finding = try #require(diagnosis.findings.first)
    #expect(finding.cause == .leftOut)
    #expect(finding.confidence == .likely)
    #expect(
      finding.evidence == [
        "/id differs before the step, and is carried along: with what the steps before leave there "
          + "it gives another result, in 10 of 10 runs, and in none of 10 from the recorded state"
      ])
  }

  @Test("which step made what is carried along where nothing is compared was not said")
  func originOfLeftOut() throws {
    let ignored = try IgnoredPlaces("$.id")
    // Each of the steps asks: two may have made it if it differs since the first.
    for (first, origin) in [(1, nil), (2, 2 as Int?)] {
      let diagnosis = try Diagnosis.simulated(
        requests: SystemRequests(["clock": 1]), ignoring: [ignored],
        carried: ["total": 2, "id": 5], leftOut: first
      ) { request, _ in request.way == .carried ? 10 : 11 }
      let finding = try #require(diagnosis.findings.first)
      #expect(finding.cause == .leftOut)
      #expect(finding.origin == origin)
      #expect(finding.asked.map(\.what) == (origin == nil ? [] : ["clock"]))
      let words =
        "what is left out differs since step 2, and only step 2 from there on asks for the time (witnessed)"
      #expect((finding.evidence.last == words) == (origin != nil), "\(finding.evidence)")
    }
  }

  @Test("what every process comes to is said with what was tried of the coding, and what not")
  func codingTried() throws {
    let same = try Diagnosis.simulated { _, _ in 10 }
    #expect(same.findings.map(\.cause) == [.unrecordedInput])
    #expect(
      same.findings[0].evidence == [
        "60 of 60 processes give the same result, which differs from the recorded one; nothing says "
          + "that it is another build",
        "the action, state 2 and state 3, decoded and encoded again, come back as recorded; from "
          + "the state as the steps before leave it the step gives the same result",
        "a result that comes by chance in fewer than one of 60 runs is not excluded",
      ])
    let other = try Diagnosis.simulated(carried: ["total": 5]) { _, _ in 10 }
    #expect(
      other.findings[0].evidence[1]
        == "the action, state 2 and state 3, decoded and encoded again, come back as recorded; the "
        + "steps before lead to another state here, so its parts that are not encoded were not "
        + "tested")
  }

  @Test(
    "a step that asks for the time and for nothing else was told to read something from outside")
  func asksOnlyForTheTime() throws {
    func causes(_ names: String...) throws -> [Diagnosis.Cause] {
      let lines = names.enumerated().map { "\($0)\u{1F}1\u{1F}\($1)\u{1F}\u{1F}\n" }.joined()
      let calls = WitnessedCalls(
        lines, hasMarks: true, seesSwift: true, isCut: false, count: { _ in 1 })
      return try Diagnosis.simulated(requests: SystemRequests(calls)) { _, _ in 10 }.findings.map(
        \.cause)
    }
    #expect(try causes("clock_gettime") == [.clock])
    #expect(try causes("clock_gettime", "getrandom") == [.clock, .random])
    #expect(try causes("pthread_create") == [.scheduling])
    #expect(try causes() == [.lossyCoding, .hiddenState])
    #expect(try causes("clock_gettime", "uname") == [.unrecordedInput, .clock])
  }

  @Test("pauses between runs alone were certain to show the clock")
  func pauses() throws {
    let asksTime = SystemRequests(["clock": 1])
    let found = try Diagnosis.simulated(.none, requests: asksTime) { request, _ in
      Int(request.time * 1000)
    }
    let clock = try #require(found.findings.first)
    #expect((clock.cause, clock.confidence) == (.clock, .likely))
    #expect(
      clock.evidence == [
        "from run to run the value grows as the time goes on, by as much as a pause before it in 10 "
          + "of 10 runs after one, and in none of 10 without",
        "that it goes by the clock was not tried, as none was held still",
      ])
  }

  @Test("a file was certain to be the clock, where that has few outcomes and comes to the same")
  func fewTimes() throws {
    for (requests, certain) in [
      (SystemRequests(["clock": 1]), [Diagnosis.Cause.clock]),
      (SystemRequests(["clock": 1, "access /saved": 1]), []),
    ] {
      let found = try Diagnosis.simulated(requests: requests) { request, lot in
        guard request.holds(.clock) else { return Int.random(in: 12...13, using: &lot) }
        let time = request.shownTime
        return (1.6e9..<1.9e9).contains(time) ? 11 : 12 + Int(time) % 2
      }
      #expect(found.certain == certain, "\(found.findings)")
      #expect(found.findings.first?.cause == .clock)
    }
  }

  @Test("threads were certain of a step that shows how many processors it has")
  func processors() throws {
    for (requests, doubt) in [
      (SystemRequests([:]), "the step was not seen to start a thread"),
      (
        SystemRequests(["thread": 1]),
        "one processor in place of several changes more than the order of threads"
      ),
    ] {
      let found = try Diagnosis.simulated(requests: requests) { request, lot in
        request.holds(.processors) ? 10 : Int.random(in: 0..<99999, using: &lot)
      }
      #expect(found.certain == [])
      let finding = try #require(found.findings.first)
      #expect((finding.cause, finding.confidence) == (.scheduling, .likely))
      #expect(finding.evidence.last == doubt)
    }
  }

  @Test("what made an experiment doubtful stood beside another that has no doubt")
  func settled() throws {
    var experiments = Experiments(seed: 1)
    guard case .proven(let proof) = try experiments.part(.both, with: { true }, without: { false })
    else {
      Issue.record("nothing was proven")
      return
    }
    var findings = Findings()
    findings.add(.hiddenState, proof, unless: "a doubt", "one")
    findings.add(.hiddenState, proof, "another")
    #expect(findings.sorted.map(\.evidence) == [["one", "another"]])
    findings.add(.clock, proof, "one")
    findings.add(.clock, proof, unless: "a doubt", "another")
    #expect(findings.sorted.last?.evidence == ["one", "another"])
  }
}
