import Foundation
import SessionFormat
import Testing

@testable import Inspector

@Suite("Verification")
struct VerificationTests {
  private func state(_ value: Int) -> JSONValue { ["value": .number(value), "pad": "padding"] }

  /// A counter's session: adds 1, 2, 3, … and what each gives.
  private func builder(_ steps: Int = 5) -> SessionBuilder {
    var builder = SessionBuilder(state(0), store: "counter")
    var value = 0
    for n in 1...steps {
      value += n
      builder.step(state(value), type: "add", action: ["add": .number(n)])
    }
    return builder
  }

  private func verdict(
    _ session: Session, _ habits: CounterHost.Habits = .init(), ignoring: [String] = []
  ) throws -> Verdict {
    let client = HostClient { CounterHost(habits) }
    let patterns = try ignoring.map { try PathPattern($0) }
    return try Verification(session, host: client, ignoring: patterns).verdict()
  }

  @Test(
    "a host that does what was recorded reproduces, with patches, whole states, or states alone")
  func reproduces() throws {
    for (patches, answers) in [(false, true), (true, true), (false, false), (true, false)] {
      let habits = CounterHost.Habits(answersActions: answers, patches: patches)
      let verdict = try verdict(builder().session(), habits)
      #expect(verdict.reproduces)
      #expect(verdict.equal == 5)
      #expect(verdict.notComparable == [])
    }
  }

