import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A branch shares the steps before its fork and has its own after it")
struct TimelineTests {
  private func step(_ n: Int, _ type: String) -> Step {
    Step(
      action: ActionLine(n: n, t: n, type: type, action: 1), inputs: [], threw: nil, took: nil,
      hasState: true)
  }

  private func text<T>(_ body: () throws(InspectorError) -> T) -> String? { errorText(body) }

  @Test("the recording tells the session's steps and states")
  func recording() throws {
    let builder = SessionBuilder.mixed()
    let timeline = Timeline(try builder.session())
    #expect((timeline.first, timeline.last, timeline.fork) == (0, 9, 9))
    #expect((timeline.name, timeline.isBranch) == ("recording", false))
    for n in 0...9 {
      #expect(timeline.hasState(n) == (builder.states[n] != nil))
      if let state = builder.states[n] { #expect(try timeline.state(n) == state) }
    }
    let first = try timeline.step(1)
    #expect(first.type == "push")
    #expect(first.inputs == [InputLine(n: 1, name: "random", value: 7)])
    #expect(try timeline.step(6).hasState == false)
  }

  @Test("a branch from every step shares what is before it and nothing after")
  func everyFork() throws {
    let builder = SessionBuilder.counter([1, 2, 3, 4])
    let recording = Timeline(try builder.session())
    for fork in 0...4 {
      var branch = recording.branch(named: "b", after: fork)
      #expect((branch.last, branch.fork, branch.isBranch) == (fork, fork, true))
      branch.append(step(fork + 1, "mine"), state: 77)
      #expect(branch.last == fork + 1)
      for n in 0...fork {
        #expect(try branch.state(n) == builder.states[n])
        if n > 0 { #expect(try branch.step(n) == recording.step(n)) }
      }
      #expect(try branch.step(fork + 1).type == "mine")
      #expect(try branch.state(fork + 1) == 77)
      #expect(try branch.before(fork + 1) == builder.states[fork])
      #expect(recording.last == 4)
      #expect(
        text { () throws(InspectorError) in try branch.state(fork + 2) }
          == "there is no step \(fork + 2): the steps go from 0 to \(fork + 1)")
      #expect(
        text { () throws(InspectorError) in try branch.step(fork + 2) }
          == "there is no step \(fork + 2): the steps go from 0 to \(fork + 1)")
      #expect(branch.hasState(fork + 2) == false)
    }
  }

  @Test("a branch of a branch shares the steps of both up to its fork")
  func branchOfBranch() throws {
    let builder = SessionBuilder.counter([1, 2, 3, 4])
    var parent = Timeline(try builder.session()).branch(named: "b1", after: 2)
    for n in 3...5 { parent.append(step(n, "p\(n)"), state: .number(n * 10)) }
    for fork in 0...5 {
      var child = parent.branch(named: "b2", after: fork)
      #expect(child.last == fork)
      child.append(step(fork + 1, "c"), state: 99)
      for n in 0...fork {
        #expect(try child.state(n) == parent.state(n))
        if n > 0 { #expect(try child.step(n) == parent.step(n)) }
      }
      #expect(try child.state(fork + 1) == 99)
      #expect(try child.before(fork + 1) == parent.state(fork))
      #expect(try parent.state(5) == 50)
    }
  }

  @Test("a change from outside after the fork belongs to the recording alone")
  func outsideAfterFork() throws {
    let builder = SessionBuilder.mixed()
    var branch = Timeline(try builder.session()).branch(named: "b", after: 1)
    branch.append(step(2, "mine"), state: 5)
    #expect(try branch.before(2) == builder.states[1])
    #expect(try Timeline(builder.session()).before(2) == builder.beforeNext[1])
  }

  @Test("a step of a branch without a state says that its reducer died")
  func withoutState() throws {
    var branch = Timeline(try SessionBuilder.counter([1]).session()).branch(named: "b", after: 1)
    branch.append(step(2, "mine"), state: nil)
    #expect(branch.hasState(2) == false)
    #expect(
      text { () throws(InspectorError) in try branch.state(2) }
        == "no state 2: the app crashed in the reducer of that action")
  }

  @Test("places out of range are refused")
  func outOfRange() throws {
    let timeline = Timeline(try SessionBuilder.continued().session())
    for n in [-1, 0, 39, 42] {
      let expected = "there is no step \(n): the steps go from 40 to 41"
      #expect(text { () throws(InspectorError) in try timeline.state(n) } == expected)
      #expect(text { () throws(InspectorError) in try timeline.step(n) } == expected)
      #expect(timeline.hasState(n) == false)
    }
  }
}
