import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Files of Redux DevTools")
struct DevToolsTests {
  private static func session(_ text: String) throws -> Session {
    let imported = try DevToolsImport(
      Array(text.utf8), from: "state.json", store: "s", id: SessionBuilder.id)
    return try Session(bytes: Data(try imported.bytes()), file: "s.ndjson", mode: .strict)
  }

  private static func again(_ session: Session) throws -> JSONValue {
    try DevToolsExport(session) { false }.document
  }

  /// The same with the texts inside an envelope as values, so that spaces in them do not matter.
  private static func opened(_ file: JSONValue) throws -> JSONValue {
    guard let object = file.object else { return file }
    return .object(
      try object.map { name, value in
        guard ["payload", "preloadedState"].contains(name), let text = value.string, text != ""
        else {
          return (name, value)
        }
        return (name, try JSONValue(parsing: text))
      })
  }

  /// A lifted state with gaps between ids, skipped actions, errors, a cursor, and much else.
  private static func lifted(_ random: inout SplitMix64) -> JSONValue {
    let count = Int.random(in: 0...6, using: &random)
    var (id, ids) = (0, [0])
    for _ in 0..<count {
      id += Int.random(in: 1...3, using: &random)
      ids.append(id)
    }
    if Bool.random(using: &random) { ids[1...].shuffle(using: &random) }
    let skipped = ids.dropFirst().filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    var states: [JSONValue] = []
    var actions: [(name: String, value: JSONValue)] = []
    for id in ids {
      var entry: [(name: String, value: JSONValue)] = [
        ("type", "PERFORM_ACTION"),
        ("action", id == 0 ? ["type": "@@INIT"] : ["type": "a", "p": [1]]),
      ]
      if Bool.random(using: &random) {
        entry.append(
          ("timestamp", .number(1_700_000_000_000 + Int.random(in: 0..<999, using: &random))))
      }
      if Bool.random(using: &random) { entry.append(("stack", "Error\n  at f (a.js:1:2)")) }
      actions.append((String(id), .object(entry)))
      if skipped.contains(id), let last = states.last {
        states.append(last)
      } else {
        var state: [(name: String, value: JSONValue)] = [
          (
            "state",
            ["v": .number(Int.random(in: 0...2, using: &random)), "big": 9_007_199_254_740_993]
          )
        ]
        if Int.random(in: 0..<4, using: &random) == 0 { state.append(("error", "TypeError: x")) }
        states.append(.object(state))
      }
    }
    var file: [(name: String, value: JSONValue)] = [
      ("actionsById", .object(actions)), ("nextActionId", .number(id + 1)),
      ("stagedActionIds", .array(ids.map { .number($0) })),
      ("skippedActionIds", .array(skipped.reversed().map { .number($0) })),
      ("currentStateIndex", .number(Int.random(in: 0...count, using: &random))),
    ]
    if Int.random(in: 0..<5, using: &random) > 0 { file.append(("computedStates", .array(states))) }
    if Bool.random(using: &random) { file.append(("committedState", ["v": 0])) }
    if Bool.random(using: &random) { file.append(("monitorState", ["tab": "diff"])) }
    if Bool.random(using: &random) { file += [("isLocked", false), ("isPaused", true)] }
    return .object(file)
  }

  @Test("nothing of them is lost by a session and back", arguments: 0..<300 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lifted = Self.lifted(&random)
    let file: JSONValue =
      switch seed % 3 {
      case 0: lifted
      case 1: ["payload": .string(lifted.description), "title": "a report"]
      default:
        [
          "payload": #"[{"type":"a"},{"type":"b","p":[1]}]"#,
          "preloadedState": .string("{\"v\":\(seed)}"),
        ]
      }
    let back = try Self.again(Self.session(file.description))
    #expect(try Self.opened(back) == Self.opened(file))
  }

  /// A value somewhere in a file that is missing, another, or one more.
  private static func altered(_ value: JSONValue, _ random: inout SplitMix64) -> JSONValue? {
    let odd: [JSONValue] = [.null, 0, -1, "x", [], ["error": "x"], ["state": ["v": 1]], false]
    if let object = value.object, !object.isEmpty, Int.random(in: 0..<6, using: &random) > 0 {
      var members = object.map { $0 }
      let place = Int.random(in: 0..<members.count, using: &random)
      if let new = altered(members[place].value, &random) {
        members[place].value = new
      } else {
        members.remove(at: place)
      }
      return .object(members)
    }
    if let array = value.array, !array.isEmpty, Int.random(in: 0..<6, using: &random) > 0 {
      var elements = Array(array)
      let place = Int.random(in: 0..<elements.count, using: &random)
      if let new = altered(elements[place], &random) {
        elements[place] = new
      } else {
        elements.remove(at: place)
      }
      return .array(elements)
    }
    return Int.random(in: 0..<3, using: &random) == 0 ? nil : odd.randomElement(using: &random)
  }

