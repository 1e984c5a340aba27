import SessionFormat
import Testing

@Suite("Lines of the reducer host")
struct HostLinesTests {
  private static func unknown(_ text: String) throws -> UnknownLine? {
    guard case .unknown(let line) = try SessionLine(JSONValue(parsing: text)) else { return nil }
    return line
  }

  static let requests: [(HostRequest, String)] = [
    (.reset(n: 4, state: ["a": 1]), #"{"kind":"reset","n":4,"state":{"a":1}}"#),
    (.go, #"{"kind":"go"}"#), (.hold(key: "k"), #"{"kind":"hold","key":"k"}"#),
    (.back(key: ""), #"{"kind":"back","key":""}"#),
    (.drop(key: "日"), #"{"kind":"drop","key":"日"}"#),
    (.brief(true), #"{"kind":"brief","actions":true}"#),
    (.brief(false), #"{"kind":"brief","actions":false}"#),
  ]

  @Test("a request is read as it is written", arguments: requests)
  func roundTrips(request: HostRequest, text: String) throws {
    #expect(request.document.description == text)
    #expect(try HostRequest(try #require(try Self.unknown(text))) == request)
  }

  static let answers: [(HostAnswer, String)] = [
    (.held(key: "k", n: 2), #"{"kind":"held","key":"k","n":2}"#),
    (.back(key: "k", n: 0), #"{"kind":"back","key":"k","n":0}"#),
    (.began(n: 7), #"{"kind":"began","n":7}"#),
    (
      .error(HostError(n: 3, .undecodableAction, "m")),
      #"{"kind":"error","n":3,"reason":"undecodable-action","message":"m"}"#
    ),
    (
      .error(HostError(n: nil, reason: "own", message: "\u{1B}")),
      #"{"kind":"error","reason":"own","message":"\u001b"}"#
    ),
  ]

  @Test("an answer is read as it is written", arguments: answers)
  func roundTrips(answer: HostAnswer, text: String) throws {
    #expect(answer.document.description == text)
    #expect(try HostAnswer(try #require(try Self.unknown(text))) == answer)
  }

  @Test("the reasons are those of the protocol")
  func namesReasons() {
    let reasons: [(HostError.Reason, String)] = [
      (.wrongStore, "wrong-store"), (.unknownAction, "unknown-action"), (.noState, "no-state"),
      (.undecodableAction, "undecodable-action"), (.undecodableState, "undecodable-state"),
      (.notHeld, "not-held"),
    ]
    for (reason, text) in reasons { #expect(HostError(n: nil, reason, "").reason == text) }
  }

  @Test("a kind that is neither is nothing, and an ill-typed member is named")
  func refuses() throws {
    let other = try #require(try Self.unknown(#"{"kind":"other"}"#))
    #expect(try HostRequest(other) == nil)
    #expect(try HostAnswer(other) == nil)
    let requests = [
      (#"{"kind":"reset","state":1}"#, LineFault.missing("n")),
      (#"{"kind":"hold"}"#, .missing("key")),
      (#"{"kind":"reset","n":1}"#, .missing("state")),
      (#"{"kind":"back","key":1}"#, .illTyped("key", expected: "a string")),
    ]
    for (text, fault) in requests {
      let line = try #require(try Self.unknown(text))
      #expect(throws: fault) { try HostRequest(line) }
    }
    let answers = [
      (#"{"kind":"held","key":"k"}"#, LineFault.missing("n")),
      (#"{"kind":"error","reason":"r"}"#, .missing("message")),
      (#"{"kind":"error","n":-1}"#, .illTyped("n", expected: "a whole number of 0 or more")),
    ]
    for (text, fault) in answers {
      let line = try #require(try Self.unknown(text))
      #expect(throws: fault) { try HostAnswer(line) }
    }
  }
}
