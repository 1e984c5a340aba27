import SessionFormat
import Testing

@testable import Recorder
@testable import RecorderHost

@Suite("The reducer host: changes that it answers")
struct HostPatchesTests {
  private static let log = #"["a text that is long enough for a change to be the smaller"]"#

  private static func whole(_ n: Int, _ count: Int, kind: String = "state") -> String {
    #"{"kind":"\#(kind)","n":\#(n),"state":{"count":\#(count),"log":\#(log)}}"#
  }

  static let rows: [HostCase] = [
    HostCase(
      "against the state that it read first", [whole(0, 5), add(1, 1)],
      gives: [whole(0, 5), add(1, 1), patch(1, 6)]),
    HostCase(
      "against the state that it answered last", [whole(0, 5), add(1, 1), add(2, 1)],
      gives: [whole(0, 5), add(1, 1), patch(1, 6), add(2, 1), patch(2, 7)]),
    HostCase(
      "none where nothing changed", [whole(0, 5), add(1, 0)],
      gives: [whole(0, 5), add(1, 0), #"{"kind":"state","n":1,"patch":[]}"#]),
    HostCase(
      "against the change from outside",
      [whole(0, 5), patch(0, 8, kind: "outside"), add(1, 0)],
      gives: [
        whole(0, 5), #"{"kind":"outside","n":0,"t":5,"state":{"count":8,"log":\#(log)}}"#,
        add(1, 0), #"{"kind":"state","n":1,"patch":[]}"#,
      ]),
    HostCase(
      "against the state brought back",
      [
        whole(0, 5), #"{"kind":"hold","key":"a"}"#, add(1, 1), add(2, 1),
        #"{"kind":"back","key":"a"}"#, add(1, 2),
      ],
      gives: [
        whole(0, 5), #"{"kind":"held","key":"a","n":0}"#, add(1, 1), patch(1, 6), add(2, 1),
        patch(2, 7), #"{"kind":"back","key":"a","n":0}"#, add(1, 2), patch(1, 7),
      ]),
    HostCase(
      "against the state of a reset", [whole(0, 5), whole(4, 9, kind: "reset"), add(5, 1)],
      gives: [whole(0, 5), whole(4, 9), add(5, 1), patch(5, 10)]),
    HostCase(
      "a change that it reads is applied to what it reduced",
      [whole(0, 5), add(1, 1), zap(2), patch(2, 40), add(3, 1)],
      gives: [
        whole(0, 5), add(1, 1), patch(1, 6), unknown(2), whole(2, 40), add(3, 1), patch(3, 41),
      ]),
  ]

  @Test("a change is answered where it is no larger than the state", arguments: rows)
  func answersChanges(_ row: HostCase) throws { try row.run() }

  /// Nests as deep as it is told, so also deeper than a line can be.
  private struct Nest: Codable {
    var depth: Int
    var inner: Inner?
    var ballast = Self.text
    static let text = "a text that is long enough for a change to be the smaller, whatever is in it"

    indirect enum Inner: Codable {
      case bottom
      case nested([Inner])
    }

    init(depth: Int) {
      self.depth = depth
      guard depth > 0 else { return }
      inner = (0..<depth).reduce(.bottom) { inner, _ in .nested([inner]) }
    }
  }

  @Test("opaque places are named while they are there, and no longer")
  func namesOpaquePlaces() throws {
    var opaque: [JSONValue] = []
    let machine = HostMachine<Nest, Int>(
      store: "test", codec: .codable, reduce: { $0 = Nest(depth: $1) },
      answer: { if $0["kind"] == "state" { opaque.append($0["opaque"] ?? "left out") } },
      flush: {})
    for text in [
      #"{"kind":"state","n":0,"state":{"depth":0,"ballast":"b"}}"#,
      #"{"kind":"action","n":1,"t":1,"type":"Int","action":2}"#,
      #"{"kind":"action","n":2,"t":1,"type":"Int","action":400}"#,
      #"{"kind":"action","n":3,"t":1,"type":"Int","action":400}"#,
      #"{"kind":"action","n":4,"t":1,"type":"Int","action":0}"#,
      #"{"kind":"action","n":5,"t":1,"type":"Int","action":0}"#,
    ] { #expect(machine.handle(try SessionLine(JSONValue(parsing: text)))) }
    machine.finish()
    #expect(opaque.count == 6)
    let place = opaque[2]
    #expect(place.array?.count == 1)
    // As in a recording: left out on a change means as before.
    #expect(opaque == ["left out", "left out", place, "left out", [], "left out"])
  }

  @Test("an outside line names no opaque places, so the state after it says that they are gone")
  func namesOpaquePlacesAfterOutside() throws {
    var answers: [JSONValue] = []
    let machine = HostMachine<Nest, Int>(
      store: "test", codec: .codable, reduce: { $0 = Nest(depth: $1) },
      answer: { answers.append($0) }, flush: {})
    for text in [
      #"{"kind":"state","n":0,"state":{"depth":0,"ballast":"b"}}"#,
      #"{"kind":"action","n":1,"t":1,"type":"Int","action":400}"#,
      #"{"kind":"outside","n":1,"t":1,"state":{"depth":0,"ballast":"\#(Nest.text)"}}"#,
      #"{"kind":"action","n":2,"t":1,"type":"Int","action":0}"#,
    ] { #expect(machine.handle(try SessionLine(JSONValue(parsing: text)))) }
    machine.finish()
    #expect(
      answers.map { $0["kind"] } == ["state", "action", "state", "outside", "action", "state"])
    #expect(answers[2]["opaque"]?.array?.count == 1)
    #expect(answers[3]["opaque"] == nil)
    #expect(answers[5]["patch"] == [])
    #expect(answers[5]["opaque"] == [])
  }
}