  @Test("a file that nobody expects is refused, or nothing of it is lost")
  func unexpected() throws {
    var (random, taken) = (SplitMix64(seed: 26), 0)
    for round in 0..<1500 {
      let lifted = Self.lifted(&random)
      guard let file = Self.altered(lifted, &random) else { continue }
      let outer: JSONValue = [
        "payload": .string(file.description), "preloadedState": "{\"v\":7}", "more": [1],
      ]
      for file in [file, outer] {
        guard let session = try? Self.session(file.description) else { continue }
        taken += 1
        let back = try Self.opened(Self.again(session))
        // One action alone comes back as a list of one.
        let isAction = file.string != nil || file.object?.count == 1
        #expect(try back == Self.opened(isAction ? .array([file]) : file), "\(round): \(file)")
      }
    }
    #expect(taken > 1000)
  }

  /// A session of an app: actions that name themselves, one whose member has the name of a type, one
  /// whose type is that member, a skipped state, and perhaps a crash.
  private static func recorded(_ ending: Int) -> SessionBuilder {
    var builder = SessionBuilder { $0.store = "shop" }
    builder.whole(0, ["fruit": []])
    let actions: [(String, JSONValue)] = [
      ("add", ["add": ["type": "pear"]]), ("Eat", ["type": "pear"]), ("pear", ["type": "pear"]),
      ("clear", "clear"),
      ("x", ["type": "x", "payload": 1, "meta": ["hindsight": "payload"]]),
    ]
    for (place, action) in actions.enumerated() {
      builder.action(place + 1, action.0, action.1)
      if place < 3 || ending == 0 { builder.whole(place + 1, ["fruit": [.number(place)]]) }
      if place == 3, ending == 2 { builder.whole(4, ["fruit": ["four"]]) }
    }
    return builder
  }

