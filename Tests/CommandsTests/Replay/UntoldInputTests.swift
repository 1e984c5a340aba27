import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

/// A host without checksums may leave out inputs, and then does so in the whole run.
@Suite("A host that tells no input draws them nonetheless, one that tells some tells all")
struct UntoldInputTests {
  private let count = 4

  /// Draws 4 in each of its actions, which adds it to the total.
  private func recording() -> SessionBuilder {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    for n in 1...count {
      builder.action(n, "draw", 2)
      builder.input(n, "random", 4)
      builder.patch(n, to: ["total": .number(4 * n)])
    }
    return builder
  }

  private func host(untold: Set<Int>, errsIn: Set<Int> = [], draws: Bool = true) -> HostClient {
    .counter {
      ($0.hasChecksums, $0.untoldInputs, $0.errsIn, $0.draws) = (false, untold, errsIn, draws)
    }
  }

  private func verdict(_ host: HostClient, steps: Bool = false) throws -> Verdict {
    var extent = Verification.Extent()
    extent.steps = steps
    return try Verification(recording().session(), host: host)
      .verdict(extent, by: HostCommand(program: "counter-host"))
  }

  private func told(_ verdict: Verdict) -> String {
    VerifyReport(verdict).text
  }

  @Test("whichever steps it tells inputs of, and errs in, all faults are found and no other")
  func allCases() throws {
    let all = Set(1...count)
    for untold in all.subsets() {
      for wrong in all.subsets() {
        let faults = untold == all ? wrong : wrong.union(untold)
        let verdict = try verdict(host(untold: untold, errsIn: wrong), steps: true)
        let comment = Comment("told nothing of \(untold.sorted()), erred in \(wrong.sorted())")
        #expect(verdict.steps?.faults.map(\.n) == faults.sorted(), comment)
        #expect(verdict.steps?.count == faults.count, comment)
        #expect(verdict.divergence?.n == faults.min(), comment)
        #expect(verdict.equal == faults.min().map { $0 - 1 } ?? count, comment)
        for fault in verdict.steps?.faults ?? [] {
          let isInput = if case .input = fault.kind { true } else { false }
          #expect(isInput == (untold != all && untold.contains(fault.n)), comment)
        }
        #expect(verdict.divergence == verdict.steps?.faults.first, comment)
      }
    }
  }

  @Test("the chain alone knows it as soon as an input is told")
  func chain() throws {
    #expect(
      try told(verdict(host(untold: []))) == "✓ reproduces  s.ndjson  4 of 4 actions equal\n")
    #expect(
      try told(verdict(host(untold: [1, 2, 3, 4])))
        == "✓ reproduces  s.ndjson  4 of 4 actions equal\n")
    #expect(
      try told(verdict(host(untold: [2, 3]))) == """
        ✗ DIVERGES  s.ndjson  at 2/4 draw  1 of 4 actions equal
          input     random was recorded, but not drawn
          recorded  4
          replayed  nothing
          prompt    goto 2 · verify --steps

        """)
    #expect(
      try told(verdict(host(untold: [1, 2, 3]))) == """
        ✗ DIVERGES  s.ndjson  at 1/4 draw  0 of 4 actions equal
          input     random was recorded, but not drawn
          recorded  4
          replayed  nothing
          prompt    goto 1 · verify --steps

        """)
    #expect(
      try told(verdict(host(untold: [1, 2, 3, 4], draws: false))) == """
        ✗ DIVERGES  s.ndjson  at 1/4 draw  0 of 4 actions equal
          place     total
          recorded  4
          replayed  0
          prompt    goto 1 · compare replay · verify --steps · verify --ignore '$.total'

        """)
  }

  @Test(
    "an earlier step's input was listed at the first step of which one is told, in place of its state"
  )
  func listedTwice() throws {
    #expect(
      try told(verdict(host(untold: [1, 2], errsIn: [1, 3]), steps: true)) == """
        ✗ DIVERGES  s.ndjson  at 1/4 draw  0 of 4 actions equal
          input     random was recorded, but not drawn
          recorded  4
          replayed  nothing
          by step   3 of 4 steps differ, each reduced from its own recorded state
                    action 1 draw  the input random
                    action 2 draw  the input random
                    action 3 draw  total
          prompt    goto 1

        """)
  }

  @Test("nothing of the recording is lost where a host that tells no input makes it anew")
  func kept() throws {
    // The branch has an action more.
    let silent = Set(1...count + 1)
    var recording = ReplayRecording(try recording().session())
    try recording.run(through: host(untold: silent), interrupted: { false })
    for n in 1...count { #expect(try open(recording.finished()).inputs(n).map(\.value) == [4]) }
    var workspace = Workspace(try self.recording().session(), host: host(untold: silent))
    _ = try workspace.change(.insert(1, type: "add", 1))
    let branch = try open(BranchSession.bytes(of: workspace.timeline))
    for n in 2...count + 1 { #expect(try branch.inputs(n).map(\.value) == [4]) }
    #expect(try branch.state(count + 1) == ["total": 17])
  }
}

extension Set {
  /// All of its subsets, 2 to the power of its count.
  fileprivate func subsets() -> [Set] {
    reduce([[]]) { known, element in known + known.map { $0.union([element]) } }
  }
}
