import Foundation
import TestSupport
import Testing

@testable import Recorder
@testable import SessionFormat

@Suite("Redaction of values")
struct RedactorTests {
  private func redactor(_ patterns: [String], seed: UInt64 = 1) throws -> Redactor {
    Redactor(try Redactions(patterns), key: RedactionKey(seed, 2))
  }

  private func bytes(_ value: JSONValue) -> [UInt8] { JSONWriter.bytes(of: value) }

  /// What a value looks like to a type that decodes it.
  private func form(_ value: JSONValue) -> String {
    switch value.kind {
    case .null: return "null"
    case .bool: return "bool"
    case .number: return StandInTests.form(value.number?.text ?? "")
    case .string: return "\"\(StandInTests.form(value.string ?? ""))\""
    case .array: return "[" + (value.array ?? []).map(form).joined(separator: ",") + "]"
    case .object:
      let members = value.object.map(Array.init) ?? []
      return "{" + members.map { "\(JSONValue.string($0.name)):\(form($0.value))" }.joined() + "}"
    }
  }

  /// The scalars of both values at the same places, and whether a pattern covers the place.
  private func pairs(
    _ old: JSONValue, _ new: JSONValue, _ patterns: [PathPattern], _ path: JSONPointer = .root
  ) -> [(old: JSONValue, new: JSONValue, isHidden: Bool)] {
    if let elements = old.array {
      return elements.enumerated().flatMap { index, element in
        pairs(element, new[index] ?? .null, patterns, path.appending(index))
      }
    }
    if let members = old.object {
      return members.flatMap { member in
        pairs(member.value, new[member.name] ?? .null, patterns, path.appending(member.name))
      }
    }
    return [(old, new, patterns.contains { $0.covers(path) })]
  }

  @Test("a deep value ended an app whose thread had a small stack")
  func smallStack() async throws {
    let (depth, hidden) = (512, "hunter2")
    let text =
      String(repeating: #"{"a":["#, count: depth / 2) + #""\#(hidden)""#
      + String(repeating: "]}", count: depth / 2)
    let deep = try JSONValue(parsing: text)
    let redactor = try redactor(["$..a"])
    let redacted = await withCheckedContinuation { continuation in
      let thread = Thread {
        var redactor = redactor
        continuation.resume(returning: redactor.redact(deep))
      }
      thread.stackSize = 128 << 10
      thread.start()
    }
    let written = String(decoding: bytes(redacted), as: UTF8.self)
    #expect(written.utf8.count == text.utf8.count && !written.contains(hidden))
    #expect(written.hasPrefix(#"{"a":[{"a":["#))
  }

  @Test("in random documents: form and names stay, what is not selected stays byte for byte")
  func laws() throws {
    var documents = RandomDocuments(seed: 11)
    let lists = [
      ["$"], ["$..*"], ["$..id"], ["$.items[*]"], ["$.a", "$..b"], ["$..['a/b']", "$.*.*"],
      ["$[*][*]"],
    ]
    for round in 0..<400 {
      let texts = lists[round % lists.count]
      let patterns = try texts.map { try PathPattern($0) }
      var redactor = try redactor(texts, seed: UInt64(round))
      let document = documents.document(depth: 4)
      let hidden = redactor.redact(document)
      #expect(form(hidden) == form(document))
      // By bytes: a string as a key would be equal to another that only looks the same.
      var standIns: [[UInt8]: [UInt8]] = [:]
      var secrets: [[UInt8]: [UInt8]] = [:]
      for (old, new, isHidden) in pairs(document, hidden, patterns) {
        guard isHidden else {
          #expect(bytes(new) == bytes(old))
          continue
        }
        // Equal secrets have equal stand-ins, and different ones different stand-ins.
        let (old, new) = (bytes(old), bytes(new))
        #expect(standIns[old, default: new] == new)
        #expect(secrets[new, default: old] == old)
        standIns[old] = new
        secrets[new] = old
      }
    }
  }

  @Test("what selects a container hides every value below it, but no name and no null")
  func containers() throws {
    var redactor = try redactor(["$.user", "$.cards[1]", "$..pin"])
    let value = try JSONValue(
      parsing: #"""
        {"user":{"name":"Ann Lee","age":42,"admin":true,"none":null,"tags":["a1",[]],"o":{}},
        "cards":["4111 1111","4222 2222","4333 3333"],"deep":[{"pin":"0000"},{"pin":[1,2]}],"n":7}
        """#.replacing("\n", with: ""))
    #expect(
      redactor.redact(value).description
        == #"{"user":{"name":"Lta Lnp","age":23,"admin":true,"none":null,"tags":["f0",[]],"o":{}},"#
        + #""cards":["4111 1111","2725 9091","4333 3333"],"#
        + #""deep":[{"pin":"8556"},{"pin":[6,1]}],"n":7}"#)
  }

  @Test("no patterns, or none that selects anything, leave every byte")
  func untouched() throws {
    var documents = RandomDocuments(seed: 12)
    var none = try redactor([])
    var other = try redactor(["$..nobody", "$[99]", "$.x.y.z"])
    for _ in 0..<200 {
      let document = documents.document(depth: 4)
      #expect(bytes(none.redact(document)) == bytes(document))
      #expect(bytes(other.redact(document)) == bytes(document))
    }
  }

  @Test("another session has other stand-ins")
  func sessions() throws {
    let value: JSONValue = ["a": "a secret of some length"]
    let all = try (0..<50 as Range<UInt64>).map { seed in
      var redactor = try redactor(["$.a"], seed: seed)
      return redactor.redact(value).description
    }
    #expect(Set(all).count == 50)
    #expect(RedactionKey.random().k0 != RedactionKey.random().k0)
  }

  @Test("a failure to encode is told by type and place, not in the error's words")
  func failures() throws {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Failing: Encodable {
      var error: any Error
      func encode(to encoder: any Encoder) throws { throw error }
    }
    struct Leak: Error { var password = "hunter2" }
    let context = EncodingError.Context(
      codingPath: [Key(stringValue: "a"), Key(stringValue: "b/c")], debugDescription: "hunter2")
    var redactor = try redactor(["$..password"])
    let cases: [(any Error, String)] = [
      (Leak(), "Leak"),
      (EncodingError.invalidValue("hunter2", context), #"EncodingError at "/a/b~1c""#),
    ]
    for (error, reason) in cases {
      let snapshot = redactor.redact(Snapshot.of(Failing(error: error)))
      #expect(snapshot.failure == .cannotEncode(type: "Failing", reason: reason))
    }
    let plain = redactor.redact(Snapshot.of({ 1 }))
    #expect(plain.failure == Snapshot.of({ 1 }).failure)
  }
}
