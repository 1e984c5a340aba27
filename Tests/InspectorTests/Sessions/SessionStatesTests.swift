import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Any state can be told from the file, in any order")
struct SessionStatesTests {
  private func error(_ session: Session, _ n: Int) -> String? {
    errorText { () throws(InspectorError) in try session.state(n) }
  }

  @Test("every state is the one that was recorded, and so is what the next action began with")
  func states() throws {
    let builder = SessionBuilder.mixed()
    let session = try builder.session()
    for n in -1...10 {
      #expect(session.hasState(n) == (builder.states[n] != nil))
      if let state = builder.states[n] { #expect(try session.state(n) == state) }
      if let beforeNext = builder.beforeNext[n] { #expect(try session.before(n + 1) == beforeNext) }
    }
    #expect(try SessionCheck(session).faults == [])
    #expect((0...9).filter(session.overlaps) == [5])
    #expect(try session.outsides(1).count == 2)
    #expect(try session.inputs(1) == [InputLine(n: 1, name: "random", value: 7)])
    #expect(try session.events(5).map(\.kind) == ["mark"])
  }

  @Test("the order of asking makes no difference: all pairs, and long random walks")
  func anyOrder() throws {
    let builder = SessionBuilder.mixed()
    let known = builder.states.keys.sorted()
    for first in known {
      for second in known {
        let session = try builder.session()
        #expect(try session.state(first) == builder.states[first])
        #expect(try session.state(second) == builder.states[second])
      }
    }
    let session = try builder.session()
    var generator = SplitMix64(seed: 1)
    for _ in 0..<500 {
      let n = try #require(known.randomElement(using: &generator))
      #expect(try session.state(n) == builder.states[n])
      #expect(try session.before(n + 1) == builder.beforeNext[n])
    }
  }

  @Test("random sessions tell their states forward, backward and shuffled", arguments: 0..<40)
  func random(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    var documents = RandomDocuments(seed: UInt64(seed))
    var state = documents.document()
    var builder = SessionBuilder()
    builder.whole(0, state)
    for n in 1...20 {
      if Int.random(in: 0..<4, using: &generator) == 0 {
        state = documents.edited(state)
        builder.outside(n - 1, to: state, isWhole: Bool.random(using: &generator))
      }
      builder.action(n)
      state = documents.edited(state, edits: 2)
      if Int.random(in: 0..<5, using: &generator) == 0 {
        builder.whole(n, state)
      } else {
        builder.patch(n, to: state)
        if Int.random(in: 0..<5, using: &generator) == 0 { builder.keyframe(n) }
      }
    }
    let session = try builder.session(crc: seed.isMultiple(of: 2))
    for n in Array(0...20) + (0...20).reversed() + (0...20).shuffled(using: &generator) {
      #expect(try session.state(n) == builder.states[n])
      #expect(try session.before(n + 1) == builder.beforeNext[n])
    }
    #expect(try SessionCheck(session).faults == [])
  }

  @Test("states that are not recorded say why")
  func unknown() throws {
    let session = try SessionBuilder.mixed().session()
    let gap = "it lies in a gap of the recording (disk full)"
    #expect(error(session, 6) == "no state 6: \(gap)")
    #expect(error(session, 7) == "no state 7: \(gap)")
    #expect(error(session, -1) == "there is no step -1: the steps go from 0 to 9")
    #expect(error(session, 10) == "there is no step 10: the steps go from 0 to 9")
    #expect(
      errorText { () throws(InspectorError) in try session.action(7) } == "no action 7: \(gap)")
    #expect(
      errorText { () throws(InspectorError) in try session.action(0) }
        == "no action 0: the recording stops before it")
  }

  @Test("an action that died has no state, and overlapping ones are all named")
  func died() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2)
    let session = try builder.session()
    #expect(session.ending == .died(actions: 2...2))
    #expect(
      error(session, 2) == "no state 2: the app crashed in the reducer of that action")
    builder.action(3)
    #expect(try builder.session().ending == .died(actions: 2...3))
    builder.add(.gap(GapLine(n: 3, t: 0, lost: 0, reason: "paused")))
    let paused = try builder.session()
    #expect(paused.ending == .cutOff)
    #expect(
      error(paused, 2) == "no state 2: it lies in a gap of the recording (paused)")
    builder.end(3)
    #expect(try builder.session().ending == .closed)
  }

  @Test("a torn line after an open action claims no crash")
  func tornAfterAction() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2)
    let session = try open(builder.bytes() + Array("{\"kind\":\"state\"".utf8))
    #expect(session.ending == .cutOff)
    #expect(error(session, 2) == "no state 2: the recording stops before it")
  }

  @Test("a later segment begins at its own number", arguments: [false, true])
  func continued(afterGap: Bool) throws {
    let session = try SessionBuilder.continued(afterGap: afterGap).session()
    #expect((session.first, session.last) == (40, 41))
    #expect(try session.state(41) == 401)
    #expect(try SessionCheck(session).faults == [])
    #expect(error(session, 39) == "there is no step 39: the steps go from 40 to 41")
  }

  @Test("a state is rebuilt through copies that double it, but only up to a limit")
  func patchBomb() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": ["0123456789abcdef"]])
    let doubling: JSONValue = [["op": "copy", "from": "/a", "path": "/a/-"]]
    for n in 1...40 {
      builder.action(n)
      builder.add(["kind": "state", "n": .number(n), "patch": doubling])
    }
    let session = try builder.session(crc: false)
    let fault = try #require(SessionCheck(session).faults.first)
    let n = (fault.location.line - 2) / 2
    #expect(
      fault.words
        == "the patch of state \(n) does not apply: operation 0 at \"/a/-\": the result is "
        + "larger than 8 times the bytes that were read, which may be a trap; --patch-ratio N "
        + "allows more")
    #expect(error(session, 40) == fault.description + damageHint)
  }

  @Test("a keyframe does not end what is opaque in the states after it")
  func opaqueBehindKeyframe() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 1, "b": 1]) { $0.opaque = ["/b"] }
    builder.action(1)
    builder.patch(1, to: ["a": 2, "b": 1])
    builder.keyframe(1)
    builder.action(2)
    builder.patch(2, to: ["a": 3, "b": 1])
    let session = try builder.session()
    #expect(try session.opaquePlaces(2) == [JSONPointer(tokens: ["b"])])
  }
}