  @Test(
    "a recording that went through Redux DevTools came back with wrappers for actions, and no crash",
    arguments: [0, 1, 2], [nil, .lifted, .envelope, .actions] as [DevToolsExport.Shape?])
  func ownRecording(ending: Int, shape: DevToolsExport.Shape?) throws {
    let own = try Self.recorded(ending).session()
    let file = try DevToolsExport(own, as: shape) { false }.document
    let imported = try DevToolsImport(
      Array(file.description.utf8), from: "state.json", store: nil, id: SessionBuilder.id)
    let back = try Session(bytes: Data(try imported.bytes()), file: "s.ndjson", mode: .strict)
    #expect(back.header.store == (shape == .actions ? "state" : "shop"))
    #expect(try actions(of: back) == actions(of: own))
    #expect(try Self.again(back) == file)
    guard shape == nil || shape == .lifted else { return }
    for n in 0...5 {
      #expect(back.hasState(n) == own.hasState(n))
      if own.hasState(n) { #expect(try back.state(n) == own.state(n)) }
    }
    // The app lives on where a state behind the last one that is missing is there.
    if case .died = own.ending { #expect(back.ending == own.ending) }
  }

  private func actions(of session: Session) throws -> [JSONValue] {
    try session.lines.indices.compactMap { index in
      guard case .action(let line) = try session.line(index) else { return nil }
      return [.string(line.type), line.action]
    }
  }

  @Test("what only the file had is named, if the session has become another")
  func changed() throws {
    let text = #"""
      {"actionsById":{"0":{"action":{"type":"@@INIT"}},"1":{"action":{"type":"a"}},
      "2":{"action":{"type":"b"}}},"stagedActionIds":[0,1,2],
      "computedStates":[{"state":0},{"state":1},{"error":"no"},{"state":"too many"}]}
      """#
    let imported = try DevToolsImport(
      Array(text.utf8), from: "state.json", store: "s", id: SessionBuilder.id)
    let bytes = String(decoding: try imported.bytes(), as: UTF8.self)
    let other = bytes.replacing(
      #""type":"a","action":{"type":"a"}"#, with: #""type":"z","action":{"type":"z"}"#)
    #expect(other != bytes)
    let plain = other.split(separator: "\n").map { $0.replacing(#/,"crc":"[0-9a-f]+"/#, with: "") }
    let session = try Session(
      bytes: Data((plain.joined(separator: "\n") + "\n").utf8), file: "s.ndjson", mode: .strict)
    let export = try DevToolsExport(session) { false }
    #expect(
      export.losses.contains("what only the imported file had, as the session was changed since"))
    #expect(export.document["actionsById"]?["1"]?["action"]?["type"] == "z")
  }

  @Test(
    "of actions alone they are as they were",
    arguments: [
      #"[]"#, "\u{FEFF}[{\"type\":\"a\"}]", #"[{"type":"a"},{"b":{"x":1}},{}]"#,
      #"{"payload":"[]"}"#,
      #"{"payload":"[{\"type\":\"a\"}]","preloadedState":"null"}"#,
      #"{"payload":"[]","preloadedState":null}"#, #"{"payload":"[]","preloadedState":""}"#,
      #"{"payload":"[]","preloadedState":false,"title":"x"}"#,
    ])
  func actions(text: String) throws {
    let session = try Self.session(text)
    let plain = text.replacing("\u{FEFF}", with: "")
    #expect(try Self.opened(Self.again(session)) == Self.opened(JSONValue(parsing: plain)))
  }

  @Test("skipped actions, errors, times and the cursor are what a session has for them")
  func meaning() throws {
    let session = try Self.session(
      """
      {"actionsById":{"0":{"action":{"type":"@@INIT"},"timestamp":1700000000000},
      "1":{"action":{"type":"add"},"timestamp":1700000000100.5},"3":{"action":{"type":"drop"}},
      "4":{"action":{"type":"boom"},"timestamp":1700000000400}},"stagedActionIds":[0,1,3,4],
      "skippedActionIds":[3],"currentStateIndex":1,
      "computedStates":[{"state":0},{"state":1},{"state":1},{"state":1,"error":"no"}]}
      """)
    #expect(session.header.started == "2023-11-14T22:13:20.000Z")
    #expect((session.first, session.last) == (0, 2))
    #expect(try (0...2).map(session.state) == [0, 1, 1])
    #expect(try (1...2).map { try session.action($0).type } == ["add", "boom"])
    #expect(try (1...2).map { try session.action($0).t } == [100_500_000, 400_000_000])
    #expect(try session.stateLine(2).threw == "no")
    #expect(
      try session.events(1).map(\.document).map { $0["type"] ?? $0["text"] } == [
        "the cursor of Redux DevTools", "drop",
      ])
    #expect(session.ending == .closed)
  }

  @Test("without states the actions are there, and no state is made up")
  func unknown() throws {
    let session = try Self.session(
      #"{"payload":"[{\"type\":\"a\"},{\"type\":\"b\"}]","preloadedState":"{}"}"#)
    #expect((session.first...session.last).map(session.hasState) == [true, false, false])
    #expect(session.ending == .closed)
    let lines = try Self.session("{\"type\":\"a\"}\n\n{\"type\":\"b\"}\r\n")
    #expect(try (1...2).map { try lines.action($0).type } == ["a", "b"])
  }

  @Test(
    "one action a line was refused if it was the only one, or a name",
    arguments: [
      ("{\"add\":{\"_0\":40}}\n", ["add"]), ("\"reset\"\n", ["reset"]),
      ("\"reset\"\n{\"add\":{}}\n\"reset\"\n", ["reset", "add", "reset"]),
    ])
  func lines(text: String, types: [String]) throws {
    let session = try Self.session(text)
    #expect(try (1...types.count).map { try session.action($0).type } == types)
    #expect(session.last == types.count)
  }

  @Test(
    "what is none is refused with the reason",
    arguments: [
      ("{", "it is not JSON: the text ends in the middle of a value"),
      (
        "{}",
        "it is neither a file of Redux DevTools (payload, or actionsById) nor a list of actions"
      ),
      ("[1]", "action 1 is neither an object nor a name"),
      ("{\"kind\":\"session\"}\n{}", "it is a session already"),
      (#"{"payload":"[]","preloadedState":{}}"#, "preloadedState is no text"),
      (#"{"payload":"x"}"#, "the text in payload is not JSON: no JSON value begins here"),
      (#"{"actionsById":{}}"#, "stagedActionIds is missing or empty"),
      (
        #"{"actionsById":{},"stagedActionIds":[0]}"#,
        "stagedActionIds[0] is 0, which actionsById does not have"
      ),
      ("{\"type\":\"a\"}\n{", "action 2 is not JSON: the text ends in the middle of a value"),
    ])
  func refused(text: String, reason: String) {
    #expect(throws: InspectorError.cannotImport(file: "state.json", reason: reason)) {
      try Self.session(text)
    }
  }
}
