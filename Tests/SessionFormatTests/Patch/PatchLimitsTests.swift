import SessionFormat
import Testing

@Suite("What patches may make of a document")
struct PatchLimitsTests {
  /// Doubles an array so often; each element is a text of 1,000 bytes.
  private func doubled(_ times: Int, _ limits: JSONPatch.Limits) throws -> JSONValue {
    let pointer = JSONPointer(tokens: ["a"])
    let document: JSONValue = ["a": [.string(String(repeating: "x", count: 1000))]]
    let double = JSONPatch.Operation.copy(from: pointer, path: pointer.appending("-"))
    return try JSONPatch(Array(repeating: double, count: times)).applied(
      to: document, limits: limits)
  }

  @Test("the ratio is not asked up to 4 MiB, and holds beyond")
  func ratio() throws {
    let limits = JSONPatch.Limits(ratio: 2, bytesRead: 2000)
    #expect(try doubled(11, limits).textSize > 2_000_000)
    #expect(try doubled(12, limits).textSize < 4 << 20)
    let error = #expect(throws: JSONPatchError.self) { try doubled(13, limits) }
    #expect(error?.reason == .multiplied(ratio: 2))
    #expect(error?.operation == 12)
    #expect(
      error?.description
        == "operation 12 at \"/a/-\": the result is larger than 2 times the bytes that were read")
    let more = JSONPatch.Limits(ratio: 2, bytesRead: 8_000_000)
    #expect(try doubled(13, more).textSize > 8_000_000)
    #expect(throws: JSONPatchError.self) { try doubled(14, more) }
    #expect(try doubled(13, JSONPatch.Limits(ratio: .max, bytesRead: .max)).textSize > 4 << 20)
  }

  @Test("what is too large already may stay so, and shrink")
  func largeBefore() throws {
    let document: JSONValue = ["a": .string(String(repeating: "x", count: 1000)), "b": 1]
    let limits = JSONPatch.Limits(textSize: 100)
    let replaced = try JSONPatch([.replace(JSONPointer(tokens: ["b"]), 2)]).applied(
      to: document, limits: limits)
    #expect(replaced["b"] == 2)
    #expect(throws: JSONPatchError.self) {
      try JSONPatch([.replace(JSONPointer(tokens: ["b"]), 20)]).applied(
        to: document, limits: limits)
    }
  }
}
