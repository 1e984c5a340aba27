import Foundation
import TestSupport
import Testing

@testable import Recorder
@testable import SessionFormat

@Suite("Stand-ins of data")
struct Base64StandInTests {
  private func data(_ count: Int, _ generator: inout SplitMix64) -> Data {
    Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  @Test("the stand-in of data decodes, as other data that encode as that stand-in, at any length")
  func lengths() throws {
    var generator = SplitMix64(seed: 3)
    for count in 1...130 {
      for seed in 0..<8 as Range<UInt64> {
        var standIns = StandIns(key: RedactionKey(seed, 6))
        let secret = data(count, &generator)
        let text = standIns.of(secret.base64EncodedString())
        let standIn = try #require(Data(base64Encoded: text))
        #expect(standIn.count == count && standIn != secret)
        #expect(standIn.base64EncodedString() == text)
        #expect(StandInTests.form(text) == StandInTests.form(secret.base64EncodedString()))
      }
    }
  }

  @Test("all data of one byte have different stand-ins, and none its own")
  func oneByte() throws {
    var standIns = StandIns(key: RedactionKey(1, 2))
    var seen: Set<String> = []
    for byte in 0...255 as ClosedRange<UInt8> {
      let text = Data([byte]).base64EncodedString()
      let standIn = standIns.of(text)
      #expect(standIn != text)
      #expect(Data(base64Encoded: standIn)?.base64EncodedString() == standIn)
      seen.insert(standIn)
    }
    #expect(seen.count == 256)
  }

  @Test(
    "what only looks like base 64 stays other text",
    arguments: ["=", "====", "A===", "AB==", "ABC=", "hunter2=", "a b=", "AA=A", "AAA-AA=="])
  func others(text: String) {
    for seed in 0..<30 as Range<UInt64> {
      var standIns = StandIns(key: RedactionKey(seed, 1))
      let standIn = standIns.of(text)
      #expect(standIn != text && standIn.utf8.count == text.utf8.count)
    }
  }

  private struct Locker: Codable {
    var blob = Data()
    var count = 0
  }

  @Test("a state with hidden data is the same state again once decoded, so its steps are equal")
  func survives() throws {
    let sink = CollectingSink()
    let recorder = SessionRecorder(
      sink: sink, store: "locker",
      options: RecorderOptions(snapshots: .full, redactions: try Redactions(["$.blob"])))
    var state = Locker()
    for count in 0..<40 {
      recorder.step(HostAction.add(count), into: &state) { state in
        state.blob = Data((0...count).map { UInt8($0 * 37 & 255) })
        state.count += 1
      }
    }
    recorder.close()
    let states = try String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { try JSONValue(parsing: String($0))["state"] }
    #expect(states.count == 41)
    for state in states {
      let decoded = try ValueDecoder().decode(Locker.self, from: state)
      #expect(try ValueEncoder().encode(decoded).value == state)
    }
  }
}
