import SessionFormat
import Testing

@testable import Recorder
@testable import RecorderHost

private protocol Event {}
private struct Added: Event, Codable, Equatable {
  var step: Int
  var label: String
}
private struct Removed: Event, Codable, Equatable {}
private enum Word: String, Codable { case yes, no }

@Suite("Codecs of actions")
struct ActionCodecTests {
  private static func line(_ type: String, _ action: JSONValue) -> ActionLine {
    ActionLine(n: 3, t: 0, type: type, action: action)
  }

  private let types = ActionCodec<any Event>.types { types in
    types.add(Removed.self) { $0 }
    types.add(Added.self) { $0 }
  }

  @Test("the name of the type decides between many types")
  func decodesTypes() throws {
    let added = try types.decode(Self.line("Added", ["step": 1, "label": "x"]))
    #expect(added as? Added == Added(step: 1, label: "x"))
    #expect(try types.decode(Self.line("Removed", [:])) as? Removed == Removed())
  }

  static let refused: [(String, JSONValue, HostError.Reason, String)] = [
    (
      "Moved", [:], .unknownAction,
      "the host has no action of type Moved; it has Added, Removed"
    ),
    ("Added", [:], .undecodableAction, #"Added: the member "step" is missing"#),
    // One member makes no enum: the type is known.
    ("Added", ["label": "x"], .undecodableAction, #"Added: the member "step" is missing"#),
    ("Added", ["step": 1], .undecodableAction, #"Added: the member "label" is missing"#),
    ("Added", "text", .undecodableAction, #"Added: expected an object, found "text""#),
  ]

  @Test("a type that it has not is unknown, one that does not decode is not", arguments: refused)
  func refuses(type: String, action: JSONValue, reason: HostError.Reason, message: String) {
    #expect(throws: HostError(n: 3, reason, message)) {
      try types.decode(Self.line(type, action))
    }
  }

  @Test("an enum of texts has no case for another text, and none for a number")
  func refusesWords() throws {
    let codec = ActionCodec<Word>.codable
    #expect(try codec.decode(Self.line("yes", "yes")) == .yes)
    #expect(throws: HostError(n: 3, .unknownAction, #"w: Word has no case "\u001b""#)) {
      try codec.decode(Self.line("w", "\u{1B}"))
    }
    #expect(throws: HostError(n: 3, .undecodableAction, "w: expected String, found 1")) {
      try codec.decode(Self.line("w", 1))
    }
  }

  @Test("a codec of one's own decides for itself, but for what is opaque")
  func asksOwn() throws {
    let codec = ActionCodec<Int> { line throws(HostError) in
      guard line.type == "one" else { throw HostError(n: line.n, .unknownAction, "own words") }
      return 1
    }
    var line = Self.line("one", .null)
    #expect(try codec.decode(line) == 1)
    line.opaque = true
    #expect(
      throws: HostError(
        n: 3, .undecodableAction,
        "one was only rendered when it was recorded (opaque), so it cannot be decoded")
    ) { try codec.decode(line) }
    #expect(throws: HostError(n: 3, .unknownAction, "own words")) {
      try codec.decode(Self.line("two", .null))
    }
  }
}
