import SessionFormat
import TestSupport
import Testing

@Suite(
  "The system refuses a call",
  .enabled(if: SystemTools.canTrace, "needs strace, and the right to trace a program"),
  .disabled(if: FastRun.isOn))
struct InjectedFaultTests {
  private static let steps = 12

  @Test(
    "once: the app does as it would, every action has a line or is counted",
    arguments: ["error=ENOSPC", "error=EIO", "error=EINTR", "error=EAGAIN", "retval=0"])
  func once(_ words: String) throws {
    for call in [1, 2, 3, 4, 5, 20] {
      let fault = InjectedFault("write:\(words):when=\(call)")
      let outcome = try fault.run(BuiltBinary.recorderDriver, steps: Self.steps)
      #expect(outcome.faults(steps: Self.steps, fault) == [], "\(fault)")
      #expect(outcome.uncounted(steps: Self.steps) == [], "\(fault)")
      #expect(outcome.oracle.isClosed && outcome.injections == 1)
    }
  }

  @Test(
    "for a while: the session goes on, and counts what it lacks",
    arguments: ["write:error=ENOSPC:when=6..9", "write:error=EIO:when=1..12"])
  func forAWhile(_ words: String) throws {
    let fault = InjectedFault(words)
    let outcome = try fault.run(BuiltBinary.recorderDriver, steps: 200)
    #expect(outcome.faults(steps: 200, fault) == [])
    #expect(outcome.uncounted(steps: 200) == [])
    #expect(outcome.oracle.isClosed && outcome.oracle.gaps.count > 0)
  }

  @Test(
    "for ever: the app does as it would",
    arguments: [
      "write:error=ENOSPC:when=1+", "write:error=EIO:when=5+", "openat:error=EMFILE:when=1+",
      "write:error=EINTR:when=7+",
    ])
  func forEver(_ words: String) throws {
    let fault = InjectedFault(words)
    let outcome = try fault.run(BuiltBinary.recorderDriver, steps: Self.steps)
    #expect(outcome.oracle.faults == [])
    #expect(outcome.run.output == "result \(Ledger.after(Self.steps).digest)\n")
    #expect(outcome.run.status == .exited(0) && outcome.run.error != "")
    #expect(outcome.injections > 0)
  }

  @Test("a synchronization that fails loses no line")
  func synchronization() throws {
    for call in [1, 2, 9] {
      let fault = InjectedFault("fdatasync:error=EIO:when=\(call)")
      let outcome = try fault.run(
        BuiltBinary.recorderDriver, steps: Self.steps, ["durability=line"])
      #expect(outcome.faults(steps: Self.steps, fault) == [])
      #expect(outcome.oracle.states == Set(0...Self.steps) && outcome.oracle.gaps.isEmpty)
    }
  }
}
