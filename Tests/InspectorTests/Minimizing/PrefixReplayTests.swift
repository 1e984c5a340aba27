import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A host is brought to a step by all actions before it, as a verification goes through them")
struct PrefixReplayTests {
  private func overlap() -> SessionBuilder {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    builder.action(1, "outer")
    builder.action(2, "inner")
    builder.whole(1, ["total": 4])
    builder.whole(2, ["total": 9])
    builder.action(3, "add", 1)
    builder.patch(3, to: ["total": 10])
    return builder
  }

  private func gap() -> SessionBuilder {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.gap(2, lost: 1)
    builder.whole(2, ["total": 7])
    builder.action(3, "add", 1)
    builder.patch(3, to: ["total": 8])
    return builder
  }

  private func rendered() -> SessionBuilder {
    var builder = SessionBuilder.counter([1], closed: false)
    var opaque = ActionLine(n: 2, t: 2_000_000, type: "add", action: "?")
    opaque.opaque = true
    builder.add(.action(opaque))
    builder.whole(2, ["total": 7])
    builder.action(3, "add", 1)
    builder.patch(3, to: ["total": 8])
    return builder
  }

  private func outside() -> SessionBuilder {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.outside(1, to: ["total": 50])
    builder.action(2, "add", 1)
    builder.patch(2, to: ["total": 51])
    builder.action(3, "add", 1)
    builder.patch(3, to: ["total": 52])
    return builder
  }

  @Test("an overlap, a gap or a rendered action before the step ended the command")
  func recordedStates() throws {
    for builder in [overlap(), gap(), rendered(), outside()] {
      let session = try builder.session()
      for n in 0...3 where session.hasState(n) {
        let made = try HostWalk.state(
          of: session, reachedBy: .counter(), through: n, interrupted: { false })
        #expect(try made == session.state(n), "\(n)")
      }
    }
  }

  @Test("the state is the host's own, also if it is another than was recorded")
  func ownState() throws {
    let session = try SessionBuilder.counter([1, 2, 3]).session()
    let made = try HostWalk.state(
      of: session, reachedBy: .counter { $0.error = 1 }, through: 3, interrupted: { false })
    #expect(made == ["total": 9])
  }

  @Test("a host that refuses an action, or dies in one, is a failure")
  func failures() throws {
    var refused = SessionBuilder.counter([1], closed: false)
    refused.action(2, "unheard-of", 0)
    refused.patch(2, to: ["total": 1])
    var died = SessionBuilder.counter([1], closed: false)
    died.action(2, "trap")
    died.patch(2, to: ["total": 1])
    for builder in [refused, died] {
      let session = try builder.session()
      do {
        _ = try HostWalk.state(
          of: session, reachedBy: .counter(), through: 2, interrupted: { false })
        Issue.record("no failure")
      } catch InspectorError.host {}
    }
  }
}
