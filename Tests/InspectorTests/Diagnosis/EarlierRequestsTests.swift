import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What the steps before a step ask")
struct EarlierRequestsTests {
  private func look(
    _ n: Int, _ build: (inout SessionBuilder) -> Void
  ) throws -> (numbers: [Int], unseen: Int?) {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    build(&builder)
    let (plan, unseen) = try StepPlan.look(before: n, try builder.session())
    return (plan.numbers, unseen)
  }

  private func step(_ n: Int, _ builder: inout SessionBuilder) {
    builder.action(n)
    builder.patch(n, to: ["total": .number(n)])
  }

  @Test("all are looked at, also over a change from outside", arguments: 1...5)
  func all(n: Int) throws {
    for isDisturbed in [false, true] {
      let found = try look(n) { builder in
        for n in 1...5 {
          step(n, &builder)
          if isDisturbed, n == 2 { builder.outside(2, to: ["total": 9]) }
        }
      }
      #expect(found == (Array(1..<n), nil))
    }
  }

  @Test("of more than two thousand, the last two thousand")
  func most() throws {
    for (n, expected) in [(2001, nil), (2002, 1), (2400, 399)] as [(Int, Int?)] {
      let found = try look(n) { builder in for n in 1...2400 { step(n, &builder) } }
      #expect(found == (Array(max(1, n - 2000)..<n), expected))
    }
  }

  @Test("those before the file were not seen")
  func excerpt() throws {
    var builder = SessionBuilder { $0.continues = SessionHeader.Origin(id: "other", n: 5) }
    builder.whole(5, ["total": 5])
    for n in 6...8 { step(n, &builder) }
    let (plan, unseen) = try StepPlan.look(before: 8, try builder.session())
    #expect((plan.numbers, unseen) == ([6, 7], 5))
  }

  @Test("those that were lost, or whose beginning is not known, were not seen")
  func gaps() throws {
    for (lost, expected) in [(2, 3), (1, 3), (0, 3)] {
      let found = try look(5) { builder in
        step(1, &builder)
        for n in 2..<4 - lost { builder.action(n) }
        builder.gap(3, lost: lost)
        builder.whole(3, ["total": 3])
        step(4, &builder)
      }
      // Action 2 is known, and the state with which it began.
      #expect(found == (lost < 2 ? [1, 2, 4] : [1, 4], expected))
    }
  }
}
