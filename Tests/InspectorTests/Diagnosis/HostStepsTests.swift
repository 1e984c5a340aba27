import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Re-runs of a step in hosts of which one is killed")
struct HostStepsTests {
  /// Counters that add one too much, of which those that `ends` names end at an answer.
  private final class Hosts {
    var opened = 0
    let ends: (Int) -> (answer: Int, ending: HostDeath.Ending)?

    let isSilent: Bool

    init(
      isSilent: Bool = false, _ ends: @escaping (Int) -> (answer: Int, ending: HostDeath.Ending)?
    ) {
      (self.isSilent, self.ends) = (isSilent, ends)
    }

    func client() -> HostClient {
      opened += 1
      var manners = CounterHost.Manners()
      manners.error = 1
      if let end = ends(opened) {
        manners.failsAt = (
          end.answer,
          .died(HostDeath(command: "h", action: nil, ending: end.ending, standardError: []))
        )
      }
      if isSilent { manners.failsAt = (3, .silent(command: "h", seconds: 1)) }
      let final = manners
      return HostClient { () throws(HostFailure) in CounterHost(final) }
    }
  }

  private func diagnosis(_ hosts: Hosts) throws -> Diagnosis {
    let session = try SessionBuilder.counter([1, 2, 3]).session()
    let search = CauseSearch(session) { n in
      HostSteps(
        session, n: n, command: HostCommand(program: "h"), tools: .none,
        interrupted: { false }, connect: { _ in hosts.client() })
    }
    return try search.diagnosis(ofStep: 3)
  }

