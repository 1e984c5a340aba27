import SessionFormat
import Testing

/// Lines of every kind as a writer gives them, without their checksum.
enum LineSamples {
  /// Only the members that the kind requires.
  static let minimal = [
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"s","store":"app"}"#,
    #"{"kind":"action","n":1,"t":0,"type":"add","action":{}}"#,
    #"{"kind":"input","n":1,"is":"date","value":0.5}"#,
    #"{"kind":"state","n":0,"state":null}"#, #"{"kind":"state","n":1,"patch":[]}"#,
    #"{"kind":"keyframe","n":1,"state":[1.0]}"#, #"{"kind":"outside","n":1,"t":2,"state":{}}"#,
    #"{"kind":"outside","n":1,"t":2,"patch":[]}"#,
    #"{"kind":"dispatched","n":0,"t":1,"type":"thunk","action":"f"}"#,
    #"{"kind":"mark","n":3,"t":4,"text":""}"#,
    #"{"kind":"gap","n":9,"t":1,"lost":0,"reason":"paused"}"#,
    #"{"kind":"end","n":3,"t":9223372036854775807}"#,
  ]

  /// Every member that the kind knows, and two that it does not.
  static let full = [
    #"{"kind":"session","format":"hindsight-session","version":2,"id":"i","started":"s","store":"app","#
      + #""hook":"middleware","stateType":"S","actionType":"A","fingerprint":["f"],"#
      + #""app":{"name":"n","more":1},"platform":{"os":"Linux"},"snapshots":"full","redactions":["$.a"],"#
      + #""continues":{"id":"c","n":7,"more":[]},"derived":{"id":"d","changes":["x"],"more":null},"#
      + #""requires":["zip"],"x":1e2,"y":{}}"#,
    #"{"kind":"action","n":2,"t":3,"type":"a.b","action":{"a":9007199254740993},"from":1,"at":"M/F.swift:4","#
      + #""opaque":true,"cut":["/a/3"],"was":5,"new":true,"x":1e2,"y":{}}"#,
    #"{"kind":"input","n":1,"is":"日本","value":null,"fresh":true,"x":1e2,"y":{}}"#,
    #"{"kind":"state","n":1,"state":{"b":1.50,"a":-0},"opaque":["/a",""],"cut":["/a/…"],"threw":"E","recomputed":true,"#
      + #""x":1e2,"y":{},"took":17}"#,
    #"{"kind":"state","n":1,"patch":[{"op":"add","path":"/a","value":1.0},{"op":"move","path":"/c","from":"/b"}],"#
      + #""opaque":[],"cut":[],"threw":"","recomputed":true,"x":1e2,"y":{},"took":0}"#,
    #"{"kind":"keyframe","n":1,"state":{},"cut":["/b"],"x":1e2,"y":{}}"#,
    #"{"kind":"outside","n":1,"t":2,"patch":[{"op":"remove","path":""}],"cut":["/b"],"x":1e2,"y":{}}"#,
    #"{"kind":"dispatched","n":0,"t":1,"type":"t","action":[],"opaque":true,"cut":["/0"],"x":1e2,"y":{}}"#,
    #"{"kind":"mark","n":3,"t":4,"text":"\u001b","x":1e2,"y":{}}"#,
    #"{"kind":"gap","n":9,"t":1,"lost":3,"reason":"r","x":1e2,"y":{}}"#,
    #"{"kind":"end","n":3,"t":4,"x":1e2,"y":{}}"#, #"{"kind":"later","z":1e2,"n":4,"a":[{}]}"#,
    #"{"z":0,"kind":""}"#,
  ]
}

@Suite("Session lines")
struct SessionLineTests {
  @Test(
    "a line of any kind is written again byte for byte",
    arguments: LineSamples.minimal + LineSamples.full)
  func roundTrips(text: String) throws {
    let line = try SessionLine(JSONValue(parsing: text))
    #expect(line.document.description == text)
    #expect(line.kind == (try JSONValue(parsing: text))["kind"]?.string)
    #expect(line.n == (try JSONValue(parsing: text))["n"]?.int)
    #expect(try SessionLine(line.document) == line)
  }

  @Test("members are read in any order", arguments: LineSamples.full.dropLast(2))
  func readsAnyOrder(text: String) throws {
    let document = try JSONValue(parsing: text)
    let members = try #require(document.object)
    // The unknown members keep their order, which is that of the line.
    let known = members.filter { !["x", "y"].contains($0.name) }.reversed()
    let unknown = members.filter { ["x", "y"].contains($0.name) }
    let shuffled = JSONValue.object(Array(known) + unknown)
    #expect(try SessionLine(shuffled).document.description == text)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let words: String
    var testDescription: String { "\(words): \(text)" }
  }

