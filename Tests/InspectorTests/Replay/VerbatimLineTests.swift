import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Lines of a host are compared with recorded ones as bytes")
struct VerbatimLineTests {
  private static let state =
    #"{"kind":"state","n":1,"state":{"total":2},"took":3,"crc":"1f7077ce"}"#
  private static let action =
    #"{"kind":"action","n":1,"t":5,"type":"add","action":2,"crc":"989c0307"}"#

  private func isSame(_ answer: String, _ recorded: String) -> Bool {
    Array(recorded.utf8).withUnsafeBufferPointer { VerbatimLine.isSame(Array(answer.utf8), $0) }
  }

  private func isSameAction(_ answer: String, _ recorded: String) -> Bool {
    Array(recorded.utf8).withUnsafeBufferPointer {
      VerbatimLine.isSameAction(Array(answer.utf8), $0)
    }
  }

  @Test("times and checksums make no difference, nor do what a host does not write")
  func same() {
    #expect(isSame(Self.state, Self.state))
    #expect(isSame(#"{"kind":"state","n":1,"state":{"total":2}}"#, Self.state))
    #expect(isSame(#"{"kind":"state","n":1,"state":{"total":2},"took":77}"#, Self.state))
    #expect(isSameAction(Self.action, Self.action))
    #expect(isSameAction(#"{"kind":"action","n":1,"t":5,"type":"add","action":2}"#, Self.action))
  }

  @Test(
    "an answer that breaks off in its checksum or its last brace was taken for the recorded one")
  func brokenOff() {
    for (line, other) in [
      (Self.state, #"{"kind":"state","n":1,"state":{"total":2}}"#),
      (Self.action, #"{"kind":"action","n":1,"t":5,"type":"add","action":2}"#),
    ] {
      for whole in [line, other] {
        for count in 0..<whole.utf8.count {
          for rest in ["", "?", "?!", "?!?!?!", "\"!", "}!"] {
            let broken = String(whole.prefix(count)) + rest
            #expect(!isSame(broken, line) && !isSameAction(broken, line), "\(broken)")
          }
        }
      }
    }
  }
}
