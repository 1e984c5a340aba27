import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The rules of the reader of Redux DevTools")
struct DevToolsReaderTests {
  private static func session(_ text: String, start: JSONValue? = nil) throws -> Session {
    let imported = try DevToolsImport(
      Array(text.utf8), from: "state.json", store: "s", id: SessionBuilder.id, start: start)
    return try Session(bytes: Data(try imported.bytes()), file: "s.ndjson", mode: .strict)
  }

  private static func losses(
    _ text: String, _ shape: DevToolsExport.Shape?, start: JSONValue? = nil
  ) throws -> [String] {
    try DevToolsExport(try session(text, start: start), as: shape) { false }.losses
  }

  /// Checks them, of a file in any shape.
  private func check(_ file: JSONValue, _ shape: DevToolsExport.Shape, _ session: Session) throws {
    let inner = try file["payload"]?.string.map { try JSONValue(parsing: $0) } ?? file
    guard shape == .lifted else {
      let actions = try #require(inner.array)
      #expect(actions.allSatisfy { $0["type"]?.string != nil }, "\(file)")
      return
    }
    let ids = try #require(inner["stagedActionIds"]?.array).compactMap(\.int)
    let states = try #require(inner["computedStates"]?.array)
    #expect(Set(ids).count == states.count, "\(file)")
    #expect(states.allSatisfy { $0["state"] != nil || $0["error"] != nil }, "\(file)")
    #expect(try #require(inner["nextActionId"]?.int) > ids.max() ?? 0, "\(file)")
    #expect(ids.indices.contains(try #require(inner["currentStateIndex"]?.int)), "\(file)")
    let skipped = try #require(inner["skippedActionIds"]?.array).compactMap(\.int)
    #expect(Set(ids).isSuperset(of: skipped), "\(file)")
    #expect(inner["monitorState"] != nil)
    for id in ids {
      let entry = try #require(inner["actionsById"]?[String(id)])
      #expect(entry["type"]?.string != nil && entry["action"]?["type"]?.string != nil, "\(file)")
      #expect(entry["timestamp"]?.number != nil, "\(file)")
    }
    let idle = Set(inner["actionsById"]?.object?.map(\.name) ?? [])
    #expect(Set(ids).count == ids.count && idle.isSuperset(of: ids.map(String.init)), "\(file)")
    let first = try session.state(session.first)
    if first != .null {
      #expect(states.first?["state"] == first && inner["committedState"] != nil, "\(file)")
    }
  }

