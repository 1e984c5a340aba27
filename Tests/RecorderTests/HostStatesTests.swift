import SessionFormat
import Testing

@testable import Recorder

@Suite("The reducer host: states")
struct HostStatesTests {
  static let taken: [HostCase] = [
    HostCase("nothing", [], gives: []),
    HostCase("the first", [state(0, 5)], gives: [state(0, 5)]),
    HostCase("the first of a later segment", [state(40, 5)], gives: [state(40, 5)]),
    HostCase(
      "re-encoded, so that a lossy codec shows",
      [#"{"kind":"state","n":0,"state":{"more":1,"log":["\u0061"],"count":50e-1}}"#],
      gives: [#"{"kind":"state","n":0,"state":{"count":5,"log":["a"]}}"#]),
    HostCase(
      "no second", [state(0, 5), state(1, 6), patch(2, 7), keyframe(2, 7)],
      gives: [state(0, 5)]),
    HostCase(
      "those after actions are the host's own",
      [state(0, 5), add(1, 1), state(1, 60), keyframe(1, 60), add(2, 1), state(2, 70)],
      gives: [state(0, 5), add(1, 1), state(1, 6), add(2, 1), state(2, 7)]),
    HostCase(
      "the one after a gap", [state(0, 5), gap(9), state(9, 50), state(10, 70), add(11, 1)],
      gives: [state(0, 5), gap(9), state(9, 50), add(11, 1), state(11, 51)]),
    HostCase(
      "the one after two gaps", [state(0, 5), gap(9), gap(12), state(12, 50), state(13, 1)],
      gives: [state(0, 5), gap(9), gap(12), state(12, 50)]),
    HostCase(
      "the first after a gap at the beginning", [gap(9), state(9, 50), state(10, 60)],
      gives: [gap(9), state(9, 50)]),
    HostCase(
      "a change after a gap, of the current state", [state(0, 5), gap(9), patch(9, 50)],
      gives: [state(0, 5), gap(9), state(9, 50)]),
    HostCase(
      "that of an action answered with an error",
      [state(0, 5), zap(1), state(1, 7), state(2, 8), add(3, 1)],
      gives: [state(0, 5), unknown(1), state(1, 7), add(3, 1), state(3, 8)]),
    HostCase(
      "a change, that of an action answered with an error",
      [state(0, 5), zap(1), patch(1, 7), add(2, 1)],
      gives: [state(0, 5), unknown(1), state(1, 7), add(2, 1), state(2, 8)]),
    HostCase(
      "those of two actions answered with an error, once each",
      [state(0, 5), zap(1), zap(2), state(1, 7), state(2, 8), state(1, 9), state(2, 9)],
      gives: [state(0, 5), unknown(1), unknown(2), state(1, 7), state(2, 8)]),
    HostCase(
      "not that of an action that was reduced when it came again",
      [state(0, 5), zap(1), reset(0, 5), add(1, 1), state(1, 70), add(2, 1)],
      gives: [
        state(0, 5), unknown(1), state(0, 5), add(1, 1), state(1, 6), add(2, 1), state(2, 7),
      ]),
  ]

  @Test("it takes these states and answers them whole", arguments: taken)
  func takes(_ row: HostCase) throws { try row.run() }

  static let lost: [HostCase] = [
    HostCase("none yet", [add(1, 1)], gives: [noState(1)]),
    HostCase(
      "a change first is passed over; any whole state is the first",
      [patch(0, 1), patch(1, 2), state(2, 3), state(3, 4)], gives: [state(2, 3)]),
    HostCase(
      "a keyframe is as good", [patch(0, 1), keyframe(0, 3), state(1, 4), keyframe(1, 5)],
      gives: [state(0, 3)]),
    HostCase(
      "a first state that does not decode",
      [
        #"{"kind":"state","n":0,"state":{"count":1}}"#, add(1, 1), patch(1, 2), state(2, 3),
        add(3, 1),
      ],
      gives: [
        failure(0, "undecodable-state", #"state 0: the member \"log\" is missing"#), noState(1),
        state(2, 3), add(3, 1), state(3, 4),
      ]),
    HostCase(
      "a change that does not apply",
      [state(0, 5), gap(4), misfit(4), add(5, 1), patch(5, 2), keyframe(5, 3), add(6, 1)],
      gives: [
        state(0, 5), gap(4), doesNotApply(4), noState(5), state(5, 3), add(6, 1), state(6, 4),
      ]),
    HostCase(
      "a state of an action answered with an error, that does not apply",
      [state(0, 5), zap(1), misfit(1), state(2, 9)],
      gives: [state(0, 5), unknown(1), doesNotApply(1), state(2, 9)]),
    HostCase(
      "a reset that does not decode",
      [state(0, 5), #"{"kind":"reset","n":3,"state":7}"#, add(4, 1), reset(4, 8), add(5, 1)],
      gives: [
        state(0, 5), failure(3, "undecodable-state", "state 3: expected an object, found 7"),
        noState(4), state(4, 8),
        add(5, 1), state(5, 9),
      ]),
    HostCase(
      "an outside that does not apply",
      [
        state(0, 5), #"{"kind":"outside","n":0,"t":5,"patch":[{"op":"remove","path":"/none"}]}"#,
        add(1, 1), outside(1, 6), add(2, 1),
      ],
      gives: [state(0, 5), doesNotApply(0), noState(1), outside(1, 6), add(2, 1), state(2, 7)]),
    HostCase(
      "an outside change is passed over", [patch(0, 3, kind: "outside"), state(0, 4)],
      gives: [state(0, 4)]),
  ]

  @Test("without a state it answers so, until a whole one comes", arguments: lost)
  func loses(_ row: HostCase) throws { try row.run() }

  static let outsides: [HostCase] = [
    HostCase(
      "whole", [state(0, 5), outside(0, 8), add(1, 1)],
      gives: [state(0, 5), outside(0, 8), add(1, 1), state(1, 9)]),
    HostCase(
      "a change", [state(0, 5), patch(0, 8, kind: "outside"), add(1, 1)],
      gives: [state(0, 5), outside(0, 8), add(1, 1), state(1, 9)]),
    HostCase(
      "a change of what the host reduced",
      [
        state(0, 5), add(1, 1),
        #"{"kind":"outside","n":1,"t":5,"patch":[{"op":"add","path":"/log/-","value":"x"}]}"#,
      ],
      gives: [
        state(0, 5), add(1, 1), state(1, 6),
        #"{"kind":"outside","n":1,"t":5,"state":{"count":6,"log":["x"]}}"#,
      ]),
    HostCase(
      "re-encoded",
      [state(0, 5), #"{"kind":"outside","n":0,"t":5,"state":{"log":[],"count":1.0}}"#],
      gives: [state(0, 5), outside(0, 1)]),
  ]

  @Test("a change from outside becomes current and is answered whole", arguments: outsides)
  func takesOutside(_ row: HostCase) throws { try row.run() }

  static let echoes: [HostCase] = [
    HostCase("end", [#"{"kind":"end","n":3,"t":9}"#], gives: [#"{"kind":"end","n":3,"t":9}"#]),
    HostCase(
      "end with more", [#"{"kind":"end","n":3,"t":9,"more":[1.0]}"#],
      gives: [#"{"kind":"end","n":3,"t":9,"more":[1.0]}"#]),
    HostCase(
      "gap with more", [#"{"kind":"gap","n":3,"t":9,"lost":2,"reason":"\n","more":{}}"#],
      gives: [#"{"kind":"gap","n":3,"t":9,"lost":2,"reason":"\n","more":{}}"#]),
    HostCase(
      "reset", [state(0, 5), reset(7, 1), state(8, 2), add(8, 1)],
      gives: [state(0, 5), state(7, 1), add(8, 1), state(8, 2)]),
    HostCase("reset counts as the first state", [reset(7, 1), state(8, 2)], gives: [state(7, 1)]),
    HostCase(
      "reset counts as the state after a gap", [gap(4), reset(7, 1), state(8, 2)],
      gives: [gap(4), state(7, 1)]),
    HostCase(
      "these change nothing",
      [
        #"{"kind":"mark","n":0,"t":1,"text":"m"}"#,
        #"{"kind":"dispatched","n":0,"t":1,"type":"a","action":1}"#, #"{"kind":"new","n":0}"#,
        #"{"kind":"input","n":0,"is":"x","value":1}"#, #"{"kind":"hold"}"#,
        #"{"kind":"reset","n":-1,"state":1}"#,
      ], gives: []),
  ]

  @Test(
    "it answers an end and a gap with the same members, a reset with its state", arguments: echoes)
  func answersSame(_ row: HostCase) throws { try row.run() }
}
