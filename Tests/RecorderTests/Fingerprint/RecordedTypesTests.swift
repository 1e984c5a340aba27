import Foundation
import SessionFormat
import TestTraits
import Testing

@testable import Recorder

@Suite("The fingerprint in a recorded session", .alsoByPublicAPI)
struct RecordedTypesTests {
  private func header(of recorded: Recorded) throws -> SessionHeader? {
    guard case .session(let header)? = try recorded.sink.sessionLines.first else { return nil }
    return header
  }

  @Test("the header tells the types of state and actions, and the host answers the same")
  func header() throws {
    let recorded = Recorded(recordsTypes: true)
    var state = Counter(count: 0)
    recorded.recorder.step(HostAction.add(1), into: &state) { _ in }
    let told = try #require(try header(of: recorded)).fingerprint
    let types = StoreTypes(state: Counter.self, actions: .one(HostAction.self))
    #expect(told == .string(types.fingerprint.text))
    #expect(try hostsFingerprint(for: #","fingerprint":"of another build""#) == told)
  }

  @Test("a host looks into its types for sessions alone that tell theirs")
  func silentSession() throws {
    #expect(try hostsFingerprint(for: "") == .none)
  }

  /// What a host answers to a header that goes on so.
  private func hostsFingerprint(for rest: String) throws -> JSONValue? {
    let line =
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"given","#
      + #""started":"2026-01-02T03:04:05Z","store":"test""# + rest + "}"
    let answer = try #require(try HostRun.answers(to: [line]).first)
    return try JSONValue(parsing: answer)["fingerprint"]
  }

  @Test("there is none where it is not wanted, or values are not to be decoded")
  func unwanted() {
    var options = RecorderOptions()
    options.recordsTypes = false
    #expect(RecordedTypes(options).fingerprint(Int.self, Int.self) == nil)
    options.recordsTypes = true
    options.roundTripChecks = .none
    #expect(RecordedTypes(options).fingerprint(Int.self, Int.self) == nil)
  }

  /// It counts how often it is decoded, and asks for its own fingerprint meanwhile.
  private struct Curious: Codable {
    static let decoded = Gathered<String?>()
    static let types = RecordedTypes(RecorderOptions())
    var value = 0
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value = try container.decode(Int.self, forKey: .value)
      Self.decoded.append(Self.types.fingerprint(Curious.self, Int.self))
    }
  }

  @Test("types are asked once, and what they do meanwhile finds no fingerprint")
  func once() {
    let first = Curious.types.fingerprint(Curious.self, Int.self)
    #expect(first == "v1; state df9e07f8 @Curious; action f854fb86 Int; @Curious {value:Int}")
    #expect(Curious.types.fingerprint(Curious.self, Int.self) == first)
    #expect(Curious.decoded.all == [nil])
  }

  @Test("what is drawn from inputs meanwhile is no input of a step")
  func inputs() throws {
    struct Drawing: Codable {
      var value = 0
      init() {}
      init(from decoder: any Decoder) throws {
        value = Inputs.value("drawn") { 7 }
      }
    }
    let recorded = Recorded(recordsTypes: true)
    var state = Drawing()
    recorded.recorder.step(HostAction.add(1), into: &state) { _ in }
    #expect(try recorded.texts.filter { $0.contains("drawn") } == [])
  }
}