  @Test("times and ids at the ends of their ranges ended the program")
  func extremes() throws {
    let times = #"""
      {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":0},
      "1":{"type":"PERFORM_ACTION","action":{"type":"a"},"timestamp":8640000000000000}},
      "stagedActionIds":[0,1],"computedStates":[{"state":{}},{"state":{}}]}
      """#
    _ = try DevToolsExport(try Self.session(times), as: .lifted) { false }
    let ids = #"""
      {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":0},
      "9223372036854775807":{"type":"PERFORM_ACTION","action":{"type":"a"},"timestamp":1}},
      "stagedActionIds":[0,9223372036854775807],"computedStates":[{"state":{}},{"state":{}}]}
      """#
    guard let session = try? Self.session(ids) else { return }
    _ = try DevToolsExport(session, as: .lifted) { false }
  }

  @Test("a member of the file with a name of ours was lost")
  func ownNames() throws {
    let text = #"""
      {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":0}},
      "stagedActionIds":[0],"computedStates":[{"state":{}}],"shape":"round","start":1}
      """#
    let export = try DevToolsExport(try Self.session(text)) { false }
    #expect(export.document["shape"]?.string == "round" && export.document["start"]?.int == 1)
    #expect(export.losses == [])
  }

  @Test("hold of a recorded session")
  func recorded() throws {
    let folder = PackageRoot.url.appending(path: "sessions")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".ndjson") {
      let session = try Session(path: folder.appending(path: name).path)
      for shape in DevToolsExport.Shape.allCases {
        let file = try DevToolsExport(session, as: shape) { false }.document
        try check(file, shape, session)
        let inner = try file["payload"]?.string.map { try JSONValue(parsing: $0) } ?? file
        guard shape == .lifted else {
          #expect(inner.array?.count == session.last - session.first, "\(name)")
          continue
        }
        let ids = try #require(inner["stagedActionIds"]?.array).compactMap(\.int)
        #expect(ids == Array(0...(session.last - session.first)), "\(name)")
        #expect(inner["nextActionId"] == .number(ids.count))
        #expect(inner["currentStateIndex"] == .number(ids.count - 1))
        for (place, id) in ids.enumerated() {
          let time = inner["actionsById"]?[String(id)]?["timestamp"]?.int
          #expect(time ?? 0 > 1_600_000_000_000, "\(name)")
          let n = session.first + place
          if session.hasState(n) {
            #expect(try inner["computedStates"]?[place]?["state"] == session.state(n))
          }
        }
      }
    }
  }

  private static let lifted = #"""
    {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1700000000000},
    "2":{"action":{"type":"a"},"stack":"Error"},"3":{"action":{"add":{"_0":1}},"timestamp":"late"},
    "7":{"action":{"type":"b"},"timestamp":1700000000100},"9":{"action":{"type":"idle"}}},
    "nextActionId":10,"stagedActionIds":[0,3,2,7],"skippedActionIds":[2],"currentStateIndex":1,
    "committedState":{"v":-1},"monitorState":{"tab":1},"custom":[1],
    "computedStates":[{"state":{"v":0}},{"state":{"v":1},"error":"no"},{"state":{"v":1}},
    {"state":{"v":2}}]}
    """#

  private static let files = [
    "{\"add\":{\"_0\":40}}\n{\"add\":{\"_0\":2}}", #"["reset","reset"]"#, "[]", #"[{}]"#,
    #"[{"type":"a"},{"type":7}]"#, #"{"payload":"[{\"b\":{}}]"}"#,
    #"{"payload":"[\"b\"]","preloadedState":"{\"v\":1}","title":"x"}"#,
    #"{"payload":"[]","preloadedState":null}"#, lifted,
    JSONValue.object([("payload", .string(lifted)), ("title", "a report")]).description,
    #"{"actionsById":{"0":{"action":{}},"1":{"action":"b"}},"stagedActionIds":[0,1]}"#,
    #"{"actionsById":{"0":{"action":{}}},"stagedActionIds":[0],"committedState":{"v":1}}"#,
    #"{"actionsById":{"0":{"action":{}},"1":{"action":{}}},"stagedActionIds":[0,1],"#
      + #""computedStates":[{"error":"no"},{}],"committedState":{"v":1},"currentStateIndex":9}"#,
  ]

  @Test(
    "did not hold of an imported session, whatever it was imported from",
    arguments: DevToolsReaderTests.files, DevToolsExport.Shape.allCases)
  func imported(text: String, shape: DevToolsExport.Shape) throws {
    for start in [nil, ["v": 5]] as [JSONValue?] {
      let session = try Self.session(text, start: start)
      let file = try DevToolsExport(session, as: shape) { false }.document
      try check(file, shape, session)
      // It is a file as any other.
      let again = try Self.session(file.description)
      #expect(try DevToolsExport(again) { false }.document == file)
    }
  }

  @Test("an unknown first state is not made up")
  func unknownFirst() throws {
    let file = try DevToolsExport(Self.session(#"["a"]"#), as: .lifted) { false }.document
    #expect(file["committedState"] == nil)
    let unknown: JSONValue = ["state": .null, "error": "not recorded", "hindsight": "unknown"]
    #expect(file["computedStates"] == [unknown, unknown])
    let again = try Self.session(file.description)
    #expect(try DevToolsExport(again, as: .lifted) { false }.document["committedState"] == nil)
  }

  @Test("what an envelope lacks of a lifted state is named, and nothing that was not there")
  func envelopeLosses() throws {
    #expect(
      try Self.losses(Self.lifted, .envelope) == [
        "the times", "2 states behind the first", "1 error of the reducer",
        "which actions were skipped", "1 action not staged", "the cursor", "the ids",
        "committedState", "stack", "monitorState", "custom",
      ])
    #expect(try Self.losses(Self.lifted, .lifted) == [])
    let envelope = #"{"payload":"[{\"type\":\"b\"}]","preloadedState":"{\"v\":1}","title":"x"}"#
    #expect(try Self.losses(envelope, .envelope) == [])
    #expect(try Self.losses(envelope, .lifted) == [])
    #expect(try Self.losses(envelope, .actions) == ["1 state", "title"])
    #expect(try Self.losses(envelope, nil) == [])
  }

  @Test("a first state that was given at the import was lost without a word")
  func givenFirst() throws {
    #expect(try Self.losses(#"["a"]"#, nil, start: ["v": 1]) == ["1 state"])
    let envelope = try Self.session(#"{"payload":"[]"}"#, start: ["v": 1])
    #expect(try DevToolsExport(envelope) { false }.document["preloadedState"] == #"{"v":1}"#)
    let lifted = try Self.session(
      #"{"actionsById":{"0":{"action":{}}},"stagedActionIds":[0]}"#, start: ["v": 1])
    #expect(try DevToolsExport(lifted) { false }.document["committedState"] == ["v": 1])
  }
}