  @Test("the first divergence is named by action, path and both values")
  func diverges() throws {
    for from in 1...5 {
      let verdict = try verdict(builder().session(), .init(driftsFrom: from))
      let value = from * (from + 1) / 2
      #expect(verdict.equal == from - 1)
      #expect(
        verdict.divergence
          == Verdict.Divergence(
            n: from, type: "add",
            kind: .state(
              path: JSONPointer(tokens: ["value"]), expected: .number(value),
              actual: .number(value + 1), others: 0)))
    }
  }

  @Test("ignored places are left out and counted")
  func ignoring() throws {
    let verdict = try verdict(
      builder().session(), .init(driftsFrom: 3), ignoring: ["$.value", "$..nothing"])
    #expect(verdict.reproduces)
    #expect(
      verdict.ignored == [
        Verdict.Ignored(pattern: "$.value", states: 3, first: 3),
        Verdict.Ignored(pattern: "$..nothing", states: 0, first: nil),
      ])
  }

  @Test("inputs: equal, drawn without a record, recorded and not drawn")
  func inputs() throws {
    var builder = SessionBuilder(state(0), store: "counter")
    builder.step(state(11), type: "add", action: ["add": 1], inputs: [("bonus", 10)])
    let recorded = try builder.session()
    #expect(try verdict(recorded, .init(draws: true)).reproduces)
    #expect(
      try verdict(recorded).divergence?.kind
        == .input(name: "bonus", expected: 10, actual: nil))
    #expect(
      try verdict(self.builder(1).session(), .init(draws: true)).divergence?.kind
        == .input(name: "bonus", expected: nil, actual: 100))
    // A host that tells no actions tells no inputs: only its states count.
    #expect(try verdict(recorded, .init(answersActions: false, draws: true)).reproduces)
  }

  @Test("a crash: reproduced, elsewhere, and survived")
  func crash() throws {
    var died = builder(3)
    died.add(.action(ActionLine(n: 4, t: 0, type: "add", action: ["add": 4])))
    let session = try died.session()
    let reproduced = try verdict(session, .init(diesIn: 4))
    #expect(reproduced.reproduces)
    #expect(reproduced.equal == 3)
    #expect(reproduced.reproducedCrash?.action == 4)
    #expect(reproduced.reproducedCrash?.ending == .signal(4))
    #expect(try verdict(session).divergence?.kind == .survived)
    guard case .died(let death)? = try verdict(session, .init(diesIn: 2)).divergence?.kind else {
      Issue.record("no death")
      return
    }
    #expect(death.action == 2)
    #expect(death.standardError == ["last words"])
  }

  @Test("answers are checked: the store, the number; kinds of a later version are skipped")
  func checkedAnswers() throws {
    #expect(try verdict(builder().session(), .init(chatters: true)).reproduces)
    for habits in [CounterHost.Habits(resetOffset: 41), CounterHost.Habits(store: "cart")] {
      #expect {
        try verdict(try builder().session(), habits)
      } throws: { error in
        if case InspectorError.host(.nonsense) = error { true } else { false }
      }
    }
  }

  @Test("a host that leaves in good order in the fatal action has not crashed")
  func politeExit() throws {
    var died = builder(1)
    died.add(.action(ActionLine(n: 2, t: 0, type: "add", action: ["add": 2])))
    let session = try died.session()
    let verdict = try verdict(session, .init(diesIn: 2, endsWith: .status(0)))
    #expect(verdict.reproducedCrash == nil)
    guard case .died? = verdict.divergence?.kind else {
      Issue.record("no death")
      return
    }
    #expect(try self.verdict(session, .init(diesIn: 2, endsWith: .status(1))).reproduces)
  }

  @Test("a death that only a middleware saw may have been a subscriber's: not comparable")
  func middlewareDeath() throws {
    var header = SessionHeader(id: "i", started: "s", store: "counter")
    header.hook = .middleware
    let lines: [SessionLine] = [
      .session(header), .state(StateLine(n: 0, content: .whole(state(0)))),
      .action(ActionLine(n: 1, t: 0, type: "add", action: ["add": 1])),
    ]
    let bytes = lines.flatMap { LineCoding.bytes(of: $0.document) }
    let verdict = try verdict(try Session(bytes: Data(bytes), file: "f"))
    #expect(verdict.reproduces)
    #expect(verdict.notComparable == [1])
  }

  @Test("an action that the host refuses is a divergence, unless it was opaque")
  func refused() throws {
    let verdict = try verdict(builder().session(), .init(refuses: 2))
    #expect(
      verdict.divergence?.kind == .refused(HostError(n: 2, .unknownAction, "no such action")))
    var opaque = SessionBuilder(state(0), store: "counter")
    var line = ActionLine(n: 1, t: 0, type: "thunk", action: .null)
    line.opaque = true
    opaque.add(.action(line))
    opaque.add(.state(StateLine(n: 1, content: .whole(state(7)))))
    opaque.add(.action(ActionLine(n: 2, t: 0, type: "add", action: ["add": 3])))
    opaque.add(.state(StateLine(n: 2, content: .whole(state(10)))))
    let other = try self.verdict(opaque.session(), .init(refuses: 1))
    #expect(other.reproduces)
    #expect(other.notComparable == [1])
    #expect(other.equal == 1)
  }

  @Test("whether a step threw is compared, not the words")
  func threw() throws {
    let verdict = try verdict(builder().session(), .init(throwsIn: 3))
    #expect(verdict.divergence?.kind == .threw(expected: nil, actual: "overflow"))
  }

  @Test("changes from outside, gaps and overlaps are passed over as the format asks")
  func detours() throws {
    var builder = builder(2)
    builder.outside(state(50))
    builder.step(state(51), type: "add", action: ["add": 1])
    builder.gap(to: 6, state(100))
    builder.step(state(102), type: "add", action: ["add": 2])
    builder.add(.action(ActionLine(n: 8, t: 0, type: "add", action: ["add": 1])))
    builder.add(.action(ActionLine(n: 9, t: 0, type: "add", action: ["add": 1])))
    builder.add(.state(StateLine(n: 8, content: .whole(state(103)))))
    builder.add(.state(StateLine(n: 9, content: .whole(state(500)))))
    builder.add(.action(ActionLine(n: 10, t: 0, type: "add", action: ["add": 1])))
    builder.add(.state(StateLine(n: 10, content: .whole(state(501)))))
    let verdict = try verdict(builder.session())
    #expect(verdict.divergence == nil)
    #expect(verdict.equal == 6)
    #expect(verdict.notComparable == [4, 5, 6, 9])
  }

  @Test("damage anywhere is trouble, but for a torn last line, which is told")
  func damage() throws {
    let bytes = builder().bytes()
    let torn = try Session(bytes: .init(bytes.dropLast(20)), file: "f")
    let last = LineCoding.bytes(of: try #require(builder().lines.last).document)
    #expect(try verdict(torn).tornLine?.cause == .torn(bytes: last.count - 20))
    var broken = bytes
    broken[bytes.count - 30] ^= 1
    let damaged = try Session(bytes: .init(broken), file: "f")
    #expect {
      try verdict(damaged)
    } throws: { error in
      if case InspectorError.session = error { true } else { false }
    }
  }

  @Test("a host that does not start, stays silent, or talks nonsense is told, and nothing hangs")
  func processes() throws {
    func failure(_ script: String, patience: Int = 1) throws -> HostFailure? {
      let command = HostCommand(program: "sh", arguments: ["-c", script], name: "host")
      let client = HostClient(command, patience: patience)
      do throws(InspectorError) {
        _ = try Verification(try builder().session(), host: client).verdict()
        return nil
      } catch {
        guard case .host(let failure) = error else { throw error }
        return failure
      }
    }
    #expect(try failure("sleep 600") == .silent(command: "host", seconds: 1))
    #expect(
      try failure("echo hello; sleep 600")
        == .nonsense(command: "host", line: "hello", reason: "no JSON value begins here"))
    #expect(
      try failure("trap '' TERM; exec >&-; sleep 600 & wait", patience: 1)
        == .nonsense(
          command: "host", line: "", reason: "it closed its standard output, but did not end"))
    // What it says on standard error is no answer, and does not buy time.
    #expect(
      try failure("while :; do echo still here >&2; sleep 0.1; done", patience: 1)
        == .silent(command: "host", seconds: 1))
    #expect(
      try failure("echo one >&2; echo two >&2; exit 7", patience: 30)
        == .died(
          HostDeath(
            command: "host", action: nil, ending: .status(7), standardError: ["one", "two"])))
    #expect(
      try failure("yes x | head -c 100000 >&2; kill -9 $$", patience: 30).map { failure in
        guard case .died(let death) = failure else { return false }
        return death.ending == .signal(9) && death.standardError.count == 16
      } == true)
    let missing = HostClient(HostCommand(program: "/nowhere/host", arguments: []))
    #expect(
      throws: InspectorError.host(
        .cannotStart(command: "/nowhere/host", reason: "there is no such program"))
    ) {
      try Verification(try builder().session(), host: missing).verdict()
    }
  }
}
