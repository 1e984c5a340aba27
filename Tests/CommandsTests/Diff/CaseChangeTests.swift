import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("An enum that has another case")
struct CaseChangeTests {
  private static let idle: JSONValue = ["idle": [:]]
  private static let loading: JSONValue = ["loading": [:]]
  private static let loaded: JSONValue = ["loaded": ["_0": ["a", "b"]]]
  private static let failed: JSONValue = ["failed": ["code": 5, "reason": "no"]]

  private static func session(_ fingerprint: String? = nil) -> SessionBuilder {
    var builder = SessionBuilder { header in
      header.fingerprint = fingerprint.map { .string($0) }
    }
    builder.whole(0, ["x": idle, "n": 0])
    for (n, state) in [loading, loaded, failed].enumerated() {
      builder.action(n + 1, "step")
      builder.patch(n + 1, to: ["x": state, "n": 0])
    }
    builder.end(3)
    return builder
  }

  @Test("it was a removal and an addition in each list of changes")
  func everywhere() throws {
    var sample = try SampleWorkspace(Self.session())
    #expect(
      sample.verb("log") == """
           1  +0.001 s           step  x  idle → loading
           2  +0.002 s  +1.0 ms  step  x  loading → loaded
           3  +0.003 s  +1.0 ms  step  x  loaded → failed

        """)
    sample = try SampleWorkspace(Self.session())
    #expect(
      sample.told("next 3") == """
        ── 3/3 step ──────────────────────────────────────────────────────── +0.003 s ──
           action    1
           ~ x  loaded ["a","b"] → failed {"code":5,"reason":"no"}

        """)
    #expect(
      sample.told("diff 0 1") == """
        state 0 → state 1  1 difference
        ~ x  idle → loading
        (no)

        """)
    #expect(
      sample.told("diff 0 1 --as tree") == """
        state 0 → state 1  1 difference
        ~ x  idle → loading
          … 1 member the same
        (no)

        """)
    #expect(
      sample.told("why /x") == """
        x was last changed by action 3 step
          from loaded ["a","b"]
          to   failed {"code":5,"reason":"no"}
          at   +0.003 s, with 1

        """)
    #expect(
      sample.told("history /x") == """
        start  (from the beginning)  {"idle":{}}
            1  step                  idle → loading
            2  step                  loading → loaded ["a","b"]
            3  step                  loaded ["a","b"] → failed {"code":5,"reason":"no"}

        """)
    #expect(
      try sample.json("diff 0 1")
        == #"{"report":"diff","version":1,"from":0,"to":1,"changes":[{"path":"/x","#
        + #""old":{"idle":{}},"new":{"loading":{}},"case":{"old":"idle","new":"loading"}}]}"#)
  }

  @Test("without types an element's case was judged from one element, where its array has more")
  func elements() throws {
    func item(_ id: Int, _ name: String, _ text: String) -> JSONValue {
      ["id": .number(id), "s": [name: ["message": .string(text)]]]
    }
    var builder = SessionBuilder()
    builder.whole(0, ["i": [item(1, "failed", "a"), item(2, "retry", "a"), item(3, "retry", "c")]])
    builder.action(1, "step")
    builder.patch(
      1, to: ["i": [item(1, "retry", "b"), item(2, "retry", "a"), item(3, "retry", "c")]])
    builder.end(1)
    var sample = try SampleWorkspace(builder)
    #expect(
      sample.told("diff 0 1") == """
        state 0 → state 1  1 difference
        ~ i[0].s  failed {"message":"a"} → retry {"message":"b"}
        (no)

        """)
  }

  @Test("an enum within an enum has another case, where the states do not name the types")
  func nested() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["x": ["loaded": ["_0": ["fast": [:]], "mode": ["on": [:]]]]])
    builder.action(1, "step")
    builder.patch(1, to: ["x": ["loaded": ["_0": ["slow": [:]], "mode": ["off": [:]]]]])
    builder.end(1)
    var sample = try SampleWorkspace(builder)
    #expect(
      sample.told("diff 0 1") == """
        state 0 → state 1  2 differences
        ~ x.loaded._0  fast → slow
        ~ x.loaded.mode  on → off
        (no)

        """)
  }

  @Test("the machine's patch stays one of JSON, which removes and adds")
  func patch() throws {
    var sample = try SampleWorkspace(Self.session())
    #expect(
      try sample.json("diff 0 1 --as patch")
        == #"[{"op":"remove","path":"/x/idle"},{"op":"add","path":"/x/loading","value":{}}]"#)
  }

  @Test("two sessions are told apart in the same way")
  func sessions() throws {
    let left = try Self.session().session()
    var builder = SessionBuilder()
    builder.whole(0, ["x": Self.idle, "n": 0])
    builder.action(1, "step")
    builder.patch(1, to: ["x": Self.failed, "n": 0])
    for (n, state) in [(2, Self.loaded), (3, Self.failed)] {
      builder.action(n, "step")
      builder.patch(n, to: ["x": state, "n": 0])
    }
    builder.end(3)
    let comparison = try SessionComparison(left, builder.session())
    let report = ComparisonReport(left: "a", right: "b", comparison: comparison)
    #expect(
      report.text == """
        different  a and b
        after action 1 step the states differ:
        ~ x  loading → failed {"code":5,"reason":"no"}

        """)
  }

  @Test("where a replay or two hosts part it was two places, and the case that came a third")
  func divergences() throws {
    let session = try Self.session().session()
    func host(_ third: JSONValue) -> HostClient {
      let states: [Int: JSONValue] = [
        1: ["x": Self.loading, "n": 0], 2: ["x": third, "n": 0], 3: ["x": Self.failed, "n": 0],
      ]
      return HostClient { () throws(HostFailure) in TableHost(states) }
    }
    let verdict = try Verification(session, host: host(Self.idle)).verdict()
    let report = VerifyReport(verdict)
    #expect(
      report.text == """
        ✗ DIVERGES  s.ndjson  at 2/3 step  1 of 3 actions equal
          place     x
          recorded  loaded ["a","b"]
          replayed  idle
          prompt    goto 2 · compare replay · verify --steps · verify --ignore '$.x'

        """)
    #expect(
      verdict.divergence?.headline == #"action 2 step: /x is idle, recorded is loaded ["a","b"]"#)
    #expect(
      verdict.divergence?.json.description
        == #"{"n":2,"type":"step","kind":"state","path":"/x","expected":{"loaded":{"_0":["a","b"]}},"#
        + #""actual":{"idle":{}},"case":{"old":"loaded","new":"idle"},"others":0}"#)
    var parting = HostComparison(session)
    let result = try parting.run(good: host(Self.loaded), bad: host(Self.idle))
    let hosts = HostComparisonReport(good: "a", bad: "b", result: result)
    #expect(
      hosts.text == """
        diverge  action 2 step  1 action the same
          place     x
          good      loaded ["a","b"]
          bad       idle
          recorded  loaded ["a","b"]

        """)
    #expect(hosts.json["parting"]?["case"] == ["old": "loaded", "new": "idle"])
    #expect(hosts.json["parting"]?["good"] == ["value": Self.loaded])
  }

  @Test("what is ignored makes no case of what is left")
  func ignoredCase() throws {
    let old: JSONValue = ["x": Self.idle]
    let new: JSONValue = ["x": Self.loading]
    let all = Difference.list(from: old, to: new)
    func told(_ differences: [Difference]) -> [String] {
      EnumPlaces.unknown.folding(differences, from: old, to: new).map(\.path.description)
    }
    #expect(told(all) == ["/x"])
    #expect(told(all.filter { $0.old != nil }) == ["/x/idle"])
    #expect(told(all.filter { $0.new != nil }) == ["/x/loading"])
  }

  @Test("the tree for machines named no case")
  func treeOfMachines() throws {
    let types = "v1; state 00000000 {n:Int,x:<idle:{}|loading:{}>}; action 00000000 Int"
    var sample = try SampleWorkspace(Self.session(types))
    #expect(
      try sample.json("diff 0 1 --as tree")
        == #"{"report":"diff","version":1,"from":0,"to":1,"tree":{"change":"changed","members":["#
        + #"{"change":"changed","name":"x","case":{"old":"idle","new":"loading"},"members":["#
        + #"{"change":"removed","name":"idle","old":{}},{"change":"added","name":"loading","new":{}}]},"#
        + #"{"change":"same","count":1}]}}"#)
  }

  @Test("a dictionary with one key is one where types or other states say so")
  func dictionaries() throws {
    let old: JSONValue = ["a1": ["name": "pen"]]
    let new: JSONValue = ["b2": ["name": "ink"]]
    func changes(_ state: String?, _ old: JSONValue, _ new: JSONValue) throws -> Int {
      var builder = SessionBuilder { header in
        header.fingerprint = state.map {
          .string("v1; state 00000000 {x:\($0)}; action 00000000 Int")
        }
      }
      builder.whole(0, ["x": old])
      let enums = EnumPlaces(try builder.session())
      return DifferenceTree(from: ["x": old], to: ["x": new]).changes(enums).count
    }
    // Nothing is known.
    #expect(try changes(nil, old, new) == 1)
    #expect(try changes(nil, Self.loaded, Self.failed) == 1)
    #expect(try changes(nil, ["loading": ["progress": 0]], ["failed": ["message": "m"]]) == 1)
    #expect(try changes(nil, ["loading": ["n": 0]], ["failed": ["n": 1]]) == 1)
    #expect(try changes(nil, ["a": 1], ["b": 2]) == 2)
    // Keys that no case is named by.
    for key in ["7", "6f9619ff-8b86-4d01-b42d-00c04fc964ff", "", "a b", "a.b"] {
      #expect(try changes(nil, [key: [:]], ["idle": [:]]) == 2, "\(key)")
      #expect(try changes(nil, ["idle": [:]], [key: ["_0": 1]]) == 2, "\(key)")
    }
    // By the types.
    #expect(try changes("<a1:{name:String}|b2:{name:String}>", old, new) == 1)
    #expect(try changes("{*:<idle:{}|loading:{}>}", Self.idle, Self.loading) == 2)
    #expect(try changes("<idle:{}|loading:{}>?", Self.idle, Self.loading) == 1)
  }

  @Test("without types, cases that have a label in common were a removal and an addition")
  func evidence() throws {
    func changes(_ values: [JSONValue]) throws -> Int {
      var builder = SessionBuilder()
      for (n, value) in values.enumerated() {
        if n > 0 { builder.action(n) }
        builder.whole(n, ["x": value])
      }
      let enums = EnumPlaces(try builder.session())
      return DifferenceTree(
        from: ["x": values[values.count - 2]], to: ["x": values[values.count - 1]]
      ).changes(enums).count
    }
    let (a, b): (JSONValue, JSONValue) = (["refreshing": ["old": [1]]], ["loaded": ["old": [1]]])
    #expect(try changes([a, b]) == 1)
    #expect(try changes([.null, a, b]) == 1)
    #expect(try changes([a, a, b]) == 1)
    #expect(try changes([.null, a, b, a, b]) == 1)
    // A dictionary had more keys once, or none, or other keys.
    let more: JSONValue = ["refreshing": ["old": [1]], "loaded": ["old": [1]]]
    for other in [more, [:], ["7": ["old": [1]]], ["loaded": 1], 5] {
      #expect(try changes([other, a, a, b]) == 2)
      #expect(try changes([other, a, Self.idle, Self.loading]) == 2)
    }
  }

  @Test("names that look alike are explained still, and other members of the object are no case")
  func others() {
    let tree = DifferenceTree(from: ["idle": [:]], to: ["idle\u{200B}": [:]])
    #expect(tree.changes.count == 2)
    let more = DifferenceTree(from: ["idle": [:], "n": 1], to: ["loading": [:], "n": 1])
    #expect(more.changes.map(\.path.description) == ["/idle", "/loading"])
    let whole = DifferenceTree(from: Self.idle, to: Self.loading)
    #expect(whole.changes.map(\.path.description) == [""])
    let names = whole.changes.map { $0.caseChange.map { Page.inline($0.names, RenderOptions()) } }
    #expect(names == ["idle → loading"])
  }
}