  @Test("a re-run that was killed was called the clock")
  func killedOnce() throws {
    let sound = Hosts { _ in nil }
    let known = try diagnosis(sound)
    #expect(known.findings.map(\.cause) == [.unrecordedInput])
    #expect(known.notes == [])
    let build = "whether the host is the recorded program: a build id is missing (`platform.code`)"
    #expect(known.untested == RunTools.none.untested + [build])
    #expect(sound.opened > 10)
    for host in 1...sound.opened {
      for answer in 1...4 {
        let hosts = Hosts { $0 == host ? (answer, .signal(9)) : nil }
        let diagnosis = try diagnosis(hosts)
        #expect(diagnosis.findings == known.findings, "host \(host), answer \(answer)")
        #expect(diagnosis.runs == known.runs, "host \(host), answer \(answer)")
        #expect(diagnosis.untested == known.untested)
        let isEnded = hosts.opened > sound.opened
        #expect(
          diagnosis.notes
            == (isEnded
              ? ["the host died once (signal 9 (Killed)) in a re-run, which was made again"] : []),
          "host \(host) of \(sound.opened), answer \(answer)")
      }
    }
  }

  @Test("each of many re-runs that were killed had a note of its own")
  func killedOften() throws {
    let hosts = Hosts { [2, 5, 8].contains($0) ? (1, .signal(9)) : nil }
    #expect(
      try diagnosis(hosts).notes
        == ["the host died 3 times (signal 9 (Killed)) in re-runs, which were made again"])
  }

  @Test(
    "a trap in the step is a result at once, and an end of its own that comes again is one, too")
  func results() throws {
    for (ending, opened) in [(HostDeath.Ending.signal(4), 1), (.status(3), 2), (.signal(13), 2)] {
      let hosts = Hosts { _ in (3, ending) }
      let session = try SessionBuilder.counter([1, 2, 3]).session()
      let steps = HostSteps(
        session, n: 3, command: HostCommand(program: "h"), tools: .none,
        interrupted: { false }, connect: { _ in hosts.client() })
      let run = try #require(try steps.run(.alone, under: .plain))
      guard case .died(let death, _) = run.result else {
        Issue.record("\(run.result)")
        continue
      }
      #expect(death.ending == ending)
      #expect(hosts.opened == opened)
      #expect(steps.notes == [])
    }
  }

  @Test("re-runs that were killed each time were told to come to the same")
  func killedAlways() throws {
    for ending in [1, 2, 9, 15] as [Int32] {
      // In the step, as it begins, and as the first state is given.
      for answer in 1...4 {
        let hosts = Hosts { _ in (answer, .signal(ending)) }
        let diagnosis = try diagnosis(hosts)
        #expect(diagnosis.findings == [], "signal \(ending)")
        #expect(diagnosis.untested.contains { $0.hasPrefix("more re-runs: ") })
        #expect(diagnosis.notes.count == 1)
        #expect(diagnosis.notes.first?.contains("died 6 times (signal \(ending) ") == true)
      }
    }
  }

  @Test("runs that were killed now and then were told to differ, and the clock was blamed")
  func killedAtRandom() throws {
    let sound = try diagnosis(Hosts { _ in nil })
    for seed in 0..<30 as Range<UInt64> {
      var lot = Lot(seed: seed)
      let hosts = Hosts { _ in
        Int.random(in: 0..<2, using: &lot) == 0
          ? (Int.random(in: 1...4, using: &lot), .signal(9)) : nil
      }
      let found = try diagnosis(hosts)
      let isCut = found.untested.contains { $0.hasPrefix("more re-runs: ") }
      #expect(isCut || found.findings == sound.findings, "seed \(seed): \(found.findings)")
      #expect(found.runs.allSatisfy { $0.results == 1 }, "seed \(seed)")
    }
  }

  @Test("a condition under which the host is killed was taken for one that changes the result")
  func killedInZone() throws {
    let session = try SessionBuilder.counter([1, 2, 3]).session()
    let search = CauseSearch(session) { n in
      HostSteps(
        session, n: n, command: HostCommand(program: "h"), tools: .none,
        interrupted: { false },
        connect: { command in
          let isThere = command.environment["TZ"].flatMap { $0 } != nil
          return Hosts { _ in isThere ? (3, .signal(9)) : nil }.client()
        })
    }
    let diagnosis = try search.diagnosis(ofStep: 3)
    #expect(!diagnosis.findings.contains { $0.cause == .timeZone }, "\(diagnosis.findings)")
    #expect(
      diagnosis.notes.contains(
        "each host was killed under TZ=Etc/GMT+12: that was not tried"))
  }

  @Test("hosts that were killed on the way to a step left no word of it")
  func killedOnTheWay() throws {
    // The step alone takes fewer lines.
    let diagnosis = try diagnosis(Hosts { _ in (5, .signal(9)) })
    #expect(
      diagnosis.notes.filter { $0.hasSuffix("was not tried") } == [
        "each host was killed for the second time in one process: that was not tried",
        "each host was killed from the state as the steps before leave it: that was not tried",
      ])
  }

  @Test("a host that was silent under a condition ended the search")
  func silentInZone() throws {
    let session = try SessionBuilder.counter([1, 2, 3]).session()
    func diagnosis(isSilent: Bool) throws -> Diagnosis {
      let search = CauseSearch(session) { n in
        HostSteps(
          session, n: n, command: HostCommand(program: "h"), tools: .none,
          interrupted: { false },
          connect: { command in
            let isThere = command.environment["TZ"].flatMap { $0 } != nil
            return Hosts(isSilent: isSilent && isThere) { _ in nil }.client()
          })
      }
      return try search.diagnosis(ofStep: 3)
    }
    let (sound, silent) = (
      try diagnosis(isSilent: false), try diagnosis(isSilent: true)
    )
    #expect(silent.findings == sound.findings)
    #expect(silent.untested == sound.untested)
    #expect(
      silent.notes == [
        "the host is silent under TZ=Etc/GMT+12: that was not tried",
        "the host is silent under TZ=Etc/GMT-14: that was not tried",
      ])
  }

  @Test("an action that cannot be read ends the search; nothing is taken for its result")
  func unread() throws {
    var builder = SessionBuilder.counter([1, 2, 3], closed: false)
    builder.action(5)
    let session = try builder.session()
    let hosts = Hosts { _ in nil }
    let steps = HostSteps(
      session, n: 4, command: HostCommand(program: "h"), tools: .none,
      interrupted: { false }, connect: { _ in hosts.client() })
    #expect(throws: InspectorError.self) { _ = try steps.run(.alone, under: .plain) }
    #expect(hosts.opened == 0)
  }

  @Test("a step that makes something of its whole environment was certain to depend on the locale")
  func wholeEnvironment() throws {
    let session = try SessionBuilder.counter([1, 2, 3]) { header in
      header.platform = ["timeZone": "Europe/Berlin", "locale": "de_DE"]
    }.session()
    for salt in (0..<24).thinned(8) {
      let search = CauseSearch(session) { n in
        HostSteps(
          session, n: n, command: HostCommand(program: "h"), tools: .none,
          interrupted: { false },
          connect: { command in
            let text = command.environment.map { "\($0)=\($1 ?? "")" }.sorted()
            let sum = (text.joined(separator: "\0") + "\(salt)").utf8.reduce(UInt32(7)) {
              ($0 ^ UInt32($1)) &* 16_777_619
            }
            return HostClient.counter { $0.error = Int(sum >> 7 & 1) }
          })
      }
      let findings = try search.diagnosis(ofStep: 3).findings
      #expect(findings.allSatisfy { $0.confidence < .certain }, "salt \(salt): \(findings)")
    }
  }
}