  /// What each member must be, for all members that are not any value.
  static let expectations: [String: (words: String, wrong: [String])] = {
    let count = ("a whole number of 0 or more", ["-1", "1.5", "\"1\"", "null", "1e400", "true"])
    let string = ("a string", ["1", "null", "[]"])
    let flag = ("true or false", ["1", "null", "\"true\""])
    let strings = ("an array of strings", ["\"a\"", "[1]", "[\"a\",null]", "{}", "null"])
    let object = ("an object", ["[]", "\"a\"", "null"])
    return [
      "kind": string, "id": string, "started": string, "store": string, "type": string,
      "at": string,
      "stateType": string, "actionType": string, "snapshots": string, "threw": string,
      "text": string,
      "is": string, "reason": string, "version": count, "n": count, "t": count, "from": count,
      "was": count, "lost": count, "took": count, "opaque": flag, "new": flag, "fresh": flag,
      "recomputed": flag, "cut": strings, "redactions": strings, "requires": strings, "app": object,
      "platform": object,
      "continues": object, "derived": object,
    ]
  }()

  static let faults: [Fault] = {
    var faults: [Fault] = []
    for text in LineSamples.minimal + LineSamples.full.dropLast(2) {
      guard let object = (try? JSONValue(parsing: text))?.object else { continue }
      let kind = object["kind"]?.string ?? ""
      let isMinimal = LineSamples.minimal.contains(text)
      for member in object where !["x", "y"].contains(member.name) {
        let name = member.name == "patch" ? "state" : member.name
        if isMinimal {
          faults.append(
            Fault(
              text: object.removing(member.name).description,
              words: "the member \"\(name)\" is missing"))
        }
        // On a state line `opaque` is a list of places.
        let key = kind == "state" && name == "opaque" ? "redactions" : name
        for wrong in expectations[key]?.wrong ?? [] {
          guard let value = try? JSONValue(parsing: wrong) else { continue }
          faults.append(
            Fault(
              text: object.setting(member.name, to: value).description,
              words: "the member \"\(name)\" must be \(expectations[key]?.words ?? "")"))
        }
      }
    }
    return faults
  }()

  @Test("each missing required member and each ill-typed member is named")
  func namesFaults() throws {
    #expect(Self.faults.count == 516)
    for fault in Self.faults {
      let document = try JSONValue(parsing: fault.text)
      let error = try #require(throws: LineFault.self, "\(fault.text)") {
        try SessionLine(document)
      }
      #expect(error.description == fault.words, "\(fault.text)")
    }
  }

  static let otherFaults = [
    Fault(text: "[]", words: "the line is not a JSON object"),
    Fault(text: "null", words: "the line is not a JSON object"),
    Fault(text: "{}", words: #"the member "kind" is missing"#),
    Fault(
      text: #"{"kind":"session","format":"other","version":1,"id":"i","started":"s","store":"a"}"#,
      words: #"the member "format" must be "hindsight-session""#),
    Fault(
      text: header(#""hook":"x""#),
      words: #"the member "hook" must be "reducer", "middleware" or "callback""#),
    Fault(text: header(#""hook":1"#), words: #"the member "hook" must be a string"#),
    Fault(text: header(#""continues":{"id":"a"}"#), words: #"the member "continues.n" is missing"#),
    Fault(
      text: header(#""continues":{"id":1,"n":0}"#),
      words: #"the member "continues.id" must be a string"#),
    Fault(
      text: header(#""continues":{"id":"a","n":-1}"#),
      words: #"the member "continues.n" must be a whole number of 0 or more"#),
    Fault(
      text: header(#""derived":{"changes":[]}"#), words: #"the member "derived.id" is missing"#),
    Fault(
      text: header(#""derived":{"id":"a","changes":[1]}"#),
      words: #"the member "derived.changes" must be an array of strings"#),
    Fault(
      text: #"{"kind":"state","n":1,"patch":{}}"#,
      words: #"the member "patch" must be a JSON Patch, but the patch: not an array of operations"#),
    Fault(
      text: #"{"kind":"outside","n":1,"t":0,"patch":[{"op":"add","path":"/a"}]}"#,
      words: #"the member "patch" must be a JSON Patch, but operation 0: has no valid value"#),
  ]

  static func header(_ member: String) -> String {
    LineSamples.minimal[0].dropLast() + "," + member + "}"
  }

  @Test("other faults are named as exactly", arguments: otherFaults)
  func namesOtherFaults(_ fault: Fault) throws {
    let document = try JSONValue(parsing: fault.text)
    let error = try #require(throws: LineFault.self) { try SessionLine(document) }
    #expect(error.description == fault.words)
  }

  @Test("a state line gives its state from the one before it")
  func makesStates() throws {
    let before: JSONValue = ["a": 1]
    #expect(try StateContent.whole([]).state(after: before) == [])
    let patch = JSONPatch([.replace(try JSONPointer("/a"), 2)])
    #expect(try StateContent.patch(patch).state(after: before) == ["a": 2])
    #expect(throws: JSONPatchError.self) { try StateContent.patch(patch).state(after: []) }
  }
}
