import Foundation
import TestSupport
import Testing

@testable import Recorder
@testable import SessionFormat

@Suite("Recording with redactions")
struct RedactedRecordingTests {
  private struct Account: Codable {
    var user = "ann"
    var password = "hunter2"
    var old: [String] = []
  }

  private enum AccountAction: Codable {
    case change(password: String)
    case fail
  }

  private struct Refusal: Error, CustomStringConvertible {
    let description = "hunter2 is too short"
  }

  private func recorder(_ sink: CollectingSink, _ redactions: Redactions) -> SessionRecorder {
    let surroundings = RecorderOptions.Environment(
      nanoseconds: { 0 }, id: "id", started: "then", platform: nil)
    var options = RecorderOptions(redactions: redactions, environment: surroundings)
    options.recordsTypes = false
    return SessionRecorder(
      sink: sink, store: "account", options: options,
      redactionKey: RedactionKey(1, 2))
  }

  @Test("a whole session with a known key, byte for byte")
  func golden() throws {
    let sink = CollectingSink()
    let redactions = try Redactions(["$..password", "$.old", "$.salt"])
    let recorder = recorder(sink, redactions)
    var state = Account()
    recorder.step(AccountAction.change(password: "swordfish"), into: &state) { state in
      _ = Inputs.value("salts") { ["salt": 17] }
      state.old.append(state.password)
      state.password = "swordfish"
    }
    state.password = "hunter2"
    #expect(throws: Refusal.self) {
      try recorder.step(AccountAction.fail, into: &state) { _ in throw Refusal() }
    }
    recorder.mark("hunter2 is not hidden here")
    recorder.close()
    let expected = [
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"id","started":"then","store":"account","hook":"reducer","stateType":"Account","actionType":"AccountAction","snapshots":"delta","redactions":["$..password","$.old","$.salt"]"#,
      #"{"kind":"state","n":0,"state":{"user":"ann","password":"pecmps7","old":[]}"#,
      #"{"kind":"action","n":1,"t":0,"type":"change","action":{"change":{"password":"izambajja"}}"#,
      #"{"kind":"input","n":1,"is":"salts","value":{"salt":73}"#,
      #"{"kind":"state","n":1,"state":{"user":"ann","password":"izambajja","old":["pecmps7"]},"took":0"#,
      #"{"kind":"outside","n":1,"t":0,"state":{"user":"ann","password":"pecmps7","old":["pecmps7"]}"#,
      #"{"kind":"action","n":2,"t":0,"type":"fail","action":{"fail":{}}"#,
      #"{"kind":"state","n":2,"patch":[],"threw":"Refusal","took":0"#,
      #"{"kind":"mark","n":2,"t":0,"text":"hunter2 is not hidden here""#,
      #"{"kind":"end","n":2,"t":0"#,
    ].map { line in
      "\(line),\"crc\":\"\(CRC32C.text(CRC32C.checksum(Array(line.utf8))))\"}\n"
    }
    #expect(String(decoding: sink.bytes, as: UTF8.self) == expected.joined())
  }

  @Test("the default list is 20 KB in each header no more: its version is named")
  func namesDefaults() throws {
    let both: [Redactions] = try [.defaults, .defaults + Redactions(["$.user.email"])]
    for redactions in both {
      let sink = CollectingSink()
      let recorder = recorder(sink, redactions)
      _ = recorder.step(CounterAction.clear, Counter()) { Counter() }
      let header = try #require(try sink.sessionLines.first?.document)
      let own = redactions == .defaults ? [] : ["$.user.email"]
      #expect(header["redactions"] == .array((["defaults@1"] + own).map(JSONValue.string)))
      #expect(header.textSize < 500)
    }
  }

  @Test("nothing selected: the same bytes as without redactions, but for the header")
  func nothingSelected() throws {
    let texts = try [Redactions.none, Redactions(["$..nobody"])].map { redactions in
      let sink = CollectingSink()
      let recorder = recorder(sink, redactions)
      var state = Account()
      for word in ["a", "b", "c"] {
        recorder.step(AccountAction.change(password: word), into: &state) { $0.password = word }
      }
      recorder.close()
      return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].count == 8)
  }

  @Test("what cannot be encoded is told by type and place only where something is hidden")
  func troubles() {
    struct Leaky: Encodable {
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    for (redactions, reason) in [
      (Redactions.none, "hunter2 is too short"), (.defaults, "Refusal"),
    ] {
      let troubles = Gathered<RecorderError>()
      let recorder = SessionRecorder(
        sink: CollectingSink(), store: "account",
        options: RecorderOptions(redactions: redactions, onError: { troubles.append($0) }))
      var state = Account()
      recorder.step(Leaky(), into: &state) { _ in }
      #expect(troubles.all == [.cannotEncode(type: "Leaky", reason: reason)])
    }
  }
}
